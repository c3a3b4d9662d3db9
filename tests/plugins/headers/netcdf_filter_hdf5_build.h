/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The header that netcdf_filter_build.h of libnetcdf 4.9.0 includes and no package installs. */
#pragma once

#include <H5PLextern.h>
#include <hdf5.h>
