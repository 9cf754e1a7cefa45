"""Arrays of any number of axes: each is filtered as images that the same memory is, a pair of axes or one at a time."""
from __future__ import annotations

import math

from . import _arrays


# The longest lines that a GPU keeps on the chip in one thread block (algorithm 8a), which it does for all images at once.
_LONGEST_LINE = 512
# Images that lie one behind the other are filtered as one image of all their rows, if these are blocks of so many.
_ROWS_OF_STACK = 64


def are_stacks(shape, axes):
    """True for two axes or more, of which the last two are those of images that are blocks, one behind the other."""
    return (len(axes) > 1 and sorted(axes[-2:]) == [len(shape) - 2, len(shape) - 1] and shape[-2] % _ROWS_OF_STACK == 0
            and math.prod(shape[:-2]) > 1)


def are_batches_of_lines(shape, axes):
    """True for two axes or more of an array of many small images that are no stack: on a GPU each axis by itself, of all images at
    once, is faster than image by image."""
    images = len(axes) > 2 or (len(axes) == 2 and math.prod(shape[:min(axes)]) > 1)
    return images and not are_stacks(shape, axes) and all(shape[a] <= _LONGEST_LINE for a in axes)


def _views(shape, axes, in_lines):
    """Yields, in the order of `axes`, in which SciPy filters them, each axis alone, but where they come last the array's last two
    together, if not `in_lines`: the places of these axes in `axes`, the shape of the images, and their filtered axes."""
    count, last = len(axes), len(shape) - 1
    pairs = not in_lines and sorted(axes[-2:]) == [last - 1, last]
    for i in range(count - 2 if pairs else count):
        axis, length = axes[i], shape[axes[i]]
        before, behind = math.prod(shape[:axis]), math.prod(shape[axis + 1:])
        if before == 1:
            yield (i,), (length, behind), (0,)
        elif behind == 1:
            yield (i,), (before, length), (1,)
        else:
            yield (i,), (before, length, behind), (1,)
    if pairs:
        before = math.prod(shape[:-2])
        first = 1 if before > 1 else 0
        yield ((count - 2, count - 1), (before, *shape[-2:]) if before > 1 else shape[-2:],
               tuple(first + a - last + 1 for a in axes[-2:]))


def filtered(run, image, axes, output, stream, in_lines=False):
    """Returns a filtered array like `image` (_arrays.image_of), in `output` if that is given. run(images, places, axes, target) filters
    images along axes whose values stand at these places in `axes`, to `target` or, where that is None, to an array of its own."""
    def of_view(places, shape, image_axes):
        def run_view(source, target):
            into = None if target is None else target.reshape(shape)
            return run(source.reshape(shape), places, image_axes, into).reshape(image.shape)

        return run_view

    with _arrays.on_stream(image, stream):
        return image.run_each([of_view(*view) for view in _views(image.shape, axes, in_lines)], output)


def of_places(values, places):
    """Returns those of a tuple of values that stand at these places; one value stays."""
    return tuple(values[i] for i in places) if isinstance(values, tuple) else values
