"""How far a long call is: a bar of tqdm where that is installed, a line on stderr otherwise."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, TypeAlias

Callback: TypeAlias = "Callable[[str, int, int, float, float], bool | None]"


class _Bar:
    """One bar per phase."""

    def __init__(self, tqdm: Any) -> None:
        self._tqdm = tqdm
        self._bar: Any = None
        self._phase = ""

    def __call__(self, phase: str, iteration: int, limit: int, bound: float, change: float) -> None:
        if phase != self._phase:
            self.close()
            self._phase = phase
            self._bar = self._tqdm(total=limit or None, desc=phase, leave=False)
        self._bar.n = iteration
        if bound:
            self._bar.set_postfix(bound=f"{bound:.3f}", refresh=False)
        self._bar.refresh()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


class _Line:
    """A line that is written over, or one every ten seconds where it cannot be."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._last = time.monotonic()
        self._shown = False

    def __call__(self, phase: str, iteration: int, limit: int, bound: float, change: float) -> None:
        now = time.monotonic()
        if now - self._last < (0.1 if self._terminal else 10.0):
            return
        self._last = now
        line = f"{phase}: {iteration} of at most {limit}"
        if bound:
            line += f", bound {bound:.3f} ({change:+.2g})"
        sys.stderr.write(f"\r\x1b[K{line}" if self._terminal else f"{line}\n")
        sys.stderr.flush()
        self._shown = True

    def close(self) -> None:
        if self._shown and self._terminal:
            sys.stderr.write("\r\x1b[K")


class Progress:
    """What to call during a fit, closed at its end: `progress` is False, True or a function."""

    def __init__(self, progress: bool | Callback) -> None:
        self.callback: Any = None
        if callable(progress):
            self.callback = progress
        elif progress:
            try:
                from tqdm.auto import tqdm  # type: ignore[import-untyped, unused-ignore]

                self.callback = _Bar(tqdm)
            except ImportError:
                self.callback = _Line()

    def __enter__(self) -> Any:
        return self.callback

    def __exit__(self, *_: object) -> None:
        if isinstance(self.callback, (_Bar, _Line)):
            self.callback.close()
