"""What phigp raises. Every error names the thing, its value and the rule that it breaks."""

from __future__ import annotations


class _Stated(Exception):
    """An error that keeps its parts, and survives pickling."""

    def __init__(self, message: str, name: str = "", value: str = "", rule: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.name = name
        self.value = value
        self.rule = rule

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[type[_Stated], tuple[str, str, str, str]]:
        return type(self), (self.message, self.name, self.value, self.rule)


class InvalidInput(_Stated, ValueError):
    """A mistake of the caller: a setting out of range, data that do not fit the model.

    >>> import phigp
    >>> try:
    ...     phigp.Likelihood("student-t", nu=-1)
    ... except phigp.InvalidInput as error:
    ...     print(error)
    student-t: nu must be positive and finite, got -1
    """


class NumericalError(_Stated, ArithmeticError):
    """A computation that cannot deliver what it promises.

    >>> issubclass(NumericalError, ArithmeticError)
    True
    """


class FileError(_Stated, OSError):
    """A file that cannot be read or understood.

    >>> import phigp
    >>> try:
    ...     phigp.load("nowhere.phigp")
    ... except OSError as error:
    ...     print(type(error).__name__, error.name)
    FileError nowhere.phigp
    """


class WriteError(FileError):
    """A file that cannot be written.

    >>> issubclass(WriteError, FileError)
    True
    """
