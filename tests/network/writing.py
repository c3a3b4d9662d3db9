#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Zarr stores written to S3: those on disk, object by object, or nothing.

    writing.py CASE

The judge is the store that the same command makes on disk, which other tests have others judge.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from reading import (BIN, KEYS, SECRETS, copy, dump, expect, folder, main, make_netcdf4, run,
                     s3_environment)
from server import HTML, Server

import xarray
import zarr as zarr_python

PLACE = "s3://bucket/a b/out.zarr"
SHARDS = ("-k", "zarr3", "-c", "t/1,y/20,x/25", "--shards", "t/30,y/,x/")
ALL_OPTIONS = (("-k", "zarr"), ("-k", "zarr3"), ("-k", "nczarr"), SHARDS,
               ("-k", "zarr", "-d", "1", "-c", "t/20,y/20,x/25"), (*SHARDS, "-d", "1"))


TEXTS = 'netcdf in { dimensions: n = 3; x = UNLIMITED; variables: string s(n); int v(x); ' \
        'data: s = "a", "bcd", "ef"; v = 1, 2, 3, 4, 5; }'


def made():
    return Path("served/bucket/a b/out.zarr")


def objects():
    return sorted(path for path in Path("served").rglob("*") if path.is_file())


def clear():
    for path in objects():
        path.unlink()


def start(chunks=60):
    make_netcdf4("in.nc", chunks)
    (folder() / "bucket").mkdir()


def files_in(store):
    return {path.relative_to(store): path.read_bytes()
            for path in Path(store).rglob("*") if path.is_file()}


def check_as_on_disk(source, *options, place=PLACE, **settings):
    copy(source, "local.zarr", *options)
    copy(source, place, *options, **settings)
    expect(files_in("local.zarr") == files_in(made()), f"{options}: the stores differ")
    expect(dump(place, **settings).stdout == dump("local.zarr").stdout, options)


def expect_failure(message, *options, place=PLACE, left=0, **settings):
    done = copy("in.nc", place, *options, status=1, **settings)
    expect(done.stderr.startswith(f"ncfcopy: {place}: ") and message in done.stderr, done.stderr)
    expect(SECRETS["KEY1"] not in done.stderr, done.stderr)
    expect(len(objects()) == left, f"{message}: {objects()} are left")
    return done


# ---- What is stored ------------------------------------------------------------------------------


def stores():
    """All kinds, with and without a signature, and read back."""
    start()
    with Server("served", credentials=SECRETS) as server:
        environment = s3_environment(server, **KEYS, AWS_SESSION_TOKEN="to/ken==")
        for options in ALL_OPTIONS:
            for verify in ((), ("--verify",)):
                check_as_on_disk("in.nc", *options, *verify, env=environment)
                clear()
        check_as_on_disk("in.nc", "-k", "zarr", env=environment)
        copy(PLACE, "s3://bucket/second.zarr", "-k", "zarr", env=environment)
        copy("local.zarr", "second.zarr", "-k", "zarr")
        expect(files_in("served/bucket/second.zarr") == files_in("second.zarr"), "from S3 to S3")
        expect(not server.faults, server.faults)
    clear()
    with Server("served") as server:
        check_as_on_disk("in.nc", *SHARDS, env=s3_environment(server))


def other_readers():
    start()
    with Server("served") as server:
        copy("in.nc", PLACE, env=s3_environment(server))
    values = zarr_python.open_consolidated(str(made()))["v"][:]
    with xarray.open_dataset(made(), engine="zarr", mask_and_scale=False) as opened:
        with xarray.open_dataset("in.nc", mask_and_scale=False) as expected:
            expect(opened.identical(expected) and (values == expected["v"].values).all(), opened)


