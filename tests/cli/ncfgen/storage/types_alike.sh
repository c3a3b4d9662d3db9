# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A variable or attribute keeps the name of its type beside another type of the same structure for
# readers that follow HDF5's links, which ncdump does not. It is lost only inside other types, where
# HDF5 does not keep it.
. "$NCF_CASES/prelude.sh"
cat >alike.cdl <<'CDL'
netcdf alike {
types:
  compound first { int i ; } ;
  compound second { int i ; } ;
  compound outer { second inside ; } ;
  byte enum sky { clear = 0, cloud = 1 } ;
dimensions:
  x = 2 ;
variables:
  first a(x) ;
  second b(x) ;
  second b:of_second = {3} ;
  outer c(x) ;
data:
  a = {1}, {2} ;
  b = {3}, {4} ;
  c = {{5}}, {{6}} ;
group: inner {
  types:
    byte enum land { clear = 0, cloud = 1 } ;
  variables:
    land d(x) ;
    sky e(x) ;
  data:
    d = cloud, clear ;
    e = clear, cloud ;
}
}
CDL
ncfgen -o alike.nc alike.cdl
ncfcopy --verify -d 1 alike.nc copy.nc
ncfdump copy.nc
ncdump copy.nc
