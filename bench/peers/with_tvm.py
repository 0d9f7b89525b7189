"""TVM as a peer: Relax's default pipeline, without tuning, for this processor."""

import os

import tvm
from static_shapes import with_shapes
from tvm import relax
from tvm.relax.frontend.onnx import from_onnx
from worker import serve


class Peer:
    version = tvm.__version__

    def __init__(self, path, arrays, threads):
        os.environ["TVM_NUM_THREADS"] = str(threads)
        model = with_shapes(path, arrays)
        module = from_onnx(model, sanitize_input_names=True)
        self.cpu = tvm.target.codegen.llvm_get_system_cpu()
        target = tvm.target.Target({"kind": "llvm", "mcpu": self.cpu})
        executable = tvm.compile(module, target=target)
        self.machine = relax.VirtualMachine(executable, tvm.cpu())
        names = [value.name for value in model.graph.input if value.name in arrays]
        self.tensors = [tvm.runtime.from_dlpack(arrays[name]) for name in names]
        self.function = self.machine["main"]

    def call(self):
        self.outputs = self.function(*self.tensors)

    def results(self):
        self.call()
        outputs = [self.outputs] if hasattr(self.outputs, "numpy") else list(self.outputs)
        return [output.numpy() for output in outputs]

    def instruction_set(self):
        return f"LLVM's mcpu={self.cpu}"


if __name__ == "__main__":
    serve(Peer)
