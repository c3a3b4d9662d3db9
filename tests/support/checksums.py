# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Checksums by their definitions, in plain Python."""

import struct


def crc32c(data):
    """source: RFC 3720, appendix B.4"""
    value = 0xFFFFFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
    return value ^ 0xFFFFFFFF


def fletcher32(data):
    """Computes HDF5's checksum: of big-endian words; an odd byte is the upper half of the last
    word."""
    padded = bytes(data) + bytes(len(data) % 2)
    simple = of_sums = 0
    for (number,) in struct.iter_unpack(">H", padded):
        simple = (simple + number) % 65535
        of_sums = (of_sums + simple) % 65535
    # Of the two numbers that are 0 modulo 65535, carrying over leaves the larger.
    as_carried = [total or (65535 if any(padded) else 0) for total in (of_sums, simple)]
    return as_carried[0] << 16 | as_carried[1]
