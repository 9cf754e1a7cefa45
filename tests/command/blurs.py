"""What a blur makes of a point or an edge, in numbers."""
import math


def deviation(line):
    """The standard deviation of weights on a line."""
    mean = sum(i * w for i, w in enumerate(line)) / sum(line)
    return math.sqrt(sum((i - mean) ** 2 * w for i, w in enumerate(line)) / sum(line))


def edge_deviation(line):
    """The sigma of the blur that made a line of an edge."""
    return deviation([max(b - a, 0) for a, b in zip(line, line[1:])])


def boxes(sizes):
    line = [1.0]
    for size in sizes:
        longer = [0.0] * (len(line) + size - 1)
        for i, w in enumerate(line):
            for k in range(size):
                longer[i + k] += w
        line = longer
    return line
