"""Plots as SVG, in plain Python: lines over one or several panels, and stacked bars."""

import math
from dataclasses import dataclass, field
from html import escape

FONT = 11
LINE = 13  # the least distance between two labels, in pixels
BLACK, GREY, PALE = "#000000", "#777777", "#dddddd"


@dataclass
class Line:
    points: list  # (x, y), sorted by x
    label: str
    colour: str = BLACK
    marker: str = ""  # as matplotlib calls them: o s D ^ v x + X P *
    width: float = 1.2
    dash: str = ""
    texts: list = field(default_factory=list)  # beside the points, one for each


@dataclass
class Panel:
    lines: list
    x_label: str
    x_ticks: list  # (x, text)
    title: str = ""
    x_is_log: bool = True
    rule: tuple = None  # (x, text) of a vertical dashed line


def number(value):
    """The value for a coordinate: short, and the same on every machine."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def text(x, y, words, anchor="start", colour=BLACK, size=FONT, more=""):
    return (f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}" fill="{colour}" font-size="{size}"{more}>'
            f"{escape(words)}</text>")


def rule(x1, y1, x2, y2, colour, width=1.0, dash=""):
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (f'<line x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}" stroke="{colour}" '
            f'stroke-width="{width}"{dashes}/>')


def width_of(words, size=FONT):
    return 0.58 * size * len(words)


def picture(width, height, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" '
            f'width="{number(width)}" height="{number(height)}" font-family="sans-serif" font-size="{FONT}">\n'
            f'<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n")


def marker(kind, x, y, colour):
    r = 3.2
    shapes = {"s": ((-1, -1), (1, -1), (1, 1), (-1, 1)), "D": ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
              "^": ((0, -1.2), (1.2, 1), (-1.2, 1)), "v": ((0, 1.2), (1.2, -1), (-1.2, -1))}
    crosses = {"x": ((1, 1), (1, -1)), "X": ((1, 1), (1, -1)), "+": ((1.2, 0), (0, 1.2)), "P": ((1.2, 0), (0, 1.2)),
               "*": ((1.2, 0), (0, 1.2), (0.9, 0.9), (0.9, -0.9))}
    if kind == "o":
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="{r}" fill="{colour}"/>'
    if kind in shapes:
        corners = " ".join(f"{number(x + dx * r)},{number(y + dy * r)}" for dx, dy in shapes[kind])
        return f'<polygon points="{corners}" fill="{colour}"/>'
    thick = 2.6 if kind in "XP" else 1.4
    return "".join(rule(x - dx * r, y - dy * r, x + dx * r, y + dy * r, colour, thick) for dx, dy in crosses[kind])


def steps(low, high, is_log):
    """The marks of an axis: 1, 2 and 5 times powers of ten."""
    if is_log:
        first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
        parts = (1,) if last - first > 3 else (1, 2, 5)
        marks = [m * 10.0**k for k in range(first, last + 1) for m in parts]
        return [m for m in marks if low <= m * 1.0001 and m <= high * 1.0001]
    step = 10 ** math.floor(math.log10((high - low) / 4))
    step *= next(m for m in (1, 2, 5, 10) if (high - low) / (step * m) <= 6)
    return [k * step for k in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def scale(low, high, at, size, is_log):
    """A function from values to pixels."""
    if is_log:
        low, high = math.log(low), math.log(high)
    return lambda value: at + ((math.log(value) if is_log else value) - low) / ((high - low) or 1) * size


def pushed_apart(heights, lowest):
    """Moves sorted heights until neighbours are a line apart; all stay near where they were, and above `lowest`."""
    heights = list(heights)
    for _ in range(300):
        for i in range(len(heights) - 1):
            overlap = LINE - (heights[i + 1] - heights[i])
            if overlap > 0:
                heights[i] -= overlap / 2
                heights[i + 1] += overlap / 2
    return [min(h, lowest - LINE * (len(heights) - 1 - i)) for i, h in enumerate(heights)]


def end_labels(lines, to_x, to_y, lowest):
    """Labels right of the lines' ends, moved apart where several lines end at one x."""
    parts = []
    for x in sorted({line.points[-1][0] for line in lines}):
        ends = [(to_y(line.points[-1][1]), line) for line in lines if line.label and line.points[-1][0] == x]
        ends.sort(key=lambda end: end[0])
        for (y, line), height in zip(ends, pushed_apart([y for y, _ in ends], lowest)):
            halo = ' paint-order="stroke" stroke="white" stroke-width="3"'
            parts.append(rule(to_x(x) + 4, y, to_x(x) + 13, height, line.colour, 0.6))
            parts.append(text(to_x(x) + 15, height + 4, line.label, "start", line.colour, more=halo))
    return parts


def right_of(lines, to_x, edge):
    """How far the labels reach beyond the edge of the axes."""
    return max(to_x(line.points[-1][0]) + 20 + width_of(line.label) - edge for line in lines)


def left_of(marks):
    """The room for the axis of y: its name and its numbers."""
    return 26 + max(width_of(f"{mark:g}") for mark in marks)


