#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""What the programs read from a server is what they read from the disk.

    reading.py CASE

The judge is the copy of the local file: that of the URL must be the same bytes. What the server
answers, well or badly, is in server.py.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from cases import Failure, run, run_case
from server import Server

import netCDF4
import numpy

BIN = Path(os.environ["NCF_BIN"])
CHUNKS = 400


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


def folder():
    Path("served").mkdir()
    return Path("served")


# ---- Files ---------------------------------------------------------------------------------------


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


# ---- Zarr ----------------------------------------------------------------------------------------


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


def zarr():
    make_netcdf4("in.nc", 120)
    folder()
    for kind in ("zarr2", "zarr3"):
        copy("in.nc", f"served/{kind}.zarr", "-k", kind)
        copy("in.nc", f"served/{kind}.zip", "-k", kind)
    # Missing chunks, and one that is damaged.
    Path("served/zarr2.zarr/v/3.0.0").unlink()
    Path("served/zarr3.zarr/v/c/5/0/0").unlink()
    with Server("served") as server:
        for kind in ("zarr2", "zarr3"):
            check_store(server, f"{kind}.zarr")
            check_store(server, f"{kind}.zarr", fragment="#mode=zarr")
            check_store(server, f"{kind}.zip")
        # Chunks are read whole, so that a server without ranges will do.
        check_store(server, "zarr2.zarr", way="without-ranges")
        copy("served/zarr2.zarr", "local.zarr", "-k", "zarr2")
        copy(server.url("well", "zarr2.zarr"), "remote.zarr", "-k", "zarr2")
        run("diff", "-r", "local.zarr/v", "remote.zarr/v")


def shards():
    """Parts of objects, and the order of the output's shards."""
    make_netcdf4("in.nc", 120)
    copy("in.nc", folder() / "a.zarr", "-k", "zarr3", "-c", "t/1,y/20,x/25", "--shards", "t/30,y/,x/")
    copy("in.nc", "served/b.zarr", "-k", "zarr3", "-c", "t/1,y/20,x/25")
    with Server("served") as server:
        check_store(server, "a.zarr")
        for source in ("a.zarr", "b.zarr"):
            options = ("-k", "zarr3", "--shards", "t/60,y/20,x/")
            copy(server.folder / source, "local.zarr", *options)
            copy(server.url("well", source), "remote.zarr", *options)
            run("diff", "-r", "local.zarr", "remote.zarr")
            shutil.rmtree("local.zarr")
            shutil.rmtree("remote.zarr")


def chunks_at_once():
    make_netcdf4("in.nc", 200)
    copy("in.nc", folder() / "a.zarr", "-k", "zarr2")
    with Server("served", delay=0.02) as server:
        copy(server.url("well", "a.zarr"), "out.nc", "-k", "nc4")
        expect(server.most_at_once > 8, f"at most {server.most_at_once} requests at once")
        server.most_at_once = 0
        text = dump(server.url("well", "a.zarr")).stdout
        expect(server.most_at_once > 8, f"at most {server.most_at_once} requests at once to dump")
        expect(text == dump("served/a.zarr").stdout, "the dumps differ")
        server.most_at_once = 0
        dump(server.url("well", "a.zarr"), "--connections", "3")
        expect(server.most_at_once <= 3, f"{server.most_at_once} requests at once to dump")
        server.requests.clear()
        dump(server.url("well", "a.zarr"), "-h")
        expect(len(server.requests) <= 6, f"{server.requests} for the metadata")


def shards_at_once():
    """The indexes and chunks of many shards, neighbours together; and a shard that is cut short."""
    make_netcdf4("in.nc", 600)
    copy("in.nc", folder() / "a.zarr", "-k", "zarr3", "-V", "v", "-c", "t/1,y/,x/",
         "--shards", "t/30,y/,x/")
    shards = 20
    with Server("served", delay=0.02) as server:
        url = server.url("well", "a.zarr")
        for options in (("-k", "zarr3"), ("-k", "nc4", "-d", "2")):
            server.most_at_once = 0
            server.requests.clear()
            copy(url, "out", *options)
            expect(server.most_at_once > 8, f"at most {server.most_at_once} requests at once")
            # Its size, its index and its chunks; and the metadata.
            expect(len(server.requests) <= 3 * shards + 8, f"{len(server.requests)} requests")
            run(BIN / "ncfinfo", "compare", "served/a.zarr", "out")
            run("rm", "-r", "out")
        server.most_at_once = 0
        expect(dump(url).stdout == dump("served/a.zarr").stdout, "the dumps differ")
        expect(server.most_at_once > 8, f"at most {server.most_at_once} requests at once to dump")
        with open("served/a.zarr/v/c/3/0/0", "r+b") as shard:
            whole = shard.read()
            shard.seek(0)
            shard.write(whole[20000:])
            shard.truncate()
        done = copy(url, "no.nc", "-k", "nc4", status=1)
        expect("v/c/3/0/0, chunk " in done.stderr and "is cut short" in done.stderr, done.stderr)


