#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Where copies have their metadata: --layout, and the layout of the input without it.

Of a consolidated file, everything before the first value is metadata, and nothing behind it: the
test looks for the signatures of HDF5's structures in all bytes that are not values. h5stat and
libhdf5 judge pages.
"""

import subprocess
import sys
from pathlib import Path

from cases import Failure, main, need_package, need_program
from peers import NCF_BIN

SIGNATURES = [b"OHDR", b"OCHK", b"TREE", b"SNOD", b"HEAP", b"FRHP", b"FHDB", b"FHIB", b"BTHD", b"BTLF",
              b"BTIN", b"FSHD", b"FSSE", b"SMTB", b"FAHD", b"FADB", b"EAHD", b"EAIB", b"EASB", b"EADB"]
HEAP_OF_VALUES = b"GCOL"


def copy(*arguments):
    done = subprocess.run([NCF_BIN / "ncfcopy", *arguments], text=True, capture_output=True)
    if done.returncode:
        raise Failure(f"ncfcopy {arguments}: {done.stderr}")
    return done.stderr


def require_equal(left, right):
    done = subprocess.run([NCF_BIN / "ncfinfo", "compare", left, right], text=True, capture_output=True)
    if done.returncode:
        raise Failure(f"{left} and {right} differ: {done.stdout}{done.stderr}")


def ranges_of_values(path):
    """Returns [(begin, end)] of all chunks and contiguous values, in order."""
    h5py = need_package("h5py")
    ranges = []

    def visit(_, thing):
        if not isinstance(thing, h5py.Dataset):
            return
        if thing.chunks:
            for i in range(thing.id.get_num_chunks()):
                chunk = thing.id.get_chunk_info(i)
                ranges.append((chunk.byte_offset, chunk.byte_offset + chunk.size))
        elif thing.id.get_offset() is not None:
            ranges.append((thing.id.get_offset(), thing.id.get_offset() + thing.id.get_storage_size()))

    with h5py.File(path) as file:
        file.visititems(visit)
    return sorted(ranges)


def metadata_after_values(path, has_heaps):
    """Returns [(signature, address)]: what is not before all values."""
    ranges = ranges_of_values(path)
    data = Path(path).read_bytes()
    found = []
    gaps = zip([end for _, end in ranges], [begin for begin, _ in ranges[1:]] + [len(data)])
    for begin, end in gaps:
        for signature in SIGNATURES + ([] if has_heaps else [HEAP_OF_VALUES]):
            at = data.find(signature, begin, end)
            if at >= 0:
                found.append((signature, at))
    return found


def require_consolidated(path, has_heaps=False):
    found = metadata_after_values(path, has_heaps)
    if found:
        raise Failure(f"{path}: after the first value, at {ranges_of_values(path)[0][0]}: {found[:3]}")


def strategy_of(path):
    text = subprocess.run([need_program("h5stat"), "-S", path], check=True, text=True,
                          capture_output=True).stdout
    pages = [line.split()[-2] for line in text.splitlines() if "page size" in line]
    return ("PAGE" if "STRATEGY_PAGE" in text else "other", int(pages[0]) if pages else 0)


def require_pages(path, size):
    found = strategy_of(path)
    if found != ("PAGE", size):
        raise Failure(f"{path}: strategy and page size are {found}, not pages of {size}")


def make_wide():
    """A file with everything that takes metadata: types, groups, many attributes and objects."""
    netcdf4 = need_package("netCDF4")
    numpy = need_package("numpy")
    with netcdf4.Dataset("in.nc", "w") as file:
        file.createDimension("time", None)
        file.createDimension("x", 40)
        kind = file.createEnumType("u1", "kind", {"one": 1, "two": 2})
        file.createVariable("kinds", kind, ("x",))[:] = numpy.ones(40, "u1")
        pair = file.createCompoundType(numpy.dtype([("a", "i4"), ("b", "f8")]), "pair")
        file.createVariable("pairs", pair, ("x",))
        file.createVariable("scalar", "f8", ())[:] = 3
        file.createVariable("whole", "f4", ("x",), contiguous=True)[:] = range(40)
        file.createVariable("unwritten", "f4", ("time", "x"))
        time = file.createVariable("time", "f8", ("time",), chunksizes=(1,))
        time[:] = range(300)
        for i in range(21):
            group = file.createGroup(f"g{i}/h")
            data = group.createVariable("v", "f4", ("time", "x"), zlib=True, chunksizes=(2, 9))
            for attribute in range(i):
                data.setncattr(f"attribute_{attribute}", "x" * attribute)
            if i % 10 == 0:
                data[:] = numpy.arange(300 * 40).reshape(300, 40) * i
        file.setncattr("long", "y" * 100_000)
        file.setncattr_string("texts", ["one", "two" * 1000, "three"])


def wide():
    make_wide()
    for name, options in {"same": [], "rechunked": ["-c", "time/7,x/3"],
                          "series": ["-c", "time/,x/1", "--max-memory", "500K"],
                          "contiguous": ["-c", "/"], "verified": ["--verify", "-F", "none"],
                          "fixed": ["-u"], "part": ["-V", "g10/h/v"]}.items():
        copy("--layout", "consolidated", *options, "in.nc", f"{name}.nc")
        copy("--layout", "consolidated", *options, "-j", "1", "in.nc", "single.nc")
        copy(*options, "in.nc", "ordinary.nc")
        require_consolidated(f"{name}.nc")
        require_equal("ordinary.nc", f"{name}.nc")
        if Path(f"{name}.nc").read_bytes() != Path("single.nc").read_bytes():
            raise Failure(f"{name}: one thread makes other bytes")
        copy(*options, f"{name}.nc", "kept.nc")
        require_consolidated("kept.nc")
        copy("--layout", "paged", *options, "in.nc", "paged.nc")
        require_equal("ordinary.nc", "paged.nc")


def without_waste():
    """Where chunks are written in their order, the block for their indexes has the right size."""
    h5py = need_package("h5py")
    numpy = need_package("numpy")
    for chunks in [1, 64, 65, 121, 122, 178, 4000, 20000]:
        with h5py.File("in.nc", "w", libver=("v108", "v108")) as file:
            file.create_dataset("v", data=numpy.arange(chunks * 3.0), chunks=(3,))
        copy("in.nc", "ordinary.nc")
        copy("--layout", "consolidated", "in.nc", "out.nc")
        require_consolidated("out.nc")
        waste = Path("out.nc").stat().st_size - Path("ordinary.nc").stat().st_size
        if waste > 4096:
            raise Failure(f"{chunks} chunks: {waste} bytes larger than an ordinary file")


def sparse():
    """Space is reserved for the chunks that there are, not for those that could be."""
    h5py = need_package("h5py")
    with h5py.File("in.nc", "w", libver=("v108", "v108")) as file:
        data = file.create_dataset("v", (1 << 40,), "f4", chunks=(64,))
        data[:200] = 1
        data[1 << 39] = 2
    for options in [[], ["-d", "1"], ["-c", "phony_dim_0/100"]]:
        copy("--layout", "consolidated", *options, "in.nc", "out.nc")
        require_consolidated("out.nc")
        if Path("out.nc").stat().st_size > 20000:
            raise Failure(f"{options}: the output has {Path('out.nc').stat().st_size} bytes")


def heaps():
    """Values of variable length are in heaps among the values; those of attributes are before."""
    netcdf4 = need_package("netCDF4")
    with netcdf4.Dataset("in.nc", "w") as file:
        file.createDimension("x", 3000)
        texts = file.createVariable("texts", str, ("x",), chunksizes=(100,))
        texts[:] = need_package("numpy").array(["text " * (i % 50) for i in range(3000)], "O")
        texts.setncattr_string("note", ["in", "a", "heap"])
        file.createVariable("v", "i4", ("x",), chunksizes=(7,))[:] = range(3000)
    copy("--layout", "consolidated", "in.nc", "out.nc")
    require_consolidated("out.nc", has_heaps=True)
    require_equal("in.nc", "out.nc")
    copy("out.nc", "kept.nc")
    require_consolidated("kept.nc", has_heaps=True)


def pages():
    make_wide()
    copy("--layout", "paged=65536", "in.nc", "out.nc")
    require_pages("out.nc", 65536)
    require_equal("in.nc", "out.nc")
    copy("-d", "2", "out.nc", "kept.nc")
    require_pages("kept.nc", 65536)
    copy("--in-place", "--layout", "paged=8KiB", "kept.nc")
    require_pages("kept.nc", 8192)
    copy("--layout", "consolidated", "kept.nc", "back.nc")
    if strategy_of("back.nc")[0] == "PAGE":
        raise Failure("--layout consolidated keeps pages")
    require_consolidated("back.nc")
    copy("--layout", "paged", "in.nc", "chosen.nc")
    copy("in.nc", "ordinary.nc")
    sizes = [Path(name).stat().st_size for name in ("ordinary.nc", "chosen.nc")]
    if sizes[1] > 1.25 * sizes[0]:
        raise Failure(f"the chosen pages, {strategy_of('chosen.nc')}, make {sizes[0]} bytes {sizes[1]}")


if __name__ == "__main__":
    sys.exit(main([wide, without_waste, sparse, heaps, pages]))
