# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Reads a page of `ncfinfo --html` strictly: anything that is malformed, or would load or run
something, is an error."""

import re
import xml.etree.ElementTree
from html.parser import HTMLParser

VOID = {"meta"}
# Elements that run or load something; ours have no other use for them either.
ACTIVE = {"script", "iframe", "object", "embed", "link", "img", "image", "form", "base", "use",
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


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open = []
        self.ids = set()
        self.targets = set()
        self.tables = []
        self.pictures = []
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
            if name == "href":
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
        elif tag == "data":
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
