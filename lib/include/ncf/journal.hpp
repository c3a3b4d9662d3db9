// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The journal of runs over many files: one line of JSON for each file that was copied, skipped or
// failed, written when that is known. A copied or failed file has its line on disk before the run
// goes on. Several runs may append to one journal.
//
//   options.journal = "run.jsonl";
//   ncf::copy_many(options);
//   std::cout << ncf::format_summary(ncf::read_journal("run.jsonl"));
//
// The members of a line are documented in ncfcopy(1), JOURNAL. Bytes of names that are not UTF-8
// are escaped as Python does (PEP 383), so json.loads returns names that open() takes.
#pragma once

#include <string>

#include "ncf/copy_many.hpp"
#include "ncf/export.hpp"

namespace ncf {

/// What became of each file in the end, in the order of the first lines; `elapsed` is the sum of
/// all files. A file that was skipped after it had been copied counts as copied. Torn lines, which
/// killed runs may leave, are ignored. throws: Error(io); Error(corrupt) if it holds no line of a
/// journal but other text.
NCF_API CopyManyReport read_journal(const std::string& path);

enum class SumsOf { inputs, outputs };

/// Lines that `sha256sum -c` checks, of all local files in the report that have a checksum, except
/// Zarr stores.
NCF_API std::string format_sums(const CopyManyReport& report, SumsOf which);

}  // namespace ncf
