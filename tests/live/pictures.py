"""Pictures as bytes: good ones, and those that would harm a page that trusts them."""
import struct
import zlib


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png_of(width, height, rows):
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def png(pixels):
    """pixels: rows of (r, g, b)."""
    rows = b"".join(b"\0" + bytes(value for pixel in row for value in pixel) for row in pixels)
    return png_of(len(pixels[0]), len(pixels), rows)


def noise(width, height):
    state = 12345
    rows = []
    for _ in range(height):
        row = []
        for _ in range(3 * width):
            state = (1103515245 * state + 12345) % (1 << 31)
            row.append(state >> 23)
        rows.append([tuple(row[3 * x:3 * x + 3]) for x in range(width)])
    return rows


def turned(jpeg, orientation):
    """A JPEG that says by EXIF how it is held."""
    tiff = b"MM\0*\0\0\0\x08\0\x01" + struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0) + b"\0\0\0\0"
    exif = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]


def hostile(jpeg):
    """Files, and a word of the line that each gets."""
    good = png(noise(16, 16))
    return {
        "bomb.png": (png_of(60000, 60000, b"\0" * 1000), "megapixels"),
        "thin.png": (png_of(1, 100000, b"\0" * 400000), "thin"),
        "cut.png": (good[:len(good) // 2], "missing"),
        "cut.jpg": (jpeg[:len(jpeg) // 2], "missing"),
        "head.jpg": (jpeg[:40], ""),
        "text.png": (b"This is no picture at all, but a text.", "cannot read"),
        "none.png": (b"", "cannot read"),
        "zero.png": (png_of(0, 5, b""), "no pixels"),
    }
