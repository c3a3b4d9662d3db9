# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# What a format stores differently from the text is a warning, whether ncfgen makes the file, prints
# a program or only checks the text.
. "$NCF_CASES/prelude.sh"
cat > in.cdl <<'CDL'
netcdf in {
dimensions:
  x = 2 ;
variables:
  string s(x) ;
    s:_Filter = "32015,3" ;
  int two ;
    two:_FillValue = 1, 2 ;
  short text ;
    text:_FillValue = "x" ;
}
CDL
try ncfgen -o out.nc in.cdl
try ncfgen -l c in.cdl | grep 'warning:\|^exit'
try ncfgen -l f77 -k netCDF-4-classic in.cdl | grep 'warning:\|error:\|^exit'
try ncfgen in.cdl
echo 'netcdf in { variables: string s ; s:_Filter = "32015,3" ; int v ; data: v = 1, 2 ; }' >faulty.cdl
try ncfgen faulty.cdl
