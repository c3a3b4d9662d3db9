#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""What goes wrong on a server, and passwords, which no message may show.

What the server answers, well or badly, is in server.py.
"""

import os
import socket
import ssl
import subprocess
import sys
import time
from pathlib import Path

from cases import main, need_program
from server import Server
from support import BIN, check_copy, copy, expect, folder, make_netcdf4, run

MESSAGES = {
    "away": "the server answers with HTTP status 503 and HTML",
    "broken": "the server answers with HTTP status 500 and HTML",
    "changed": "variable /v: the file changed on the server while it was read",
    "crumbs": "the server sends 1025 bytes instead of the 262144 that were requested",
    "short-changed": "the file changed on the server while it was read",
    "encoded": "the server cannot be read: it sends the file encoded (Content-Encoding: gzip)",
    "endless": "the server sends more bytes than were requested",
    "html": "the server sends a page of HTML, not a dataset",
    "refused": "the server refuses access (HTTP status 403); it may need credentials, or the file "
               "may not exist",
    "unknown-size": "the server does not say how long the file is; download the file",
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


def silent_servers():
    """A host that accepts connections and never answers is given up after one wait."""
    with socket.create_server(("127.0.0.1", 0), backlog=16) as listener:
        host = f"127.0.0.1:{listener.getsockname()[1]}"
        begin = time.monotonic()
        environment = {**os.environ, "NCF_RETRY_SECONDS": "1"}
        running = {url: subprocess.Popen([BIN / "ncfdump", "-h", url], stderr=subprocess.PIPE,
                                         text=True, env={**environment, **settings})
                   for url, settings in ((f"http://{host}/a.nc", {}), (f"https://{host}/a.nc", {}),
                                         ("http://data.example/a.nc",
                                          {"http_proxy": f"http://{host}"}))}
        for url, process in running.items():
            told = process.communicate(timeout=100)[1]
            expect(told == f"ncfdump: {url}: the server cannot be read: it did not answer within "
                   "10 seconds\n", told)
        expect(time.monotonic() - begin < 30, f"{time.monotonic() - begin} s")


def passing_faults():
    """What may pass is tried again: broken connections from where they broke. Encodings that leave
    the bytes as they are do no harm."""
    make_netcdf4(folder() / "a.nc")
    with Server("served") as server:
        for way in ("busy", "cut", "moved", "elsewhere", "sent-in-chunks"):
            check_copy(server, "a.nc", way=way)


def short_answers():
    """The rest is requested, also of a file whose length is not stated: it ends where nothing
    follows."""
    make_netcdf4(folder() / "a.nc")
    make_netcdf4("served/small.nc", 5)
    make_netcdf4("served/a.zarr.nc", 50)
    copy("served/a.zarr.nc", "served/a.zarr", "-k", "zarr")
    with Server("served") as server:
        check_copy(server, "a.nc", way="short")
        for way in ("unknown-size", "unknown-short"):
            check_copy(server, "small.nc", way=way)
        url = server.url("unknown-changed", "small.nc")
        done = copy(url, "out.nc", status=1)
        expect(done.stderr == f"ncfcopy: {url}: the file changed on the server while it was read\n",
               done.stderr)
        copy(server.url("short", "a.zarr"), "out.nc")
        copy("served/a.zarr", "local.nc")
        expect(Path("out.nc").read_bytes() == Path("local.nc").read_bytes(), "the store")
        url = server.url("unknown-size", "a.zarr")
        done = copy(url, "out.nc", status=1)
        expect("the server does not say how long it is; download the store" in done.stderr,
               done.stderr)


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


def certificates():
    """A certificate is trusted if it is in the file or the folder that curl would read."""
    openssl = need_program("openssl")
    make_netcdf4(folder() / "a.nc", 5)
    run(openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out",
        "certificate.pem", "-days", "2", "-subj", "/CN=localhost",
        "-addext", "subjectAltName=DNS:localhost")
    Path("trusted").mkdir()
    name = run(openssl, "x509", "-hash", "-noout", "-in", "certificate.pem", text=True).stdout
    Path(f"trusted/{name.strip()}.0").write_bytes(Path("certificate.pem").read_bytes())
    Path("none").mkdir()
    Path("other.pem").write_text("", encoding="utf-8")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain("certificate.pem", "key.pem")
    variables = ("CURL_CA_BUNDLE", "SSL_CERT_DIR", "SSL_CERT_FILE")
    environment = {name: value for name, value in os.environ.items() if name not in variables}
    with Server("served") as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        url = server.url("well", "a.nc").replace("http://127.0.0.1", "https://localhost")
        for settings, trusted in (({}, False), ({"CURL_CA_BUNDLE": "certificate.pem"}, True),
                                  ({"SSL_CERT_FILE": "certificate.pem"}, True),
                                  ({"SSL_CERT_DIR": "trusted"}, True),
                                  ({"SSL_CERT_DIR": "none"}, False),
                                  ({"SSL_CERT_DIR": "none", "SSL_CERT_FILE": "certificate.pem"},
                                   True),
                                  ({"SSL_CERT_DIR": "trusted", "CURL_CA_BUNDLE": "other.pem"},
                                   False)):
            done = run(BIN / "ncfdump", "-h", url, text=True, status=0 if trusted else 1,
                       env={**environment, **settings})
            expect(trusted or "the server cannot be read: " in done.stderr, done.stderr)


if __name__ == "__main__":
    sys.exit(main([bad_servers, silent_servers, passing_faults, short_answers, text_file,
                   credentials, secrets, certificates]))
