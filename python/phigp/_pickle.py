"""A pickle holds the model file: what reads one reads the other, and old pickles like old files."""

from __future__ import annotations

import copyreg
import os
import tempfile
from typing import Any

from phigp import _core
from phigp.errors import FileError


def _model_from_bytes(content: bytes) -> _core.Model:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.phigp")
        with open(path, "wb") as file:
            file.write(content)
        try:
            return _core.Model.load(path)
        except FileError as error:  # damaged, or of a newer version
            words = (error.message, error.name, error.value, error.rule)
            raise FileError(*(one.replace(path, "pickled model") for one in words)) from None


def _reduce_model(model: _core.Model) -> tuple[Any, tuple[bytes]]:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.phigp")
        model.save(path)
        with open(path, "rb") as file:
            return _model_from_bytes, (file.read(),)


copyreg.pickle(_core.Model, _reduce_model)
