# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""What tests of network files share: inputs, copies compared with those of local files, the keys of
S3. The server is in server.py."""

import os
from pathlib import Path

from cases import Failure, run

import netCDF4
import numpy

for variable in ("http_proxy", "no_proxy", "NO_PROXY", "ALL_PROXY", "all_proxy"):
    os.environ.pop(variable, None)

os.environ["NCF_RETRY_SECONDS"] = "3"  # of the users' minutes

BIN = Path(os.environ["NCF_BIN"])
CHUNKS = 400
SECRETS = {"KEY1": "se/cr+et"}
KEYS = {"AWS_ACCESS_KEY_ID": "KEY1", "AWS_SECRET_ACCESS_KEY": SECRETS["KEY1"]}


def expect(is_met, told):
    if not is_met:
        raise Failure(told)


def make_netcdf4(path, chunks=CHUNKS, scattered=False, shape=(40, 50)):
    """Chunks that follow each other in the file, or, scattered, in another order."""
    values = numpy.random.default_rng(1).standard_normal((chunks, *shape)).astype("f4")
    with netCDF4.Dataset(path, "w") as file:
        for name, length in zip("tyx", values.shape):
            file.createDimension(name, length)
        variable = file.createVariable("v", "f4", tuple("tyx"), zlib=True, complevel=1,
                                       chunksizes=(1, *shape))
        variable.units = "K"
        order = numpy.random.default_rng(2).permutation(chunks) if scattered else range(chunks)
        for chunk in order:
            variable[chunk] = values[chunk]
        file.createVariable("t", "f8", ("t",))[:] = numpy.arange(chunks)


def make_classic(path, kind):
    with netCDF4.Dataset(path, "w", format=kind) as file:
        file.createDimension("t", None)
        file.createDimension("x", 1000)
        file.createVariable("x", "f4", ("x",))[:] = numpy.arange(1000)
        file.createVariable("a", "i4", ("t", "x"))[:] = numpy.arange(300000).reshape(300, 1000)
        file.createVariable("b", "f8", ("t", "x"))[:] = numpy.arange(300000).reshape(300, 1000)


def folder():
    Path("served").mkdir()
    return Path("served")


def copy(source, target, *options, **settings):
    return run(BIN / "ncfcopy", *options, source, target, text=True, **settings)


def check_copy(server, name, *options, way="well", fragment="", suffix=".nc"):
    """The URL and the file give the same bytes."""
    copy(server.folder / name, f"local{suffix}", *options)
    copy(server.url(way, name) + fragment, f"remote{suffix}", *options)
    same = Path(f"local{suffix}").read_bytes() == Path(f"remote{suffix}").read_bytes()
    expect(same, f"{name}: the copies differ")
    Path(f"local{suffix}").unlink()
    Path(f"remote{suffix}").unlink()


def dump(place, *options, **settings):
    return run(BIN / "ncfdump", "-n", "f", *options, place, text=True, **settings)


def check_store(server, name, fragment="", url=None, way="well", **settings):
    """A copy to netCDF-4, decoded and as it is stored, is that of the store on disk."""
    url = url or server.url(way, name) + fragment
    for options in (("-k", "nc4"), ("-k", "nc4", "-d", "1", "-c", "t/20,y/20,x/25")):
        copy(server.folder / name, "local.nc", *options)
        copy(url, "remote.nc", *options, **settings)
        expect(Path("local.nc").read_bytes() == Path("remote.nc").read_bytes(), f"{name} {options}")
        Path("local.nc").unlink()
        Path("remote.nc").unlink()
    expect(dump(url, **settings).stdout == dump(server.folder / name).stdout, name)


def s3_environment(server, **more):
    return {**{name: value for name, value in os.environ.items() if not name.startswith("AWS_")},
            "AWS_ENDPOINT_URL": server.url("s3").rstrip("/"), "HOME": "home", **more}


def make_bucket():
    make_netcdf4("in.nc", 120)
    (folder() / "bucket/a b").mkdir(parents=True)
    copy("in.nc", "served/bucket/a b/c=d.nc")
    copy("in.nc", "served/bucket/v2.zarr", "-k", "zarr2")
    copy("in.nc", "served/bucket/v3.zarr", "-k", "zarr3")
    copy("in.nc", "served/bucket/nczarr", "-k", "nczarr")  # without consolidated metadata
    Path("served/bucket/v2.zarr/v/3.0.0").unlink()
    Path("served/bucket/nczarr/v/7.0.0").unlink()
