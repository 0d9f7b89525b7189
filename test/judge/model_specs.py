"""The models that are compared with ONNX Runtime, each with inputs of the kind it wants."""

import functools
import zlib
from dataclasses import dataclass

import numpy as np


@dataclass
class Spec:
    """`cases` are functions that give the model's inputs by name; all of them run on one compiled artifact."""

    name: str
    written: bool
    cases: list


def generator(name, *parts):
    return np.random.default_rng(zlib.crc32(repr((name, parts)).encode()))


def picture(rng, shape):
    """Smooth blobs with a little noise in 0..1: closer to a photograph than white noise is."""
    height, width = shape[-2:]
    y, x = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j]
    image = np.empty(shape)
    for index in np.ndindex(*shape[:-2]):
        waves = rng.uniform(1, 9, (4, 2))
        phases = rng.uniform(0, 6.3, 4)
        field = sum(np.sin(a * y * 3 + b * x * 3 + p) for (a, b), p in zip(waves, phases))
        image[index] = 0.5 + field / 10 + rng.normal(0, 0.03, (height, width))
    return image.clip(0, 1)


def page(name, input_name, height, width):
    """Lines of dark print on light paper, ImageNet-normalised: what a text detector fires on."""
    rng = generator(name, height, width)
    paper = 0.9 + 0.05 * picture(rng, (height, width))
    for top in range(24, height - 40, 48):
        for left in range(20, width - 40, 20):
            if rng.random() < 0.85:
                glyph = np.kron(rng.random((7, 5)) < 0.5, np.ones((3, 3)))
                paper[top : top + 21, left : left + 15] *= 1 - 0.85 * glyph
    pixels = np.broadcast_to(paper, (1, 3, height, width))
    return {input_name: normalised(pixels)}


def normalised(pixels):
    mean, deviation = (np.array(v).reshape(1, 3, 1, 1) for v in ((0.485, 0.456, 0.406), (0.229, 0.224, 0.225)))
    return ((pixels - mean) / deviation).astype(np.float32)


def image(name, input_name, shape, low=0.0, high=1.0, channels_last=False):
    """A picture scaled to low..high; `shape` is N, C, H, W whatever the model's layout."""
    pixels = picture(generator(name, shape), shape) * (high - low) + low
    if channels_last:
        pixels = pixels.transpose(0, 2, 3, 1)
    return {input_name: np.ascontiguousarray(pixels, np.float32)}


def drawing_with_ones(name, input_name, size):
    """Straight-edged shapes in pixels 0..255, channels last, and a fourth channel of ones: for a line detector."""
    rng = generator(name, size)
    y, x = np.mgrid[0:size, 0:size]
    pixels = 60 * picture(rng, (3, size, size)).transpose(1, 2, 0) + 90
    for _ in range(6):
        middle, angle, half = rng.uniform(0.2 * size, 0.8 * size, 2), rng.uniform(0, 3.1), rng.uniform(20, 70, 2)
        along = (x - middle[0]) * np.cos(angle) + (y - middle[1]) * np.sin(angle)
        across = (y - middle[1]) * np.cos(angle) - (x - middle[0]) * np.sin(angle)
        pixels[(abs(along) < half[0]) & (abs(across) < half[1])] = rng.uniform(0, 255, 3)
    with_ones = np.concatenate([pixels.clip(0, 255).round(), np.ones((size, size, 1))], axis=-1)
    return {input_name: np.ascontiguousarray(with_ones[None], np.float32)}


def imagenet(name, batch):
    """Normalised with ImageNet's means and deviations, as torchvision's networks want it."""
    return {"input": normalised(picture(generator(name, batch), (batch, 3, 224, 224)))}


def speech_features(name, batch):
    """Log-mel frames as the embedding network gets them: dB / 10 + 2, about -4..4."""
    rng = generator(name, batch)
    frames = np.cumsum(rng.normal(0, 0.3, (batch, 76, 32, 1)), axis=1) + rng.normal(0, 0.5, (batch, 76, 32, 1))
    return {"input_1": frames.clip(-6, 4).astype(np.float32)}


def embeddings(name, input_name):
    """Sixteen frames as the embedding network gives them to a wake-word classifier."""
    rng = generator(name)
    return {input_name: rng.normal(0, 2, (1, 16, 96)).astype(np.float32)}


