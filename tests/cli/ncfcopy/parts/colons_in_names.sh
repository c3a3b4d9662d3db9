# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Names of variables and attributes may contain colons: notes about them are about the parts that
# have them.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

with h5py.File("in.h5", "w") as file:
    for name in "v", "v:a", "g/v":
        file[name] = numpy.arange(3)
    for owner in file, file["g"], file["v"], file["v:a"], file["g/v"]:
        owner.attrs["r:r"] = file["v"].ref
        owner.attrs["half:x"] = numpy.float16(1.5)
with h5py.File("damaged.h5", "w") as file:
    file["v"] = numpy.arange(3)
    file["w"] = numpy.arange(3)
    file["v"].attrs["a:b"] = numpy.array([b"a\0b", b"c"], dtype="S3")
PYTHON
try ncfcopy -V v in.h5 out.nc
try ncfcopy --strict -V /v:a in.h5 strict.nc
try ncfcopy -G g in.h5 out.nc
try ncfcopy --strict -V v damaged.h5 strict.nc
try ncfcopy -V w damaged.h5 out.nc
try ncfcopy damaged.h5 strict.nc

echo '== Zarr'
ncfcopy -k zarr -V w damaged.h5 in.zarr
echo '{"_ARRAY_DIMENSIONS": ["_AnonymousDim3"], "k:l": {"m": 1}}' >in.zarr/w/.zattrs
rm in.zarr/.zmetadata
try ncfcopy -V w in.zarr out.nc