def strings():
    """Texts of NCZarr are written twice, when their lengths are known."""
    folder()
    Path("in.cdl").write_text(TEXTS, encoding="utf-8")
    run(BIN / "ncfgen", "-k", "nc4", "-o", "in.nc", "in.cdl")
    with Server("served", credentials=SECRETS) as server:
        environment = s3_environment(server, **KEYS)
        for kind in ("nczarr", "zarr", "zarr3"):
            check_as_on_disk("in.nc", "-k", kind, env=environment)
            clear()
        run(BIN / "ncfgen", "-k", "nczarr", "-o", PLACE, "in.cdl", env=environment)
        run(BIN / "ncfgen", "-k", "nczarr", "-o", "gen.zarr", "in.cdl")
        expect(files_in("gen.zarr") == files_in(made()), "of ncfgen")


def spellings():
    """As netCDF names objects."""
    start(3)
    with Server("served", credentials=SECRETS) as server:
        environment = s3_environment(server, **KEYS)
        for place in (f"{PLACE}#mode=zarr,s3", f"{PLACE}/", f"{PLACE}#aws.region=eu-west-1",
                      server.url("s3", "bucket/a b/out.zarr#mode=zarr,s3"),
                      "s3://bucket/a%20b/out.zarr#mode=zarr"):
            check_as_on_disk("in.nc", "-k", "zarr", place=place, env=environment)
            clear()
        check_as_on_disk("in.nc", *SHARDS, place=f"{PLACE}#mode=zarr,v3,s3", env=environment)


def order():
    """The metadata of the root come last: before, there is no store."""
    start()
    with Server("served", credentials=SECRETS) as server:
        for kind, last in (("zarr", [".zattrs", ".zgroup", ".zmetadata"]), ("zarr3", ["zarr.json"])):
            server.requests.clear()
            copy("in.nc", PLACE, "-k", kind, env=s3_environment(server, **KEYS))
            sent = [path.split("/out.zarr/")[1] for method, path, _ in server.requests
                    if method == "PUT"]
            expect(sent[-len(last):] == last and len(sent) == len(set(sent)), sent)
            clear()


def many_at_once():
    start(150)
    with Server("served", delay=0.02) as server:
        copy("in.nc", PLACE, env=s3_environment(server))
        expect(server.most_at_once > 8, f"at most {server.most_at_once} requests at once")
        clear()
        server.most_at_once = 0
        copy("in.nc", PLACE, "--connections", "3", env=s3_environment(server))
        expect(server.most_at_once <= 3, f"{server.most_at_once} requests at once")


def held_bytes(process):
    """In files of a process and its children that have no name."""
    most = 0
    for descriptor in Path("/proc").glob(f"{process}/fd/*"):
        try:
            if os.readlink(descriptor).endswith(" (deleted)"):
                most += os.stat(descriptor).st_blocks * 512
        except OSError:
            continue
    children = Path(f"/proc/{process}/task/{process}/children")
    try:
        return most + sum(held_bytes(child) for child in children.read_text().split())
    except OSError:
        return most


def held_shards():
    """Finished shards that a slow server does not take do not fill the disk."""
    make_netcdf4("in.nc", 400, shape=(100, 100))
    (folder() / "bucket").mkdir()
    Path("tmp").mkdir()
    most = 0
    with Server("served", delay=0.1) as server:
        environment = s3_environment(server, TMPDIR=str(Path("tmp").resolve()))
        copying = subprocess.Popen([BIN / "ncfcopy", "--connections", "2", "-k", "zarr3", "--shards",
                                    "t/10,y/,x/", "in.nc", PLACE], env=environment)
        while copying.poll() is None:
            most = max(most, held_bytes(copying.pid))
            time.sleep(0.002)
        expect(copying.returncode == 0, copying.returncode)
    shard = (made() / "v/c/0/0/0").stat().st_size
    expect(shard < most < 10 * shard, f"{most} bytes, {most / shard} shards")


# ---- What is refused -----------------------------------------------------------------------------


