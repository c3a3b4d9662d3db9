# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# User-defined types, in groups and nested, are shown as by ncdump, except that a name has its path
# if the name alone means another type.
. "$NCF_CASES/prelude.sh"
need ncgen ncdump
cat >in.cdl <<'CDL'
netcdf in {
types:
  byte enum state { calm = 0, rough = 1, iced = -3 } ;
  opaque(5) tag ;
  int(*) series ;
  compound place { float lat ; float lon ; short depth(2, 3) ; } ;
  compound cast { place at ; state sea ; series levels ; tag label ; string note ; } ;
dimensions:
  n = 2 ;
  time = UNLIMITED ;
variables:
  state sea(time) ;
    state sea:_FillValue = calm ;
    state sea:worst = rough, iced ;
  tag label(n) ;
    tag label:_FillValue = 0X0102030405 ;
    tag label:odd = 0XFFFFFFFFFF ;
  series levels(n) ;
    series levels:first = {1, 2}, {} ;
  place at(n) ;
    place at:home = {1.5, 2.5, {1, 2, 3, 4, 5, 6}} ;
  cast whole(n) ;
  string note(n) ;
    string note:_FillValue = "none" ;
data:
  sea = rough, _, iced ;
  label = 0X0000000001, _ ;
  levels = {7, 8, 9}, {} ;
  at = {50, 10, {1, 2, 3, 4, 5, 6}}, {-50, -10, {6, 5, 4, 3, 2, 1}} ;
  whole = {{1, 2, {1, 2, 3, 4, 5, 6}}, iced, {1, 2}, 0X1111111111, "a \"note\""},
          {{3, 4, {0, 0, 0, 0, 0, 0}}, calm, {}, 0X2222222222, ""} ;
  note = "one\ttwo", _ ;
group: deep {
  types:
    ubyte enum state { other = 9 } ;
    series(*) table ;
  variables:
    state sea(n) ;
    /state above(n) ;
    table rows(n) ;
  data:
    sea = other, other ;
    above = rough, calm ;
    rows = {{1}, {2, 3}}, {{}} ;
  }
}
CDL
ncgen -4 -o in.nc in.cdl
for options in '' -h -s '-v whole,at' '-b c' '-f fortran' '-l 40'; do
  # shellcheck disable=SC2086
  ncdump $options in.nc | sed 's,state above,/state above,' >theirs
  # shellcheck disable=SC2086
  ncfdump $options in.nc | diff theirs - && echo "the same with options '$options'"
done
ncfdump --json in.nc | "$NCF_PYTHON" -c 'import json, sys
whole = json.load(sys.stdin)["variables"]
print(whole["sea"]["data"], whole["levels"]["data"], whole["label"]["data"])'

"$NCF_PYTHON" - <<'PYTHON'
import h5py, numpy
with h5py.File("named.h5", "w") as file:
    file["int"] = numpy.dtype("V4")
    file.create_dataset("tag", data=numpy.array([b"\1\2\3\4"], "V4"), dtype=file["int"])
values = h5py.enum_dtype({"_": 3, "other": 99}, "i4")
with h5py.File("members.h5", "w") as file:
    file.create_dataset("kind", data=numpy.array([3, 99, 3]), dtype=values, fillvalue=99)
    file["kind"].attrs.create("_FillValue", numpy.array([99]), dtype=values)
PYTHON
for file in in.nc members.h5 named.h5; do
  ncfdump -n again --exact "$file" >first.cdl
  ncfgen -4 -o again.nc first.cdl
  ncfdump --exact again.nc | diff first.cdl - && echo "the same again: $file"
done
grep tag first.cdl

# Types without a name get unique names.
"$NCF_PYTHON" - <<'PYTHON'
import h5py, numpy
pair = numpy.dtype([("a", "i4"), ("b", "f8")])
with h5py.File("unnamed.h5", "w") as file:
    file["_AnonymousCompound1"] = numpy.dtype([("z", "i8")])
    file["pair"] = numpy.array([(1, 2.0)], pair)
    file["other"] = numpy.array([(1, 2.0)], [("c", "i4"), ("b", "f8")])
PYTHON
ncfcopy unnamed.h5 copy.nc
ncfdump -h copy.nc
