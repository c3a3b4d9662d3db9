# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Builds the wheel that pip installs, and a source archive: modules of pure Python and metadata.

source: PEP 517 (the functions' names and arguments); PyPA specifications "Binary distribution
format" and "Source distribution format"
"""

import base64
import gzip
import hashlib
import io
import re
import tarfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
VERSION = re.search('__version__ = "(.*)"', (HERE / "ncf/__init__.py").read_text()).group(1)
METADATA = (HERE / "METADATA").read_text().replace("@PROJECT_VERSION@", VERSION).encode()
WHEEL = b"Wheel-Version: 1.0\nGenerator: ncf\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def _modules():
    paths = sorted(HERE.glob("ncf/*.py")) + [HERE / "ncf/py.typed"]
    return {path.relative_to(HERE).as_posix(): path.read_bytes() for path in paths}


def _record_line(name, content):
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
    return f"{name},sha256={digest},{len(content)}\n"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return _write_wheel(wheel_directory, _modules())


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds a wheel that leads to the modules here (PEP 660)."""
    return _write_wheel(wheel_directory, {"ncf.pth": f"{HERE}\n".encode()})


def _write_wheel(wheel_directory, modules):
    info = f"ncf-{VERSION}.dist-info"
    files = {**modules, f"{info}/METADATA": METADATA, f"{info}/WHEEL": WHEEL}
    record = "".join(_record_line(*file) for file in files.items()) + f"{info}/RECORD,,\n"
    files[f"{info}/RECORD"] = record.encode()
    wheel = f"ncf-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory, wheel), "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    files = {**_modules(), "PKG-INFO": METADATA}
    for name in ("METADATA", "build_backend.py", "pyproject.toml"):
        files[name] = (HERE / name).read_bytes()
    sdist = f"ncf-{VERSION}.tar.gz"
    with gzip.GzipFile(Path(sdist_directory, sdist), "w", mtime=0) as compressed, \
            tarfile.open(fileobj=compressed, mode="w") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(f"ncf-{VERSION}/{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return sdist
