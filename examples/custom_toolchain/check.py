"""check.py LIBRARY: the compiled model against numpy."""
import sys

import numpy as np
import tvm_ffi

from write_model import LENGTH


def expected(signal):
    spectrum = np.fft.fft(signal.astype(np.float64) * np.hanning(LENGTH))
    return np.log((spectrum.real**2 + spectrum.imag**2) / LENGTH)


if __name__ == "__main__":
    library = tvm_ffi.load_module(sys.argv[1])
    generator = np.random.default_rng(4)
    for batch in 1, 3, 17:
        signal = generator.standard_normal((batch, LENGTH)).astype(np.float32)
        loudness = np.full_like(signal, np.nan)
        library.main(signal, loudness)
        np.testing.assert_allclose(loudness, expected(signal), rtol=1e-3, atol=2e-3)
        print(f"{batch} x {LENGTH}: agrees with numpy")
