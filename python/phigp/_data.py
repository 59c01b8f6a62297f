"""From what users pass as X and y to columns of a table, and the errors they expect on the way."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from phigp import _core
from phigp._compat import DataConversionWarning

Array: TypeAlias = npt.NDArray[np.float64]
Cells: TypeAlias = "Array | list[str]"


@dataclass
class Features:
    """The columns of X. `names` is None where X states none."""

    names: list[str] | None
    cells: list[Cells]
    rows: int

    @property
    def width(self) -> int:
        return len(self.cells)

    def taken(self, places: npt.NDArray[np.intp]) -> Features:
        """These rows, in this order."""
        cells: list[Cells] = [
            [column[i] for i in places] if isinstance(column, list) else column[places]
            for column in self.cells
        ]
        return Features(self.names, cells, len(places))


def _refuse_sparse(data: Any, what: str) -> None:
    if hasattr(data, "tocsr") and hasattr(data, "nnz"):
        raise TypeError(
            f"Sparse data was passed for {what}, but dense data is required. "
            "Use '.toarray()' to convert to a dense numpy array."
        )
    if hasattr(data, "collect") and not hasattr(data, "shape"):
        raise TypeError(f"{what} is a query that was not run yet; '.collect()' gives its rows.")


def _as_array(data: Any) -> npt.NDArray[Any]:
    """As NumPy has it; what is masked is missing."""
    if isinstance(data, np.ma.MaskedArray) and np.ma.is_masked(data):
        cells = np.asarray(data.data).astype(object)
        cells[np.ma.getmaskarray(data)] = None
        return cells
    return np.asarray(data)


def _check_finite(cells: Array, what: str, allow_nan: bool) -> None:
    # One sum tells for nearly all data; only an unusual one needs a look at every cell.
    if np.isfinite(cells.sum()):
        return
    if np.isinf(cells).any():
        raise ValueError(
            f"Input {what} contains infinity or a value too large for dtype('float64')."
        )
    if not allow_nan and np.isnan(cells).any():
        hint = "; impute=True takes missing cells" if what.startswith("X") else ""
        raise ValueError(f"Input {what} contains NaN, which is not accepted{hint}.")


def _numbers(values: Any, what: str = "X") -> Array:
    """As float64, in the same memory where they are that and lie whole numbers apart.

    Those of a structured array need not be; the library steps from number to number.
    """
    try:
        return np.require(values, np.float64, "A")
    except ValueError as error:
        hint = "; strings are taken from the columns of a data frame, as categories"
        raise ValueError(f"{what} must be numbers: {error}{hint if what == 'X' else ''}") from None


def _no_numbers(rows: int) -> Array:
    """Zeros for a column that is not looked at: one number, in the place of all."""
    return np.broadcast_to(np.zeros(()), rows)


# Given the names of columns, those that are looked at: others may hold anything.
Used: TypeAlias = "Callable[[list[str]], set[str]] | None"


def _unused(names: list[str], used: Used) -> list[int]:
    if used is None:
        return []
    looked_at = used(names)
    return [place for place, name in enumerate(names) if name not in looked_at]


def _from_array(X: Any, who: str, allow_nan: bool, used: Used) -> Features:
    array = _as_array(X)
    if array.dtype.kind == "c":
        raise ValueError(f"Complex data not supported\n{array}\n")
    if array.dtype.kind in "USTMmV":
        raise ValueError(
            f"X must be numbers, got an array of {array.dtype}; strings are taken from the columns "
            "of a data frame, as categories."
        )
    if array.ndim < 2:
        kind = "scalar" if array.ndim == 0 else "1D"
        raise ValueError(
            f"Expected 2D array, got {kind} array instead:\narray={array}.\n"
            "Reshape your data either using array.reshape(-1, 1) if your data has a single feature "
            "or array.reshape(1, -1) if it contains a single sample."
        )
    if array.ndim > 2:
        raise ValueError(f"Found array with dim {array.ndim}. {who} expected 2.")
    for count, what in ((array.shape[0], "sample"), (array.shape[1], "feature")):
        if count == 0:
            raise ValueError(
                f"Found array with 0 {what}(s) (shape={array.shape}) while a minimum of 1 is "
                f"required by {who}."
            )
    unused = _unused([f"x{j}" for j in range(array.shape[1])], used)
    rows, width = array.shape
    if unused:  # these may hold anything, so that the others are read one by one
        cells: list[Cells] = [_no_numbers(rows)] * width
        for j in set(range(width)).difference(unused):
            column = _numbers(array[:, j])
            _check_finite(column, "X", allow_nan)
            cells[j] = column
        return Features(None, cells, rows)
    numbers = _numbers(array)
    _check_finite(numbers, "X", allow_nan)
    return Features(None, [numbers[:, j] for j in range(width)], rows)


def is_missing(cell: Any) -> bool:
    """None, NaN, NaT, pandas.NA."""
    if cell is None:
        return True
    try:
        return bool(cell != cell)
    except TypeError:  # pandas.NA does not say
        return True


def _text_cells(values: Sequence[Any], name: str) -> Cells:
    """A column of objects: of texts, unless all that is there are numbers."""
    present = [value for value in values if not is_missing(value)]
    if not present:  # numbers or texts, nobody knows; missing in either case
        return np.full(len(values), np.nan)
    if present and all(isinstance(v, (int, float, np.number, np.bool_)) for v in present):
        return np.array([np.nan if is_missing(v) else float(v) for v in values])
    for value in present:
        if not isinstance(value, str):
            raise TypeError(
                f"column {name!r}: argument must be a string or a real number, "
                f"not {type(value).__name__!r}"
            )
    return ["" if is_missing(value) else value for value in values]


def _column(series: Any, name: str, allow_nan: bool) -> Cells:
    kind = getattr(series.dtype, "kind", None)
    if kind is None:  # polars
        is_number = series.dtype.is_numeric() or str(series.dtype) == "Boolean"
        kind = "f" if is_number else "M" if series.dtype.is_temporal() else "O"
    if kind == "c":
        raise ValueError(f"Complex data not supported: column {name!r}")
    if kind in "Mm":
        raise ValueError(f"column {name!r} has dates or durations; make numbers of them first")
    if str(series.dtype) == "category":  # also of numbers
        return ["" if is_missing(one) else str(one) for one in series.to_list()]
    if kind not in "iufb":
        return _text_cells(series.to_list(), name)
    if hasattr(series, "get_chunks"):  # polars
        numbers = series.cast(float).to_numpy()
    else:
        numbers = series.to_numpy(dtype=np.float64, na_value=np.nan)
    cells = _numbers(numbers)
    _check_finite(cells, f"X, column {name!r},", allow_nan)
    return cells


def _from_frame(X: Any, names: list[str], allow_nan: bool, who: str, unused: list[int]) -> Features:
    rows = len(X)
    if rows == 0 or not names:
        what = "sample" if rows == 0 else "feature"
        raise ValueError(
            f"Found array with 0 {what}(s) (shape={X.shape}) while a minimum of 1 is required "
            f"by {who}."
        )
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"X must have columns with different names; {twice} are there twice")
    cells = [
        _no_numbers(rows) if place in unused else _column(X[name], name, allow_nan)
        for place, name in enumerate(names)
    ]
    return Features(names, cells, rows)


def read_features(X: Any, who: str, allow_nan: bool = False, used: Used = None) -> Features:
    """The columns of an array or data frame (pandas, polars); `who` asks, for messages."""
    _refuse_sparse(X, "X")
    if hasattr(X, "columns") and hasattr(X, "__getitem__") and hasattr(X, "shape"):
        names = list(X.columns)
        texts = [isinstance(name, str) for name in names]
        if any(texts):
            if not all(texts):
                raise TypeError(
                    "Feature names are only supported if all input features have string names, "
                    f"but your input has {sorted({type(n).__name__ for n in names})} as feature "
                    "name / column name types."
                )
            return _from_frame(X, names, allow_nan, who, _unused(names, used))
        if names:
            unused = _unused([f"x{j}" for j in range(len(names))], used)
            unnamed = _from_frame(X, names, allow_nan, who, unused)
            return Features(None, unnamed.cells, unnamed.rows)
    return _from_array(X, who, allow_nan, used)


def read_target(y: Any, rows: int, who: str) -> npt.NDArray[Any]:
    """Y as a one-dimensional array of any type, as long as X."""
    if y is None:
        raise ValueError(f"This {who} estimator requires y to be passed, but the target y is None.")
    _refuse_sparse(y, "y")
    array = _as_array(y)
    if array.ndim == 2 and array.shape[1] == 1:
        warnings.warn(
            "A column-vector y was passed when a 1d array was expected. Please change the shape of "
            "y to (n_samples,), for example using ravel().",
            DataConversionWarning,
            stacklevel=4,
        )
        array = array.ravel()
    if array.ndim != 1:
        raise ValueError(f"y should be a 1d array, got an array of shape {array.shape} instead.")
    if len(array) != rows:
        raise ValueError(
            f"Found input variables with inconsistent numbers of samples: {[rows, len(array)]}"
        )
    if array.dtype.kind == "c":
        raise ValueError(f"Complex data not supported\n{array}\n")
    return array


def read_numbers(values: npt.NDArray[Any], what: str) -> Array:
    """An array of finite numbers."""
    if values.dtype.kind in "USTMmV":
        raise ValueError(f"{what} must be numbers, got an array of {values.dtype}")
    numbers = np.ascontiguousarray(_numbers(values, what))
    _check_finite(numbers, what, allow_nan=False)
    return numbers


def read_weights(sample_weight: Any, rows: int) -> Array | None:
    """Weights of the rows, or None where every row counts once."""
    if sample_weight is None:
        return None
    weights = _numbers(_as_array(sample_weight), "sample_weight")
    if weights.ndim == 0:
        weights = np.full(rows, float(weights))
    if weights.ndim != 1:
        raise ValueError("Sample weights must be 1D array or scalar")
    if weights.shape != (rows,):
        raise ValueError(f"sample_weight.shape == {weights.shape}, expected {(rows,)}!")
    weights = read_numbers(weights, "sample_weight")
    if not weights.any():
        raise ValueError("Sample weights must contain at least one non-zero number.")
    return weights


def free_name(wanted: str, taken: Sequence[str]) -> str:
    """`wanted`, or that with underscores where a column has the name already."""
    while wanted in taken:
        wanted += "_"
    return wanted


def make_table(features: Features, names: list[str], more: dict[str, Cells], named: bool) -> Any:
    """The columns of X, and further ones after them."""
    return _core.make_table("X", [*names, *more], [*features.cells, *more.values()], named)
