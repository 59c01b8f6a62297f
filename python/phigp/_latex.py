"""Formulas as LaTeX, for notebooks."""

from __future__ import annotations

import ast
import html
import re

_GREEK = {"nu", "sigma", "rho", "tau", "delta", "alpha", "beta", "gamma", "pi", "omega", "theta"}
_LEVEL = {ast.Add: 1, ast.Sub: 1, ast.Mult: 2, ast.Div: 2, ast.Pow: 4}


def _name(name: str) -> str:
    stem = name.rstrip("0123456789")
    digits = name[len(stem) :]
    text = f"\\{stem}" if stem in _GREEK else stem if len(stem) == 1 else f"\\mathrm{{{stem}}}"
    return f"{text}_{{{digits}}}" if digits else text


def _call(name: str, arguments: list[str]) -> str:
    first = arguments[0]
    if name == "sqrt":
        return f"\\sqrt{{{first}}}"
    if name == "abs":
        return f"\\left|{first}\\right|"
    if name == "exp":
        return f"e^{{{first}}}"
    if name == "besselk":
        return f"K_{{{first}}}\\left({arguments[1]}\\right)"
    if name in ("Gamma", "lgamma"):
        whole = f"\\Gamma\\left({first}\\right)"
        return whole if name == "Gamma" else f"\\log {whole}"
    if name == "choose":
        return f"\\binom{{{first}}}{{{arguments[1]}}}"
    known = name in ("log", "cosh", "sinh", "tanh", "max")
    function = f"\\{name}" if known else f"\\operatorname{{{name}}}"
    return f"{function}\\left({', '.join(arguments)}\\right)"


def _number(value: float) -> tuple[str, int]:
    digits, _, power = f"{value:g}".partition("e")
    if not power:
        return digits, 5
    of_ten = f"10^{{{int(power)}}}"
    return (of_ten, 4) if digits == "1" else (f"{digits} \\cdot {of_ten}", 2)


def text_latex(words: str) -> str:
    """Words as they stand: what LaTeX would read as its own is escaped."""
    return "\\text{" + re.sub(r"([%#$&_{}])", r"\\\1", words) + "}"


def _latex(node: ast.expr) -> tuple[str, int]:
    """The text and how tightly it is bound."""
    if isinstance(node, ast.Constant):
        return _number(float(str(node.value)))
    if isinstance(node, ast.Name):
        return _name(node.id), 5
    if isinstance(node, ast.UnaryOp):
        if isinstance(node.op, ast.UAdd):
            return _latex(node.operand)
        if isinstance(node.op, ast.USub):
            return "-" + _inside(node.operand, 2), 1
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        # e^{…} is a power, and log Γ two functions: to be raised once more they need brackets.
        level = _LEVEL[ast.Pow] if node.func.id in ("exp", "lgamma") else 5
        return _call(node.func.id, [_latex(one)[0] for one in node.args]), level
    if isinstance(node, ast.BinOp):
        level = _LEVEL[type(node.op)]
        if isinstance(node.op, ast.Div):
            # The minus before the fraction.
            if isinstance(node.left, ast.UnaryOp) and isinstance(node.left.op, ast.USub):
                return f"-{_latex(ast.BinOp(node.left.operand, node.op, node.right))[0]}", 1
            return f"\\frac{{{_latex(node.left)[0]}}}{{{_latex(node.right)[0]}}}", 3
        if isinstance(node.op, ast.Pow):
            return f"{_inside(node.left, 5)}^{{{_latex(node.right)[0]}}}", level
        sign = {ast.Add: " + ", ast.Sub: " - ", ast.Mult: " "}[type(node.op)]
        signed = isinstance(node.right, ast.UnaryOp)
        right = _inside(node.right, level + (isinstance(node.op, ast.Sub) or signed))
        if sign == " " and right[0].isdigit():
            sign = " \\cdot "
        return _inside(node.left, level) + sign + right, level
    raise ValueError(f"no formula: {ast.dump(node)}")


def _inside(node: ast.expr, level: int) -> str:
    text, own = _latex(node)
    return text if own >= level else f"\\left({text}\\right)"


def formula_latex(text: str) -> str:
    r"""A formula of the library's language, or of its catalogue, as LaTeX.

    >>> formula_latex("exp(-|y-f|/b) / (2*b)")
    '\\frac{e^{-\\frac{\\left|y - f\\right|}{b}}}{2 b}'
    """
    plain = re.sub(r"\|([^|]*)\|", r"abs(\1)", text).replace("^", "**")
    plain = re.sub(r"(\w+)!", r"Gamma(\1 + 1)", plain)
    try:
        return _latex(ast.parse(plain.strip(), mode="eval").body)[0]
    except (SyntaxError, ValueError, KeyError):  # words between the formulas
        return text_latex(text)


def as_html(source: str, latex: str) -> str:
    """What a notebook shows: the statement and the formula."""
    formula = html.escape(f"$\\displaystyle {latex}$", quote=False)
    return f"<div><code>{html.escape(source)}</code><br>{formula}</div>"
