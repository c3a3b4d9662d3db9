# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Hides the differences between zarr-python 2 and 3 from the tests.

Both write stores of Zarr version 2. Other calls that the tests use are the same in both:
`zarr.open_group(path, mode="w")`, `zarr.open(store, mode="r")`, attributes and slices.
"""

import cases

import numpy

zarr = cases.need_package("zarr")

VERSION = tuple(int(number) for number in zarr.__version__.split(".")[:2])
IS_VERSION_3 = VERSION >= (3, 0)
if IS_VERSION_3:
    zarr.config.set({"default_zarr_format": 2})  # of xarray's stores, too


def create_array(group, name, data=None, **settings):
    """Makes an array filled with `data`; the settings are those of `create_dataset` in zarr-python
    2."""
    if not IS_VERSION_3:
        return group.create_dataset(name, data=data, **settings)
    if data is not None:
        settings = {"shape": data.shape, "dtype": data.dtype, **settings}
    if "compressor" in settings:
        settings["compressors"] = settings.pop("compressor")
    if "dimension_separator" in settings:
        settings["chunk_key_encoding"] = {"name": "v2",
                                          "separator": settings.pop("dimension_separator")}
    array = group.create_array(name, **settings)
    if data is not None:
        array[...] = data
    return array


def as_netcdf(values):
    """Returns values of zarr-python in the types that ncfcopy gives them in netCDF: texts of more
    than 1 byte are strings. With zarr-python 3.0 single bytes are strings too, because it gives all
    texts of a fixed length the codec for bytes of any length."""
    values = numpy.asarray(values)
    if values.dtype.kind == "S" and (values.dtype.itemsize > 1 or VERSION == (3, 0)):
        return numpy.vectorize(bytes.decode, otypes=[object])(values)
    if values.dtype.kind in "UT":
        return values.astype(object)
    return values.astype({"?": "i1", "e": "f4"}.get(values.dtype.char, values.dtype))


def open_references(path, group="", server=None):
    """Opens a store whose root is a group of the references in a JSON file, because zarr-python 3.0
    lists no group below the root. server: the file system of fsspec for references to URLs.
    (fsspec's own mapper, given to zarr-python 2, fails on missing chunks.)"""
    fsspec = cases.need_package("fsspec")
    options = {"fo": str(path), "remote_protocol": "file", "skip_instance_cache": True}
    if server is not None:
        options |= {"remote_protocol": "http", "fs": {"http": server}}
    if IS_VERSION_3:
        if server is not None:
            wrapper = cases.need_package("fsspec.implementations.asyn_wrapper")
            options["fs"] = {"http": wrapper.AsyncFileSystemWrapper(server, asynchronous=True)}
        files = fsspec.filesystem("reference", asynchronous=True, **options)
        return zarr.storage.FsspecStore(files, read_only=True, path=group)
    return zarr.storage.KVStore(fsspec.filesystem("reference", **options).get_mapper(group))
