# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# NULs that end or pad a text attribute are not written to Zarr, where readers would show them;
# they are no difference between formats. Values of type char keep them.
. "$NCF_CASES/prelude.sh"
cat >in.cdl <<'CDL'
netcdf in {
dimensions: x = 2 ;
variables:
	double t(x) ;
		t:units = "days since 2000-01-01\000" ;
		t:padded = "K\000\000\000" ;
		t:inner = "a\000b\000" ;
		t:nothing = "\000" ;
	char c(x) ;
		c:_FillValue = "\000" ;
		c:missing_value = "\000" ;
		c:comment = "c\000" ;
		:title = "t\000" ;
data: t = 1, 2 ; c = "ab" ;
}
CDL
ncfgen -3 -o in.nc in.cdl
for kind in zarr zarr3 nczarr; do
  # libnetcdf misreads NULs inside and those of values, which is a note.
  try ncfcopy --verify $([[ $kind == zarr ]] && echo --strict) -k $kind in.nc $kind
  ncfdump -h $kind | grep -e '[tc]:' -e title
  try ncfinfo compare in.nc $kind
  # JSON of a Zarr store is kept.
  ncfgen -k $kind -o generated in.cdl
  try ncfinfo compare $kind generated
  rm -r generated
done
# In netCDF they stay, and are a difference.
try ncfcopy --verify -k nc4 in.nc out.nc
ncfdump -h out.nc | grep padded
ncfcopy zarr stripped.nc
try ncfinfo compare in.nc stripped.nc
# Of the values of type char, only one NUL as _FillValue is a text without characters in NCZarr.
cat >chars.cdl <<'CDL'
netcdf chars {
dimensions: x = 3 ;
variables:
	char c(x) ;
		c:_FillValue = "\000" ;
		c:missing_value = "" ;
		c:valid_range = "a\000" ;
		c:flag_values = "\000\000" ;
data: c = "abc" ;
}
CDL
ncfgen -k nc4 -o chars.nc chars.cdl
try ncfcopy --verify -k nczarr chars.nc chars
grep -e _FillValue -e missing_value -e valid_range -e flag_values chars/c/.zattrs | head -4
try ncfinfo compare chars.nc chars
