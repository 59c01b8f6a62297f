"""The Python in README.md and docs/python.md runs as it stands, block after block."""

import os
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_python_of_a_page_runs(page, tmp_path, monkeypatch):
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text("utf-8"), re.M | re.S)
    assert blocks
    monkeypatch.chdir(tmp_path)
    os.mkdir("build")
    names: dict[str, object] = {}
    for block in blocks:
        exec(block, names)


def test_the_page_names_every_method_and_keyword():
    import phigp

    page = (ROOT / "docs/python.md").read_text("utf-8")
    for cls in (phigp.GPRegressor, phigp.GPClassifier):
        for name in dir(cls):
            inherited = name.startswith(("_", "get_", "set_")) or name in ("fit", "load")
            if not inherited and callable(getattr(cls, name)):
                assert f"`{name}" in page, name