def y_axis(to_y, marks, left, right, label, shows_numbers):
    parts = []
    for mark in marks:
        parts.append(rule(left, to_y(mark), right, to_y(mark), PALE, 0.7))
        if shows_numbers:
            parts.append(text(left - 5, to_y(mark) + 4, f"{mark:g}", "end"))
    if shows_numbers and label:
        x, y = left - left_of(marks) + 14, (to_y(marks[0]) + to_y(marks[-1])) / 2
        parts.append(text(x, y, label, "middle", more=f' transform="rotate(-90 {number(x)} {number(y)})"'))
    return parts


def chart(panels, y_label, y_is_log=False, width=380, height=230):
    """Panels side by side, which share the axis of y. `width` and `height` are those of a panel's axes."""
    values = [y for panel in panels for line in panel.lines for _, y in line.points]
    low, high = (min(values) * 0.7, max(values) * 1.5) if y_is_log else (0, max(values) * 1.05)
    marks, parts = steps(low, high, y_is_log), []
    top, left = (26 if any(panel.title for panel in panels) else 10), left_of(marks)
    to_y = scale(low, high, top + height, -height, y_is_log)
    for number_of, panel in enumerate(panels):
        xs = [x for line in panel.lines for x, _ in line.points]
        to_x = scale(min(xs), max(xs), left + 8, width - 16, panel.x_is_log)
        margin = max(12, right_of(panel.lines, to_x, left + width))
        parts += y_axis(to_y, marks, left, left + width, y_label, number_of == 0)
        parts.append(rule(left, top + height, left + width, top + height, BLACK, 0.8))
        free = -math.inf
        for x, words in panel.x_ticks:  # a number that has no room is left out
            parts.append(rule(to_x(x), top + height, to_x(x), top + height + 4, BLACK, 0.8))
            if to_x(x) - width_of(words) / 2 > free:
                parts.append(text(to_x(x), top + height + 16, words, "middle"))
                free = to_x(x) + width_of(words) / 2 + 3
        parts.append(text(left + width / 2, top + height + 33, panel.x_label, "middle"))
        parts.append(text(left, 14, panel.title))
        if panel.rule:
            x = to_x(panel.rule[0])
            parts += [rule(x, top, x, top + height, BLACK, 1.1, "4 2"), text(x + 4, top + 10, panel.rule[1])]
        for line in panel.lines:
            path = " ".join(f"{number(to_x(x))},{number(to_y(y))}" for x, y in line.points)
            dash = f' stroke-dasharray="{line.dash}"' if line.dash else ""
            parts.append(f'<polyline points="{path}" fill="none" stroke="{line.colour}" '
                         f'stroke-width="{line.width}"{dash}/>')
            parts += [marker(line.marker, to_x(x), to_y(y), line.colour) for x, y in line.points if line.marker]
            parts += [text(to_x(x) + 5, to_y(y) - 4, words, "start", line.colour, 10)
                      for (x, y), words in zip(line.points, line.texts)]
        parts += end_labels(panel.lines, to_x, to_y, top + height - 3)
        left += width + margin + (12 if number_of + 1 < len(panels) else 0)
    return picture(left, top + height + 42, parts)


def stacked_bars(groups, y_label, x_label, line, width=640, height=260):
    """Groups of bars: a group is (name, bars), a bar (name, pieces), a piece (height, words, colour, ink)."""
    high = max(sum(piece[0] for piece in pieces) for _, bars in groups for _, pieces in bars) * 1.05
    marks, top = steps(0, high, False), 10
    left = left_of(marks)
    to_y = scale(0, high, top + height, -height, False)
    room = width / (sum(len(bars) for _, bars in groups) + len(groups))
    parts, x = y_axis(to_y, marks, left, left + width, y_label, True), left + room / 2
    for name, bars in groups:
        parts.append(text(x + room * len(bars) / 2, top + height + 28, name, "middle"))
        for words, pieces in bars:
            bottom = 0
            for size, label, colour, ink in pieces:
                y1, y2 = to_y(bottom + size), to_y(bottom)
                parts.append(f'<rect x="{number(x + 1)}" y="{number(y1)}" width="{number(room - 2)}" '
                             f'height="{number(y2 - y1)}" fill="{colour}" stroke="white" stroke-width="0.5"/>')
                if y2 - y1 > 9:
                    parts.append(text(x + room / 2, (y1 + y2) / 2 + 3, label, "middle", ink, 9))
                bottom += size
            parts.append(text(x + room / 2, top + height + 14, words, "middle", size=10))
            x += room
        x += room
    if line:
        y, words = to_y(line[0]), line[1]
        parts += [rule(left, y, left + width, y, BLACK, 1.1, "4 2"), text(left + width + 4, y + 4, words)]
    parts += [rule(left, top + height, left + width, top + height, BLACK, 0.8),
              text(left + width / 2, top + height + 45, x_label, "middle")]
    return picture(left + width + 40, top + height + 52, parts)
