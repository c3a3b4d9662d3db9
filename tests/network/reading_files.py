#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""netCDF files on a server: what is read, and with how many requests.

The judge is the copy of the local file: that of the URL must be the same bytes.
"""

import json
import os
import sys
from pathlib import Path

from cases import main
from server import Server
from support import BIN, check_copy, copy, dump, expect, folder, make_classic, make_netcdf4, run


def netcdf4():
    make_netcdf4(folder() / "a.nc")
    make_netcdf4("served/scattered.nc", scattered=True)
    with Server("served") as server:
        for name in ("a.nc", "scattered.nc"):
            check_copy(server, name)
            check_copy(server, name, "-d", "2")
            check_copy(server, name, "-c", "t/20,y/20,x/25", "-d", "1", "--verify")
            check_copy(server, name, fragment="#mode=bytes")
            expect(dump(server.url("well", name)).stdout == dump(f"served/{name}").stdout, name)
        local = run(BIN / "ncfinfo", "file", "--json", "served/a.nc", text=True).stdout
        remote = run(BIN / "ncfinfo", "file", "--json", server.url("well", "a.nc"), text=True).stdout
        expect(remote.replace(server.url("well"), "served/") == local, remote)
        kind = run(BIN / "ncfdump", "-K", server.url("well", "a.nc"), text=True).stdout
        expect(kind == dump("served/a.nc", "-K").stdout, kind)


def little_memory():
    """Fewer bytes than the server would send ahead."""
    make_netcdf4(folder() / "a.nc", scattered=True)
    with Server("served") as server:
        check_copy(server, "a.nc", "-d", "1", "--max-memory", "1M")
        check_copy(server, "a.nc", "--connections", "1")


def classic():
    folder()
    for kind in ("NETCDF3_CLASSIC", "NETCDF3_64BIT_OFFSET", "NETCDF3_64BIT_DATA"):
        make_classic(f"served/{kind}.nc", kind)
    with Server("served") as server:
        for path in sorted(Path("served").iterdir()):
            check_copy(server, path.name)
            check_copy(server, path.name, "-k", "nc4", "-d", "1", "-c", "t/10,x/500")
            check_copy(server, path.name, fragment="#mode=bytes")
            remote = dump(server.url("well", path.name))
            expect(remote.stdout == dump(path).stdout, path)


def many_files():
    """Each is read by its own process."""
    make_netcdf4(folder() / "a.nc", 50)
    make_netcdf4("served/b.nc", 60)
    Path("out").mkdir()
    with Server("served") as server:
        run(BIN / "ncfcopy", "--into", "out", server.url("well", "a.nc"), server.url("well", "b.nc"))
    for name in ("a.nc", "b.nc"):
        copy(f"served/{name}", "local.nc")
        expect(Path("local.nc").read_bytes() == (Path("out") / name).read_bytes(), name)


def references():
    """References to a URL name it, and its bytes are where those of the file are."""
    make_netcdf4(folder() / "a.nc", 50)
    with Server("served") as server:
        url = server.url("well", "a.nc")
        run(BIN / "ncfcopy", "--kerchunk", "remote.json", url + "#mode=bytes")
        run(BIN / "ncfcopy", "--kerchunk", "local.json", "--kerchunk-url", url, "served/a.nc")
    expect(json.loads(Path("remote.json").read_text()) ==
           json.loads(Path("local.json").read_text()), "the references differ")


def other_files():
    """A file of the same name in the current folder is not one that a file on the server names."""
    import h5py
    with h5py.File(folder() / "a.nc", "w") as file:
        file["linked"] = h5py.ExternalLink("b.nc", "/v")
    make_netcdf4("b.nc", 1)
    with Server("served") as server:
        for options in (), ("--follow-external",):
            done = copy(server.url("well", "a.nc"), "out.nc", *options, status=1)
            expect("which can be read only if both files are on disk" in done.stderr, done.stderr)


def few_requests():
    make_netcdf4(folder() / "a.nc", 2000)
    with Server("served") as server:
        dump(server.url("well", "a.nc"), "-h")
        expect(len(server.requests) <= 6, f"{len(server.requests)} requests for the header")
        server.requests.clear()
        copy(server.url("well", "a.nc"), "out.nc")
        size = Path("served/a.nc").stat().st_size
        most = size / (1 << 20) + 80  # with the nodes of the index, and what is between them
        expect(len(server.requests) <= most, f"{len(server.requests)} requests for {size} bytes")


def few_requests_if_consolidated():
    """What must be read before the first value is in one place, which the first request covers."""
    make_netcdf4(folder() / "a.nc", 2000)
    copy("served/a.nc", "served/front.nc", "--layout", "consolidated")
    with Server("served") as server:
        dump(server.url("well", "front.nc"), "-h")
        expect(len(server.requests) <= 2, f"{len(server.requests)} requests for the header")


def few_requests_if_paged():
    """Metadata that are together in the first page take one request, and those that lie elsewhere
    one for each place: parts of an index that touch are requested together."""
    make_netcdf4(folder() / "a.nc", 2000)
    copy("served/a.nc", "served/front.nc", "--layout", "paged=1M")
    copy("served/a.nc", "served/scattered.nc", "--layout", "paged=16K")
    with Server("served") as server:
        for name in ("front.nc", "scattered.nc"):
            server.requests.clear()
            dump(server.url("well", name), "-h")
            expect(len(server.requests) <= 2, f"{name}: {server.requests} for the header")
            server.requests.clear()
            info = json.loads(run(BIN / "ncfinfo", "file", "--json", server.url("well", name)).stdout)
            places = info["layout"]["metadata_places"]
            expect((places == 1) == (name == "front.nc"), f"{name}: metadata in {places} places")
            expect(len(server.requests) <= places + 1,
                   f"{name}: {server.requests} for metadata in {places} places")


def requests_at_once():
    make_netcdf4(folder() / "a.nc", 150, scattered=True, shape=(200, 250))
    with Server("served", delay=0.02) as server:
        copy(server.url("well", "a.nc"), "out.nc", "-V", "v")
        expect(server.most_at_once > 8, f"at most {server.most_at_once} requests at once")
        server.most_at_once = 0
        copy(server.url("well", "a.nc"), "out.nc", "-V", "v", "--connections", "3")
        expect(server.most_at_once <= 3, f"{server.most_at_once} requests at once")


def proxy():
    """As curl finds it in the environment."""
    make_netcdf4(folder() / "a.nc", 10)
    with Server("served") as server:
        environment = {**os.environ, "http_proxy": f"http://127.0.0.1:{server.server_port}"}
        copy("http://nowhere.example/well/a.nc", "out.nc", env=environment)
        expect(server.requests[0][1] == "http://nowhere.example/well/a.nc", server.requests[0])


if __name__ == "__main__":
    sys.exit(main([netcdf4, little_memory, classic, many_files, references, other_files,
                   few_requests, few_requests_if_consolidated, few_requests_if_paged,
                   requests_at_once, proxy]))
