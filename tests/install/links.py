# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Fails when a page in Markdown links to a file that is not there.

    links.py FOLDER
"""

import re
import sys
from pathlib import Path

LINK = re.compile(r"\]\s*\(([^)\s]+)\)")
OUTSIDE = re.compile(r"[a-z]+:|#")


def dead_links(page):
    text = re.sub(r"(?ms)^```.*?^```", "", page.read_text(encoding="utf-8"))
    for target in LINK.findall(text):
        if not OUTSIDE.match(target) and not (page.parent / target.split("#")[0]).exists():
            yield target


def main(folder):
    pages = sorted(Path(folder).rglob("*.md"))
    dead = [f"{page}: {target}" for page in pages for target in dead_links(page)]
    print("\n".join(dead) or f"{len(pages)} pages")
    return 1 if dead or not pages else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
