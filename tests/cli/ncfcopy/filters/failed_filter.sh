# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# If a third-party filter fails inside libhdf5, the error names it and its variable, even if libhdf5
# runs it when the variable is closed.
. "$NCF_CASES/prelude.sh"
folder=$(realpath "$NCF_BIN/../tests/plugins/pair")
# plugin COMMAND...: runs a command with the plugin, and hides the plugin's path.
plugin() { "$@" --plugin-path "$folder"; }
ncgen -4 -o in.nc <<'CDL'
netcdf in {
dimensions: x = 4 ; y = UNLIMITED ;
variables: int a(x) ; int b(y) ; int c(x) ;
data: a = 1, 2, 3, 4 ; b = 5, 6, 7 ; c = 1 ;
}
CDL
for variable in a b; do
  try plugin ncfcopy -F "$variable,400,0" in.nc out.nc
done
sed 's/int b(y) ;/& b:_Filter = "400,0" ;/' > in.cdl <<'CDL'
netcdf in {
dimensions: y = UNLIMITED ;
variables: int b(y) ; int c(y) ;
data: b = 5, 6, 7 ; c = 1 ;
}
CDL
try plugin ncfgen -o out.nc in.cdl
test ! -e out.nc
