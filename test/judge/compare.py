"""When two outputs count as the same."""

import numpy as np


def exact_or_close(actual, wanted, rtol, atol, name="output"):
    """As onnx's own backend runner compares: shape and dtype equal, values close, two ulps for bfloat16. Stricter in one
    thing: whole numbers are equal, or a flipped low bit of a large one would count as close."""
    actual, wanted = np.asarray(actual), np.asarray(wanted)
    if actual.shape != wanted.shape:
        raise AssertionError(f"{name}: shape {list(actual.shape)}, expected {list(wanted.shape)}")
    if actual.dtype != wanted.dtype:
        raise AssertionError(f"{name}: dtype {actual.dtype}, expected {wanted.dtype}")
    if wanted.dtype == object or wanted.dtype.kind in "iub":
        np.testing.assert_array_equal(actual, wanted, err_msg=name)
        return
    if wanted.dtype.name == "bfloat16":
        rtol = max(rtol, 2**-6)
    if wanted.dtype.kind not in "fc":
        actual, wanted = actual.astype(np.float32), wanted.astype(np.float32)
    np.testing.assert_allclose(actual, wanted, rtol=rtol, atol=atol, err_msg=name)


def relative_difference(actual, wanted):
    """Largest absolute difference over the largest magnitude; infinite where shapes differ or finiteness does."""
    actual, wanted = np.asarray(actual, np.float64), np.asarray(wanted, np.float64)
    if actual.shape != wanted.shape:
        return np.inf
    if not wanted.size:
        return 0.0
    finite = np.isfinite(wanted)
    if not np.array_equal(actual[~finite], wanted[~finite], equal_nan=True) or not np.isfinite(actual[finite]).all():
        return np.inf
    if not finite.any():
        return 0.0
    largest = np.abs(wanted[finite]).max()
    return float(np.abs(actual[finite] - wanted[finite]).max() / (largest if largest > 0 else 1.0))
