# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Values are rounded as requested, and an attribute records it; fill values stay.
. "$NCF_CASES/prelude.sh"
make_input
try ncfcopy --quantize w,bitround,2 --quantize ':double,granular,1' in.nc out.nc
ncdump -p 9,17 -v w,z out.nc | sed -n '/float w/,/double z/p;/Quantize.*1 ;/p;/^data/,$p'
# Every kind of output, and every route.
ncfcopy -3 --quantize w,bitround,2 in.nc classic.nc
ncdump -h classic.nc | grep Quantize
ncdump -v w out.nc | sed -n '/^data/,$p' >expected
ncdump -v w classic.nc | sed -n '/^data/,$p' | diff expected - && echo "the same values"
# Impossible requests are errors, and nothing is written.
try ncfcopy --quantize v,bitround,2 in.nc no.nc
try ncfcopy --quantize 'w,bitround,24' in.nc no.nc
try ncfcopy --quantize 'w,bitgroom,0' in.nc no.nc
try ncfcopy --quantize 'w,rounded,3' in.nc no.nc
try ncfcopy --quantize 'w,bitround,2x' in.nc no.nc
try ncfcopy --quantize 'w,3' in.nc no.nc
try ncfcopy --quantize '[,bitround,3' in.nc no.nc
try ncfcopy --quantize 'nothing,bitround,3' in.nc no.nc
try ncfcopy --quantize w,bitround,20 --quantize w,bitround,3 in.nc no.nc
try ncfcopy -j 2 --quantize '*,bitround,5' --plan in.nc no.nc
test ! -e no.nc
