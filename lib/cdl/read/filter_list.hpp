// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Lists of filters as the values of `_Filter` and `_Codecs`. Pure functions, except for the plugins
// that a filter source may use.
// source: grammar/cdl.ebnf, rule special
#pragma once

#include <bit>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdl/read/text.hpp"
#include "filter/kernels/filter_source.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::cdl {

struct FilterList {
  std::string text;
  std::string literal;     ///< as in CDL, with quotes and escapes
  Span span;               ///< of the literal
  bool is_codecs = false;  ///< the value of `_Codecs`
};

/// The meaning of a list. The codecs of Zarr v3 that turn values into bytes are not filters: they
/// may state the byte order, and are not in the spec.
struct ReadFilterList {
  FilterSpec spec;
  Chain chain;
  std::optional<std::endian> byte_order;
  Warnings warnings;
};

/// type: the name of the variable's type. throws: Fault at the place of the error.
ReadFilterList read_filter_list(const FilterList& list, std::string_view type,
                                const std::optional<std::vector<std::size_t>>& chunk_sizes,
                                filter::FilterSource& filters);

/// Returns whether one of the lists has parameters of zfp. These may be parameters as stored in a
/// file, which describe chunks, so the chunk sizes must be known to read them.
bool has_cd_values_of_chunks(const std::vector<FilterList>& lists);

}  // namespace ncf::cdl
