# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Values of variable length in chunks that were never written: libhdf5 1.10 writes the fill value to
# the file before it reads it, which fails in files opened for reading.
. "$NCF_CASES/prelude.sh"
/usr/bin/python3 -c 'import h5py, netCDF4' 2>/dev/null || { echo "h5py is not here"; exit 77; }
/usr/bin/python3 - <<'PYTHON'
import h5py
import netCDF4
import numpy
with netCDF4.Dataset("netcdf.nc", "w") as file:
    file.createDimension("t", None)
    file.createDimension("u", None)
    file.createVariable("s", str, ("t",), chunksizes=(4,))[9] = "last"
    file.createVariable("filled", str, ("t",), fill_value="none", chunksizes=(4,))[5] = "some"
    row = file.createVLType("i4", "row")
    file.createVariable("rows", row, ("t", "u"), chunksizes=(2, 2))[3, 1] = numpy.arange(
        3, dtype="i4")
with h5py.File("hdf5.nc", "w") as file:
    text = h5py.string_dtype()
    file.create_dataset("null", (6,), text, chunks=(2,))[3] = "written"
    file.create_dataset("filled", (6,), text, chunks=(2,), fillvalue="none")[3] = "written"
    file.create_dataset("fixed", (6,), "S4", chunks=(2,), fillvalue=b"none")[3] = b"is"
    pair = numpy.dtype([("a", "i4"), ("b", text)])
    file.create_dataset("pair", (6,), pair, chunks=(2,))[3] = (1, "written")
PYTHON
for name in netcdf hdf5; do
  ncfdump "$name.nc" | sed -n '/^data:/,$p'
  ncfdump -v filled "$name.nc" | sed 1d >expected.cdl
  ncfcopy --verify "$name.nc" out.nc
  ncfdump -v filled out.nc | sed 1d | diff expected.cdl -
  rm out.nc
done
