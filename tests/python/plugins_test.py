# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Tests other libraries with ncf's filters, each in a separate process."""

import os
import subprocess
import sys
import unittest

import ncf
from support import TestInFolder

H5PY = """
import h5py
with h5py.File("zstd.nc") as file: print(file["t2m"][1, 3])
with h5py.File("new.h5", "w") as file:
    file.create_dataset("v", data=range(1000), chunks=(100,), compression=32015, compression_opts=(3,))
    print(file["v"][7])
"""
NETCDF4 = """
import netCDF4
with netCDF4.Dataset("zstd.nc") as file: print(file["t2m"][1, 3])
"""
XARRAY = """
import xarray
with xarray.open_dataset("zstd.nc") as file: print(file["t2m"].values[1, 3])
"""
DASK = """
import dask
import xarray
with xarray.open_dataset("zstd.nc", chunks={"time": 1}) as file:
    copies = [dask.delayed(ncf.copy)("in.nc", f"{i}.nc", filters="t2m,zstd,3") for i in range(3)]
    total, *reports = dask.compute(file["t2m"].sum(), *copies, scheduler="threads")
    print(float(total), len(reports))
"""
IMPORTS = {H5PY: ["h5py"], NETCDF4: ["netCDF4"], XARRAY: ["xarray"], DASK: ["xarray", "dask.array"]}


class Plugins(TestInFolder):
    def setUp(self):
        super().setUp()
        ncf.copy("in.nc", "zstd.nc", filters="t2m,zstd,3")

    def run_code(self, code, use, imports_first):
        """Returns the output of Python; plugins are enabled before or after the import."""
        for module in IMPORTS[code]:
            check = subprocess.run([sys.executable, "-B", "-c", f"import {module}"],
                                   stderr=subprocess.DEVNULL, check=False)
            if check.returncode != 0:
                self.skipTest(f"{module} is not here")
        imports = "".join(f"import {module}\n" for module in IMPORTS[code])
        asks = "ncf.use_plugins()\n" if use else ""
        whole = "import ncf\n" + (imports + asks if imports_first else asks) + code
        environment = {name: value for name, value in os.environ.items()
                       if name != "HDF5_PLUGIN_PATH"}
        return subprocess.run([sys.executable, "-B", "-c", whole], env=environment, check=False,
                              capture_output=True, text=True)

    def expect(self, code, printed):
        for imports_first in (False, True):
            with self.subTest(imports_first=imports_first):
                done = self.run_code(code, True, imports_first)
                self.assertEqual((done.stdout, done.returncode), (printed, 0), done.stderr)

    def test_h5py(self):
        self.expect(H5PY, "6.0\n7\n")

    def test_netcdf4(self):
        self.expect(NETCDF4, "6.0\n")

    def test_xarray(self):
        self.expect(XARRAY, "6.0\n")

    def test_dask_with_copies_beside(self):
        self.expect(DASK, f"{float(sum(number % 7 for number in range(2000)))} 3\n")

    def test_it_may_be_asked_twice(self):
        folder = ncf.use_plugins()
        self.assertEqual(ncf.use_plugins(), folder)
        self.assertEqual(os.environ["HDF5_PLUGIN_PATH"].split(":").count(str(folder)), 1)


if __name__ == "__main__":
    unittest.main()
