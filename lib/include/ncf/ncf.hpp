// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The public headers of ncf. Start here:
//
//   ncf/filter_spec.hpp        the filter-spec language: parse, resolve, print
//   ncf/variable_filters.hpp   filters of a variable in an open netCDF file, or of a property list
//   ncf/plugins.hpp            where plugins are searched, which filters are available
//   ncf/explain.hpp            what a filter spec means, and how other programs write it
//   ncf/filter_list.hpp        every filter, available or missing, and where it is
//   ncf/doctor.hpp             whether plugins and filters work
//   ncf/info.hpp               what a file contains, and who can read it
//   ncf/input_bytes.hpp        inputs whose bytes the program reads itself
//   ncf/tune.hpp               which filters suit a file
//   ncf/tune_many.hpp          which filters suit an archive
//   ncf/compare.hpp            how two files differ
//   ncf/compare_many.hpp       how the files in two folders differ
//   ncf/map_axis.hpp           the axes of coarse maps of chunks and errors
//   ncf/page.hpp               writes these results as an HTML page
//   ncf/copy.hpp               copy a file: plan, act, report
//   ncf/copy_many.hpp          copy many files into a folder
//   ncf/mpi.hpp                the same by many processes
//   ncf/journal.hpp            what became of many files
//   ncf/purpose.hpp            what communities ask of files, by name: CMIP7
//   ncf/references.hpp         a file as Zarr without a copy: kerchunk's references
//   ncf/dataset.hpp            datasets chunk by chunk, in files and in memory
//   ncf/elements.hpp           types, and elements of any type in memory
//   ncf/dump.hpp               a file as text: CDL, NcML, JSON
//   ncf/cdl_style.hpp          how CDL is written
//   ncf/generate.hpp           make a file from CDL, or a program that makes it
//   ncf/text_sink.hpp          receives texts of any size
//   ncf/byte_count.hpp         numbers of bytes as texts: 500K, 64KiB
//   ncf/format.hpp             the formats of datasets and their names
//   ncf/library_lock.hpp       calls from several threads
//   ncf/stop.hpp               stops long work
//   ncf/supervise.hpp          work that leaves nothing behind, however it ends
//   ncf/error.hpp              the one exception type
//   ncf/version.hpp            versions and detected features
//   ncf/ncf.h                  the library through JSON, for C and all that calls C
//   ncf/filter_spec.h          parsing, for C
//   ncf/dataset.h              elements of any type: read, write, copy, free, for C
//   ncf/variable_filters.h     filters of variables and property lists, for C
//   ncf/deflate.h              deflate for shuffled data, for C
//   ncf/kernel.h               what a plugin exports to run on many threads, for C
//   ncf/ncz_codec.h            what a plugin exports to be a Zarr codec of libnetcdf, for C
#pragma once

#include "ncf/byte_count.hpp"
#include "ncf/cdl_style.hpp"
#include "ncf/compare.hpp"
#include "ncf/compare_many.hpp"
#include "ncf/copy.hpp"
#include "ncf/copy_many.hpp"
#include "ncf/dataset.hpp"
#include "ncf/doctor.hpp"
#include "ncf/dump.hpp"
#include "ncf/elements.hpp"
#include "ncf/error.hpp"
#include "ncf/explain.hpp"
#include "ncf/filter_list.hpp"
#include "ncf/filter_spec.hpp"
#include "ncf/format.hpp"
#include "ncf/generate.hpp"
#include "ncf/info.hpp"
#include "ncf/input_bytes.hpp"
#include "ncf/journal.hpp"
#include "ncf/library_lock.hpp"
#include "ncf/map_axis.hpp"
#include "ncf/mpi.hpp"
#include "ncf/page.hpp"
#include "ncf/plugins.hpp"
#include "ncf/purpose.hpp"
#include "ncf/references.hpp"
#include "ncf/stop.hpp"
#include "ncf/supervise.hpp"
#include "ncf/text_sink.hpp"
#include "ncf/tune.hpp"
#include "ncf/tune_many.hpp"
#include "ncf/variable_filters.hpp"
#include "ncf/version.hpp"
