# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Null strings, NIL in CDL: netCDF-4 keeps them; in Zarr they become empty, with a note.
. "$NCF_CASES/prelude.sh"
cat >in.cdl <<'CDL'
netcdf in {
dimensions: x = 5 ;
variables: string s(x) ; string s:words = NIL, "b", NIL ; string empty(x) ;
data: s = "a", NIL, "" ; empty = "", "", "", "", "" ;
group: g { string :title = NIL ; variables: string alone ; data: alone = NIL ; }
}
CDL
try ncfgen -4 -o in.nc in.cdl
try ncfcopy --verify in.nc out.nc
cmp <(ncfdump -n in in.nc) <(ncfdump -n in out.nc)
for kind in zarr nczarr zarr3; do
  try ncfgen -k $kind -o generated in.cdl
  try ncfcopy --verify -k $kind in.nc out
  cmp <(ncfdump -n in generated) <(ncfdump -n in out)
  ncfdump -v s,g/alone out | grep -E '(s|alone) = '
  rm -r generated out
done
try ncfcopy --strict -V s -k zarr in.nc out
ncgen -4 -o values.nc <<'CDL'
netcdf values { dimensions: x = 2 ; variables: string s(x) ; data: s = NIL, "b" ; }
CDL
try ncfcopy --strict -k zarr values.nc out
ls -A
ncfcopy --report=json -k zarr values.nc out 2>&1 | grep '"notes"'
try ncfcopy --kerchunk refs.json in.nc
