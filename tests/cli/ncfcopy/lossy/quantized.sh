# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Quantized values are rounded only once, by their writer: a copy keeps them bit by bit, with the
# attribute that records it, and does not round again.
. "$NCF_CASES/prelude.sh"
need ncdump h5dump
need_python netCDF4
"$NCF_PYTHON" - <<'PYTHON' || { echo "netCDF4-python cannot quantize"; exit 77; }
import netCDF4
import numpy

with netCDF4.Dataset("in.nc", "w") as file:
    file.createDimension("x", 100)
    for name, mode in (("groom", "BitGroom"), ("granular", "GranularBitRound"),
                       ("round", "BitRound")):
        variable = file.createVariable(name, "f4", ("x",), zlib=True, chunksizes=(50,),
                                       significant_digits=3, quantize_mode=mode)
        variable[:] = numpy.pi * numpy.arange(1, 101, dtype="f4")
PYTHON
export HDF5_PLUGIN_PATH="$NCF_PLUGINS"
values() { h5dump -d "/$2" -b LE -o "$1.$2" "$1" >h5dump.log; cat "$1.$2"; }
for options in '' '-d 0' '-F *,zstd,3' '-7' '-3'; do
  # shellcheck disable=SC2086
  (set -f; try ncfcopy $options in.nc out.nc)
  ncdump -h out.nc | grep _Quantize
  if [[ "$options" == -3 ]]; then
    same_data in.nc out.nc
  else
    for variable in groom granular round; do
      cmp <(values in.nc "$variable") <(values out.nc "$variable")
    done
  fi
done
