# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Builds the wheel that pip installs, and a source archive: modules of pure Python and metadata.
packaging/bundle/make_wheel.py adds the programs, libraries and plugins of a platform.

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


def _metadata():
    """Returns the text of METADATA; in a source archive, it is complete."""
    text = (HERE / "METADATA").read_text()
    if "@" in text:
        citation = (HERE.parent / "CITATION.cff").read_text()
        homepage = re.search("^url: (.*)", citation, re.MULTILINE).group(1)
        text = text.replace("@PROJECT_VERSION@", VERSION).replace("@PROJECT_HOMEPAGE_URL@", homepage)
    return text.encode()


METADATA = _metadata()
PURE = "py3-none-any"


def modules():
    paths = sorted(HERE.glob("ncf/*.py")) + [HERE / "ncf/py.typed"]
    return {path.relative_to(HERE).as_posix(): path.read_bytes() for path in paths}


def _record_line(name, content):
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
    return f"{name},sha256={digest},{len(content)}\n"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return write_wheel(wheel_directory, modules())


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds a wheel that leads to the modules here (PEP 660)."""
    return write_wheel(wheel_directory, {"ncf.pth": f"{HERE}\n".encode()})


def write_wheel(folder, files, tag=PURE, programs=()):
    """Writes a wheel with {name: content}, and returns its name. programs: names of executables."""
    info = f"ncf-{VERSION}.dist-info"
    wheel = ("Wheel-Version: 1.0\nGenerator: ncf\n"
             f"Root-Is-Purelib: {'true' if tag == PURE else 'false'}\nTag: {tag}\n")
    files = {**files, f"{info}/METADATA": METADATA, f"{info}/WHEEL": wheel.encode()}
    record = "".join(_record_line(*file) for file in files.items()) + f"{info}/RECORD,,\n"
    files[f"{info}/RECORD"] = record.encode()
    name = f"ncf-{VERSION}-{tag}.whl"
    with zipfile.ZipFile(Path(folder, name), "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            member = zipfile.ZipInfo(path)
            member.external_attr = (0o100755 if path in programs else 0o100644) << 16
            archive.writestr(member, content, zipfile.ZIP_DEFLATED)
    return name


def build_sdist(sdist_directory, config_settings=None):
    files = {**modules(), "PKG-INFO": METADATA, "METADATA": METADATA}
    for name in ("build_backend.py", "pyproject.toml"):
        files[name] = (HERE / name).read_bytes()
    sdist = f"ncf-{VERSION}.tar.gz"
    with gzip.GzipFile(Path(sdist_directory, sdist), "w", mtime=0) as compressed, \
            tarfile.open(fileobj=compressed, mode="w") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(f"ncf-{VERSION}/{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return sdist