def sound(name, batch, samples, rate):
    """A voice-like tone with overtones that swell and fade, and some noise; in -1..1."""
    rng = generator(name, batch, samples, rate)
    time = np.arange(samples) / rate
    waves = np.zeros((batch, samples))
    for row in waves:
        pitch = rng.uniform(90, 240) * (1 + 0.05 * np.sin(2 * np.pi * rng.uniform(2, 6) * time))
        phase = 2 * np.pi * np.cumsum(pitch) / rate
        for overtone in range(1, 12):
            row += rng.uniform(0.2, 1) / overtone * np.sin(overtone * phase + rng.uniform(0, 6.3))
        row *= 0.2 * (0.6 + 0.4 * np.sin(2 * np.pi * rng.uniform(1, 4) * time))
    return (waves + rng.normal(0, 0.01, waves.shape)).clip(-1, 1).astype(np.float32)


def recording(name, samples):
    """Sound as 16-bit samples, which the mel spectrogram takes as floats."""
    return {"input": (32767 * sound(name, 1, samples, 16000)).round().astype(np.float32)}


def chunk(_, batch, samples, rate):
    """A chunk of sound behind the end of the one before, and a state; the same for all models of voice activity."""
    state = generator("silero_vad", batch).normal(0, 0.4, (2, batch, 128))
    return {
        "input": sound("silero_vad", batch, samples, rate),
        "state": state.astype(np.float32),
        "sr": np.array(rate, np.int64),
    }


def tokens(name, batch, length):
    """Sentences of different lengths, padded: the mask is off behind each one's end."""
    rng = generator(name, batch, length)
    ends = np.maximum(1, length - rng.integers(0, length // 2 + 1, batch))
    ends[0] = length
    mask = (np.arange(length) < ends[:, None]).astype(np.int64)
    second = (np.arange(length) >= ends[:, None] // 2).astype(np.int64)
    return {
        "input_ids": rng.integers(1000, 30522, (batch, length)) * mask,
        "attention_mask": mask,
        "token_type_ids": second * mask,
    }


def spec(name, *cases, written=False):
    return Spec(name, written, [functools.partial(function, name, *rest) for function, *rest in cases])


SPECS = {
    s.name: s
    for s in (
        spec("blazeface_front_128", (image, "input:0", (1, 3, 128, 128), -1, 1, True)),
        spec("faceplugin_fr_detect", (image, "input", (1, 3, 240, 320), -1, 1)),
        spec("faceplugin_fr_landmark", (image, "input", (1, 1, 64, 64), 0, 1)),
        spec("faceplugin_fr_feature", (image, "input", (1, 3, 112, 112), -1, 1)),
        spec("ppocr_v2_cls", (image, "x", (1, 3, 48, 192), -1, 1), (image, "x", (6, 3, 48, 192), -1, 1)),
        spec("ppocr_v4_det", (page, "x", 320, 320), (page, "x", 224, 416)),
        spec("mlsd_320x320_tiny", (drawing_with_ones, "input_image_with_alpha:0", 320)),
        spec("oww_embedding_model", (speech_features, 1), (speech_features, 8)),
        spec("faceplugin_fr_age", (image, "input", (1, 3, 64, 64), 0, 255)),
        spec("oww_melspectrogram", (recording, 12640), (recording, 1760)),
        spec("oww_alexa_v0.1", (embeddings, "onnx::Flatten_0")),
        spec("oww_hey_mycroft_v0.1", (embeddings, "onnx::Flatten_0")),
        spec("silero_vad_op18_ifless", (chunk, 1, 576, 16000), (chunk, 3, 576, 16000), (chunk, 2, 288, 8000)),
        spec("silero_vad_16k_op15", (chunk, 1, 576, 16000), (chunk, 3, 576, 16000)),
        spec("resnet50", (imagenet, 1), (imagenet, 3), written=True),
        spec("mobilenet_v2", (imagenet, 1), (imagenet, 3), written=True),
        spec("squeezenet1_1", (imagenet, 1), (imagenet, 3), written=True),
        spec("bert_base", (tokens, 1, 128), (tokens, 3, 20), written=True),
        spec("minilm_l6", (tokens, 1, 128), (tokens, 5, 33), written=True),
    )
}
