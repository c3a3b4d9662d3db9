# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Makes an archive of a build that runs from any folder of any Linux with a glibc as new as that of
this machine: all that is installed, and every library that it needs except those of glibc.

    make_bundle.py --cmake CMAKE --build BUILD --made MADE --version VERSION --output FOLDER

MADE has plugins that need neither a C++ library nor libhdf5, because other programs load them, and
libnocurl.so, which libhdf5 gets instead of libcurl. FOLDER gets ncf-VERSION-linux-PROCESSOR and its
archive .tar.xz. Needs patchelf, binutils and dpkg-query: the libraries are Debian's, and so is what
their licences say. Two bundles of one build are equal.
"""

import argparse
import functools
import lzma
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import elf_files
from elf_files import printed_by

HERE = Path(__file__).resolve().parent
LARGEST_ARCHIVE_BYTES = 35_000_000
LIBRARIES = Path("lib/ncf/bundled")
CURL, NO_CURL = "libcurl.so.4", "libnocurl.so"
# Modules that are linked with the machine's own MPI, never with ours.
MPI_MODULES = "lib/ncf/libncf-*mpi*.so"
# Libraries of glibc, which must be the machine's, have no other package.
GLIBC_PACKAGE = "libc6"


def main():
    parser = argparse.ArgumentParser()
    for name in ("cmake", "build", "made", "version", "output"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--unpacked", action="store_true", help="make no archive")
    given = parser.parse_args()
    root = Path(given.output, f"ncf-{given.version}-linux-{platform.machine()}")
    shutil.rmtree(root, ignore_errors=True)
    subprocess.run([given.cmake, "--install", given.build, "--prefix", root, "--strip"],
                   check=True, stdout=subprocess.DEVNULL)
    for plugin in Path(given.made, "plugins").glob("*.so"):
        copy_stripped(plugin, root / "lib/ncf/plugins")
    packages = bundle_libraries(root, Path(given.made, NO_CURL))
    set_run_paths(root)
    add_documents(root, packages, given.version)
    check(root)
    archive = root if given.unpacked else pack(root)
    major, minor = elf_files.oldest_glibc(elf_files.find(root))
    print(f"{archive}: {archive.stat().st_size / 1e6:.1f} MB, needs glibc {major}.{minor}")


def copy_stripped(library, folder):
    subprocess.run(["strip", "--strip-unneeded", "-o", folder / library.name, library], check=True)


def bundle_libraries(root, no_curl):
    """Copies the libraries that the files below `root` need, and returns their packages."""
    libraries = {}
    for path in elf_files.find(root):
        if not path.match(MPI_MODULES):
            libraries.update(elf_files.loaded(path))
    folder = root / LIBRARIES
    folder.mkdir()
    packages = {}
    for name, path in sorted(libraries.items()):
        if root.resolve() in path.resolve().parents:
            continue
        if is_of_glibc(path):
            continue
        package = package_of(path)
        shutil.copy(path.resolve(), folder / name)
        (folder / name).chmod(0o755)
        packages.setdefault(package, []).append(name)
        if name.startswith("libhdf5") and CURL in elf_files.needed(path):
            copy_stripped(no_curl, folder)
            leave_out_curl(folder / name)
    return packages


def leave_out_curl(libhdf5):
    """Makes libhdf5 need libnocurl.so instead of libcurl, and call the functions there.

    The new names have the same lengths and are written over the old ones, among the strings of the
    dynamic section: patchelf renames neither functions that a file calls nor the libraries of which
    it asks for versions of symbols.
    """
    calls = set(re.findall(r" U (curl_\w+)", printed_by("nm", "--dynamic", libhdf5)))
    content = libhdf5.read_bytes()
    for name, other in [(CURL, NO_CURL), *((call, "none" + call[4:]) for call in calls)]:
        old, new = f"\0{name}\0".encode(), f"\0{other}\0".encode()
        if content.count(old) != 1 or len(old) != len(new):
            sys.exit(f"{libhdf5}: cannot replace {name} by {other}")
        content = content.replace(old, new)
    libhdf5.write_bytes(content)


def is_of_glibc(path):
    return package_of(path).split(":")[0] == GLIBC_PACKAGE


@functools.cache
def package_of(path):
    """Returns the Debian package of a library; dpkg may know it below /usr or below /."""
    for name in [str(path), str(path.resolve()), str(path.resolve()).replace("/usr", "", 1),
                 str(path).replace("/usr", "", 1)]:
        found = subprocess.run(["dpkg-query", "--search", name], capture_output=True, text=True)
        if found.returncode == 0:
            return found.stdout.rsplit(": ", 1)[0]
    raise LookupError(f"no Debian package contains {path}")


def set_run_paths(root):
    """Makes every file find its libraries from where it is, whatever LD_LIBRARY_PATH says."""
    for path in elf_files.find(root):
        folders = [os.path.relpath(folder, path.parent)
                   for folder in (root / "lib", root / LIBRARIES)
                   if any((folder / name).exists() for name in elf_files.needed(path))]
        if path.parent == root / "bin":  # libncf is loaded first, and finds the others
            folders = ["../lib", f"../{LIBRARIES}"]
        run_path = ":".join("$ORIGIN" if folder == "." else f"$ORIGIN/{folder}"
                            for folder in folders)
        subprocess.run(["patchelf", "--remove-rpath", path], check=True)
        if run_path:
            subprocess.run(["patchelf", "--force-rpath", "--set-rpath", run_path, path], check=True)


def add_documents(root, packages, version):
    """Adds the licences of the bundled libraries, and what a user and a module system need."""
    licences = root / "share/doc/ncf/licences"
    licences.mkdir()
    rows = []
    for package, libraries in sorted(packages.items()):
        name = package.split(":")[0]
        shutil.copy(Path("/usr/share/doc", name, "copyright"), licences / name)
        [source, source_version] = printed_by(
            "dpkg-query", "--show", "--showformat=${source:Package} ${source:Version}",
            package).split()
        rows.append(f"| {', '.join(libraries)} | {source} {source_version} | {name} |")
    table = (HERE / "LIBRARIES.md").read_text()
    (root / "share/doc/ncf/LIBRARIES.md").write_text(table + "\n".join(rows) + "\n")
    shutil.copy(HERE / "BUNDLE.md", root / "README.md")
    shutil.copy(root / "share/doc/ncf/LICENSE", root)
    modulefile = root / "share/modulefiles/ncf" / version
    modulefile.parent.mkdir(parents=True)
    shutil.copy(HERE / "modulefile", modulefile)


def check(root):
    """Requires that the files load nothing but the bundle and glibc."""
    for path in elf_files.find(root):
        if path.match(MPI_MODULES):
            continue
        for name, found in elf_files.loaded(path).items():
            if root.resolve() not in found.resolve().parents and not is_of_glibc(found):
                sys.exit(f"{path} loads {name} from {found}, not from the bundle")


def pack(root):
    """Packs the folder, and returns the archive."""
    time = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))

    def without_maker(member):
        member.uid = member.gid = 0
        member.uname = member.gname = "root"
        member.mtime = time
        member.mode = 0o755 if member.mode & 0o111 or member.isdir() else 0o644
        return member

    archive = root.with_name(root.name + ".tar.xz")
    with lzma.open(archive, "wb", preset=9) as compressed, \
            tarfile.open(fileobj=compressed, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for path in [root, *sorted(root.rglob("*"))]:
            tar.add(path, path.relative_to(root.parent), recursive=False, filter=without_maker)
    if archive.stat().st_size > LARGEST_ARCHIVE_BYTES:
        sys.exit(f"{archive} is larger than {LARGEST_ARCHIVE_BYTES / 1e6:.0f} MB")
    return archive


if __name__ == "__main__":
    main()
