# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Says so where ncf is built for a platform that it is not tested on. CONTRIBUTING.md lists those
# that it is.
include(CheckCXXSymbolExists)

if(CMAKE_SIZEOF_VOID_P LESS 8)
  message(WARNING "ncf is made for 64-bit platforms and not tested on 32-bit ones: it may not build, "
    "and cannot copy files larger than the address space.")
endif()

check_cxx_symbol_exists(_LIBCPP_VERSION version NCF_HAS_LIBCXX)

check_cxx_symbol_exists(__GLIBC__ features.h NCF_HAS_GLIBC)
if(NOT NCF_HAS_GLIBC)
  message(WARNING "ncf is only tested with the GNU C library: with another one, for example musl, it "
    "may not build, or may behave differently.")
endif()
