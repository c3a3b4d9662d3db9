# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""In an environment with the wheel: the programs are on PATH, the package finds them, and h5py and
netCDF4 of others read and write all filters."""

import shutil
import subprocess
import sys
from pathlib import Path

import h5py
import netCDF4
import numpy

import ncf

VALUES = numpy.arange(2000, dtype="f4").reshape(20, 100)

prefix = Path(sys.prefix).resolve()
assert Path(ncf.__file__).resolve().is_relative_to(prefix), ncf.__file__
for name in ("ncfcopy", "ncfdump", "ncfgen", "ncfinfo"):
    assert Path(shutil.which(name)).resolve() == Path(ncf.find_program(name)).resolve()
    subprocess.run([name, "--version"], check=True, stdout=subprocess.DEVNULL)
subprocess.run(["ncfinfo", "doctor"], check=True, stdout=subprocess.DEVNULL)

with netCDF4.Dataset("in.nc", "w") as dataset:
    dataset.createDimension("y", 20)
    dataset.createDimension("x", 100)
    dataset.createVariable("v", "f4", ("y", "x"))[:] = VALUES
folder = ncf.use_plugins()
assert folder.is_relative_to(prefix), folder
for plugin in sorted(folder.glob("*.so")):
    name = plugin.stem.removeprefix("libncf_")
    spec = "zfp,reversible" if name == "zfp" else name
    ncf.copy("in.nc", f"{name}.nc", filters=f"*,{spec}", chunks="v:20,100")
    with h5py.File(f"{name}.nc") as file:
        assert (file["v"][...] == VALUES).all(), name
    with netCDF4.Dataset(f"{name}.nc") as dataset:
        assert (dataset["v"][...] == VALUES).all(), name
    with h5py.File("by_h5py.nc", "w") as file:
        file.create_dataset("v", data=VALUES, **ncf.encoding(spec, "f4", "h5py"))
    assert ncf.compare("in.nc", f"{name}.nc")["equal"]
    assert f"{name}" in str(ncf.info("by_h5py.nc")["variables"][0]["filters"]), name
