# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Values of every type, short lists, fill values and nested lists are read as by Debian's ncgen.
. "$NCF_CASES/prelude.sh"
need ncgen ncdump
cat > in.cdl <<'CDL'
netcdf in {
types:
  ubyte enum kind { none = 0, some = 1 } ;
  opaque(3) raw ;
  int(*) list ;
  compound pair { int i ; float f(2) ; } ;
  compound texts { char text(2, 3) ; } ;
  pair(*) pairs ;
dimensions:
  x = 3 ;
  t = unlimited ;
  u = unlimited ;
variables:
  byte b(x) ; ubyte ub(x) ; short s(x) ; ushort us(x) ; int i(x) ; uint ui(x) ;
  int64 l(x) ; uint64 ul(x) ; float f(x) ; double d(x) ; char c(x) ; string st(x) ;
  kind k(x) ; raw r(x) ; list li(x) ; pair p(x) ; pairs ps(x) ;
  texts ts ; int tu(t, x, u) ;
  char rows(t, x) ;
  double scalar ;
    scalar:fill = NaN, -Infinity, 1e-300 ;
    f:_FillValue = -9.f ;
  string scalar:names = "a", "b" ;
  kind scalar:kinds = some, none ;
  pair scalar:pairs = {1, {2}} ;
data:
  b = -128, 0177, 'a' ; ub = 255, '\377' ; s = -32768, 32767s ; us = 65535us, 1 ;
  i = -2147483648, 017 ; ui = 4294967295 ; l = -9223372036854775807LL, 5l ;
  ul = 18446744073709551615ull ; f = 0.1, _, 1.5e3f ; d = 0.1, 1.e-5, .5 ;
  c = "ab" ; st = "two\nlines", NIL, "tab\t\101\"" ;
  k = some, none, some ; r = 0x010203, 0xAB ; li = {1, 2}, {}, {_} ;
  p = {1, {1.5, 2.5}}, {2}, _ ; ps = {{1}, {2, {3}}}, {}, {} ; ts = {{"abc", "d"}} ;
  tu = {1, 2}, {3}, {4}, {5, 6, 7} ; // comments
  rows = "abc", "def" ; /* may stand
  anywhere */ scalar = 2.5 ;
}
CDL
ncgen -4 -o theirs.nc in.cdl
ncfgen -4 -o ours.nc in.cdl
same_data theirs.nc ours.nc && echo same
