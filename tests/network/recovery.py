#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Requests that fail and are sent again, or must not be sent at all."""

import os
import sys
import time
from pathlib import Path

from cases import main, skip
from server import Server
from store_on_s3 import PLACE, SHARDS, check_as_on_disk, clear, expect_failure, is_put, objects, start
from support import KEYS, SECRETS, copy, dump, expect, s3_environment

UNSIGNED_CURL = os.path.join(os.environ["NCF_TESTS"], "libunsigned_curl.so")


def overload():
    """A server that is too busy for seconds does not end a copy; one that stays so does."""
    start()
    ends = []

    def busy(handler, name):
        if is_put(handler, name, "v/30.0.0") and not ends:
            ends.append(time.monotonic() + 5)
        is_busy = ends and time.monotonic() < ends[0]
        return bool(is_busy) and not handler.send_error_code(503, "SlowDown")

    with Server("served", credentials=SECRETS) as server:
        server.on_change = busy
        environment = s3_environment(server, **KEYS, NCF_RETRY_SECONDS="60")
        check_as_on_disk("in.nc", "-k", "zarr", env=environment)
        expect(ends and ends[0] <= time.monotonic(), "the server was not busy")
        clear()
        server.on_change = lambda handler, name: handler.command == "PUT" and \
            not handler.send_error_code(503, "SlowDown")
        done = copy("in.nc", PLACE, status=2, env={**environment, "NCF_RETRY_SECONDS": "x"})
        expect("NCF_RETRY_SECONDS is x, not a number from 0 to 86400" in done.stderr, done.stderr)
        server.on_change = lambda handler, name: is_put(handler, name, "v/7.0.0") and \
            not handler.send_error_code(503, "SlowDown")
        expect_failure("v/7.0.0: the server refuses to store the object (HTTP status 503, SlowDown)",
                       "-k", "zarr", env={**environment, "NCF_RETRY_SECONDS": "1"})


def statuses():
    """What S3 answers to requests that should be sent again."""
    start()
    failed = set()
    answers = ((400, "RequestTimeout"), (408, "RequestTimeout"), (409, "ConditionalRequestConflict"))

    def fail_once(handler, name):
        if name in failed:
            return False
        failed.add(name)
        return not handler.send_error_code(*answers[len(failed) % len(answers)])

    with Server("served", credentials=SECRETS) as server:
        server.on_change = fail_once
        check_as_on_disk("in.nc", "-k", "zarr", env=s3_environment(server, **KEYS))
        expect(len(failed) > 60, failed)


def expired_credentials():
    """Another program writes new ones into the file while a copy goes on."""
    start()
    Path("home/.aws").mkdir(parents=True)

    def let_in(server, name):
        temporary = Path("home/.aws/new")
        temporary.write_text(f"[mine]\naws_access_key_id = {name}\naws_secret_access_key = "
                             f"secret of {name}\naws_session_token = {name}\n", encoding="utf-8")
        temporary.rename("home/.aws/credentials")
        server.credentials = {name: f"secret of {name}"}

    def expire(handler, name):
        if is_put(handler, name, "v/30.0.0") and "OLD" in handler.server.credentials:
            let_in(handler.server, "NEW")
        return False

    place = f"{PLACE}#aws.profile=mine"
    with Server("served", credentials={}) as server:
        environment = s3_environment(server)
        server.on_change = expire
        for options in (("-k", "zarr"), ("-k", "zarr", "--verify"), SHARDS):
            let_in(server, "OLD")
            clear()
            check_as_on_disk("in.nc", *options, place=place, env=environment)
        # In the midst of reading.
        let_in(server, "OLD")
        expire_reads = iter([False] * 2 + [True])
        server.on_read = lambda: next(expire_reads, False) and let_in(server, "NEW")
        expect(dump(place, env=environment).stdout == dump("local.zarr").stdout, "read")
        expect("NEW" in server.credentials, "they did not expire")

        # A copy that fails removes what it stored with the old ones.
        def expire_and_fail(handler, name):
            expire(handler, name)
            return is_put(handler, name, "v/40.0.0") and \
                not handler.send_error_code(403, "AccessDenied")

        clear()
        let_in(server, "OLD")
        server.on_change = expire_and_fail
        expect_failure("AccessDenied", "-k", "zarr", place=place, env=environment)
        expect("NEW" in server.credentials, "they did not expire")
        # There are no others.
        clear()
        let_in(server, "OLD")
        server.on_change = lambda handler, name: is_put(handler, name, "v/30.0.0") and \
            server.credentials.clear()
        done = copy("in.nc", place, "-k", "zarr", status=1, env=environment)
        expect("the server refuses access (HTTP status 403, InvalidAccessKeyId); it may need other "
               "credentials" in done.stderr, done.stderr)


def library_without_signatures():
    """A libcurl that cannot sign does not get the secret to send it itself."""
    if os.environ.get("NCF_SANITIZER"):
        skip("sanitizers must be loaded before the library")
    start(3)
    with Server("served", credentials=SECRETS) as server:
        environment = s3_environment(server, **KEYS, LD_PRELOAD=UNSIGNED_CURL)
        done = copy("in.nc", PLACE, "-k", "zarr", status=1, env=environment)
        expect("this libcurl lacks a feature that is needed" in done.stderr, done.stderr)
        expect(not server.requests and not objects(), server.headers)


if __name__ == "__main__":
    sys.exit(main([overload, statuses, expired_credentials, library_without_signatures]))
