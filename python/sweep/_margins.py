"""Images that go on beyond their edges by so many samples, for what an engine has no fast closed form of."""
from __future__ import annotations

import numpy as np

from . import _arrays


def extended(x, axis, margin):
    """Returns an array of NumPy, CuPy or PyTorch with so many samples more at the two ends of an axis: .. x2 x1 | x0 x1 x2 .."""
    i = np.arange(-margin, x.shape[axis] + margin)
    period = max(2 * x.shape[axis] - 2, 1)
    sources = np.minimum(i % period, (period - i) % period)
    if not hasattr(x, "index_select"):
        return x.take(sources, axis)
    import torch

    return x.index_select(axis, torch.as_tensor(sources, device=x.device))


class Mirrored:
    """An image (_arrays.image_of) that goes on as SciPy's `mirror` has it along some axes. A filter that forgets within the
    margin gives the same on it as on an image without end."""

    def __init__(self, image, axes, margin, stream):
        self.image, self.axes, self.margin = image, axes, margin
        array = image.array
        with _arrays.on_stream(image, stream):
            for axis in axes:
                array = extended(array, axis, margin)
        self.whole = type(image)(array)
        self.shape, self.is_f64, self.on_cuda = self.whole.shape, image.is_f64, image.on_cuda

    def run(self, plan, count, step, output, stream):
        result = self.whole.run(plan, count, step, None, stream)
        inner = (slice(self.margin, -self.margin) if a in self.axes else slice(None) for a in range(len(self.shape)))
        with _arrays.on_stream(self.image, stream):
            return self.image.keep(result[tuple(inner)], output)
