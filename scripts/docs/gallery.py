"""Examples as pages and notebooks: runs examples/*.py cell by cell and keeps what they show.

    gallery.py SOURCE FOLDER    SOURCE: one example; FOLDER: gets NAME.md, NAME.ipynb and pictures

A cell begins with `# %%`, one of text with `# %% [markdown]`. An example that fails is an error.
"""

import ast
import base64
import contextlib
import io
import json
import os
import re
import sys
import warnings
from pathlib import Path

os.environ["MPLBACKEND"] = "Agg"


def cells(source):
    """Pairs of kind (markdown or code) and text."""
    found = []
    for part in re.split(r"^# %%", source, flags=re.M)[1:]:
        head, _, text = part.partition("\n")
        if "[markdown]" in head:
            found.append(("markdown", re.sub(r"^# ?", "", text.strip("\n"), flags=re.M)))
        else:
            found.append(("code", text.strip("\n")))
    return found


def run(text, names, path):
    """What a cell prints, and the figures that it leaves open, as PNG."""
    import matplotlib.pyplot as plt

    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*non-interactive.*")
        exec(compile(ast.parse(text), path, "exec"), names)
    pictures = []
    for number in plt.get_fignums():
        picture = io.BytesIO()
        plt.figure(number).savefig(picture, format="png", dpi=110)
        pictures.append(picture.getvalue())
    plt.close("all")
    return printed.getvalue(), pictures


def only_checks(text):
    """Whether a cell is nothing but assertions, which a test reads and nobody else."""
    return all(isinstance(statement, ast.Assert) for statement in ast.parse(text).body)


def lines(text):
    """As notebooks keep text."""
    return text.splitlines(keepends=True)


def notebook_cell(kind, text, number, printed="", pictures=()):
    """One cell of a notebook, with its outputs."""
    cell = {"cell_type": kind, "id": f"cell{number}", "metadata": {}, "source": lines(text)}
    if kind == "markdown":
        return cell
    outputs = []
    if printed:
        outputs.append({"output_type": "stream", "name": "stdout", "text": lines(printed)})
    for picture in pictures:
        data = {"image/png": base64.b64encode(picture).decode()}
        outputs.append({"output_type": "display_data", "data": data, "metadata": {}})
    return {**cell, "execution_count": None, "outputs": outputs}


def convert(path, folder):
    """Writes page, notebook and pictures of one example."""
    name, names = path.stem, {"__name__": "__main__"}  # and no __file__, as in a notebook
    page, notebook, drawn = [], [], 0
    for number, (kind, text) in enumerate(cells(path.read_text("utf-8"))):
        if kind == "markdown":
            page.append(text)
            notebook.append(notebook_cell(kind, text, number))
            continue
        printed, pictures = run(text, names, str(path))
        if only_checks(text):
            continue
        page.append(f"```python\n{text}\n```")
        if printed:
            page.append(f"```text\n{printed.rstrip()}\n```")
        for picture in pictures:
            drawn += 1
            (folder / f"{name}_{drawn}.png").write_bytes(picture)
            page.append(f"![{name}, picture {drawn}]({name}_{drawn}.png)")
        notebook.append(notebook_cell(kind, text, number, printed, pictures))
    page.append(f"[This page as a notebook]({name}.ipynb), made from `examples/{path.name}`.")
    (folder / f"{name}.md").write_text("\n\n".join(page) + "\n", "utf-8")
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {
        "cells": notebook,
        "metadata": {"kernelspec": kernel},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    text = json.dumps(whole, indent=1, ensure_ascii=False)
    (folder / f"{name}.ipynb").write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    destination = Path(sys.argv[2])
    destination.mkdir(parents=True, exist_ok=True)
    convert(Path(sys.argv[1]).resolve(), destination)
