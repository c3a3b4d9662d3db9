#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Views: cuts, joins and unpacking, judged by xarray and NCO on the same files."""

import datetime
import subprocess
import sys
from pathlib import Path

from cases import Failure, main, need_package, need_program
from viewing import as_netcdf, copy, netCDF4, numpy, refused, require_values, routes


def make_month(path, year, month, units="hours since 1900-01-01", calendar="standard", packing=None,
               chunk=24, hours=6):
    """Makes a month of six-hourly values."""
    days = (datetime.date(year + month // 12, month % 12 + 1, 1) - datetime.date(year, month, 1)).days
    count = days * 24 // hours
    times = [datetime.datetime(year, month, 1) + datetime.timedelta(hours=hours * i) for i in range(count)]
    numbers = numpy.random.default_rng(year * 12 + month)
    with netCDF4.Dataset(path, "w") as file:
        for name, length in ("time", None), ("lat", 19), ("lon", 36), ("nv", 2):
            file.createDimension(name, length)
        time = file.createVariable("time", "f8", ("time",), chunksizes=(512,))
        time.units, time.calendar, time.bounds = units, calendar, "time_bnds"
        time[:] = netCDF4.date2num(times, units, calendar)
        bounds = file.createVariable("time_bnds", "f8", ("time", "nv"))
        later = [t + datetime.timedelta(hours=hours) for t in times]
        bounds[:] = numpy.stack([time[:], netCDF4.date2num(later, units, calendar)], 1)
        lat = file.createVariable("lat", "f4", ("lat",))
        lat.units = "degrees_north"
        lat[:] = numpy.linspace(90, -90, 19)
        lon = file.createVariable("lon", "f4", ("lon",))
        lon.units, lon.bounds = "degrees_east", "lon_bnds"
        lon[:] = numpy.arange(36) * 10
        edges = file.createVariable("lon_bnds", "f4", ("lon", "nv"))
        edges[:] = numpy.stack([lon[:] - 5, lon[:] + 5], 1)
        values = 270 + numbers.normal(0, 9, (count, 19, 36))
        kind = "i2" if packing else "f4"
        t = file.createVariable("t", kind, ("time", "lat", "lon"), zlib=True, complevel=1,
                                chunksizes=(chunk, 19, 36), fill_value=-32767 if packing else None)
        t.units, t.coordinates = "K", "lat lon"
        t.set_auto_maskandscale(False)
        if packing:
            t.scale_factor, t.add_offset = packing
            stored = numpy.round((values - packing[1]) / packing[0]).astype("i2")
            stored[0, 0, :3] = -32767
            t[:] = stored
        else:
            t[:] = values.astype("f4")
        file.history = f"month {month}"


def xarray_of(*paths, **options):
    xarray = need_package("xarray")
    opened = [xarray.open_dataset(path, **options) for path in paths]
    return xarray.concat(opened, "time", data_vars="minimal", coords="minimal", compat="override",
                         combine_attrs="override") if len(opened) > 1 else opened[0]


def require_like_xarray(what, path, expected, tolerance=0):
    found = xarray_of(path)
    for name in expected.variables:
        a, b = found[name].values, expected[name].values
        if a.shape != b.shape:
            raise Failure(f"{what}: {name} has shape {a.shape}, not {b.shape}")
        if name == "t" and tolerance:
            same = numpy.allclose(a, b, rtol=tolerance, atol=0, equal_nan=True)
        elif a.dtype.kind == "f":
            same = numpy.array_equal(a, b, equal_nan=True)
        else:
            same = numpy.array_equal(a, b)
        if not same:
            raise Failure(f"{what}: {name} differs from xarray's")


def cuts_by_value():
    make_month("in.nc", 2020, 2)
    whole = xarray_of("in.nc")
    for text, select in [
            ("time=2020-02-03..2020-02-10", {"time": slice("2020-02-03", "2020-02-10")}),
            ("time=2020-02-03T12..", {"time": slice("2020-02-03T12", None)}),
            ("time=2020-02", {"time": slice("2020-02", "2020-02")}),
            ("lat=-30..60", {"lat": slice(60, -30)}),
            ("lat=20,lon=10..50", {"lat": slice(20, 20), "lon": slice(10, 50)}),
            ("lon=340..", {"lon": slice(340, None)})]:
        for options in [], ["-d", "4"], ["-k", "zarr"]:
            out = f"out{len(options)}.{'zarr' if 'zarr' in options else 'nc'}"
            copy("--verify", *options, "--select", text, "in.nc", out)
            if out.endswith(".zarr"):
                copy("-k", "nc4", out, "out.nc")
                out = "out.nc"
            require_like_xarray(text, out, whole.sel(select))
    if "passthrough" != routes("--select", "time=2020-02-07..2020-02-12", "in.nc", "x.nc")["/t"]:
        raise Failure("whole chunks are not passed through")


def over_the_border():
    """As CDO's sellonlatbox; NCO keeps the longitudes as they are stored."""
    make_month("in.nc", 2020, 2)
    whole = xarray_of("in.nc")
    for first, last in (-30, 40), (170, 200), (350, 10), (-180, 170), (-20, -10):
        copy("--verify", "--select", f"lon={first}..{last}", "in.nc", "out.nc")
        found = xarray_of("out.nc")
        shifted = whole.assign_coords(lon=(whole.lon - first) % 360 + first).sortby("lon")
        expected = shifted.sel(lon=slice(first, last if last >= first else last + 360))
        for name in "lon", "t":
            if not numpy.array_equal(found[name].values, expected[name].values):
                raise Failure(f"{first}..{last}: {name} differs")
        edges = found["lon_bnds"].values
        if not numpy.array_equal(edges.mean(axis=1), found["lon"].values):
            raise Failure(f"{first}..{last}: the bounds are not around the longitudes")
        need_program("ncks")
        limits = f"lon,{first % 360}.,{last % 360}."
        subprocess.run(["ncks", "-O", "-d", limits, "in.nc", "nco.nc"], check=True)
        if not numpy.array_equal(xarray_of("nco.nc")["t"].values, found["t"].values):
            raise Failure(f"{first}..{last}: NCO selects other values")


def other_calendars():
    for calendar in "noleap", "360_day", "proleptic_gregorian", "julian":
        with netCDF4.Dataset("in.nc", "w") as file:
            file.createDimension("time", 720)
            time = file.createVariable("time", "i4", ("time",))
            time.units, time.calendar = "days since 1999-12-01", calendar
            time[:] = range(720)
        copy("--select", "time=2000-02..2000-03-05", "in.nc", "out.nc")
        with netCDF4.Dataset("out.nc") as file:
            dates = netCDF4.num2date(file["time"][:], "days since 1999-12-01", calendar)
        ends = [(d.month, d.day) for d in (dates[0], dates[-1])]
        if ends != [(2, 1), (3, 5)]:
            raise Failure(f"{calendar}: {ends}")


def year_of_months():
    names = []
    for month in range(1, 13):
        units = "hours since 1900-01-01" if month % 3 else f"days since 2020-{month:02d}-01"
        names.append(f"2020-{month:02d}.nc")
        make_month(names[-1], 2020, month, units)
    said = copy("--verify", "--concat", "time", *reversed(names), "year.nc")
    if "gap" in said or "history" not in said:
        raise Failure(f"said {said!r}")
    require_like_xarray("a year", "year.nc", xarray_of(*names))
    for out in "year.zarr", "year3.zarr":
        copy("--verify", "-k", "zarr3" if "3" in out else "zarr", "--concat", "time", *names, out)
        copy("-k", "nc4", out, "again.nc")
        require_like_xarray(out, "again.nc", xarray_of(*names))
    if "gap" not in copy("--concat", "time", *names[:4], *names[5:], "gap.nc"):
        raise Failure("a gap is not noted")
    overlap = refused("--concat", "time", names[0], names[1], names[0], "twice.nc")
    if "overlap" not in overlap or Path("twice.nc").exists():
        raise Failure(f"an overlap is told as {overlap!r}")
    need_program("ncrcat")
    same = [name for name in names if int(name[5:7]) % 3]
    subprocess.run(["ncrcat", "-O", *same, "nco.nc"], check=True)
    copy("--concat", "time", *same, "ours.nc")
    require_like_xarray("ncrcat", "ours.nc", xarray_of("nco.nc"))


def chunks_that_fit():
    make_month("1.nc", 2021, 2)   # 112 times: chunks of 28 fit
    make_month("2.nc", 2021, 3)
    for chunk, expected in (28, "passthrough"), (24, "rechunk"):
        for name, month in ("1.nc", 2), ("2.nc", 3):
            make_month(name, 2021, month, chunk=chunk)
        if routes("--concat", "time", "1.nc", "2.nc", "x.nc")["/t"] != expected:
            raise Failure(f"chunks of {chunk} are not joined by {expected}")


def new_dimensions():
    for i in range(3):
        with netCDF4.Dataset(f"scan{i}.nc", "w") as file:
            file.createDimension("x", 4)
            time = file.createVariable("t", "f8", ())
            time.units = "seconds since 2000-01-01"
            time[...] = 100 - i
            file.createVariable("x", "f4", ("x",))[:] = range(4)
            file.createVariable("name", str, ())[...] = f"scan {i}"
            file.createVariable("rad", "i2", ("x",), chunksizes=(4,), zlib=True)[:] = i * 10
    copy("--verify", "--concat", "t", "scan0.nc", "scan1.nc", "scan2.nc", "out.nc")
    with netCDF4.Dataset("out.nc") as file:
        found = file["t"][:].tolist(), file["rad"][:, 0].tolist(), file["name"][:].tolist()
        if found != ([98, 99, 100], [20, 10, 0], ["scan 2", "scan 1", "scan 0"]):
            raise Failure(f"found {found}")
        if file["x"].dimensions != ("x",):
            raise Failure("equal coordinates got the dimension")
    copy("--concat", "scan", "--unlimited", "scan", "scan2.nc", "scan0.nc", "ordered.nc")
    with netCDF4.Dataset("ordered.nc") as file:
        if file["rad"][:, 0].tolist() != [20, 0] or not file.dimensions["scan"].isunlimited():
            raise Failure("files are not in the order given")


def without_a_coordinate():
    """As WRF writes it: Time has only texts."""
    for i in range(2):
        with netCDF4.Dataset(f"wrf{i}.nc", "w") as file:
            file.createDimension("Time", None)
            file.createDimension("DateStrLen", 19)
            times = file.createVariable("Times", "S1", ("Time", "DateStrLen"))
            times[:] = netCDF4.stringtochar(numpy.array([f"2000-01-0{i + 1}_0{h}:00:00" for h in range(3)], "S19"))
            file.createVariable("T", "f4", ("Time",))[:] = [i, i, i]
    copy("--verify", "--concat", "Time", "wrf1.nc", "wrf0.nc", "out.nc")
    with netCDF4.Dataset("out.nc") as file:
        if file["T"][:].tolist() != [1, 1, 1, 0, 0, 0]:
            raise Failure(f"found {file['T'][:]}")


def unpacked():
    """Months packed differently, as of ERA5, become one dataset."""
    packings = [(0.001, 270.0), (0.002, 265.5), (0.0015, 272.25)]
    names = []
    for month, packing in enumerate(packings, 1):
        names.append(f"{month}.nc")
        make_month(names[-1], 2020, month, packing=packing)
    if "--unpack" not in refused("--concat", "time", *names, "out.nc"):
        raise Failure("other packing is not refused with advice")
    copy("--verify", "--unpack", "-F", "t,shuffle|zstd,3", "--concat", "time", *names, "out.nc")
    require_like_xarray("unpacked", "out.nc", xarray_of(*names), tolerance=2e-7)
    with netCDF4.Dataset("out.nc") as file:
        if file["t"].dtype != "f4" or hasattr(file["t"], "scale_factor"):
            raise Failure("t is not unpacked")
    for out in "one.zarr", "one.nc":
        copy("--verify", "--unpack", names[0], out)
    copy("-k", "nc4", "one.zarr", "two.nc")
    require_like_xarray("zarr", "two.nc", xarray_of(names[0]), tolerance=2e-7)
    copy("-k", "zarr", names[0], "packed.zarr")
    copy("--verify", "--unpack", "packed.zarr", "three.nc")
    require_like_xarray("of zarr", "three.nc", xarray_of(names[0]), tolerance=2e-7)


def many_files():
    """More files than are open at a time, with chunks that fit and that do not."""
    for i in range(300):
        with netCDF4.Dataset(f"{i:03d}.nc", "w") as file:
            file.createDimension("time", None)
            file.createVariable("time", "i4", ("time",), chunksizes=(2,))[:] = [2 * i, 2 * i + 1]
            file.createVariable("v", "i4", ("time",), chunksizes=(2,), zlib=True)[:] = [i, -i]
            file.createVariable("w", "i4", ("time",), chunksizes=(3,), zlib=True)[:] = [i, -i]
    names = [f"{i:03d}.nc" for i in range(300)]
    for out in "out.nc", "out.zarr":
        copy("--verify", "--concat", "time", *names, out)
        with as_netcdf(out) as file:
            expected = numpy.array([[i, -i] for i in range(300)], "i4").ravel()
            require_values("v", file["v"][:], expected)
            require_values("w", file["w"][:], expected)


if __name__ == "__main__":
    sys.exit(main([cuts_by_value, over_the_border, other_calendars,
                   year_of_months, chunks_that_fit, new_dimensions, without_a_coordinate, unpacked,
                   many_files]))
