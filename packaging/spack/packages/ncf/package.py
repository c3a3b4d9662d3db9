# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
from pathlib import Path

from spack_repo.builtin.build_systems.cmake import CMakePackage, generator

from spack.package import *


class Ncf(CMakePackage):
    """Copies, dumps, generates and compresses netCDF files and Zarr stores, with HDF5 filters by
    name, on all processors: programs, a C++ library, filter plugins and a Python package."""

    # The sources around this recipe; a release adds its archive.
    git = Path(__file__).resolve().parents[4].as_uri()

    license("Apache-2.0")

    version("main", branch="main")

    variant("blosc", default=True, description="Build the plugin blosc")
    variant("blosc2", default=True, description="Build the plugin blosc2")
    variant("libdeflate", default=True, description="Run deflate at several times the speed")
    variant("lz4", default=True, description="Build the plugins lz4 and bitshuffle")
    variant("mpi", default=True, description="Copy with many processes: ncfcopy --mpi")
    variant("szip", default=True, description="Run szip without HDF5's")
    variant("zfp", default=True, description="Build the plugin zfp")

    generator("ninja")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type=("build", "run"))

    # With MPI or without: each process reads and writes files by itself.
    depends_on("hdf5@1.10:")
    depends_on("netcdf-c@4.9:")
    depends_on("cli11@2.1:")
    depends_on("fmt@9:")
    depends_on("utf8proc@2.1:")
    depends_on("openssl@3:")
    depends_on("zlib-api")
    depends_on("zstd@1.4:")
    depends_on("bzip2")
    depends_on("xz")
    depends_on("curl@7.85:")
    depends_on("c-blosc@1.16:", when="+blosc")
    depends_on("c-blosc2@2.11:", when="+blosc2")
    depends_on("libdeflate@1.8:", when="+libdeflate")
    depends_on("lz4@1.8:", when="+lz4")
    depends_on("libaec@1:", when="+szip")
    depends_on("zfp@1: bsws=8", when="+zfp")
    depends_on("mpi", when="+mpi")
    depends_on("mpi", when="^hdf5+mpi")  # whose headers include MPI's

    extends("python@3.9:")

    requires(
        "^[virtuals=mpi] openmpi",
        "^[virtuals=mpi] mpich",
        policy="any_of",
        when="+mpi",
        msg="ncf has modules for Open MPI and for MPICH",
    )

    # The compilers that have the parts of C++20 that are used.
    conflicts("%gcc@:11", msg="ncf needs GCC 12 or later")
    conflicts("%clang@:13", msg="ncf needs Clang 14 or later")

    def cmake_args(self):
        return [
            self.define("NCF_BUILD_TESTS", False),
            self.define("NCF_BUILD_EXAMPLES", False),
            self.define("NCF_PYTHON_INSTALL_DIR", python_purelib),
            # Spack's liblzf is a static library, which no plugin can contain.
            self.define("NCF_WITH_LZF", False),
            self.define("NCF_WITH_MPICH", self.spec.satisfies("+mpi ^[virtuals=mpi] mpich")),
            self.define("NCF_WITH_OPENMPI", self.spec.satisfies("+mpi ^[virtuals=mpi] openmpi")),
            self.define_from_variant("NCF_WITH_BLOSC", "blosc"),
            self.define_from_variant("NCF_WITH_BLOSC2", "blosc2"),
            self.define_from_variant("NCF_WITH_LIBDEFLATE", "libdeflate"),
            self.define_from_variant("NCF_WITH_LZ4", "lz4"),
            self.define_from_variant("NCF_WITH_LIBAEC", "szip"),
            self.define_from_variant("NCF_WITH_ZFP", "zfp"),
        ]
