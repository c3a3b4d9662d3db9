# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Debian packages by CPack, one a component; `cmake --workflow --preset package` makes them.
#
#   ncf-tools   programs, their manual pages and completions
#   libncf0.1   the library; named after its soname, so that two of them can be installed
#   libncf-dev  headers, and what other projects find the library by
#   ncf-plugins filter plugins, where our library finds them and linked to where libhdf5 does
#   python3-ncf the Python package, which runs the programs
set(NCF_PACKAGE_MAINTAINER "The ncf authors <ncf@packages.invalid>" CACHE STRING
  "Who answers for the packages: a name and an address")

set(package_texts "${PROJECT_BINARY_DIR}/debian")
set(library_package libncf${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(same_version "(= ${PROJECT_VERSION}-1)")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ncf)
set(CPACK_PACKAGE_VENDOR "The ncf authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL tools library devel plugins python)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SOURCE ncf)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${NCF_PACKAGE_MAINTAINER}")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# Debian's libraries are found out by dpkg-shlibdeps; ours, which no package has yet, are named below.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}")

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME ncf-tools)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION science)
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "${library_package} ${same_version}")
set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS "ncf-plugins ${same_version}")
set(CPACK_DEBIAN_TOOLS_DESCRIPTION "copy, dump and generate netCDF and Zarr data with filters
The programs ncfcopy, ncfdump, ncfgen and ncfinfo do what nccopy, ncdump
and ncgen do, with compression filters by name, on all processors, and for
folders of Zarr as well.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${library_package})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA
  "${package_texts}/shlibs;${package_texts}/triggers")
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "netCDF and Zarr data with compression filters, shared library
Plans and does copies of netCDF files with other filters, chunks and
formats, writes them as text and makes them of it. The programs of ncf-tools
stand on it.")

set(CPACK_DEBIAN_DEVEL_PACKAGE_NAME libncf-dev)
set(CPACK_DEBIAN_DEVEL_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVEL_PACKAGE_DEPENDS "${library_package} ${same_version}")
set(CPACK_DEBIAN_DEVEL_DESCRIPTION "netCDF and Zarr data with compression filters, for development
Headers of libncf, and what CMake and pkg-config find it by.")

set(CPACK_DEBIAN_PLUGINS_PACKAGE_NAME ncf-plugins)
set(CPACK_DEBIAN_PLUGINS_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PLUGINS_PACKAGE_ENHANCES "hdf5-tools, netcdf-bin")
set(CPACK_DEBIAN_PLUGINS_DESCRIPTION "HDF5 filter plugins for zstd, bzip2, blosc, lz4, lzf, bitshuffle, zfp
Programs that use Debian's libhdf5 read and write data with these filters;
those that use libnetcdf 4.9.3 or later need HDF5_PLUGIN_PATH to name
libhdf5's plugin folder. libncf runs the filters on all processors.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-ncf)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "ncf-tools (>= ${PROJECT_VERSION}), python3 (>= 3.9)")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "ncf-plugins")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-h5py, python3-netcdf4, python3-xarray")
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "netCDF and Zarr data with compression filters, for Python
Copies, plans, tunes, explains and dumps files by the programs of ncf-tools,
and lets h5py, netCDF4 and xarray read and write the filters of ncf-plugins.")

# What Debian has otherwise than `cmake --install`, layout.cmake moves.
find_file(NCF_HDF5_CONFIGURATION H5pubconf.h HINTS ${HDF5_INCLUDE_DIRS})
set(NCF_HDF5_PLUGIN_DIR)
if(NCF_HDF5_CONFIGURATION)
  file(STRINGS "${NCF_HDF5_CONFIGURATION}" line REGEX "#define[ \t]+H5_DEFAULT_PLUGINDIR")
  string(REGEX REPLACE ".*\"(.*)\".*" "\\1" NCF_HDF5_PLUGIN_DIR "${line}")
endif()
get_property(hdf5_plugins GLOBAL PROPERTY NCF_HDF5_PLUGINS)
string(TIMESTAMP package_date "%a, %d %b %Y %H:%M:%S +0000" UTC)
configure_file(${PROJECT_SOURCE_DIR}/cmake/debian/copyright ${package_texts}/copyright COPYONLY)
file(WRITE ${package_texts}/changelog
  "ncf (${PROJECT_VERSION}-1) unstable; urgency=medium\n\n"
  "  * Version ${PROJECT_VERSION}, packages made by CPack; changelog.gz says what changed.\n\n"
  " -- ${NCF_PACKAGE_MAINTAINER}  ${package_date}\n")
file(WRITE ${package_texts}/shlibs "libncf ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} "
  "${library_package} ${same_version}\n")
file(WRITE ${package_texts}/triggers "activate-noawait ldconfig\n")
configure_file(${PROJECT_SOURCE_DIR}/cmake/debian/layout.cmake.in ${package_texts}/layout.cmake
  @ONLY)
set(CPACK_PRE_BUILD_SCRIPTS "${package_texts}/layout.cmake")
include(CPack)
