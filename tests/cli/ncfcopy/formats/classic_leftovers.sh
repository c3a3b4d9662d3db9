# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Notes name what libnetcdf does not read of a classic file: a second attribute with the same name,
# also in another form of Unicode, and bytes after the end, except padding and the zeros of a block,
# because libnetcdf writes whole blocks.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" - <<'PYTHON'
import struct


def word(*numbers):
    return struct.pack(">%dI" % len(numbers), *numbers)


def name(text):
    encoded = text.encode()
    return word(len(encoded)) + encoded + b"\0" * (-len(encoded) % 4)


# source: netCDF classic format specification. The tags are those of lists of dimensions (10),
# variables (11) and attributes (12); the types are char (2) and int (4).
def write(path, of_file, tail=b""):
    attributes = word(12, 3) + name("a") + word(4, 1, 1) + 2 * (name("a") + word(4, 1, of_file))
    of_variable = word(12, 2) + name("u") + word(2, 1) + b"K\0\0\0" + name("u") + word(4, 1, 7)
    header = b"CDF\1" + word(0, 10, 1) + name("x") + word(3) + attributes
    header += word(11, 1) + name("v") + word(1, 0) + of_variable + word(2, 4)
    open(path, "wb").write(header + word(len(header) + 4) + b"abc" + tail)


write("unpadded.nc", 2)
write("padded.nc", 3, b"\0")
write("block.nc", 2, bytes(5000))
write("zeros.nc", 2, bytes(9000000))
write("long.nc", 2, b"\0!")


def write_records(path, tail):
    header = b"CDF\1" + word(1, 10, 1) + name("t") + word(0, 0, 0, 11, 1) + name("v") + word(1, 0)
    header += word(0, 0, 1, 4)
    open(path, "wb").write(header + word(len(header) + 4) + b"\1" + tail)


# The records of a lone variable are not padded.
write_records("record.nc", b"")
write_records("zero_record.nc", b"\0\0\0")
write_records("more_record.nc", b"\0!")


def write_names(path, names):
    attributes = b"".join(name(each) + word(4, 1, i) for i, each in enumerate(names))
    open(path, "wb").write(b"CDF\1" + word(0, 0, 0, 12, len(names)) + attributes + word(0, 0))


write_names("composed_first.nc", ["\u00e9", "e\u0301"])
write_names("composed_last.nc", ["e\u0301", "\u00e9"])
PYTHON
for file in unpadded padded block zeros long record zero_record more_record; do
  try ncfcopy --verify $file.nc out.nc
done
try ncfdump long.nc
try ncfinfo compare unpadded.nc padded.nc
# libnetcdf reads the value of the name in Unicode's composed form, wherever it is.
for file in composed_first composed_last; do
  try ncfcopy --verify $file.nc out.nc
  ncfdump out.nc | grep ' = '
done
