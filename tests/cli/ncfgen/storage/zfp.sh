# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# If zfp cannot keep its accuracy, ncfgen says so, as ncfcopy does. Stored parameters are those of
# the chunks, wherever _ChunkSizes is in the text.
. "$NCF_CASES/prelude.sh"
cat > in.cdl <<'CDL'
netcdf in {
dimensions:
  x = 10 ;
  y = 8 ;
variables:
  float huge(x, y) ;
    huge:_FillValue = -9e33f ;
    huge:_ChunkSizes = 4, 4 ;
    huge:_Filter = "zfp,accuracy=0.01" ;
  double fills_up(x, y) ;
    fills_up:_ChunkSizes = 4, 4 ;
    fills_up:_Filter = "zfp,accuracy=0.01" ;
  double whole_blocks(y, y) ;
    whole_blocks:_ChunkSizes = 4, 4 ;
    whole_blocks:_Filter = "zfp,accuracy=0.01" ;
  float nan(x, y) ;
    nan:_FillValue = NaNf ;
    nan:_ChunkSizes = 5, 8 ;
    nan:_Filter = "zfp,accuracy=0.01" ;
  float near(x, y) ;
    near:_FillValue = -1.f ;
    near:_ChunkSizes = 4, 4 ;
    near:_Filter = "zfp,accuracy=0.01" ;
data:
  near = 1, 2, 3 ;
}
CDL
# The first parameter is the version of zfp that wrote the file.
without_version() { sed -E 's/"32013,[0-9]+,/"32013,VERSIONS_,/'; }
try_anywhere() { try "$@" | without_version; }
ncfgen -o in.nc in.cdl 2> zfp.log || { echo "zfp is not here"; exit 77; }
try ncfgen -o in.nc in.cdl
ncfdump -hs in.nc > in.txt
# _ChunkSizes after _Filter.
awk '/:_ChunkSizes/ { sizes = $0; next } { print } /:_Filter/ { print sizes }' in.txt > after.cdl
ncfgen -o after.nc after.cdl 2> after.log
ncfdump -hs -n in after.nc | cmp - in.txt
# Without _ChunkSizes, or with other chunks, the parameters belong to another variable.
grep -v ':_ChunkSizes' in.txt | grep -v 'near' > without.cdl
sed '/near/d; /nan/d; /whole/d; /huge/d; s/_ChunkSizes = 4, 4/_ChunkSizes = 5, 5/' after.cdl > other.cdl
try_anywhere ncfgen -o out.nc without.cdl
try_anywhere ncfgen -o out.nc other.cdl
printf 'netcdf o { dimensions: x = 8 ; variables: float v(x) ;
v:_Filter = "32013,5,0" ; v:_Filter = "shuffle" ; v:_ChunkSizes = 4 ; }' > order.cdl
try ncfgen -o order.nc order.cdl
ncfdump -hs order.nc | sed -n 's/^\t*//; /_Filter\|_Shuffle/p' | without_version
