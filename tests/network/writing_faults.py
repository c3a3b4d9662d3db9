#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Zarr stores written to S3 while something goes wrong: they are whole, or nothing is left."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from cases import main
from server import HTML, Server
from store_on_s3 import (PLACE, SHARDS, TEXTS, check_as_on_disk, clear, expect_failure, files_in,
                         is_put, made, objects, start)
from support import BIN, KEYS, SECRETS, copy, expect, make_netcdf4, run, s3_environment


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


def pages_without_text():
    """An empty answer that a server calls a page says nothing, as that of moto."""
    start()

    def unnamed(handler, name):
        if handler.command == "DELETE":
            return False
        return handler.put_object(name, Content_Type="text/html; charset=utf-8") or True

    with Server("served", credentials=SECRETS) as server:
        server.on_change = unnamed
        copy("in.nc", PLACE, "-k", "zarr", env=s3_environment(server, **KEYS))


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


if __name__ == "__main__":
    sys.exit(main([bad_servers, pages_without_text, passing_faults, intruder, same_keys,
                   same_keys_unheeded, lost_answers, conditions, removal_fails, changed_values,
                   signals, killed]))
