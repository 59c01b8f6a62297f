#!/usr/bin/env python3
"""Checks that every formula cited in a comment, as in `// (A.3)`, stands in docs/math.md.

A tag is a capital letter, a dot, a number and perhaps a small letter, in parentheses; several may share
them: `math.md (A.3, A.4)`. Any tag in a comment counts as a citation: we cite our own numbers only.
`--self-test` proves that an unknown tag is found.
"""

import re
import sys
import tempfile
from pathlib import Path

FOLDERS = ("phigp", "cli", "python", "tests", "benchmarks", "examples", "experiments")
COMMENT = {".h": "//", ".cpp": "//", ".py": "#"}

ONE = r"[A-Z]\.\d+[a-z]?"
GROUP = re.compile(rf"\(({ONE}(?:\s*(?:,|;|-|–|and)\s*{ONE})*)\)")


def tags_in(text):
    return [tag for group in GROUP.findall(text) for tag in re.findall(ONE, group)]


def check(root):
    """Unknown tags as "file:line: text", and the number of citations."""
    source = root / "docs" / "math.md"
    known = set(tags_in(source.read_text(encoding="utf-8"))) if source.is_file() else set()
    found, citations = [], 0
    paths = (p for folder in FOLDERS for p in sorted((root / folder).rglob("*")))
    for path in paths:
        if path.suffix not in COMMENT:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            comment = line.partition(COMMENT[path.suffix])[2]
            for tag in tags_in(comment):
                citations += 1
                if tag not in known:
                    name = path.relative_to(root).as_posix()
                    found.append(f"{name}:{number}: ({tag}) is not in docs/math.md")
    return found, citations


def self_test():
    code = {
        "phigp/base/good.h": "x = y;  // (A.1)\n// math.md (A.1, B.2a)\nauto z = f(A.7);\n",
        "phigp/base/bad.h": "x = y;  // (A.2)\n",
        "tests/base/bad_test.cpp": "// see math.md (A.1) and (C.1).\n",
        "tests/base/bad.py": "x = 1  # math.md (A.1, A.3)\n",
    }
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in {**code, "docs/math.md": "a = b  (A.1)\n\nc = d  (B.2a)\n"}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        caught = [line.split(" ")[1] for line in check(root)[0]]
    if caught != ["(A.2)", "(A.3)", "(C.1)"]:
        sys.exit(f"self-test: caught {caught}")
    print("math tags: self-test passed, 3 unknown tags caught")


def main():
    if "--self-test" in sys.argv[1:]:
        return self_test()
    found, citations = check(Path(__file__).resolve().parent.parent)
    print("\n".join(found) if found else f"math tags: {citations} citations, all in docs/math.md")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
