#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Tests our plugins lz4, lzf, blosc and bitshuffle with their peers: Debian's plugins, h5py's own
lzf, numcodecs' blosc.

nccopy writes, through libnetcdf, and so makes every filter mandatory; h5dump reads. Each gets
exactly the plugins its part is about. Exit status as plugins.py has it.
"""

import sys
from pathlib import Path

from cases import main, need_package, need_plugin, need_program
from plugins import OURS, folder_of, run  # before h5py, as it says there

import h5py
import netCDF4
import numpy

LZF, BLOSC, LZ4, BITSHUFFLE = 32000, 32001, 32004, 32008

# Debian's plugin for each and parameters to try it with.
PEERS = {
    "lzf": (LZF, "libh5LZF.so", ["32000"]),
    "lz4": (LZ4, "libh5lz4.so", ["32004", "32004,0", "32004,1000"]),
    "blosc": (BLOSC, "libH5Zblosc.so",
              ["32001"] + [f"32001,0,0,0,0,{level},{shuffle},{compressor}"
                           for level, shuffle, compressor in ((5, 0, 0), (9, 1, 1), (1, 2, 2),
                                                              (5, 1, 3), (5, 2, 4), (9, 1, 5))]),
    "bitshuffle": (BITSHUFFLE, "libh5bshuf.so",
                   ["32008", "32008,0,0", "32008,0,2", "32008,64,2", "32008,4096"]),
}


# What Debian's plugin fails to write though it gets smaller: snappy wants more room than it gives.
FAIL_TO_WRITE = [("u1", "32001,0,0,0,0,5,1,3")]


def arrays():
    """Returns values that variables may hold: smooth, with each size of element, and not a multiple
    of 8 in number."""
    random = numpy.random.default_rng(1)
    rows, columns = numpy.indices((37, 201))
    smooth = 280 + 10 * numpy.sin(rows / 9) + columns / 50
    yield "f4", smooth.astype("f4").round(2)
    yield "f8", smooth.round(3)
    yield "i2", (smooth * 100).astype("i2")
    yield "u1", (smooth - 200).astype("u1")
    yield "i8", numpy.cumsum(random.integers(0, 5, (37, 201)), axis=1)


def noise():
    return numpy.random.default_rng(1).integers(0, 256, (37, 201), "u1")


def write_plain(file, array):
    with netCDF4.Dataset(file, "w") as dataset:
        dataset.createDimension("y", array.shape[0])
        dataset.createDimension("x", array.shape[1])
        chunks = tuple(min(size, most) for size, most in zip(array.shape, (10, 201)))
        dataset.createVariable("v", array.dtype, ("y", "x"), chunksizes=chunks,
                               fill_value=False)[:] = array
    return file


def write(source, spec, file, plugins):
    run(need_program("nccopy"), "-M", 1, "-F", f"v,{spec}", source, file, plugins=plugins)
    return file


def read(file, array, plugins):
    output = Path(f"{file}.bin")
    run(need_program("h5dump"), "-d", "v", "-b", "LE", "-o", output, file, plugins=plugins)
    assert output.read_bytes() == array.tobytes(), (file, plugins)


def filter_of(file):
    """Returns the id, parameters and stored name of the one filter, and the mask and bytes of each
    chunk."""
    with h5py.File(file, "r") as opened:
        dataset = opened["v"].id
        plist = dataset.get_create_plist()
        assert plist.get_nfilters() == 1, file
        number, _, parameters, name = plist.get_filter(0)
        shape, step = opened["v"].shape, opened["v"].chunks
        chunks = [dataset.read_direct_chunk((row, column))
                  for row in range(0, shape[0], step[0])
                  for column in range(0, shape[1], step[1])]
    return (number, parameters, name), chunks


def peer(name):
    """A case: Debian's plugin reads what ours wrote, ours reads what it wrote, and both store the
    same parameters, apart from the version of bitshuffle that wrote, and filter name."""
    number, library, specs = PEERS[name]

    def case():
        need_plugin(name)
        theirs = folder_of(library)
        compared = 0
        for kind, array in arrays():
            source = write_plain("plain.nc", array)
            for spec in specs:
                written = {}
                for writer in (OURS, theirs):
                    file = write(source, spec, "copy.nc", writer)
                    (stored, parameters, title), chunks = filter_of(file)
                    assert stored == number
                    version_words = 2 if name == "bitshuffle" else 0
                    written[writer] = parameters[version_words:], title
                    assert all(mask == 0 for mask, _ in chunks)
                    read(file, array, theirs if writer == OURS else OURS)
                    # Some of Debian's fail to write data that hardly become smaller.
                    if ((kind, spec) in FAIL_TO_WRITE or
                            max(len(chunk) for _, chunk in chunks) > 8 * array[0].nbytes):
                        break
                else:
                    assert written[OURS] == written[theirs], (kind, spec, written)
                    compared += 1
        assert compared > len(specs)

    case.__name__ = f"debians_{name}"
    return case


def incompressible():
    """Noise and tiny chunks: our mandatory filters store them, with no filter skipped, and Debian's
    plugins read them."""
    need_plugin(*PEERS)
    for name, (_, library, specs) in PEERS.items():
        theirs = folder_of(library)
        for array in (noise(), noise()[:3, :3]):
            source = write_plain("plain.nc", array)
            for spec in specs + (["32001,0,0,0,0,0,1,0"] if name == "blosc" else []):
                file = write(source, spec, "copy.nc", OURS)
                _, chunks = filter_of(file)
                assert all(mask == 0 for mask, _ in chunks), (spec, array.shape)
                read(file, array, theirs)
                read(file, array, OURS)


def ncgen():
    """ncgen applies the filters of a CDL file by our plugins, to noise too, and ncdump reads the
    file."""
    need_plugin(*PEERS)
    array = noise()
    values = ", ".join(map(str, array.ravel()))
    for number, spec in ((LZF, "32000"), (BLOSC, "32001,0,0,0,0,5,1,1"), (LZ4, "32004,0"),
                         (BITSHUFFLE, "32008,0,2")):
        cdl = ("netcdf noise {\ndimensions: y = 37; x = 201;\nvariables: ubyte v(y, x);\n"
               f"v:_ChunkSizes = 10, 201; v:_Filter = \"{spec}\";\n"
               f"data: v = {values};\n}}\n")
        Path("noise.cdl").write_text(cdl, encoding="ascii")
        run(need_program("ncgen"), "-4", "-o", "noise.nc", "noise.cdl", plugins=OURS)
        assert filter_of("noise.nc")[0][0] == number
        read("noise.nc", array, OURS)
        dumped = run(need_program("ncdump"), "noise.nc", plugins=OURS).stdout.decode()
        shown = dumped[dumped.index(" v =\n") + 5:dumped.index(" ;\n}")]
        assert [int(value) for value in shown.split(",")] == array.ravel().tolist(), spec


def h5pys_lzf():
    """h5py, with its own lzf, reads files of our plugin, and our plugin those of h5py."""
    need_plugin("lzf")
    for array in [array for _, array in arrays()] + [noise()]:
        source = write_plain("plain.nc", array)
        ours = write(source, "32000", "ours.nc", OURS)
        with h5py.File("theirs.h5", "w") as opened:
            opened.create_dataset("v", data=array, chunks=(10, 201), compression="lzf")
        with h5py.File(ours, "r") as opened:
            assert opened["v"].compression == "lzf"
            assert (opened["v"][...] == array).all()
        assert filter_of(ours)[0] == filter_of("theirs.h5")[0]
        read("theirs.h5", array, OURS)


def numcodecs_blosc():
    """numcodecs' blosc decodes our chunks, and we decode its, for every compressor and block
    size."""
    need_plugin("blosc")
    Blosc = need_package("numcodecs").Blosc
    for kind, array in list(arrays()) + [("noise", noise())]:
        source = write_plain("plain.nc", array)
        decoded = [array[row:row + 10].ravel() for row in range(0, 30, 10)]
        for code, name in enumerate(("blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd")):
            shuffle, level = code % 3, 1 + code
            spec = f"32001,0,0,0,0,{level},{shuffle},{code}"
            ours = write(source, spec, "ours.nc", OURS)
            for (_, chunk), expected in zip(filter_of(ours)[1], decoded):
                assert Blosc().decode(chunk) == expected.tobytes(), (kind, name)
            for block_bytes in (0, 1024):
                codec = Blosc(name, level, shuffle, block_bytes)
                with h5py.File("theirs.h5", "w") as opened:
                    dataset = opened.create_dataset("v", (30, 201), array.dtype, chunks=(10, 201),
                                                    compression=BLOSC)
                    for row, chunk in zip(range(0, 30, 10), decoded):
                        dataset.id.write_direct_chunk((row, 0), codec.encode(chunk))
                read("theirs.h5", array[:30], OURS)


def array_elements():
    """For elements that are arrays, the parameters describe the members, as in Debian's blosc."""
    need_plugin(*PEERS)
    array = numpy.arange(40 * 6, dtype="i4").reshape(40, 6)
    for number, parameters, words in ((BLOSC, (), (2, 2, 4, 960)),
                                      (BITSHUFFLE, (0, 2), (0, 3, 4, 0, 2))):
        with h5py.File("arrays.h5", "w") as opened:
            plist = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
            plist.set_chunk((40,))
            plist.set_filter(number, h5py.h5z.FLAG_MANDATORY, parameters)
            element = h5py.h5t.array_create(h5py.h5t.STD_I32LE, (2, 3))
            dataset = h5py.h5d.create(opened.id, b"v", element, h5py.h5s.create_simple((40,)), plist)
            dataset.write(h5py.h5s.ALL, h5py.h5s.ALL, array, mtype=element)
            assert dataset.get_create_plist().get_filter(0)[2] == words
        with h5py.File("arrays.h5", "r") as opened:
            assert (opened["v"][...].reshape(array.shape) == array).all()


def bitshuffle_zstd():
    """Debian's plugin treats zstd within bitshuffle as no compression; ours compresses, and the
    program zstd unpacks the blocks."""
    need_plugin("bitshuffle")
    array = next(iter(arrays()))[1]
    source = write_plain("plain.nc", array)
    file = write(source, "32008,0,3,5", "copy.nc", OURS)
    (_, parameters, _), chunks = filter_of(file)
    assert parameters == (0, 4, 4, 0, 3, 5)
    read(file, array, OURS)
    for _, chunk in chunks:
        size, block = int.from_bytes(chunk[:8], "big"), int.from_bytes(chunk[8:12], "big")
        assert (size, block) == (10 * 201 * 4, 8192)
        stored = int.from_bytes(chunk[12:16], "big")
        planes = run(need_program("zstd"), "-dc", plugins="", input=chunk[16:16 + stored]).stdout
        assert len(planes) == size // 32 * 32
        assert len(chunk) == 16 + stored + size % 32


if __name__ == "__main__":
    sys.exit(main([*map(peer, PEERS), incompressible, ncgen, h5pys_lzf, numcodecs_blosc,
                   array_elements, bitshuffle_zstd]))
