"""The Python reference from docstrings: reference.py FILE. Imports phigp."""

import functools
import inspect
import re
import sys
from pathlib import Path

import phigp
from phigp import comparison, inference, kernels, likelihoods, plot

GROUPS = {
    "Estimators": [
        phigp.GPRegressor,
        phigp.GPClassifier,
        phigp.GPQuantileRegressor,
        phigp.GPCountRegressor,
        phigp.load,
    ],
    "Likelihoods": [phigp.Likelihood, phigp.TiltedLaw],
    "Draws": [phigp.Draws],
    "Comparison": [phigp.compare, phigp.Comparison],
    "Errors": [phigp.InvalidInput, phigp.FileError, phigp.WriteError, phigp.NumericalError],
}
INHERITED = ("get_params", "set_params", "get_metadata_routing")
CODE = re.compile(r"^>>> .*(?:\n.+)*", re.M)
SECTION = re.compile(r"^([A-Z][A-Za-z ]+)\n-{3,}\n", re.M)


def public(module):
    """Classes and functions that a module makes, in the order in which it names them."""
    found = [getattr(module, name) for name in module.__all__]
    return [one for one in found if inspect.isroutine(one) or inspect.isclass(one)]


def entries(text):
    """`name : default` (or meaning), and indented lines below it, as a list."""
    out = []
    rows = [*text.strip("\n").splitlines(), ""]
    for line, after in zip(rows, rows[1:], strict=False):
        head = re.match(r"^(\S[^:]*?) : (.*)$", line)
        if head and after.startswith(" "):
            out.append(f"- `{head[1]}` (`{head[2]}`):")
        elif head:
            out.append(f"- `{head[1]}`: {head[2]}")
        elif line.startswith(" ") and out:
            out[-1] += " " + line.strip()
        elif line.strip():
            out.append(f"- {line.strip()}")
    return "\n".join(out)


def markdown(doc):
    """A docstring in NumPy's manner as Markdown."""

    def fenced(text):
        return CODE.sub(lambda found: f"```pycon\n{found[0]}\n```", text.strip())

    parts = SECTION.split(inspect.cleandoc(doc or ""))
    out = [fenced(parts[0])]
    for title, body in zip(parts[1::2], parts[2::2], strict=True):
        out.append(f"**{title}**\n\n{fenced(body) if title == 'Examples' else entries(body)}")
    return "\n\n".join(part for part in out if part)


def signature(thing):
    """Its call, without annotations; a class that takes anything has none."""
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return ""
    plain = [one.replace(annotation=inspect.Parameter.empty) for one in found.parameters.values()]
    plain = [one for one in plain if one.name != "self"]
    return str(found.replace(parameters=plain, return_annotation=inspect.Signature.empty))


def code(name, thing):
    """The call as a block, one argument per line where it is long."""
    text = signature(thing)
    if len(name + text) > 90:
        text = "(\n    " + text[1:-1].replace(", ", ",\n    ") + ",\n)"
    return f"```python\n{name}{text}\n```"


def described(thing, module=""):
    """Heading, call, docstring and, of a class, its methods."""
    name = module + thing.__name__
    out = [f"### {name}", code(name, thing), markdown(inspect.getdoc(thing))]
    if inspect.isclass(thing) and not issubclass(thing, Exception):
        for method, value in inspect.getmembers(thing):
            own = not method.startswith("_") and method not in INHERITED
            if not own or method.startswith("set_") or not inspect.getdoc(value):
                continue
            if inspect.isroutine(value):
                out.append(f"**`{method}{signature(value)}`**\n\n{markdown(inspect.getdoc(value))}")
            elif isinstance(value, (property, functools.cached_property)):
                out.append(f"**`{method}`**\n\n{markdown(inspect.getdoc(value))}")
    return "\n\n".join(out)


def main():
    """Writes the page."""
    groups = dict(GROUPS)
    listed = {one for things in GROUPS.values() for one in things}
    for module in (kernels, likelihoods, inference, comparison, plot):
        groups[module.__name__] = [one for one in public(module) if one not in listed]
    out = [
        "# Python reference",
        "Made from the docstrings; [Python](python.md) says how the parts belong together.",
    ]
    for title, things in groups.items():
        out.append(f"## {title}")
        # By module: kernels and likelihoods share some names.
        module = title.removeprefix("phigp.") + "." if title.startswith("phigp.") else ""
        out += [described(thing, module) for thing in things]
    Path(sys.argv[1]).write_text("\n\n".join(out) + "\n", "utf-8")


if __name__ == "__main__":
    main()
