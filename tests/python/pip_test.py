# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Tests that pip installs the source tree, and an archive of it, without a network."""

import importlib.metadata
import importlib.util
import os
import subprocess
import sys
import tarfile
import tempfile
import unittest
import unittest.mock
import zipfile
from pathlib import Path

import ncf

SOURCE = Path(os.environ["NCF_SOURCE_DIR"], "python")


def load_backend():
    spec = importlib.util.spec_from_file_location("build_backend", SOURCE / "build_backend.py")
    backend = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(backend)
    return backend


class Pip(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def check_installation(self, source):
        target = self.folder / "installed"
        subprocess.run(
            [sys.executable, "-m", "pip", "install", "--quiet", "--target", target, source],
            env={**os.environ, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1",
                 "PIP_ROOT_USER_ACTION": "ignore", "PYTHONDONTWRITEBYTECODE": "1"}, check=True)
        modules = {path.name for path in Path(target, "ncf").iterdir()} - {"__pycache__"}
        built = {path.name for path in Path(ncf.__file__).parent.iterdir()} - {"__pycache__"}
        self.assertEqual(modules, built)
        [package] = importlib.metadata.distributions(path=[str(target)])
        self.assertEqual((package.metadata["Name"], package.version), ("ncf", ncf.__version__))
        self.assertEqual(package.metadata.items(), importlib.metadata.metadata("ncf").items())

    @unittest.skipUnless(importlib.util.find_spec("pip"), "needs pip")
    def test_the_source_tree(self):
        self.check_installation(SOURCE)

    @unittest.skipUnless(importlib.util.find_spec("pip"), "needs pip")
    def test_an_archive_of_it(self):
        self.check_installation(self.folder / load_backend().build_sdist(self.folder))

    def test_a_wheel_records_what_it_holds(self):
        backend = load_backend()
        with zipfile.ZipFile(self.folder / backend.build_wheel(self.folder)) as wheel:
            [record] = [name for name in wheel.namelist() if name.endswith("/RECORD")]
            lines = wheel.read(record).decode().splitlines()
            self.assertEqual([line.split(",")[0] for line in lines], wheel.namelist())
            for line in lines[:-1]:
                name, digest, size = line.split(",")
                self.assertEqual(line + "\n", backend._record_line(name, wheel.read(name)))

    def test_an_editable_wheel_leads_to_the_source(self):
        backend = load_backend()
        with zipfile.ZipFile(self.folder / backend.build_editable(self.folder)) as wheel:
            folder = wheel.read("ncf.pth").decode().strip()
        self.assertEqual(Path(folder), SOURCE)

    def test_an_archive_does_not_depend_on_the_time(self):
        first = Path(self.folder / load_backend().build_sdist(self.folder)).read_bytes()
        with unittest.mock.patch("time.time", return_value=1e9):
            again = Path(self.folder / load_backend().build_sdist(self.folder)).read_bytes()
        self.assertEqual(first, again)

    def test_an_archive_has_one_folder(self):
        with tarfile.open(self.folder / load_backend().build_sdist(self.folder)) as archive:
            folders = {name.split("/")[0] for name in archive.getnames()}
        self.assertEqual(folders, {f"ncf-{ncf.__version__}"})


if __name__ == "__main__":
    unittest.main()
