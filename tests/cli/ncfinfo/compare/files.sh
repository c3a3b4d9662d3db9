# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Differences between two files in definitions and in values of every type.
. "$NCF_CASES/prelude.sh"
cat >first.cdl <<'CDL'
netcdf first {
types:
  compound point_type { short i; double d; float f(2); };
  byte enum kind_type { sea = 0, land = 1, ice = 2 };
  opaque(3) tag_type;
  int(*) list_type;
dimensions:
  n = 3; t = UNLIMITED; unused = 4;
variables:
  point_type point(n); kind_type kind(n); tag_type tag(n); list_type list(n); string string(n); char char(n);
  double scalar; float unwritten(t); double missing(n); double zero(n); double infinite(n);
  int64 large(n); uint64 largest(n); byte other_shape(n); int only_first(n); short other_type(n);
  char not_text(n);
  missing:missing_value = -1.; missing:_FillValue = -9.; zero:units = "K"; zero:gone = 1;
  :history = "copied by a program with a long name and then by another one: A, and then more of it";
data:
  point = {1, 2.5, {1, 2}}, {2, 3.5, {1, 2}}, {3, NaN, {1, 2}};
  kind = sea, land, ice; tag = 0X010203, 0X010204, 0X010205; list = {1, 2}, {3}, {};
  string = "x", NIL, "z"; char = "abc"; scalar = 5; missing = 1, -1, -9; zero = 0, 1, NaN;
  infinite = Infinity, 1, Infinity; large = 9223372036854775807, 1, 9007199254740993;
  largest = 18446744073709551613, 1, 2; other_shape = 1, 2, 3; only_first = 1, 2, 3;
  other_type = 1, 2, 3; not_text = "abc";
group: g {
  variables: int same; data: same = 1;
  group: h { variables: int y; data: y = 2; }
}
}
CDL
sed -e 's/{2, 3.5, {1, 2}}/{2, 3.5, {1, 3}}/; s/kind = sea, land/kind = sea, sea/; s/0X010204/0X010234/' \
    -e 's/{3}, {}/{3}, {4}/; s/NIL, "z"/"", "z"/; s/char = "abc"/char = "abd"/; s/= 5;/= 6;/' \
    -e 's/missing = 1, -1/missing = -1, -9/; s/zero = 0, 1, NaN/zero = 1e-3, 1, 5/' \
    -e 's/infinite = Infinity, 1, Infinity/infinite = Infinity, -Infinity, 1/' \
    -e 's/9007199254740993/9007199254740992/; s/551613/551612/; s/byte other_shape(n)/byte other_shape(n, n)/' \
    -e 's/other_shape = 1, 2, 3/other_shape = 1, 2, 3, 4, 5, 6, 7, 8, 9/; s/only_first/only_second/' \
    -e 's/short other_type/float other_type/; s/other_type = 1/other_type = 1.5/; s/char not_text/string not_text/' \
    -e 's/not_text = "abc"/not_text = "a", "b", "c"/; s/ice = 2/ice = 3/; s/= "K"/= "degC"/; s/zero:gone = 1;//' \
    -e 's/one: A/one: B/; s/unused = 4/unused = 5/; s/y = 2/y = 3/' first.cdl >second.cdl
ncfgen -4 -o first.nc first.cdl
ncfgen -4 -o second.nc second.cdl
try ncfinfo compare first.nc second.nc
echo
echo 'A file and itself:'
try ncfinfo compare first.nc first.nc
echo
echo 'Parts:'
try ncfinfo compare -v scalar,y first.nc second.nc
try ncfinfo compare -v only_first first.nc second.nc
try ncfinfo compare -g g first.nc second.nc
try ncfinfo compare -v zero --json first.nc second.nc
echo
echo 'Types without names:'
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy
for name, members, fields in (("a", {"A": 1, "B": 2}, "xy"), ("b", {"A": 2, "B": 1}, "yx")):
    with h5py.File(f"{name}.h5", "w") as file:
        kind = h5py.enum_dtype(members, "i1")
        file.create_dataset("kind", data=numpy.array([1, 2], "i1"), dtype=kind)
        pair = numpy.dtype([(field, "i4") for field in fields])
        file.create_dataset("pair", data=numpy.array([(1, 2)], pair))
        nested = numpy.dtype([("kind", kind), ("pair", pair)])
        file.create_dataset("nested", data=numpy.zeros(1, nested))
PYTHON
try ncfinfo compare a.h5 b.h5
try ncfinfo compare -v kind a.h5 b.h5
try ncfinfo compare -v kind a.h5 a.h5
echo
echo 'Classic files:'
ncfgen -3 -o classic.nc <<'CDL'
netcdf c { dimensions: x = 2; variables: int v(x); v:title = "1"; :empty = ""; data: v = 1, 2; }
CDL
ncfcopy -k nc4 classic.nc netcdf4.nc
try ncfinfo compare --storage classic.nc netcdf4.nc
