# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# -G copies or refuses all objects of its groups, also those that cannot be read; only -V leaves them
# out by name. Comparisons of groups do not call them equal.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

with h5py.File("dangling.h5", "w") as file:
    file["g/v"] = numpy.arange(5.0)
    file["g/dangling"] = h5py.SoftLink("/nowhere")
    file["other/v"] = numpy.arange(5.0)
with h5py.File("references.h5", "w") as file:
    file["g/v"] = numpy.arange(5.0)
    file["g/r"] = numpy.array([file["g/v"].ref], h5py.ref_dtype)
    file["other/v"] = numpy.arange(5.0)
    file["other"].attrs["r"] = file["g/v"].ref
with h5py.File("dimension.h5", "w") as file:
    file["x"] = numpy.arange(3.0)
    file["x"].make_scale("This is a netCDF dimension but not a netCDF variable.         3")
    file["x"].attrs["units"] = "m"
    for name in "v", "w":
        file[name] = numpy.arange(3)
        file[name].dims[0].attach_scale(file["x"])
    file["y"] = numpy.arange(2)
PYTHON
mkdir -p in.zarr/g/a in.zarr/g/b
echo '{"zarr_format": 2}' | tee in.zarr/.zgroup >in.zarr/g/.zgroup
echo '{"zarr_format": 2, "shape": [1], "chunks": [1], "dtype": "<i4", "compressor": null,
  "fill_value": 0, "order": "C", "filters": null}' >in.zarr/g/a/.zarray
echo '{"zarr_format": 2, "shape": [1],' >in.zarr/g/b/.zarray
ncfcopy -V g/a in.zarr a.nc
for file in dangling.h5 in.zarr; do
  try ncfcopy --verify -G g $file out.nc
  test ! -e out.nc
done
try ncfcopy -G other --strict dangling.h5 out.nc
try ncfcopy -V g/v --strict dangling.h5 out.nc
try ncfcopy -G g -V g/v --strict dangling.h5 out.nc
try ncfcopy -G g references.h5 out.nc
try ncfcopy -G other references.h5 out.nc
try ncfcopy -V v dimension.h5 out.nc
try ncfcopy -V y --strict dimension.h5 out.nc
try ncfinfo compare -g g in.zarr a.nc
try ncfinfo compare -v g/a in.zarr a.nc
ncfcopy -G g references.h5 part.nc 2>notes
try ncfinfo compare -g g references.h5 part.nc
try ncfinfo compare -v g/v references.h5 part.nc
try ncfinfo compare -g other references.h5 part.nc
try ncfinfo compare -v g/a -g g in.zarr a.nc
# Attributes that are not compared do not count either if netCDF cannot express them.
for options in "-g other" "-g other --ignore-attributes r"; do
  try ncfinfo compare $options references.h5 references.h5
done
