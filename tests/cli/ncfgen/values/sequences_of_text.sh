# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Sequences of characters are read back from the text that ncfdump prints.
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
# Some versions print a memory address for each reference.
objects() { h5dump "$1" | tail -n +2 | sed 's/DATASET [0-9]* "/DATASET "/g'; }
cmp <(objects in.nc) <(objects out.nc)
ncfdump -n in out.nc | cmp - in.txt
