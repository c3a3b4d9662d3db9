// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// `ncf::resolve` with plugins, and its part for one filter by name. Any thread; with plugins, that
// of their FilterSource.
#pragma once

#include <string>
#include <string_view>

#include "filter/kernels/filter_source.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::filter {

/// Does what ncf::resolve does, and looks up names and codecs that the registry does not know in
/// `plugins`. Such a filter takes cd_values.
Chain resolve(const FilterSpec& spec, std::string_view text, FilterSource& plugins);

/// The text a filter was parsed from. Without a text, messages quote the filter itself.
class Quotation {
 public:
  Quotation(std::string_view text, const FilterAsWritten& filter) : text_(text), filter_(filter) {}

  /// throws: SyntaxError always, with `reason` and a caret under `span`.
  [[noreturn]] void fail(SourceSpan span, const std::string& reason) const;

 private:
  std::string_view text_;
  const FilterAsWritten& filter_;
};

/// Resolves user parameters by position and by key, checks each, and adds defaults.
/// throws: SyntaxError.
Filter resolve_named(const NamedFilter& filter, const Quotation& quotation, FilterSource& plugins);

/// Gives a filter what its marks, as written, request.
void take_marks(const FilterAsWritten& written, Filter& filter);

/// Merges repeated ids: the first position and the last parameters win.
Chain merge_repeated(Chain filters);

}  // namespace ncf::filter
