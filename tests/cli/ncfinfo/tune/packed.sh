# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Packed variables are not rounded, as in a copy: naming one is an error, and a note names those
# that a pattern selects.
. "$NCF_CASES/prelude.sh"
export HDF5_PLUGIN_PATH=''
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4, numpy
random = numpy.random.default_rng(1)
with netCDF4.Dataset("in.nc", "w") as dataset:
    dataset.createDimension("x", 5000)
    walk = numpy.cumsum(random.normal(size=5000))
    for name, kind, factor in (("plain", "f4", None), ("scaled", "f4", 0.1), ("moved", "f8", None),
                               ("short", "i2", 0.1), ("short2", "i2", 0.1), ("count", "i4", None)):
        variable = dataset.createVariable(name, kind, ("x",))
        variable.set_auto_maskandscale(False)
        if factor:
            variable.scale_factor = factor
        if name == "moved":
            variable.add_offset = 273.15
        variable[:] = walk
PYTHON
for option in '--information 99%' '--error 0.01' '--digits 3' '--bits 8'; do
  echo "$option:"
  ncfinfo tune $option in.nc | grep -E '^note|^(rounded|ncfcopy)' | sed 's/-F.*//'
done
for option in '--information scaled,99%' '--error moved,0.01' '--digits scaled,3' \
  '--bits scaled,8' '--error short,0.01' '--error count,1'; do
  try ncfinfo tune $option in.nc
done

echo
echo 'The copy says the same:'
ncfcopy --plan --quantize '*,bitround,information=99%' in.nc no.nc 2>&1 | grep note
