"""OpenVINO as a peer: f32 kernels, latency hint, shapes fixed, inputs and outputs in the caller's memory."""

import collections

import openvino
from worker import serve


class Peer:
    version = openvino.get_version().split("-")[0]

    def __init__(self, path, arrays, threads):
        core = openvino.Core()
        model = core.read_model(path)
        self.names = [value.get_any_name() for value in model.inputs]
        model.reshape({name: list(arrays[name].shape) for name in self.names})
        properties = {
            "INFERENCE_PRECISION_HINT": "f32",
            "PERFORMANCE_HINT": "LATENCY",
            "INFERENCE_NUM_THREADS": threads,
            "NUM_STREAMS": 1,
            "CPU_DENORMALS_OPTIMIZATION": True,
        }
        self.model = core.compile_model(model, "CPU", properties)
        self.request = self.model.create_infer_request()
        for index, name in enumerate(self.names):
            self.request.set_input_tensor(index, openvino.Tensor(arrays[name], shared_memory=True))

    def call(self):
        """Below the package's convenience, which copies the outputs."""
        super(openvino.InferRequest, self.request).infer({}, True, False)

    def results(self):
        self.call()
        return [self.request.get_output_tensor(i).data.copy() for i in range(len(self.model.outputs))]

    def instruction_set(self):
        """Of most of the kernels, as the compiled model tells."""
        kinds = collections.Counter()
        for op in self.model.get_runtime_model().get_ops():
            info = op.get_rt_info()
            if "primitiveType" in info:
                kinds[info["primitiveType"].astype(str)] += 1
        known = collections.Counter()
        for kind, count in kinds.items():
            known.update({word: count for word in kind.split("_") if word.startswith(("avx", "sse"))})
        return known.most_common(1)[0][0] if known else "not told"


if __name__ == "__main__":
    serve(Peer)
