"""call.py MODEL.so [MODEL.onnx]: calls the compiled model from Python, with the tvm_ffi package as published.

With MODEL.onnx, also prints the largest difference from ONNX Runtime."""

import sys

import numpy as np
import tvm_ffi


def ramp(batch):
    """The input that call.c and call.cpp use too."""
    count = batch * 3 * 224 * 224
    return (np.arange(count, dtype=np.float32) % 251 / 125 - 1).reshape(batch, 3, 224, 224)


def call(module, x):
    """Asks for the output's shape, allocates it and lets the model write into it."""
    shape = np.empty(2, np.int64)
    module.main_shapes(x, shape)
    y = np.empty(shape, np.float32)
    module.main(x, y)
    return y


def main():
    module = tvm_ffi.load_module(sys.argv[1])
    for batch in (1, 5):
        x = ramp(batch)
        y = call(module, x)
        print(f"python: batch {batch}: output {list(y.shape)}, first row", *(f"{v:.6f}" for v in y[0]))
        passed = tvm_ffi.from_dlpack(x).data_ptr()
        print(f"python: numpy's data at {x.ctypes.data:#x}, the pointer that is passed {passed:#x}")
        if len(sys.argv) > 2:
            compare(sys.argv[2], x, y)


def compare(onnx_model, x, y):
    import onnxruntime

    session = onnxruntime.InferenceSession(onnx_model, providers=["CPUExecutionProvider"])
    (expected,) = session.run(None, {"input": x})
    print(f"python: largest difference from ONNX Runtime: {np.abs(y - expected).max():.3g}")


if __name__ == "__main__":
    main()
