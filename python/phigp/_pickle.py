"""A pickle holds the model file: what reads one reads the other, and old pickles like old files."""

from __future__ import annotations

import copyreg
import os
import tempfile
from typing import Any

from phigp import _core


def _model_from_bytes(content: bytes) -> _core.Model:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.phigp")
        with open(path, "wb") as file:
            file.write(content)
        return _core.Model.load(path)


def _reduce_model(model: _core.Model) -> tuple[Any, tuple[bytes]]:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.phigp")
        model.save(path)
        with open(path, "rb") as file:
            return _model_from_bytes, (file.read(),)


copyreg.pickle(_core.Model, _reduce_model)
