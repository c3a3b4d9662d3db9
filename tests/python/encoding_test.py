# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Tests ncf.encoding: with it, other packages write the filters of the spec."""

import importlib
import unittest
import warnings

import ncf
from support import TestInFolder


class Encoding(TestInFolder):
    def need(self, *modules):
        try:
            return [importlib.import_module(module) for module in modules]
        except ImportError as error:
            self.skipTest(str(error))

    def written_filters(self, path):
        by_path = {one["path"]: one for one in ncf.info(path)["variables"]}
        stored = by_path["/t2m"]["filters"]
        return [(one["id"], one["parameters"]) for one in stored]

    def dataset(self, xarray):
        return xarray.Dataset({"t2m": (("x",), [float(i % 7) for i in range(4000)])})

    def test_h5py(self):
        h5py, = self.need("h5py")
        ncf.use_plugins()
        with h5py.File("out.h5", "w") as file:
            file.create_dataset("t2m", data=range(4000),
                                **ncf.encoding("shuffle|zstd,3|fletcher32", "i2", writer="h5py"))
            self.assertEqual(file["t2m"].dtype, "i2")
        self.assertEqual(self.written_filters("out.h5"), [(2, [2]), (32015, [3]), (3, [])])

    def test_xarray_by_h5netcdf(self):
        xarray, _ = self.need("xarray", "h5netcdf")
        ncf.use_plugins()
        asked = ncf.encoding("shuffle|zstd,3", "float32")
        self.assertEqual(asked, {"dtype": "float32", "shuffle": True, "compression": 32015,
                                 "compression_opts": (3,)})
        self.dataset(xarray).to_netcdf("out.nc", engine="h5netcdf", encoding={"t2m": asked})
        self.assertEqual(self.written_filters("out.nc"), [(2, [4]), (32015, [3])])

    def test_xarray_by_netcdf4(self):
        xarray, _ = self.need("xarray", "netCDF4")
        asked = ncf.encoding("shuffle|deflate,4", writer="netcdf4")
        self.dataset(xarray).to_netcdf("out.nc", engine="netcdf4", encoding={"t2m": asked})
        self.assertEqual(self.written_filters("out.nc"), [(2, [8]), (1, [4])])

    def test_dask_by_threads(self):
        xarray, dask, _, _ = self.need("xarray", "dask", "dask.array", "h5netcdf")
        ncf.use_plugins()
        asked = ncf.encoding("307,9", "float64")
        with dask.config.set(scheduler="threads"):
            self.dataset(xarray).chunk({"x": 500}).to_netcdf("out.nc", engine="h5netcdf",
                                                             encoding={"t2m": asked})
        self.assertEqual(self.written_filters("out.nc"), [(307, [9])])
        self.assertEqual(ncf.copy("out.nc", "back.nc", filters="none", format="nc3")
                         ["variables"][0]["filters"], [])

    def test_xarray_by_zarr(self):
        xarray, zarr, _ = self.need("xarray", "zarr", "numcodecs")
        if int(zarr.__version__.split(".")[0]) > 2:
            self.skipTest("zarr-python 3 takes other arguments")
        asked = ncf.encoding("shuffle|zstd,3", "float32", writer="zarr")
        self.dataset(xarray).to_zarr("out.zarr", encoding={"t2m": asked})
        self.assertEqual(self.written_filters("out.zarr"), [(2, [4]), (32015, [3])])

    def test_notes_for_zarr(self):
        self.need("numcodecs")
        with self.assertWarnsRegex(ncf.Note, "^other bytes than the filter's: lz4 [^;]*$"):
            ncf.encoding("lz4,1", "float32", writer="xarray-zarr")
        with warnings.catch_warnings():
            warnings.simplefilter("error", ncf.Note)
            ncf.encoding("shuffle|zstd,3", "float32", writer="xarray-zarr")

    def test_netcdf4_python(self):
        netcdf4, = self.need("netCDF4")
        with netcdf4.Dataset("out.nc", "w") as file:
            file.createDimension("x", 4000)
            file.createVariable("t2m", dimensions=("x",),
                                **ncf.encoding("shuffle|deflate,4", "f4", writer="netCDF4"))
        self.assertEqual(self.written_filters("out.nc"), [(2, [4]), (1, [4])])
        with self.assertWarnsRegex(ncf.Note, "^needs a libnetcdf built with zstd"):
            ncf.encoding("zstd,3", "f4", writer="netCDF4")

    def test_other_names_of_writers(self):
        for name, other in (("h5netcdf", "xarray-h5netcdf"), ("netcdf4", "xarray-netcdf4"),
                            ("netCDF4", "netCDF4-python")):
            self.assertEqual(ncf.encoding("shuffle|deflate,4", "f4", writer=name),
                             ncf.encoding("shuffle|deflate,4", "f4", writer=other))

    def test_what_a_writer_cannot_make(self):
        with self.assertRaisesRegex(ncf.UsageError, r"writer 'xarray-netcdf4' cannot make "
                                    r"shuffle\|zstd,level=3; these can: xarray-h5netcdf, "
                                    "xarray-zarr, h5py"):
            ncf.encoding("shuffle|zstd,3", "float32", writer="netcdf4")
        with self.assertRaisesRegex(ncf.UsageError, "none of these can"):
            ncf.encoding("zstd,3|307,9|szip,nn,8", "float32")
        with self.assertRaisesRegex(ncf.UsageError, "'xarray-zarr' needs the dtype"):
            ncf.encoding("zstd,3", writer="zarr")
        for near in "NetCDF4", "xarray", "netcdf-4":
            with self.assertRaisesRegex(ncf.UsageError, f"writer '{near}': expected one of xarray-"
                                        "h5netcdf, xarray-netcdf4, xarray-zarr, netCDF4-python, h5py"):
                ncf.encoding("zstd,3", writer=near)
        with self.assertRaisesRegex(ncf.UsageError, "unknown filter 'foo'"):
            ncf.encoding("foo")


if __name__ == "__main__":
    unittest.main()
