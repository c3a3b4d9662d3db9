# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Makes a wheel of a bundle: `pip install` brings the programs onto PATH, `import ncf`, and the
plugins. The wheel says which glibc it needs, by the symbols that its files name.

    make_wheel.py --bundle BUNDLE --output FOLDER

The files are installed below the prefix of an environment as in the bundle (`bin`, `lib`, `share`),
so programs and libraries find each other there, too.

source: PyPA specifications "Binary distribution format" and "Platform compatibility tags"
"""

import argparse
import platform
import sys
from pathlib import Path

import elf_files

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
import build_backend  # noqa: E402

# Others are for developers: an environment is no place for another libncf.so to link.
DATA = ["lib/libncf.so.*", "lib/ncf/**/*", "share/man/**/*", "share/bash-completion/**/*",
        "share/zsh/**/*", "share/fish/**/*", "share/doc/ncf/LIBRARIES.md",
        "share/doc/ncf/licences/*"]


def main():
    parser = argparse.ArgumentParser()
    for name in ("bundle", "output"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    given = parser.parse_args()
    files, programs = {}, set()
    data = f"ncf-{build_backend.VERSION}.data"
    for path in sorted(given.bundle.glob("bin/*")):
        files[f"{data}/scripts/{path.name}"] = path.read_bytes()
        programs.add(f"{data}/scripts/{path.name}")
    for pattern in DATA:
        for path in sorted(given.bundle.glob(pattern)):
            name = f"{data}/data/{path.relative_to(given.bundle).as_posix()}"
            # A wheel has no links: the library has the name by which it is loaded.
            if path.is_file() and not (pattern.startswith("lib/libncf") and not path.is_symlink()):
                files[name] = path.read_bytes()
    major, minor = elf_files.oldest_glibc(elf_files.find(given.bundle))
    tag = f"py3-none-manylinux_{major}_{minor}_{platform.machine()}"
    wheel = given.output / build_backend.write_wheel(
        given.output, {**build_backend.modules(), **files}, tag, programs)
    print(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