def after_unreadable():
    """Chunks are requested ahead also after a variable that cannot be read."""
    folder()
    with netCDF4.Dataset("in.nc", "w") as file:
        for name, length in (("t", 300), ("s", 100), ("y", 256)):
            file.createDimension(name, length)
        # Those of `a` are more than are requested ahead.
        for name, dimensions in (("a", ("t", "y", "y")), ("b", ("s", "y"))):
            shape = [len(file.dimensions[dimension]) for dimension in dimensions]
            file.createVariable(name, "f4", dimensions, zlib=True,
                                chunksizes=(1, *shape[1:]))[:] = numpy.ones(shape)
    copy("in.nc", "served/a.zarr", "-k", "zarr2")
    Path("served/a.zarr/a/0.0.0").write_bytes(b"damaged")
    with Server("served") as server:
        done = dump(server.url("well", "a.zarr"), status=1)
        expect("variable /a" in done.stderr and "\n b =" in done.stdout, done.stderr)
        late = [path for _, path, asked in server.requests
                if "/b/" in path and asked not in (None, "bytes=0-0")]
        expect(not late, f"requested one by one: {late}")


def no_store():
    make_netcdf4("in.nc", 3)
    copy("in.nc", folder() / "a.zarr", "-k", "zarr2")
    Path("served/a.zarr/.zmetadata").unlink()
    with Server("served") as server:
        for name, message in (
                ("a.zarr", "the store has no consolidated metadata, and a web server cannot list "
                           "its groups and arrays; copy it with -k zarr or zarr3, or "
                           "consolidate it (zarr.consolidate_metadata)"),
                ("b.zarr", "the server has no Zarr store there")):
            url = server.url("well", name)
            done = copy(url, "out.nc", status=1)
            expect(done.stderr == f"ncfcopy: {url}: {message}\n", done.stderr)


# ---- S3 ------------------------------------------------------------------------------------------

SECRETS = {"KEY1": "se/cr+et"}
KEYS = {"AWS_ACCESS_KEY_ID": "KEY1", "AWS_SECRET_ACCESS_KEY": SECRETS["KEY1"]}


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


def s3():
    """Signed requests, with credentials from all places."""
    make_bucket()
    Path("home/.aws").mkdir(parents=True)
    Path("home/.aws/credentials").write_text(
        "[default]\naws_access_key_id = NO\naws_secret_access_key = NO\n\n[ mine ]\n"
        f"aws_access_key_id=KEY1\naws_secret_access_key = {SECRETS['KEY1']}\n", encoding="utf-8")
    Path("home/.aws/config").write_text("[profile mine]\nregion = eu-west-1\n", encoding="utf-8")
    with Server("served", credentials=SECRETS) as server:
        for environment in (s3_environment(server, **KEYS),
                            s3_environment(server, **KEYS, AWS_SESSION_TOKEN="to/ken=="),
                            s3_environment(server, AWS_PROFILE="mine")):
            for name in ("a b/c=d.nc", "v2.zarr", "v3.zarr", "nczarr"):
                check_store(server, f"bucket/{name}", url=f"s3://bucket/{name}", env=environment)
        url = "s3://bucket/v2.zarr#mode=zarr&aws.profile=mine&aws.region=us-west-2"
        check_store(server, "bucket/v2.zarr", url=url, env=s3_environment(server))
        host = server.url("s3", "bucket/v2.zarr#mode=zarr,s3")
        expect(not server.faults, server.faults)
        done = copy("s3://bucket/v2.zarr", "out.nc", status=1, env=s3_environment(server))
        expect("the server refuses access (HTTP status 403)" in done.stderr, done.stderr)
        expect(server.faults.pop() == "InvalidAccessKeyId", server.faults)
        expect("NO" not in done.stderr and host, done.stderr)
        missing = copy("s3://bucket/none", "out.nc", status=1,
                       env=s3_environment(server, **KEYS)).stderr
        expect(missing == "ncfcopy: s3://bucket/none: the server has no such file (HTTP status "
               "404)\n", missing)


