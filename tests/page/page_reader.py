# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Reads a page of `ncfinfo --html` strictly: anything that is malformed, or would load or run
something, is an error."""

import base64
import re
import struct
import xml.etree.ElementTree
import zlib
from html.parser import HTMLParser

VOID = {"meta"}
# Elements that run or load something; ours have no other use for them either.
ACTIVE = {"script", "iframe", "object", "embed", "link", "img", "form", "base", "use",
          "foreignobject", "animate", "set", "audio", "video", "source"}


class Table:
    def __init__(self, heading):
        self.heading = heading  # the h2 or h3 before it
        self.caption = ""
        self.columns = []
        self.rows = []  # each a list of cells: (text, [numbers])

    def column(self, title):
        return self.columns.index(title)

    def cells(self, title):
        """Returns the cells of a column by the text of their row's heading."""
        at = self.column(title)
        return {row[0][0]: row[at] for row in self.rows}


def read_png(file):
    """Returns rows of indices in the palette of a PNG file as maps have it, None for transparent."""
    assert file.startswith(b"\x89PNG\r\n\x1a\n")
    chunks, at = {}, 8
    while at < len(file):
        size, name = struct.unpack(">I4s", file[at:at + 8])
        content = file[at + 8:at + 8 + size]
        assert struct.unpack(">I", file[at + 8 + size:at + 12 + size])[0] == zlib.crc32(
            name + content), name
        chunks[name] = content
        at += 12 + size
    width, height, form = struct.unpack(">II5s", chunks[b"IHDR"])
    assert form == bytes([8, 3, 0, 0, 0]), form
    none = len(chunks[b"PLTE"]) // 3 - 1
    assert chunks[b"tRNS"] == b"\xff" * none + b"\0"
    pixels = zlib.decompress(chunks[b"IDAT"])
    assert len(pixels) == height * (width + 1)
    rows = [pixels[i * (width + 1):(i + 1) * (width + 1)] for i in range(height)]
    assert not any(row[0] for row in rows)
    return [[None if color == none else color for color in row[1:]] for row in rows]


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open = []
        self.ids = set()
        self.targets = set()
        self.tables = []
        self.pictures = []
        self.maps = {}  # by label, the colours of the cells, as shown
        self.texts = []
        self.heading = ""
        self.cell = None
        xml.etree.ElementTree.fromstring(text)
        assert not re.search(r"url\(|@import|https?:|//", text.partition("</style>")[0]), "loads"
        self.feed(text)
        self.close()
        assert not self.open, self.open
        assert self.targets <= self.ids, self.targets - self.ids

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        assert tag not in ACTIVE, tag
        assert len(set(names)) == len(names), attributes
        for name, value in attributes:
            assert not name.startswith("on") and name not in ("src", "style", "action"), name
            assert value is not None, name
            if name == "href" and tag == "image":
                file = value.removeprefix("data:image/png;base64,")
                self.maps[self.pictures[-1]] = read_png(base64.b64decode(file, validate=True))
            elif name == "href":
                assert value.startswith("#"), value
                self.targets.add(value[1:])
            if name == "id":
                assert value not in self.ids, value
                self.ids.add(value)
        given = dict(attributes)
        if tag in VOID:
            return
        self.open.append(tag)
        if tag in ("h1", "h2", "h3"):
            self.heading = ""
        elif tag == "table":
            self.tables.append(Table(self.heading))
        elif tag == "tr" and "tbody" in self.open:
            self.tables[-1].rows.append([])
        elif tag in ("td", "th"):
            self.cell = ["", []]
        elif tag == "data" and self.cell is not None:
            self.cell[1].append(given["value"])
        elif tag == "svg" and given.get("role") == "img":
            assert given["aria-label"], given
            self.pictures.append(given["aria-label"])
        elif tag == "svg":
            assert given.get("aria-hidden") == "true", given

    def handle_startendtag(self, tag, attributes):
        assert tag in VOID, tag
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (self.open, tag)
        self.open.pop()
        if tag not in ("td", "th"):
            return
        cell = (self.cell[0].strip(), self.cell[1])
        if "tbody" in self.open:
            self.tables[-1].rows[-1].append(cell)
        else:
            self.tables[-1].columns.append(cell[0])
        self.cell = None

    def handle_data(self, data):
        if "style" in self.open:
            return
        self.texts.append(data)
        if self.open and "title" in self.open and "svg" in self.open:
            return
        if "small" in self.open:
            return
        if {"h1", "h2", "h3"} & set(self.open):
            self.heading += data
        elif "caption" in self.open:
            self.tables[-1].caption += data
        elif self.cell is not None:
            self.cell[0] += data

    @property
    def text(self):
        return "".join(self.texts)

    def tables_under(self, heading, caption=""):
        return [table for table in self.tables
                if table.heading == heading and table.caption.startswith(caption)]

    def table(self, heading, caption=""):
        found = self.tables_under(heading, caption)
        assert len(found) == 1, (heading, caption, [(t.heading, t.caption) for t in self.tables])
        return found[0]
