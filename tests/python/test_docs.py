"""The Python in README.md and docs/ runs as it stands, block after block."""

import importlib.util
import json
import os
import pathlib
import pkgutil
import re

import numpy as np
import pytest

import phigp

ROOT = pathlib.Path(__file__).resolve().parents[2]


PAGES = ["README.md"] + [
    f"docs/{name}.md" for name in ("python", "tutorial", "howto", "coming_from")
]


@pytest.mark.parametrize("page", PAGES)
def test_python_of_a_page_runs(page, tmp_path, monkeypatch):
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text("utf-8"), re.M | re.S)
    assert blocks
    monkeypatch.chdir(tmp_path)
    os.mkdir("build")
    names: dict[str, object] = {}
    for block in blocks:
        exec(block, names)
        # An example whose spread is infinite (nu below 2) would teach nothing.
        assert np.isfinite(names.get("sd", 0.0)).all()


def test_the_page_names_every_method_and_keyword():
    page = (ROOT / "docs/python.md").read_text("utf-8")
    for cls in (phigp.GPRegressor, phigp.GPClassifier):
        for name in dir(cls):
            inherited = name.startswith(("_", "get_", "set_")) or name in ("fit", "load")
            if not inherited and callable(getattr(cls, name)):
                assert f"`{name}" in page, name


def script_of_docs(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / f"scripts/docs/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_reference_has_every_public_name(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.argv", ["reference.py", str(tmp_path / "reference.md")])
    script_of_docs("reference").main()
    page = (tmp_path / "reference.md").read_text("utf-8")
    headings = set(re.findall(r"^#+ (\S+)$", page, re.M))
    modules = [
        importlib.import_module(f"phigp.{one.name}" if one else "phigp")
        for one in [None, *pkgutil.iter_modules(phigp.__path__)]
        if one is None or not one.name.startswith("_")
    ]
    stating = [module for module in modules if hasattr(module, "__all__")]
    assert {one.__name__ for one in stating} >= {
        "phigp",
        *(f"phigp.{name}" for name in ("inference", "kernels", "likelihoods", "plot")),
    }
    for module in stating:
        for name in module.__all__:
            whole = f"{module.__name__}.{name}"
            # By its own name where `import phigp` has it.
            known = {name, whole} if hasattr(phigp, name) else {whole.removeprefix("phigp.")}
            assert known & headings or name == "__version__", whole
    # Properties that are kept, the arguments of what a table makes, and code as code.
    assert "**`original_bound`**" in page
    assert "StudentT(*, nu=4.0, sigma=1.0)" in page
    assert not re.search(r"(?<!```pycon\n)(?<!\n)\n\n>>> ", page)


def test_the_site_has_every_page_and_every_example():
    listed = set(re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.M))
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} | {"reference.md"}
    cells = [
        path for path in (ROOT / "examples").glob("*.py") if "# %% [m" in path.read_text("utf-8")
    ]
    assert listed == pages | {f"gallery/{path.stem}.md" for path in cells}


def test_an_example_becomes_a_page_and_a_notebook_with_what_it_shows(tmp_path):
    script = tmp_path / "tiny.py"
    script.write_text(
        "# %% [markdown]\n# # Title\n# Text.\n\n# %%\nimport matplotlib.pyplot as plt\n\n"
        "print(6 * 7)\nplt.plot([1, 2])\n\n# %%\nassert True\n",
        "utf-8",
    )
    gallery = script_of_docs("gallery")
    gallery.convert(script, tmp_path)
    page = (tmp_path / "tiny.md").read_text("utf-8")
    assert page.startswith("# Title\nText.\n")
    assert "```text\n42\n```" in page
    assert "assert" not in page
    assert (tmp_path / "tiny_1.png").read_bytes().startswith(b"\x89PNG")
    notebook = json.loads((tmp_path / "tiny.ipynb").read_text("utf-8"))
    assert [cell["cell_type"] for cell in notebook["cells"]] == ["markdown", "code"]
    assert notebook["cells"][1]["outputs"][0]["text"] == ["42\n"]
    script.write_text("# %%\nraise RuntimeError('no')\n", "utf-8")
    with pytest.raises(RuntimeError):
        gallery.convert(script, tmp_path)
    script.write_text("# %%\nprint(__file__)\n", "utf-8")  # a notebook has none
    with pytest.raises(NameError):
        gallery.convert(script, tmp_path)


EXAMPLES = [
    path
    for path in sorted((ROOT / "examples").glob("*.py"))
    if "# %% [m" in path.read_text("utf-8")
]
QUICK = {"gibbs_and_vi", "own_likelihood", "quantiles", "robust_regression"}


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=() if path.stem in QUICK else pytest.mark.slow, id=path.stem)
        for path in EXAMPLES
    ],
)
def test_every_notebook_runs(path, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    script_of_docs("gallery").convert(path, tmp_path)
    notebook = json.loads((tmp_path / f"{path.stem}.ipynb").read_text("utf-8"))
    shown = [one for cell in notebook["cells"] for one in cell.get("outputs", ())]
    assert {one["output_type"] for one in shown} == {"stream", "display_data"}