def s3_for_all():
    """Without credentials, requests are not signed."""
    make_bucket()
    with Server("served") as server:
        for name in ("a b/c=d.nc", "v2.zarr", "v3.zarr", "nczarr"):
            check_store(server, f"bucket/{name}", url=f"s3://bucket/{name}",
                        env=s3_environment(server))
        url = "s3://bucket/v2.zarr#aws.profile=none"
        check_store(server, "bucket/v2.zarr", url=url, env=s3_environment(server, **KEYS))
        expect(not server.faults, server.faults)


def s3_listing():
    """The chunks are found by listing: no request for one that is missing."""
    make_bucket()
    with Server("served", credentials=SECRETS) as server:
        copy("s3://bucket/v2.zarr", "out.nc", "-k", "nc4", env=s3_environment(server, **KEYS))
        paths = [path for _, path, _ in server.requests]
        expect(not any("/v/3.0.0" in path for path in paths), paths)
        expect(all(paths.count(path) == 1 for path in paths if "/v/" in path), paths)


# ---- Requests ------------------------------------------------------------------------------------


def few_requests():
    make_netcdf4(folder() / "a.nc", 2000)
    with Server("served") as server:
        dump(server.url("well", "a.nc"), "-h")
        expect(len(server.requests) <= 6, f"{len(server.requests)} requests for the header")
        server.requests.clear()
        copy(server.url("well", "a.nc"), "out.nc")
        size = Path("served/a.nc").stat().st_size
        most = size / (1 << 20) + 50  # with the nodes of the index
        expect(len(server.requests) <= most, f"{len(server.requests)} requests for {size} bytes")


def requests_at_once():
    make_netcdf4(folder() / "a.nc", 150, scattered=True, shape=(200, 250))
    with Server("served", delay=0.02) as server:
        copy(server.url("well", "a.nc"), "out.nc", "-V", "v")
        expect(server.most_at_once > 8, f"at most {server.most_at_once} requests at once")
        server.most_at_once = 0
        copy(server.url("well", "a.nc"), "out.nc", "-V", "v", "--connections", "3")
        expect(server.most_at_once <= 3, f"{server.most_at_once} requests at once")


# ---- Bad servers ---------------------------------------------------------------------------------

MESSAGES = {
    "broken": "the server answers with HTTP status 500 and HTML",
    "changed": "variable /v: the file changed on the server while it was read",
    "endless": "the server sends more bytes than were requested",
    "html": "the server sends a page of HTML, not a dataset",
    "refused": "the server refuses access (HTTP status 403); it may need credentials, or the file "
               "may not exist",
    "shifted": "the server sends a different part of the file than was requested",
    "without-ranges": "the server does not send parts of files (it ignores HTTP range requests); "
                      "download the file",
    "well": "the server has no such file (HTTP status 404)",
}


def bad_servers():
    """One clear error, and no output."""
    make_netcdf4(folder() / "a.nc")
    with Server("served") as server:
        for way, message in MESSAGES.items():
            for fragment in ("", "#mode=bytes"):
                url = server.url(way, "a.nc" if way != "well" else "missing.nc") + fragment
                done = copy(url, "out.nc", status=1)
                expect(done.stderr == f"ncfcopy: {url}: {message}\n", done.stderr)
                expect(not Path("out.nc").exists() and not list(Path().glob(".*")), way)
    done = copy(url, "out.nc", status=1)
    expect(f"ncfcopy: {url}: the server cannot be read: " in done.stderr, done.stderr)


def passing_faults():
    """What may pass is tried again: broken connections from where they broke."""
    make_netcdf4(folder() / "a.nc")
    with Server("served") as server:
        for way in ("busy", "cut", "moved", "elsewhere"):
            check_copy(server, "a.nc", way=way)


def text_file():
    (folder() / "a.nc").write_text("This is not a dataset.\n" * 1000, encoding="utf-8")
    with Server("served") as server:
        url = server.url("well", "a.nc")
        done = copy(url, "out.nc", status=1)
        expect(done.stderr == f"ncfcopy: {url}: not a netCDF file\n", done.stderr)


