# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Sequences of characters come back from the text that ncfdump prints.
. "$NCF_CASES/prelude.sh"
need h5dump
cat >in.cdl <<'CDL'
netcdf in {
types:
  char(*) text ;
  compound named { text name ; int i ; } ;
dimensions:
  x = 4 ;
variables:
  text v(x) ;
    text v:a = {"1, 2"}, {"\n\"\\"} ;
  named c ;
data:
  v = {"12"}, {"a\nb\000\000"}, {}, {"}, ;"} ;
  c = {{"\"é"}, 1} ;
}
CDL
ncfgen -o in.nc in.cdl
ncfdump in.nc | tee in.txt | tail -n +2
ncfgen -o out.nc in.txt
cmp <(h5dump in.nc | tail -n +2) <(h5dump out.nc | tail -n +2)
ncfdump -n in out.nc | cmp - in.txt
