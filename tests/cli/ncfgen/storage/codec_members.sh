# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Errors in the JSON of _Codecs and _Filter are underlined at their position, with or without
# escapes.
. "$NCF_CASES/prelude.sh"
cat > in.cdl <<'CDL'
netcdf in {
dimensions:
  x = 4 ;
variables:
  int a(x) ;
    a:_Codecs = "[{\"id\":\"shuffle\",\"elementsize\":4},{\"id\":\"zstd\",\"level\":99}]" ;
  int b(x) ;
    b:_Codecs = "[{\"name\":\"zstd\",\"configuration\":{\"levl\":[1, {}]}}]" ;
  int c(x) ;
    c:_Filter = "shuffle|{\"id\":\"zlib\", \"level\" : 4, \"wbits\":\"x\"}" ;
  int d(x) ;
    d:_Filter = "{\"id\":\"zlib\", \"level\":4" ;
  int e(x) ;
    e:_Filter = "\x7b\"id\":\"zlib\",\t\"level\":\"a\"}" ;
}
CDL
try ncfgen in.cdl
