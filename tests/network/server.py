#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""A web server on the loopback that serves a folder by range, well or badly.

    server.py FOLDER [--delay SECONDS] [--page-keys N]
                                          prints its port and serves until it is ended

The first part of a URL's path is how to serve the rest: `/well/a.nc` is the file a.nc, and
`/cut/a.nc` the same over connections that break. BAD_WAYS has them all. `/s3/BUCKET/KEY` serves
folders as buckets, to requests with a correct signature only (signature.py).

source: RFC 9110, section 14; Amazon S3 API reference, GetObject, PutObject, DeleteObject and
ListObjectsV2
"""

import argparse
import re
import sys
import threading
import time
import xml.sax.saxutils
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import signature

HTML = b"<!DOCTYPE html><html><body>Sign in, please</body></html>"
CUT_BYTES = 100_000


def etag_of(path, tag=""):
    return f'"{path.stat().st_mtime_ns:x}{tag}"'


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    body = None  # of a request
    disable_nagle_algorithm = True
    wbufsize = 1 << 16

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.do_GET()

    def do_DELETE(self):
        self.do_GET()

    def do_PUT(self):
        self.body = self.rfile.read(int(self.headers["Content-Length"]))
        self.do_GET()
        self.body = None

    def do_GET(self):
        url = urlsplit(self.path)
        way, _, name = unquote(url.path).lstrip("/").partition("/")
        with self.server.lock:
            self.server.requests.append((self.command, self.path, self.headers.get("Range")))
            self.server.headers.append(dict(self.headers))
            number = len(self.server.requests)
            self.server.at_once += 1
            self.server.most_at_once = max(self.server.most_at_once, self.server.at_once)
        try:
            time.sleep(self.server.delay)
            return self.answer(way, name, url, number)
        finally:
            with self.server.lock:
                self.server.at_once -= 1

    def answer(self, way, name, url, number):
        if way == "s3":
            return self.serve_bucket(url, name)
        answer = getattr(self, f"serve_{way.replace('-', '_')}", None)
        if answer is None:
            return self.send_whole(404, HTML, "text/html")
        return answer(name, number)

    # ---- Answers --------------------------------------------------------------------------------

    def send_whole(self, status, body, kind="application/octet-stream", **headers):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for header, value in headers.items():
            self.send_header(header.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def serve_well(self, name, number, tag="", shift=0, cut_bytes=None, most_bytes=None,
                   tells_size=True, tells_tag=True, encoding=""):
        """shift: of the range that is announced; cut_bytes: after which the connection breaks;
        most_bytes: of an answer."""
        path = self.server.folder / name
        if not path.is_file():
            return self.send_whole(404, HTML, "text/html")
        size = path.stat().st_size
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        first = int(asked[1]) if asked else 0
        if asked and first >= size:
            return self.send_whole(416, HTML, "text/html", Content_Range=f"bytes */{size}")
        last = min(int(asked[2]) if asked and asked[2] else size - 1, size - 1)
        if asked and most_bytes is not None:
            last = min(last, first + most_bytes - 1)
        self.send_response(206 if asked else 200)
        if asked:
            total = size if tells_size else "*"
            self.send_header("Content-Range", f"bytes {first + shift}-{last + shift}/{total}")
        if tells_tag:
            self.send_header("ETag", etag_of(path, tag))
        if encoding:
            self.send_header("Content-Encoding", encoding)
        if self.server.marks.get(name):
            self.send_header("x-amz-meta-ncf-writer", self.server.marks[name])
        self.send_header("Content-Length", str(last + 1 - first))
        self.end_headers()
        if self.command == "HEAD":
            return None
        self.wfile.flush()
        with path.open("rb") as file:
            file.seek(first)
            self.copy(file, last + 1 - first, cut_bytes)
        return None

    def copy(self, file, left, cut_bytes):
        if cut_bytes is not None and left > cut_bytes:
            self.close_connection = True
            left = cut_bytes
        while left:
            data = file.read(min(left, 1 << 20))
            self.connection.sendall(data)
            left -= len(data)

    # ---- Unusual ways, and bad ones -------------------------------------------------------------

    def serve_short(self, name, number):
        """Less than was requested, which is allowed."""
        self.serve_well(name, number, most_bytes=100_000)

    def serve_short_changed(self, name, number):
        self.serve_well(name, number, tag=f"-{number}", most_bytes=100_000)

    def serve_crumbs(self, name, number):
        self.serve_well(name, number, most_bytes=1)

    def serve_unknown_size(self, name, number):
        """RFC 9110 allows it, too."""
        self.serve_well(name, number, tells_size=False)

    def serve_unknown_short(self, name, number):
        self.serve_well(name, number, tells_size=False, most_bytes=30_000)

    def serve_unknown_changed(self, name, number):
        self.serve_well(name, number, tells_size=False, tag=f"-{number}", most_bytes=30_000)

    def serve_cut(self, name, number):
        self.serve_well(name, number, cut_bytes=CUT_BYTES)

    def serve_changed(self, name, number):
        self.serve_well(name, number, tag=f"-{number}")

    def serve_shifted(self, name, number):
        self.serve_well(name, number, shift=1)

    def serve_busy(self, name, number):
        """Every second request is one too many."""
        if number % 2:
            return self.send_whole(503 if number % 4 == 1 else 429, HTML, "text/html")
        return self.serve_well(name, number)

    def serve_broken(self, name, number):
        self.send_whole(500, HTML, "text/html")

    def serve_away(self, name, number):
        self.send_whole(503, HTML, "text/html", Retry_After="30")

    def serve_without_ranges(self, name, number):
        path = self.server.folder / name
        if not path.is_file():
            return self.send_whole(404, HTML, "text/html")
        return self.send_whole(200, path.read_bytes())

    def serve_sent_in_chunks(self, name, number):
        """As S3 servers that repeat how the object was sent to them."""
        return self.serve_well(name, number, encoding="identity, aws-chunked")

    def serve_encoded(self, name, number):
        return self.serve_well(name, number, encoding="gzip")

    def serve_html(self, name, number):
        self.send_whole(200, HTML, "text/html")

    def serve_refused(self, name, number):
        self.send_whole(403, HTML, "text/html")

    def serve_moved(self, name, number):
        self.send_whole(302, b"", Location=f"/well/{name}")

    def serve_elsewhere(self, name, number):
        """To what is another host for the client."""
        host = f"localhost:{self.server.server_port}"
        self.send_whole(302, b"", Location=f"http://{host}/well/{name}")

    def serve_endless(self, name, number):
        self.send_response(206)
        self.send_header("Content-Range", "bytes 0-262143/1000000000000")
        self.end_headers()
        self.wfile.flush()
        self.close_connection = True
        try:
            while True:
                self.connection.sendall(b"\x89HDF\r\n\x1a\n" * (1 << 16))
        except OSError:
            pass

    # ---- Bad ways to serve a store --------------------------------------------------------------

    def serve_without_head(self, name, number):
        if self.command == "HEAD":
            return self.send_whole(404, b"")
        return self.serve_well(name, number)

    def serve_page_for_all(self, name, number):
        if (self.server.folder / name).is_file():
            return self.serve_well(name, number)
        return self.send_whole(200, HTML, "Text/HTML")

    def serve_text_for_all(self, name, number):
        if (self.server.folder / name).is_file():
            return self.serve_well(name, number)
        return self.send_whole(200, b"not found", "text/plain")

    def serve_hidden_attributes(self, name, number):
        if name.endswith(".zattrs"):
            return self.send_whole(403, HTML, "text/html")
        return self.serve_well(name, number)

    def serve_hidden_missing(self, name, number):
        """Forbidden is what does not exist, as in a bucket that may not be listed."""
        if not (self.server.folder / name).is_file():
            return self.send_whole(403, HTML, "text/html")
        return self.serve_well(name, number)

    def serve_whole_as_part(self, name, number):
        if "Range" in self.headers:
            return self.serve_well(name, number)
        return self.send_whole(206, (self.server.folder / name).read_bytes())

    def serve_longer(self, name, number):
        if "Range" in self.headers:
            return self.serve_well(name, number)
        return self.send_whole(200, (self.server.folder / name).read_bytes() + bytes(8))

    def serve_vanishing(self, name, number):
        """Whole objects are gone."""
        if "Range" in self.headers:
            return self.serve_well(name, number)
        return self.send_whole(404, HTML, "text/html")

    # ---- S3 -------------------------------------------------------------------------------------

    def serve_bucket(self, url, name):
        fault = signature.fault_of(self.command, self.path, self.headers, self.server.credentials,
                                   self.body)
        if fault:
            self.server.faults.append(fault)
            return self.send_whole(403, f"<Error><Code>{fault}</Code></Error>".encode(),
                                   "application/xml")
        if self.command == "GET":
            self.server.on_read()
        if self.command in ("PUT", "DELETE") and self.server.on_change(self, name):
            return None
        if self.command == "PUT":
            return self.put_object(name)
        if self.command == "DELETE":
            (self.server.folder / name).unlink(missing_ok=True)
            return self.send_whole(204, b"")
        query = parse_qs(url.query, keep_blank_values=True)
        if "list-type" in query:
            return self.list_bucket(name, {key: values[0] for key, values in query.items()})
        if not (self.server.folder / name).is_file():
            return self.send_whole(404, b"<Error><Code>NoSuchKey</Code></Error>",
                                   "application/xml")
        if name.endswith(self.server.forbidden or "\0"):
            return self.send_whole(403, b"<Error><Code>AccessDenied</Code></Error>",
                                   "application/xml")
        return self.serve_well(name, 0)

    def put_object(self, name, **headers):
        path = self.server.folder / name
        is_new, expected = self.headers.get("If-None-Match") == "*", self.headers.get("If-Match")
        if self.server.conditions == "refused" and (is_new or expected):
            return self.send_error_code(501, "NotImplemented")
        if self.server.conditions == "met":
            if path.is_file() if is_new else expected and etag_of(path) != expected:
                return self.send_error_code(412, "PreconditionFailed")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.body)
        self.server.marks[name] = self.headers.get("x-amz-meta-ncf-writer")
        self.send_whole(200, b"", **{"ETag": etag_of(path), **headers})

    def send_error_code(self, status, code):
        self.send_whole(status, f"<Error><Code>{code}</Code></Error>".encode(), "application/xml")

    def list_bucket(self, bucket, query):
        root = self.server.folder / bucket.strip("/")
        prefix, delimiter = query.get("prefix", ""), query.get("delimiter")
        found = {}
        for path in root.rglob("*"):
            key = path.relative_to(root).as_posix()
            if not path.is_file() or not key.startswith(prefix):
                continue
            below = key[len(prefix):]
            if delimiter and delimiter in below:
                found[prefix + below.split(delimiter)[0] + delimiter] = None
            else:
                found[key] = path
        after = query.get("continuation-token", "")
        names = [name for name in sorted(found) if name > after]
        most = min(self.server.page_keys, int(query.get("max-keys", self.server.page_keys)))
        page, is_cut = names[:most], len(names) > most
        xml_text = xml.sax.saxutils.escape
        parts = [f"<IsTruncated>{str(is_cut).lower()}</IsTruncated>"]
        if is_cut:
            parts.append(f"<NextContinuationToken>{xml_text(page[-1])}</NextContinuationToken>")
        for name in page:
            if found[name] is None:
                parts.append(f"<CommonPrefixes><Prefix>{xml_text(name)}</Prefix></CommonPrefixes>")
            else:
                etag, size = xml_text(etag_of(found[name])), found[name].stat().st_size
                parts.append(f"<Contents><Key>{xml_text(name)}</Key><ETag>{etag}</ETag>"
                             f"<Size>{size}</Size></Contents>")
        text = '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult>' + "".join(parts)
        listing = self.server.change_listing(text + "</ListBucketResult>")
        self.send_whole(200, listing.encode(), "application/xml")


BAD_WAYS = sorted(name.removeprefix("serve_").replace("_", "-") for name in dir(Handler)
                  if name.startswith("serve_") and name not in ("serve_well", "serve_bucket"))


class Server(ThreadingHTTPServer):
    """While it is entered, another thread serves."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, folder, delay=0.0, credentials=None):
        super().__init__(("127.0.0.1", 0), Handler)
        self.folder = Path(folder)
        self.delay = delay
        self.credentials = credentials
        self.lock = threading.Lock()
        self.requests = []  # (method, path, range)
        self.headers = []
        self.at_once = self.most_at_once = 0
        self.faults = []  # of signatures
        self.forbidden = ()  # how the names of objects in buckets end that may not be read
        self.conditions = "met"  # or "ignored" or "refused": those of requests to store objects
        self.marks = {}  # of the writers of objects in buckets
        self.page_keys = 100  # of a listing
        self.change_listing = lambda text: text
        self.on_read = lambda: None  # called before an object is read
        self.on_change = lambda handler, name: False  # answers PUT and DELETE itself, or not

    def url(self, way, name=""):
        return f"http://127.0.0.1:{self.server_port}/{way}/{name}"

    def handle_error(self, request, client_address):
        """A client may end a connection when it likes."""

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--delay", type=float, default=0.0)
    parser.add_argument("--page-keys", type=int, default=1000)
    options = parser.parse_args()
    server = Server(options.folder, options.delay)
    server.page_keys = options.page_keys
    print(server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    sys.exit(main())
