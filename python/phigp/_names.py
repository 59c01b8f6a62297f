"""Feature names at the fit against those of new data: as scikit-learn does, in its words."""

from __future__ import annotations

import warnings
from collections.abc import Sequence


def check_names(who: str, known: Sequence[str] | None, given: list[str] | None) -> None:
    """Warns where one side has no names, raises where they differ. None: no names."""
    if known is None and given is not None:
        warnings.warn(
            f"X has feature names, but {who} was fitted without feature names", stacklevel=5
        )
    if known is not None and given is None:
        warnings.warn(
            f"X does not have valid feature names, but {who} was fitted with feature names",
            stacklevel=5,
        )
    if known is None or given is None or given == list(known):
        return
    message = "The feature names should match those that were passed during fit.\n"
    unseen = sorted(set(given) - set(known))
    missing = sorted(set(known) - set(given))
    for names, text in (
        (unseen, "Feature names unseen at fit time:\n"),
        (missing, "Feature names seen at fit time, yet now missing:\n"),
    ):
        if names:
            message += text + "".join(f"- {name}\n" for name in names[:5])
            message += "- ...\n" if len(names) > 5 else ""
    if not unseen and not missing:
        message += "Feature names must be in the same order as they were in fit.\n"
    raise ValueError(message)
