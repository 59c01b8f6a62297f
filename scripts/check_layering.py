#!/usr/bin/env python3
"""Checks from the #includes that every room uses only the rooms it may use (docs/design.md).

Arrows are direct: that A may use B and B may use C does not let A use C. `--self-test` proves that
planted violations are found.
"""

import re
import sys
import tempfile
from pathlib import Path

# Room: the rooms it may include. Itself and base are always allowed.
ALLOWED = {
    "base": "",
    "linalg": "",
    "kernels": "",
    "augmentation": "",
    "likelihoods": "augmentation linalg",
    "diagnostics": "",
    "io": "",
    "inference": "kernels augmentation likelihoods linalg diagnostics",
    "baselines": "inference likelihoods linalg diagnostics",
    "model": "linalg kernels augmentation likelihoods diagnostics io inference",
    "compare": "model baselines inference likelihoods augmentation linalg diagnostics",
    # likelihoods, augmentation and linalg directly, until model offers what a report shows.
    "report": "model compare diagnostics likelihoods augmentation linalg",
    # The skins. augmentation and likelihoods directly, until model offers what they need.
    "cli": "model compare report io likelihoods augmentation",
    # Its lower level hands out the parts of inference.
    "python": "model compare report io inference kernels likelihoods augmentation",
}
# Rooms that may look everywhere: they check, measure or show; nobody may include them.
OBSERVERS = ("tests", "benchmarks", "examples", "experiments")
# phigp/phigp.h, the umbrella header, gathers all rooms and is for users of the library only.
UMBRELLA = "phigp/phigp.h"

# Standard headers of which only some files may know: {header: (pattern of those files, the rule)}.
RESERVED = {
    **{
        header: (r"^phigp/base/threads\.(h|cpp)$", "only phigp/base/threads knows threads")
        for header in ("thread", "future", "execution", "omp.h", "pthread.h")
    },
    **{header: (r"^(?!phigp/)", "the library never prints") for header in ("iostream", "print")},
}
# Parts that the library's .cpp files may use and its headers may not: users need not have them.
HIDDEN = re.compile(r"^(boost|fmt|Random123|nlohmann|CLI|fast_float)/|^(cerf|zlib|xxhash)\.h$")

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def room_of(path):
    """The room a path relative to the root belongs to; None for what is not ours."""
    parts = path.split("/")
    if path == UMBRELLA:
        return "umbrella"
    if parts[0] == "phigp" and len(parts) > 2:
        return parts[1]
    return parts[0] if len(parts) > 1 and (parts[0] in ALLOWED or parts[0] in OBSERVERS) else None


def violation(source, room, quote, target, beside):
    """The rule that `#include target` in the file `source` of `room` breaks, or None.

    `beside`: whether the target names a file in the folder of the source.
    """
    if target in RESERVED and room not in OBSERVERS:
        pattern, rule = RESERVED[target]
        return None if re.search(pattern, source) else rule
    if HIDDEN.search(target):
        hidden = source.startswith("phigp/") and source.endswith(".h")
        return "headers of the library show no part but Eigen" if hidden else None
    if target == UMBRELLA:
        return None if room in OBSERVERS else "phigp/phigp.h is for users of the library"
    other = room_of(target)
    if other is None:
        if quote == '"' and beside and room not in OBSERVERS:
            return 'write the full path, as in "phigp/base/error.h"'
        return None
    if other == room:
        return None
    if room == "umbrella":
        return "the umbrella gathers library rooms only" if other in OBSERVERS else None
    if other in OBSERVERS:
        return f"nobody may use {other}"
    if room in OBSERVERS:
        return None
    if other not in ALLOWED:
        return f"{other} is not a room"
    allowed = {"base", *ALLOWED[room].split()}
    if other in allowed:
        return None
    return f"{room} may use {', '.join(sorted(allowed - {room})) or 'no other room'}; not {other}"


def check(root):
    """All violations in the tree, as "file:line: text"."""
    found = []
    folders = ["phigp", "cli", "python", *OBSERVERS]
    paths = [p for f in folders for p in sorted((root / f).rglob("*")) if p.suffix in (".h", ".cpp")]
    for path in paths:
        source = path.relative_to(root).as_posix()
        room = room_of(source)
        if room is None or (room not in ALLOWED and room not in (*OBSERVERS, "umbrella")):
            found.append(f"{source}:1: this folder is no room; rooms: {', '.join(ALLOWED)}")
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            if match:
                quote, target = match.groups()
                rule = violation(source, room, quote, target, (path.parent / target).is_file())
                if rule:
                    found.append(f'{source}:{number}: includes {target}: {rule}')
    return found, len(paths)


def self_test():
    """A small tree with one good and one bad example of every rule."""
    good = {
        "phigp/base/error.h": "#include <string>",
        "phigp/base/threads.cpp": "#include <thread>\n#include <fmt/format.h>",
        "phigp/augmentation/radial.h": '#include "phigp/base/error.h"',
        "phigp/likelihoods/laplace.cpp": '#include "phigp/augmentation/radial.h"',
        "phigp/phigp.h": '#include "phigp/base/error.h"',
        "cli/main.cpp": '#include <iostream>\n#include "phigp/likelihoods/laplace.h"',
        "tests/base/error_test.cpp": '#include <thread>\n#include "phigp/phigp.h"\n#include "cli/a.h"',
        "tests/base/more_test.cpp": '#include "tests/support/helper.h"',
    }
    bad = {
        "phigp/base/a.h": '#include "phigp/linalg/b.h"',
        "phigp/augmentation/a.h": '#include "phigp/likelihoods/b.h"',
        "phigp/inference/a.cpp": '#  include <phigp/io/table.h>',
        "phigp/io/a.cpp": "#include <future>",
        "phigp/kernels/a.cpp": "#include <iostream>",
        "phigp/linalg/a.cpp": '#include "tests/support/b.h"',
        "phigp/model/a.cpp": '#include "phigp/baselines/b.h"',
        "phigp/report/a.cpp": '#include "phigp/phigp.h"',
        "phigp/compare/a.cpp": '#include "cli/b.h"',
        "phigp/base/b.cpp": '#include "error.h"',
        "phigp/base/c.h": "#include <boost/math/tools/roots.hpp>",
        "phigp/io/b.h": "#include <fast_float/fast_float.h>",
        "phigp/io/c.h": "#include <zlib.h>",
        "phigp/nowhere/a.h": "",
        "phigp/loose.h": "",
        "cli/a.cpp": '#include "phigp/baselines/b.h"',
    }
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in {**good, **bad}.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text + "\n", encoding="utf-8")
        caught = {line.split(":")[0] for line in check(root)[0]}
    if caught != set(bad):
        sys.exit(f"self-test: missed {set(bad) - caught}, blamed wrongly {caught - set(bad)}")
    print(f"layering: self-test passed, {len(bad)} planted violations caught")


def main():
    if "--self-test" in sys.argv[1:]:
        return self_test()
    found, files = check(Path(__file__).resolve().parent.parent)
    print("\n".join(found) if found else f"layering: {files} files keep to the arrows")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
