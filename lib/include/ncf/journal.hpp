// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The journal of runs over many files: one line of JSON for each file that was copied or skipped or
// has failed, written as soon as that is known. The line of a copied or failed file is on disk
// before the run goes on. Several runs may append to one journal.
//
//   options.journal = "run.jsonl";
//   ncf::copy_many(options);
//   std::cout << ncf::format_summary(ncf::read_journal("run.jsonl"));
//
// The members of a line are documented in ncf-archives(7), JOURNAL. Bytes of names that are not
// UTF-8 are escaped as Python does (PEP 383), so json.loads returns names that open() accepts.
#pragma once

#include <string>

#include "ncf/copy_many.hpp"
#include "ncf/export.hpp"

namespace ncf {

/// Returns what became of each file in the end, in the order of their first lines; `seconds` is the
/// sum for all files. A file that was skipped after it had been copied counts as copied. Incomplete
/// lines, which killed runs may leave, are ignored. throws: Error(io); Error(corrupt) if the file
/// contains other text and no line of a journal.
NCF_API CopyManyReport read_journal(const std::string& path);

enum class SumsOf { inputs, outputs };

/// Formats the checksums of all local files in the report, except Zarr stores, as lines for
/// `sha256sum -c`.
NCF_API std::string format_sums(const CopyManyReport& report, SumsOf which);

}  // namespace ncf
