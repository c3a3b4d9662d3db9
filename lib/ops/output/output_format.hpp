// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The format of an output, and its layout: where its metadata are, as `--layout` requests it, and
// the size of its pages. Touches no file.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "filter/kernels/filter_source.hpp"
#include "model/dataset/target.hpp"
#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"
#include "ncf/format.hpp"
#include "ops/filters/filter_choice.hpp"
#include "ops/output/output_place.hpp"

namespace ncf::ops {

struct ChosenFormat {
  Format format = Format::classic;
  std::string_view by;  ///< see CopyPlan::format_by
};

/// Returns the format of the output: requested by an option or by the name, else the input's. It is
/// netCDF-4 if the options request filters, compression, chunks or a purpose, and the input's
/// format is a classic one, or if the input is Zarr and the output's name does not imply Zarr.
/// throws: Error(usage) for filters with a format that has none, or a format that contradicts the
/// name.
ChosenFormat choose_format(const CopyOptions& options, const OutputPlace& place,
                           const FilterRequest& filters, const model::Schema& input);

/// Notes that, as in nccopy, `-s` alone requests netCDF-4, and nothing else.
void tell_kind_by_shuffle(const CopyOptions& options, const OutputPlace& place,
                          const FilterRequest& filters, const model::Schema& source,
                          CopyPlan& plan);

/// throws: Error(usage) if shards are requested of an output that has none.
void require_shards(const CopyOptions& options, Format format);

// ---- Layout ----

/// Parses "consolidated", "paged" or "paged=SIZE"; an empty text means an ordinary layout. Without
/// a size, `page_bytes` is 0. throws: Error(usage).
[[nodiscard]] model::RequestedLayout parse_layout(const std::string& text);

/// Returns the text that requests a layout; empty for an ordinary one.
[[nodiscard]] std::string format_layout(const model::RequestedLayout& layout);

/// throws: Error(usage) if `option` requests a layout of an output that has none.
void require_layout(std::string_view option, const model::RequestedLayout& layout, Format format);

/// Values that are stored as chunks of about the same size.
struct StoredParts {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;  ///< of each
};

/// Returns the largest pages, of 4 KiB to 8 MiB, that make a file about 5 % larger at most; if all
/// make it larger, those that make it the smallest. Pages have either metadata or values; small
/// values do not cross their ends, and large ones begin with a page.
[[nodiscard]] std::uint64_t choose_page_bytes(std::uint64_t metadata_bytes,
                                              std::span<const StoredParts> values);

/// Returns how many chunks the variables of a created schema have if all are written. has_values:
/// of each variable; empty for all of them.
[[nodiscard]] std::vector<model::ExpectedChunks> all_chunks(
    const model::Schema& made, const std::vector<bool>& has_values = {});

/// Parses a layout, checks that the format of the schema has one, and sets it. throws: Error.
void set_layout(const std::string& text, model::Schema& schema, filter::FilterSource& filters);

/// Chooses the size of pages if the schema requests pages without one. compression: about how many
/// times smaller than their values chunks will be. throws: Error.
void choose_pages(model::Schema& schema, filter::FilterSource& filters, double compression = 1);

}  // namespace ncf::ops