def credentials():
    """A password goes to the host it is for, and to no other."""
    make_netcdf4(folder() / "a.nc", 10)
    Path("home").mkdir()
    Path("home/.netrc").write_text("machine 127.0.0.1 login me password secret\n", encoding="utf-8")
    with Server("served") as server:
        for way, expected in (("moved", True), ("elsewhere", False)):
            server.headers.clear()
            copy(server.url(way, "a.nc"), "out.nc", env={**os.environ, "HOME": "home"})
            expect("Authorization" in server.headers[0], "the password was not sent")
            found = "Authorization" in server.headers[1]
            expect(found == expected, f"{way}: {server.headers[1]}")
        for name in ("a.nc", "a.nc#mode=bytes", "a.nc#mode=dap2", "a.zarr"):
            url = server.url("well", name)
            for program in ("ncfcopy", "ncfdump"):
                output = ["no.nc"] if program == "ncfcopy" else []
                done = run(BIN / program, url.replace("//", "//me:se:cret@"), *output, text=True,
                           status=2)
                shown = url.replace("//", "//***@")
                expect(done.stderr == f"{program}: {shown}: the URL contains a password, which "
                       "messages and records would show; put it into ~/.netrc\n", done.stderr)


def secrets():
    """Signatures and tokens in queries are neither shown nor recorded."""
    make_netcdf4(folder() / "a.nc", 10)
    Path("out").mkdir()
    with Server("served") as server:
        url = server.url("well", "a.nc?X-Amz-Signature=SECRET&versionId=3&sas=SECRET#hmac=SECRET")
        missing = url.replace("a.nc", "missing.nc")
        for program, *options, status in (
                ("ncfcopy", "--plan", url, "a.nc", 0), ("ncfcopy", "--report=json", url, "a.nc", 0),
                ("ncfcopy", "--history", url, "h.nc", 0), ("ncfdump", "-h", "h.nc", 0),
                ("ncfcopy", "--into", "out", "--journal", "journal", "--report=json", url, 0),
                ("ncfcopy", missing, "a.nc", 1), ("ncfdump", missing, 1),
                ("ncfcopy", "--into", "out", missing, 1), ("ncfdump", "-h", url, 0),
                ("ncfinfo", "file", url, 0), ("ncfinfo", "file", "--json", url, 0),
                ("ncfinfo", "compare", url, "served/a.nc", 0),
                ("ncfinfo", "compare", "--json", url, url, 0),
                ("ncfcopy", "--kerchunk", "-", url, 2),
                ("ncfcopy", "--kerchunk", "-", "--kerchunk-url", "https://x/a.nc", url, 0)):
            done = run(BIN / program, *options, text=True, status=status)
            told = done.stdout + done.stderr
            expect("SECRET" not in told, f"{program} {options}: {told}")
        expect("SECRET" not in Path("journal").read_text(encoding="utf-8"), "in the journal")
        names = [path.name for path in Path("out").iterdir() if not path.name.startswith(".")]
        expect(names == ["a.nc"], names)
        for path in [*Path("out").iterdir(), Path("h.nc")]:
            expect(b"SECRET" not in path.read_bytes(), path)


# ---- Others --------------------------------------------------------------------------------------


def proxy():
    """As curl finds it in the environment."""
    make_netcdf4(folder() / "a.nc", 10)
    with Server("served") as server:
        environment = {**os.environ, "http_proxy": f"http://127.0.0.1:{server.server_port}"}
        copy("http://nowhere.example/well/a.nc", "out.nc", env=environment)
        expect(server.requests[0][1] == "http://nowhere.example/well/a.nc", server.requests[0])


for variable in ("http_proxy", "no_proxy", "NO_PROXY", "ALL_PROXY", "all_proxy"):
    os.environ.pop(variable, None)

os.environ["NCF_RETRY_SECONDS"] = "3"  # of the users' minutes

CASES = [netcdf4, little_memory, classic, many_files, references, zarr, shards,
         chunks_at_once, shards_at_once, after_unreadable, no_store, s3, s3_for_all, s3_listing, few_requests, requests_at_once,
         bad_servers, passing_faults, text_file, credentials, secrets, proxy]


def main(cases, name):
    """The exit status after the case with this name."""
    case = next(case for case in cases if case.__name__ == name)
    try:
        run_case(case)
    except (Failure, subprocess.TimeoutExpired) as failure:
        print(failure)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(CASES, *sys.argv[1:]))
