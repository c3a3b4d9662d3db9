// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The members of records that several reports contain, and how requests and reports name formats.
// source: base/json/records.hpp
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json/records.hpp"
#include "filter/registry/registry.hpp"
#include "ncf/copy.hpp"
#include "ncf/explain.hpp"
#include "ncf/filter_spec.hpp"
#include "ncf/format.hpp"
#include "ncf/map_axis.hpp"

namespace ncf {

inline base::Json as_json(Format format) { return format_name(format); }

/// Sets a format by a name of it; returns what was expected if there is none.
inline std::optional<std::string_view> take_name(const std::string& name, Format& format) {
  const auto found = find_format(name);
  if (!found) return "the name of a format, as for ncfcopy -k";
  format = *found;
  return std::nullopt;
}

void fields(auto& archive, StoredFilter& filter) {
  archive("id", filter.id, "parameters", filter.parameters, "flag", filter::name_of(filter.flag),
          "description", filter::describe(filter));
}

void fields(auto& archive, Notation& notation) {
  archive("name", notation.name, "text", base::json_text_or_null(notation.text), "note",
          base::json_text_or_null(notation.note));
}

void fields(auto& archive, MapAxis& axis) {
  archive("dimension", base::json_text_or_null(axis.dimension), "length", axis.length, "cells",
          axis.cells);
}

void fields(auto& archive, DimensionInformation& along) {
  archive("dimension", along.dimension, "pairs", along.pairs, "bits", along.bits, "information",
          along.information);
}

/// Formats a record as a report, for readers of standard JSON.
template <class Record>
std::string format_record(const Record& record) {
  return format_json(base::to_json(record), base::JsonTexts::standard);
}

}  // namespace ncf