def refused():
    """Before anything is stored."""
    start(3)
    with Server("served", credentials=SECRETS) as server:
        environment = s3_environment(server, **KEYS)
        for place, message, *options in (
                (PLACE, "on S3, only Zarr stores can be written, not netCDF-4", "-k", "nc4"),
                ("s3://bucket/out.nc", "on S3, only Zarr stores can be written"),
                ("s3://bucket/", "names a whole bucket", "-k", "zarr"),
                ("s3://bucket/out.zip", "a zip file cannot be written on S3"),
                (f"{PLACE}?X-Amz-Signature=abc", "a URL with a query", "-k", "zarr"),
                (server.url("s3", "out.zarr"), "an output is a path", "-k", "zarr")):
            done = subprocess.run([BIN / "ncfcopy", *options, "in.nc", place], env=environment,
                                  capture_output=True, text=True, check=False)
            expect(done.returncode != 0 and message in done.stderr, done.stderr)
        for options, message in ((("--into", "s3://bucket", "in.nc"), "a folder on this machine"),
                                 (("--in-place", PLACE), "is a URL; --in-place replaces files")):
            done = subprocess.run([BIN / "ncfcopy", *options], env=environment,
                                  capture_output=True, text=True, check=False)
            expect(done.returncode != 0 and message in done.stderr, done.stderr)
        expect(not objects(), objects())


def existing():
    """What is there stays as it is."""
    start(3)
    with Server("served", credentials=SECRETS) as server:
        environment = s3_environment(server, **KEYS)
        made().mkdir(parents=True)
        (made() / "0.0").write_bytes(b"precious")
        for options in ((), ("--plan",)):
            message = "there are objects already, for example a b/out.zarr/0.0; on S3, a store " \
                      "cannot be replaced as a whole: remove it first (aws s3 rm --recursive), or " \
                      "name another place"
            expect_failure(message, *options, left=1, env=environment)
        expect(not [method for method, _, _ in server.requests if method != "GET"], "changed")
        copy("in.nc", f"{PLACE}2", "-k", "zarr", env=environment)  # beside it


# ---- Bad servers ---------------------------------------------------------------------------------


def is_put(handler, name, ending):
    return handler.command == "PUT" and name.endswith(ending)


def forbidden(handler, name):
    return is_put(handler, name, "v/7.0.0") and not handler.send_error_code(403, "AccessDenied")


def forbidden_root(handler, name):
    return is_put(handler, name, ".zgroup") and not handler.send_error_code(403, "AccessDenied")


def error_after_success(handler, name):
    return is_put(handler, name, "v/7.0.0") and not handler.send_error_code(200, "InternalError")


def page(handler, name):
    return is_put(handler, name, "v/7.0.0") and not handler.send_whole(200, HTML, "text/html")


def broken(handler, name):
    return is_put(handler, name, "v/7.0.0") and not handler.send_error_code(500, "InternalError")


def cut(handler, name):
    handler.close_connection = is_put(handler, name, "v/7.0.0")
    return handler.close_connection


def not_kept(handler, name):
    return is_put(handler, name, "v/7.0.0") and not handler.send_whole(200, b"", ETag='"1"')


def other_etag(handler, name):
    return is_put(handler, name, "v/7.0.0") and not handler.put_object(name, ETag='"1"')


def other_length(handler, name):
    if is_put(handler, name, "v/7.0.0"):
        handler.body = handler.body[:-1]
    return False


def endless(handler, name):
    if not is_put(handler, name, "v/7.0.0"):
        return False
    handler.send_response(200)
    handler.end_headers()
    handler.close_connection = True
    try:
        while True:
            handler.wfile.write(b" " * 65536)
    except OSError:
        return True


FAULTS = (
    (forbidden, "v/7.0.0: the server refuses access (HTTP status 403, AccessDenied)"),
    (forbidden_root, ".zgroup: the server refuses access (HTTP status 403, AccessDenied)"),
    (error_after_success, "v/7.0.0: the server refuses to store the object (HTTP status 200, "
                          "InternalError)"),
    (page, "v/7.0.0: the server answers with a page of HTML, so it is unknown whether the object "
           "is stored"),
    (broken, "v/7.0.0: the server refuses to store the object (HTTP status 500, InternalError)"),
    (cut, "v/7.0.0: the server cannot be reached: "),
    (endless, "v/7.0.0: the server answers with more than an S3 server sends"),
    (not_kept, "the server accepted 65 objects but lists 64"),
    (other_etag, "the server lists a b/out.zarr/v/7.0.0, which was not stored here, or with "
                 "another size or ETag: something else writes to the same place"),
    (other_length, "the server lists a b/out.zarr/v/7.0.0, which was not stored here, or with "
                   "another size or ETag"),
)


