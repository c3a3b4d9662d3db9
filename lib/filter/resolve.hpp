// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// `ncf::resolve` with plugins, and its two harder parts: one filter by number, one by name. Any
// thread, with plugins that of their FilterSource.
#pragma once

#include <string>
#include <string_view>

#include "filter/filter_source.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::filter {

/// As ncf::resolve, and names and codecs that the registry does not know may be of `plugins`. Such
/// a filter takes raw words.
Chain resolve(const FilterSpec& spec, std::string_view text, FilterSource& plugins);

/// The text a filter was parsed from. Where there is none, messages quote the filter itself.
class Quotation {
 public:
  Quotation(std::string_view text, const FilterAsWritten& filter) : text_(text), filter_(filter) {}

  /// throws: SyntaxError, always: `reason` with a caret under `span`.
  [[noreturn]] void fail(SourceSpan span, const std::string& reason) const;

 private:
  std::string_view text_;
  const FilterAsWritten& filter_;
};

/// Raw words, checked where the registry knows the filter. They may be in user or stored form.
/// throws: SyntaxError.
Filter resolve_numeric(const NumericFilter& filter, const Quotation& quotation);

/// User parameters by position and by key, each checked, missing ones by their default.
/// throws: SyntaxError.
Filter resolve_named(const NamedFilter& filter, const Quotation& quotation, FilterSource& plugins);

/// Repeated ids merged: the first keeps its place, the last parameters win.
Chain merge_repeated(Chain filters);

}  // namespace ncf::filter
