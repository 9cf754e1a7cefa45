"""OpenEXR files of whole lines, written and read in NumPy (https://openexr.com/en/latest/OpenEXRFileLayout.html)."""
import struct
import zlib

import numpy as np

KINDS = {1: np.dtype("<f2"), 2: np.dtype("<f4")}
BLOCKS = {0: 1, 2: 1, 3: 16}  # lines of a block that is plain, or packed by zlib
MULTIPLE_PARTS = 0x1000


def write_exr(name, channels, parts=None):
    """A file of these channels, H x W each by their names, or one of several parts, which are such channels by the part's name."""
    headers, blocks = [], []
    for number, (part, planes) in enumerate((parts or {"": channels}).items()):
        planes = dict(sorted(planes.items()))
        height, width = next(iter(planes.values())).shape
        codes = {plane: next(code for code, kind in KINDS.items() if kind == x.dtype) for plane, x in planes.items()}
        listed = b"".join(plane.encode() + b"\0" + struct.pack("<iiii", code, 0, 1, 1) for plane, code in codes.items())
        window = struct.pack("<iiii", 0, 0, width - 1, height - 1)
        said = [("channels", "chlist", listed + b"\0"), ("compression", "compression", b"\0"), ("dataWindow", "box2i", window),
                ("displayWindow", "box2i", window), ("lineOrder", "lineOrder", b"\0"), ("pixelAspectRatio", "float", struct.pack("<f", 1)),
                ("screenWindowCenter", "v2f", bytes(8)), ("screenWindowWidth", "float", struct.pack("<f", 1))]
        if parts:
            said += [("chunkCount", "int", struct.pack("<i", height)), ("name", "string", part.encode()), ("type", "string", b"scanlineimage")]
        headers.append(b"".join(b"%s\0%s\0" % (key.encode(), kind.encode()) + struct.pack("<i", len(value)) + value
                                for key, kind, value in said) + b"\0")
        lines = [b"".join(x[y].tobytes() for x in planes.values()) for y in range(height)]
        blocks.append([(struct.pack("<i", number) if parts else b"") + struct.pack("<ii", y, len(line)) + line for y, line in enumerate(lines)])
    head = struct.pack("<ii", 20000630, 2 | (MULTIPLE_PARTS if parts else 0)) + b"".join(headers) + (b"\0" if parts else b"")
    everything = [block for of_part in blocks for block in of_part]
    begins = np.cumsum([len(head) + 8 * len(everything)] + [len(block) for block in everything])[:-1]
    with open(name, "wb") as file:
        file.write(head + begins.astype("<u8").tobytes() + b"".join(everything))


def unpack(packed, size):
    """zlib's bytes, of which each is a difference from the one before, the even ones ahead of the odd ones."""
    if len(packed) == size:
        return packed
    steps = np.frombuffer(zlib.decompress(packed), np.uint8).astype(np.int64)
    steps[1:] -= 128
    halves = (np.cumsum(steps) & 255).astype(np.uint8)
    x = np.empty(size, np.uint8)
    x[0::2], x[1::2] = halves[:(size + 1) // 2], halves[(size + 1) // 2:]
    return x.tobytes()


def read_exr(name):
    """The channels of a file of one part by their names."""
    with open(name, "rb") as file:
        data = file.read()
    at, said = 8, {}
    while data[at]:
        key, kind, rest = data[at:].split(b"\0", 2)
        at += len(key) + len(kind) + 2
        size, = struct.unpack_from("<i", data, at)
        said[key.decode()] = data[at + 4:at + 4 + size]
        at += 4 + size
    left, top, right, bottom = struct.unpack("<iiii", said["dataWindow"])
    width, height, listed, kinds = right - left + 1, bottom - top + 1, said["channels"], {}
    while len(listed) > 1:
        plane, listed = listed.split(b"\0", 1)
        kinds[plane.decode()] = KINDS[struct.unpack_from("<i", listed)[0]]
        listed = listed[16:]
    lines = {plane: [] for plane in kinds}
    step = BLOCKS[said["compression"][0]]
    for place in np.frombuffer(data, "<u8", -(-height // step), at + 1).tolist():
        y, size = struct.unpack_from("<ii", data, place)
        count = min(step, bottom + 1 - y)
        block, begin = unpack(data[place + 8:place + 8 + size], count * width * sum(kind.itemsize for kind in kinds.values())), 0
        for _ in range(count):
            for plane, kind in kinds.items():
                lines[plane].append(np.frombuffer(block, kind, width, begin))
                begin += width * kind.itemsize
    return {plane: np.array(rows) for plane, rows in lines.items()}