def bad_servers():
    """One clear error each, and no object is left."""
    start()
    for fault, message in FAULTS:
        with Server("served", credentials=SECRETS) as server:
            server.on_change = fault
            expect_failure(message, "-k", "zarr", env=s3_environment(server, **KEYS))


def passing_faults():
    """What may pass is tried again."""
    start()
    failed = set()

    def busy(handler, name):
        if name in failed:
            return False
        failed.add(name)
        if len(failed) % 3 == 0:
            handler.close_connection = True
            return True
        return not handler.send_error_code(503 if len(failed) % 3 == 1 else 429, "SlowDown")

    with Server("served", credentials=SECRETS) as server:
        server.on_change = busy
        check_as_on_disk("in.nc", *SHARDS, env=s3_environment(server, **KEYS))
        clear()
        failed.clear()
        check_as_on_disk("in.nc", "-k", "zarr", env=s3_environment(server, **KEYS))


def intruder():
    """Another writer at the same place; what it wrote stays."""
    start()

    def write_too(handler, name):
        if is_put(handler, name, "v/30.0.0"):
            (made() / "theirs").write_bytes(b"precious")
        return False

    with Server("served", credentials=SECRETS) as server:
        server.on_change = write_too
        expect_failure("the server lists a b/out.zarr/theirs, which was not stored here", left=1,
                       env=s3_environment(server, **KEYS))


def copy_beside_another(conditions):
    """Copies to a place where another copy begins and ends meanwhile. Returns what the first says.
    conditions: of requests, as of the server.
    """
    start()
    make_netcdf4("other.nc", 60, shape=(30, 50))
    copy("other.nc", "local.zarr", "-k", "zarr")
    lock = threading.Lock()

    def finish_other(handler, _):
        if handler.command == "PUT" and handler.headers.get("x-amz-security-token") == "late":
            with lock:
                if not objects():
                    copy("other.nc", PLACE, "-k", "zarr", "--verify", env=environment)
        return False

    with Server("served", credentials=SECRETS) as server:
        server.conditions = conditions
        environment = s3_environment(server, **KEYS)
        server.on_change = finish_other
        late = {**environment, "AWS_SESSION_TOKEN": "late"}
        return copy("in.nc", PLACE, "-k", "zarr", status=1, env=late).stderr


def same_keys():
    """Another copy to the same place, which finishes first: its store stays whole."""
    said = copy_beside_another("met")
    expect("another program stored this object: it writes to the same output" in said, said)
    expect("could not be removed" not in said, said)
    expect(files_in("local.zarr") == files_in(made()), "the other store is changed")


def same_keys_unheeded():
    """Without conditions, the late one overwrites chunks, but does not remove what is left."""
    said = copy_beside_another("ignored")
    expect("which was not stored here" in said, said)
    expect((made() / ".zgroup").is_file(), "the other store is removed")


def lost_answers():
    """The server stores an object, but the connection breaks before it says so."""
    start()
    lost = set()

    def lose(handler, name):
        if handler.command != "PUT" or name in lost:
            return False
        lost.add(name)
        handler.send_whole = lambda *_, **__: None
        handler.put_object(name)
        del handler.send_whole
        handler.close_connection = True
        return True

    def lose_last(handler, name):
        lost.clear()
        return is_put(handler, name, "v/7.0.0") and lose(handler, name)

    with Server("served", credentials=SECRETS) as server:
        environment = s3_environment(server, **KEYS)
        server.on_change = lose
        for options in (("-k", "zarr"), SHARDS):
            check_as_on_disk("in.nc", *options, env=environment)
            clear()
            lost.clear()
        server.conditions = "ignored"
        server.on_change = lose_last
        expect_failure("v/7.0.0: the server cannot be reached: ", "-k", "zarr", env=environment)


