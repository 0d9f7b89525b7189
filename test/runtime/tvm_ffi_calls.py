"""The hand-made artifact, called with the tvm_ffi package as it is published."""
import ctypes
import gc
import sys

import numpy as np
import tvm_ffi


def raises(kind, message, call, *arguments):
    try:
        call(*arguments)
    except kind as error:
        assert message in str(error), f"{message!r} is not in {str(error)!r}"
        return
    raise AssertionError(f"no {kind.__name__}: {message}")


def check_call(m):
    x = np.arange(12, dtype=np.float32).reshape(4, 3)
    s = np.array([1, 2, 3], np.float32)
    y, steps = np.zeros((4, 3), np.float32), np.zeros(9, np.int64)
    assert m.main(x, s, y, steps) is None
    np.testing.assert_array_equal(y, x * s)
    np.testing.assert_array_equal(steps, np.arange(9))
    m.main(x, None, y, steps)
    np.testing.assert_array_equal(y, x * 2)
    tensor = tvm_ffi.from_dlpack(y)
    m.main(tvm_ffi.from_dlpack(x), s, tensor, steps)
    np.testing.assert_array_equal(y, x * s)


def check_refusals(m):
    x, y, steps = np.zeros((4, 3), np.float32), np.ones((4, 3), np.float32), np.ones(9, np.int64)
    raises(TypeError, "main: got 3 arguments, want 4 (2 inputs, 2 outputs)", m.main, x, y, steps)
    raises(TypeError, 'input "x" (argument 0): element type f64, want f32', m.main, x.astype(float), None, y, steps)
    raises(ValueError, 'shape [4, 2], want [n, 3]: dimension 1 is 2, want 3', m.main, x[:, :2].copy(), None, y, steps)
    raises(ValueError, "strides [1, 4]", m.main, np.zeros((3, 4), np.float32).T, None, y, steps)
    raises(TypeError, "tvm_ffi's type 1, want a tensor", m.main, 7, None, y, steps)
    raises(TypeError, 'output "y" (argument 2): null', m.main, x, None, None, steps)
    raises(ValueError, "shares memory", m.main, x, None, x, steps)
    raises(IndexError, "index 5 is out of range", m.gather, np.zeros((3, 4), np.float32), np.array([5]),
           np.zeros((1, 4), np.float32))
    assert (y == 1).all() and (steps == 1).all()


def check_shapes(m):
    x, keep = np.zeros((4, 3), np.float32), np.ones(5, bool)
    y, steps = np.zeros(2, np.int64), np.zeros(1, np.int64)
    m.main_shapes(x, None, y, steps)
    assert list(y) == [4, 3] and list(steps) == [9]
    assert [list(shape) for shape in m.main_shapes(x, None)] == [[4, 3], [9]]
    assert [list(shape) for shape in m.pick_shapes(np.zeros(5, np.float32), keep)] == [[-1], []]
    raises(ValueError, "want an i64 vector of length 2", m.main_shapes, x, None, steps, steps)
    raises(ValueError, "dimension 1 is 4, want 3", m.main_shapes, np.zeros((4, 4), np.float32), None)
    raises(TypeError, "got 1 argument, want 4 (2 inputs, 2 outputs)", m.main_shapes, x)


def check_managed(m):
    values, keep = np.arange(5, dtype=np.float32), np.array([1, 0, 1, 1, 0], bool)
    for _ in range(1000):
        kept, count = m.pick_managed(values, keep)
    out = m.gather_managed(np.ones((3, 4), np.float32), np.array([0, -1]))
    gc.collect()
    assert np.from_dlpack(kept).tolist() == [0, 2, 3] and np.from_dlpack(count) == 3
    assert np.from_dlpack(out).shape == (2, 4)
    raises(ValueError, 'input "keep"', m.pick_managed, values, keep[:4].copy())
    return kept


def main():
    path = sys.argv[1]
    m = tvm_ffi.load_module(path)
    check_call(m)
    check_refusals(m)
    check_shapes(m)
    kept = check_managed(m)
    del m
    gc.collect()
    assert np.from_dlpack(kept).tolist() == [0, 2, 3]
    print("tvm_ffi", tvm_ffi.__version__, "calls: ok")


if __name__ == "__main__":
    main()
