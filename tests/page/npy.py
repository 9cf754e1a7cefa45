"""Arrays of numbers as .npy files, without NumPy."""
import re
import struct


def write_npy(file, rows):
    head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(rows)}, {len(rows[0])}), }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    with open(file, "wb") as to:
        to.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode())
        for row in rows:
            to.write(struct.pack(f"<{len(row)}d", *row))


def read_npy(file):
    """All numbers of a file of float32 or float64, row after row."""
    with open(file, "rb") as source:
        data = source.read()
    size = 10 + struct.unpack("<H", data[8:10])[0]
    letter = {b"4": "f", b"8": "d"}[re.search(rb"'descr': '<f(.)'", data[:size])[1]]
    return [number for number, in struct.iter_unpack("<" + letter, data[size:])]
