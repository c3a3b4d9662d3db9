# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# NcML is well-formed whatever texts a file contains; a note names the parts that are changed.
. "$NCF_CASES/prelude.sh"
need ncgen python3
ncgen -3 -o in.nc <<'CDL'
netcdf in {
dimensions:
  x = 2 ;
variables:
  float f(x) ;
    f:units = "m\n<s>" ;
    f:zero = "a\000b" ;
    f:control = "a\001\033[1mb" ;
    f:latin = "20 \260C" ;
    f:fine = "20 °C\177" ;
  :title = "\377" ;
}
CDL
try ncfdump -x in.nc
ncfdump -x in.nc 2>/dev/null | python3 -c '
import sys, xml.etree.ElementTree as tree
for one in tree.fromstring(sys.stdin.buffer.read()).iter():
    if one.get("value"): print(one.get("name"), ascii(one.get("value")))'
