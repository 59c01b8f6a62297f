"""Holds our tensor files against the public safetensors package, in both directions.

    python check_tensors.py OURS.safetensors THEIRS.safetensors

Reads OURS, which tensor_file_test.cpp wrote, compares every array and text with values written
here a second time, and writes THEIRS for the test to read.
"""

import sys

import numpy as np
from safetensors import safe_open
from safetensors.numpy import load_file, save_file


def main():
    """Exit status 0: all equal."""
    ours, theirs = sys.argv[1:3]
    arrays = load_file(ours)
    expected = {
        "a": np.array([[0.5, -1.5, 3.0], [1e300, 5e-324, -0.0]]),
        "half": np.array([0.25, 0.1], dtype=np.float32),
        "counts": np.array([[-(2**62)], [7]], dtype=np.int64),
        "bytes": np.array([0, 128, 255], dtype=np.uint8),
        "codes": np.array([-1, 2**31 - 1], dtype=np.int32),
        "empty": np.zeros((0, 4)),
        "single": np.array(42.0),
    }
    assert arrays.keys() == expected.keys(), arrays.keys()
    for name, array in expected.items():
        assert arrays[name].dtype == array.dtype, name
        assert arrays[name].shape == array.shape, name
        assert arrays[name].tobytes() == array.tobytes(), name
    with safe_open(ours, framework="numpy") as file:
        metadata = file.metadata()
    checksum = metadata.pop("checksum")
    assert len(checksum) == 16, checksum
    assert metadata == {"format": "phigp-test", "format_version": "3", "note": 'a "b" é\n'}, metadata
    save_file(
        {
            "m": np.arange(6.0).reshape(2, 3),
            "f": np.array([1.5], dtype=np.float32),
            "i": np.array([-5, 6], dtype=np.int64),
            "u": np.array([1, 2, 3], dtype=np.uint8),
        },
        theirs,
        metadata={"who": "python"},
    )


if __name__ == "__main__":
    main()
