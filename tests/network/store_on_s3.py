# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""A store that is written to S3, beside the same on disk."""

from pathlib import Path

from support import SECRETS, copy, dump, expect, folder, make_netcdf4

PLACE = "s3://bucket/a b/out.zarr"
SHARDS = ("-k", "zarr3", "-c", "t/1,y/20,x/25", "--shards", "t/30,y/,x/")
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


def is_put(handler, name, ending):
    return handler.command == "PUT" and name.endswith(ending)