def conditions():
    """Servers that refuse conditions, or ignore them, get stores all the same."""
    start()
    Path("in.cdl").write_text(TEXTS, encoding="utf-8")
    run(BIN / "ncfgen", "-k", "nc4", "-o", "texts.nc", "in.cdl")
    for conditions_are in ("refused", "ignored"):
        with Server("served", credentials=SECRETS) as server:
            server.conditions = conditions_are
            environment = s3_environment(server, **KEYS)
            check_as_on_disk("in.nc", *SHARDS, env=environment)
            clear()
            check_as_on_disk("texts.nc", "-k", "nczarr", env=environment)
            clear()
            server.on_change = forbidden
            expect_failure("(HTTP status 403, AccessDenied)", "-k", "zarr", env=environment)


def removal_fails():
    """Then the message says so."""
    start()

    def keep(handler, name):
        if handler.command == "DELETE":
            return not handler.send_error_code(403, "AccessDenied")
        return forbidden(handler, name)

    with Server("served", credentials=SECRETS) as server:
        server.on_change = keep
        done = copy("in.nc", PLACE, "-k", "zarr", status=1, env=s3_environment(server, **KEYS))
        expect("; moreover, " in done.stderr and "objects of the unfinished store could not be "
               "removed; remove them (aws s3 rm --recursive)\n" in done.stderr, done.stderr)


def changed_values():
    """--verify reads what the server has."""
    start()

    def damage(handler, name):
        if is_put(handler, name, "v/7.0.0"):
            handler.body = bytes(byte ^ 1 for byte in handler.body)
        return False

    with Server("served", credentials=SECRETS) as server:
        server.on_change = damage
        expect_failure("variable /v: ", "-k", "zarr", "--verify", env=s3_environment(server, **KEYS))


# ---- Interruptions -------------------------------------------------------------------------------


def run_until_stored(server, count, **more):
    """A copy that is under way."""
    copying = subprocess.Popen([BIN / "ncfcopy", "-k", "zarr", "in.nc", PLACE], text=True,
                               env=s3_environment(server, **KEYS, **more), stderr=subprocess.PIPE)
    end = time.monotonic() + 30
    while len(objects()) < count and time.monotonic() < end:
        time.sleep(0.01)
    return copying


def signals():
    """A signal: no object is left."""
    start(400)
    for number in (signal.SIGINT, signal.SIGTERM):
        with Server("served", credentials=SECRETS, delay=0.05) as server:
            copying = run_until_stored(server, 40)
            copying.send_signal(number)
            told = copying.communicate(timeout=60)[1]
            expect(copying.returncode == -number, copying.returncode)
            expect(told == "ncfcopy: interrupted; unfinished outputs were removed\n", told)
            expect(not objects(), objects())


def killed():
    """Nobody removes them, but the parent says so."""
    start(400)
    with Server("served", credentials=SECRETS, delay=0.05) as server:
        copying = run_until_stored(server, 40)
        children = Path(f"/proc/{copying.pid}/task/{copying.pid}/children").read_text().split()
        os.kill(int(children[0]), signal.SIGKILL)
        told = copying.communicate(timeout=60)[1]
        expect(told.endswith(f"ncfcopy: {PLACE}: objects of the unfinished store may be there; "
                             "remove them (aws s3 rm --recursive)\n"), told)
        expect(objects() and not any(path.name == ".zgroup" for path in objects()), objects())


CASES = [stores, other_readers, strings, spellings, order, many_at_once, held_shards, refused, existing,
         bad_servers, passing_faults, intruder, same_keys, same_keys_unheeded,
         lost_answers, conditions, removal_fails, changed_values, signals, killed]


if __name__ == "__main__":
    sys.exit(main(CASES, *sys.argv[1:]))
