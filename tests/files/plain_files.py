"""PNGs of 8 and 16 bits, PFMs, and PNMs of 16 bits, written and read in NumPy: H x W x C."""
import struct
import zlib

import numpy as np


def write_png16(name, x):
    """A PNG of 16 bits and any number of channels, which Pillow does not write."""
    height, width, channels = x.shape
    rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in x)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    with open(name, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(
            ">IIBBBBB", width, height, 16, {1: 0, 2: 4, 3: 2, 4: 6}[channels], 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def read_png(name):
    """The samples of a PNG of 8 or 16 bits without a palette, H x W x C (https://www.w3.org/TR/png-3/#9Filters)."""
    with open(name, "rb") as file:
        data = file.read()
    at, packed = 8, b""
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"IHDR":
            width, height, bits, colours = struct.unpack_from(">IIBB", data, at + 8)
        if kind == b"IDAT":
            packed += data[at + 8:at + 8 + length]
        at += 12 + length
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[colours]
    step = channels * bits // 8
    lines = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + width * step)
    above, rows = [0] * (width * step), []
    for line in lines.tolist():
        kind, row = line[0], line[1:]
        for i, value in enumerate(row):
            left, up, corner = (row[i - step], above[i], above[i - step]) if i >= step else (0, above[i], 0)
            distances = [abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)]
            paeth = (left, up, corner)[distances.index(min(distances))]
            row[i] = (value + (0, left, up, (left + up) // 2, paeth)[kind]) & 255
        rows.append(row)
        above = row
    x = np.array(rows, np.uint8).reshape(height, -1)
    return (x if bits == 8 else x.view(">u2").astype(np.uint16)).reshape(height, width, channels)


def write_pfm(name, x):
    with open(name, "wb") as file:
        file.write(b"%s\n%d %d\n-1\n" % (b"PF" if x.shape[2] == 3 else b"Pf", x.shape[1], x.shape[0]))
        file.write(x[::-1].astype("<f4").tobytes())


def read_pfm(name):
    with open(name, "rb") as file:
        channels = {b"PF": 3, b"Pf": 1}[file.readline().strip()]
        width, height = map(int, file.readline().split())
        order = "<f4" if float(file.readline()) < 0 else ">f4"
        return np.frombuffer(file.read(), order).reshape(height, width, channels)[::-1].astype(np.float32)


def write_pnm16(name, x):
    with open(name, "wb") as file:
        file.write(b"%s %d %d 65535\n" % (b"P6" if x.shape[2] == 3 else b"P5", x.shape[1], x.shape[0]) + x.astype(">u2").tobytes())
