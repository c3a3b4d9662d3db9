#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Plants documents that disagree with the code, and expects each place to be named."""

import unittest

import documents
from planted_check import PlantedCheck

CHECK = "documents.py"
PAGE = "docs/architecture.md"
DRAWING = "\n".join(documents.drawing())


class Documents(PlantedCheck):
    def expect_broken(self, finding, check):
        self.expect_finding(finding, CHECK, check)

    def plant_code(self, *rooms):
        for room in rooms:
            self.plant(f"{room}/code.cpp", "int one;\n" * 100)

    # ---- drawing ----

    def plant_folders(self):
        for room, levels in documents.FOLDERS.items():
            for folders in levels:
                self.plant_code(*(f"lib/{room}/{folder}" for folder in folders))

    def test_a_drawing(self):
        self.plant_folders()
        self.plant(PAGE, f"# Rooms\n\n```\n{DRAWING}\n```\n\n```\nother\n```\n")
        self.expect_clean(CHECK, "drawing")
        self.plant(PAGE, f"# Rooms\n\n```\n{DRAWING} more\n```\n")
        self.expect_broken(f"{PAGE}:4: the drawing is not what documents.py draw prints", "drawing")
        self.plant(PAGE, "# Rooms\n")
        self.expect_broken(f"{PAGE}:1: the drawing is not what documents.py draw prints", "drawing")

    def test_folders_that_are_not_drawn(self):
        self.plant_folders()
        self.plant(PAGE, f"```\n{DRAWING}\n```\n")
        self.plant_code("lib/cdl/old")
        self.expect_broken("lib/cdl/old:1: has no level: see FOLDERS of include_directions.py",
                           "drawing")

    def test_folders_that_are_drawn_and_do_not_exist(self):
        self.plant_folders()
        self.plant(PAGE, f"```\n{DRAWING}\n```\n")
        (self.root / "lib/cdl/read/code.cpp").unlink()
        self.expect_broken("lib/cdl/read:1: has a level and no code: see FOLDERS of "
                           "include_directions.py", "drawing")

    def test_a_drawing_has_all_rooms_and_folders(self):
        for room in (room for level in documents.LEVELS for room in level):
            self.assertRegex(DRAWING, rf"\b{room}\b")
        for folder in ("zarr/storage", "recoding", "facts.hpp", "c_api"):
            self.assertIn(folder, DRAWING)
        self.assertLessEqual(max(map(len, documents.drawing())), documents.WIDTH)

    # ---- walk ----

    def test_a_walk(self):
        self.plant("lib/ops/copy.cpp", "int copy();\nint plan_work();\n")
        self.plant("lib/ops/read.cpp", "int read();\n")
        self.plant(PAGE, "| 1 | `lib/ops/copy.cpp` `copy`, `lib/ops/read.cpp` `read` | text |\n")
        self.expect_clean(CHECK, "walk")
        self.plant(PAGE, "| 1 | `lib/ops/copy.cpp` `plan` | text |\n")
        self.expect_broken(f"{PAGE}:1: plan is not in the file named before it", "walk")

    # ---- rooms ----

    def test_rooms(self):
        self.plant_code("lib/base/errors", "apps")
        self.plant("apps/README.md", "\n" * 40)
        self.plant("lib/base/README.md", "\n" * 80)
        self.expect_clean(CHECK, "rooms")
        self.plant("lib/base/README.md", "\n" * 81)
        self.expect_broken("lib/base/README.md:81: has 81 lines, not 40 to 80", "rooms")
        (self.root / "lib/base/README.md").unlink()
        self.expect_broken("lib/base/README.md:1: is missing: it says what the room is for, folder by "
                           "folder", "rooms")

    # ---- paths ----

    def expect_missing(self, name, line):
        self.plant("lib/base/README.md", f"{line}\n")
        self.expect_broken(f"lib/base/README.md:1: there is no {name}", "paths")

    def test_paths_that_exist(self):
        self.plant_code("lib/base/text", "plugins/zfp", "lib/ops/copy")
        self.plant("lib/include/ncf/copy.hpp", "")
        self.plant("lib/base/README.md",
                   "`lib/base`, `base/text/`, `text/code.cpp`, `text/code`, `ncf/copy.hpp`, `code.cpp`,\n"
                   "`plugins/{zfp,zfp/code.cpp}`, `zfp/*.cpp`, `time/latitude`, `a b/c`, `lib/NAME.cpp`\n"
                   "`netcdf.h`, `lib/ncf/plugins`\n"
                   "```\nlib/old.cpp `lib/old.cpp`\n```\n")
        self.expect_clean(CHECK, "paths")

    def test_paths_that_do_not_exist(self):
        self.plant_code("lib/base/text")
        self.expect_missing("lib/old", "See `lib/old`.")
        self.expect_missing("base/text/old.hpp", "See `base/text/old.hpp` and `base/text`.")
        self.expect_missing("text/old", "See `text/{code,old}`.")
        self.expect_missing("old.hpp", "See `old.hpp`.")

    # ---- sizes ----

    def test_sizes(self):
        self.plant_code("lib/base/errors")
        self.plant("lib/base/README.md", "text\n" * 1000)
        self.plant("CONTRIBUTING.md", "| room | lines |\n|---|---|\n| `lib/base` | 100 |\n")
        self.expect_clean(CHECK, "sizes")
        self.plant("lib/base/errors/more.cpp", "\n" * 100)
        self.expect_clean(CHECK, "sizes")
        self.plant("lib/base/errors/more.cpp", "\n" * 101)
        self.expect_broken("CONTRIBUTING.md:3: lib/base has 201 lines, 101 more than stated: see ncf "
                           "stays small", "sizes")
        self.plant("CONTRIBUTING.md", "")
        self.expect_broken("CONTRIBUTING.md:1: states no size of lib/base, which has 201 lines",
                           "sizes")


if __name__ == "__main__":
    unittest.main()
