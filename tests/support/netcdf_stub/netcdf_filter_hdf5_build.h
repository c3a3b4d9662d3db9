/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Stands for a header that netCDF's netcdf_filter_build.h includes and packages do not install, so
 * that a test can compile the latter. */
#pragma once
