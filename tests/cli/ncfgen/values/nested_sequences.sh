# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Sequences in arrays of compounds, in variables and attributes: by itself, libhdf5 1.10 frees
# sequences that it has just written.
. "$NCF_CASES/prelude.sh"
cat >in.cdl <<'CDL'
netcdf in {
types:
  int(*) numbers ;
  numbers(*) lists ;
  compound list {
    lists of ;
  }; // list
  compound square {
    list m(2, 2) ;
  }; // square
  compound run {
    numbers of ;
  }; // run
  run(*) runs ;
  compound pair {
    runs q(2) ;
  }; // pair
dimensions:
	x = 3 ;
variables:
	square v(x) ;
		square v:a = {{{{{1}, {2, 3}}}, {{{4}, {5}}}, {{{6}, {7}}}, {{{8}, {9}}}}}, 
    {{{{{11}, {2, 3}}}, {{{4}, {5}}}, {{{6}, {7}}}, {{{8}, {9}}}}} ;
	pair scalar ;

// global attributes:
		pair :b = 
    {{{{{11, 12}}}, {{{13}}, {{14}}}}}, {{{{{15, 12}}}, {{{16}}, {{14}}}}} ;
data:

 v = {{{{{1}, {2, 3}}}, {{{4}, {5}}}, {{{6}, {7}}}, {{{8}, {9}}}}}, 
    {{{{{11}, {2, 3}}}, {{{4}, {5}}}, {{{6}, {7}}}, {{{8}, {9}}}}}, 
    {{{{{21}, {2, 3}}}, {{{4}, {5}}}, {{{6}, {7}}}, {{{8}, {9}}}}} ;

 scalar = {{{{{1, 2}}}, {{{3}}, {{4}}}}} ;
}
CDL
ncfgen -4 -o in.nc in.cdl
ncfdump in.nc | diff in.cdl - && echo "as written"
for options in '' '-c x/2 -d 1' '-u'; do
  ncfcopy $options in.nc out.nc
  ncfdump -n in out.nc | diff in.cdl - && echo "copied with '$options'"
done
