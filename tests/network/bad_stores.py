#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Stores on servers that serve them badly: the right values, or one clear error.

A chunk that is taken for missing would silently become fill values.
"""

import json
import re
import sys
from pathlib import Path

from cases import main
from server import Server
from support import (KEYS, SECRETS, check_store, copy, expect, folder, make_bucket, make_netcdf4,
                     s3_environment)

NO_SUCH = "the server answers for objects that do not exist, so that missing chunks cannot be " \
          "recognized; download the store"
HTML = "the server sends a page of HTML, not a dataset"
CHANGED = "the file changed on the server while it was read"
REFUSED = "the server refuses access (HTTP status 403); it may need credentials, or the file may " \
          "not exist"


def make_stores():
    make_netcdf4("in.nc", 20)
    folder()
    for kind in ("zarr2", "zarr3"):
        copy("in.nc", f"served/{kind}.zarr", "-k", kind)
    Path("served/zarr3.zarr/v/c/5/0/0").unlink()


def expect_error(url, message, **settings):
    done = copy(url, "out.nc", "-k", "nc4", status=1, **settings)
    expect(done.stderr.startswith(f"ncfcopy: {url}: ") and done.stderr.endswith(f"{message}\n"),
           done.stderr)
    expect(not Path("out.nc").exists(), url)


def missing_chunks():
    """A chunk is missing if GET says so, whatever HEAD says."""
    make_stores()
    Path("served/zarr2.zarr/v/3.0.0").unlink()
    with Server("served") as server:
        for way in ("without-head", "without-ranges"):
            check_store(server, "zarr2.zarr", way=way)
            check_store(server, "zarr3.zarr", way=way)


def bad_stores():
    make_stores()
    with Server("served") as server:
        for way, message in (("page-for-all", HTML), ("text-for-all", NO_SUCH),
                             ("changed", CHANGED), ("longer", CHANGED), ("vanishing", CHANGED),
                             ("whole-as-part",
                              "the server sends a different part of the file than was requested")):
            expect_error(server.url(way, "zarr3.zarr"), message)


def hidden_metadata():
    """Forbidden metadata are missing only where the server forbids what does not exist."""
    make_netcdf4("in.nc", 3)
    copy("in.nc", folder() / "a.zarr", "-k", "zarr2")
    bucket = Path("served/bucket")
    bucket.mkdir()
    copy("in.nc", bucket / "nczarr", "-k", "nczarr")
    metadata = Path("served/a.zarr/.zmetadata")
    parts = json.loads(metadata.read_text(encoding="utf-8"))["metadata"]
    with Server("served", credentials=SECRETS) as server:
        check_store(server, "a.zarr", way="hidden-missing")
        metadata.unlink()
        (Path("served") / "array.zarr").mkdir()
        array = Path("served/array.zarr")
        for path in Path("served/a.zarr/t").iterdir():
            (array / path.name).write_bytes(path.read_bytes())
        expect("t/.zattrs" in parts, parts)
        expect_error(server.url("hidden-attributes", "array.zarr"), f".zattrs: {REFUSED}")
        environment = s3_environment(server, **KEYS)
        check_store(server, "bucket/nczarr", url="s3://bucket/nczarr", env=environment)
        for name in ("v/.zarray", "v/.zattrs"):
            server.forbidden = name
            expect_error("s3://bucket/nczarr", f"{name}: {REFUSED}", env=environment)


def bad_listings():
    """A listing is complete, or an error."""
    make_bucket()
    token = "<NextContinuationToken>t</NextContinuationToken>"
    cut = "the server's listing is cut short"
    endless = "the server's listing does not end: it repeats itself"
    truncated = "<IsTruncated>true</IsTruncated>"
    is_truncated = "<IsTruncated>.*</IsTruncated>(<NextContinuationToken>.*Token>)?"
    changes = (
        (lambda text: re.sub(is_truncated, "", text), cut),
        (lambda text: re.sub(is_truncated, truncated, text), cut),
        (lambda text: re.sub(is_truncated, truncated + "<NextMarker>x</NextMarker>", text), cut),
        (lambda text: re.sub(is_truncated, truncated + token, text), endless),
        (lambda text: text.replace("</ListBucketResult>", ""), cut),
        (lambda text: re.sub("<Key>[^<]*/", "<Key>a/", text), '/"'),
    )
    with Server("served", credentials=SECRETS) as server:
        for change, message in changes:
            server.change_listing = change
            for name in ("v2.zarr", "nczarr"):
                expect_error(f"s3://bucket/{name}", message, env=s3_environment(server, **KEYS))
        # The folder itself, as programs for S3 make it.
        first = "<Contents><Key>nczarr/.zattrs<"
        itself = "<Contents><Key>nczarr/</Key><Size>0</Size></Contents>"
        server.change_listing = lambda text: text.replace(first, itself + first)
        check_store(server, "bucket/nczarr", url="s3://bucket/nczarr",
                    env=s3_environment(server, **KEYS))


if __name__ == "__main__":
    sys.exit(main([missing_chunks, bad_stores, hidden_metadata, bad_listings]))
