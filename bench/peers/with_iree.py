"""IREE as a peer: code for this machine, data tiling, highest level; synchronous on one thread."""

import importlib.metadata
import pathlib
import subprocess
import sys
import tempfile

import iree.compiler
import iree.runtime
import onnx
from static_shapes import with_shapes
from worker import serve

FLAGS = [
    "--iree-hal-target-device=local",
    "--iree-hal-local-target-device-backends=llvm-cpu",
    "--iree-llvmcpu-target-cpu=host",
    "--iree-opt-level=O3",
    "--iree-opt-data-tiling",
    "--iree-llvmcpu-stack-allocation-limit=262144",
    "--iree-input-type=onnx",
]


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if "error:" in line] or done.stderr.splitlines() or ["no message"]
        raise RuntimeError(said[0].split("error:")[-1].strip())


def compiled(path, arrays):
    with tempfile.TemporaryDirectory() as folder:
        fixed, imported, module = (pathlib.Path(folder, name) for name in ("model.onnx", "model.mlir", "model.vmfb"))
        onnx.save(with_shapes(path, arrays), fixed)
        tools = pathlib.Path(sys.executable).parent
        run(sys.executable, "-m", "iree.compiler.tools.import_onnx", fixed, "--opset-version", 17, "-o", imported)
        run(tools / "iree-compile", imported, *FLAGS, "-o", module)
        return module.read_bytes()


class Peer:
    version = importlib.metadata.version("iree-base-compiler")

    def __init__(self, path, arrays, threads):
        module = compiled(path, arrays)
        if threads > 1:
            iree.runtime.flags.parse_flags(f"--task_topology_group_count={threads}")
        self.device = iree.runtime.get_device("local-sync" if threads == 1 else "local-task")
        self.context = iree.runtime.SystemContext(config=iree.runtime.Config(device=self.device))
        module = iree.runtime.VmModule.copy_buffer(self.context.instance, module)
        self.context.add_vm_module(module)
        (name,) = (n for n in module.function_names if not n.startswith("__") and not n.endswith("$async"))
        self.function = module.lookup_function(name)
        names = [value.name for value in onnx.load(path, load_external_data=False).graph.input if value.name in arrays]
        # the device's own memory, which is this process's: a call with numpy arrays would copy them
        self.inputs = [iree.runtime.asdevicearray(self.device, arrays[name]) for name in names]

    def call(self):
        """Below the package's convenience, which takes longer than a small model."""
        arguments, self.outputs = iree.runtime.VmVariantList(len(self.inputs)), iree.runtime.VmVariantList(1)
        for array in self.inputs:
            arguments.push_ref(array._buffer_view)
        self.context.vm_context.invoke(self.function, arguments, self.outputs)

    def results(self):
        self.call()
        views = [self.outputs.get_as_object(i, iree.runtime.HalBufferView) for i in range(len(self.outputs))]
        return [iree.runtime.DeviceArray(self.device, view).to_host() for view in views]

    def instruction_set(self):
        return "of this processor (target-cpu=host)"


if __name__ == "__main__":
    serve(Peer)
