// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/hdf5/hazards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/at_place.hpp"
#include "store/hdf5/misread_types.hpp"

namespace ncf::store::hdf5 {
namespace {

Error foreign_error(const std::string& file) {
  return {ErrorCode::unsupported,
          fmt::format("its values are in another file, {}; --follow-external reads them", file)};
}

void require_safe_to_open(const DatasetFacts& facts) {
  if (facts.has_overlong_fill && facts.has_fixed_text) {
    throw text_error("its fill value is one of the");
  }
  if (facts.has_overlong_fill) throw wide_float_error("its fill value is one of");
  if (facts.is_length_elsewhere) throw foreign_error(*facts.foreign_file);
}

std::optional<Error> fault_of(const DatasetFacts& facts) {
  if (facts.foreign_file) return foreign_error(*facts.foreign_file);
  if (facts.is_misread && facts.has_fixed_text) return text_error("its values are");
  if (facts.is_misread) return wide_float_error("its values are");
  return std::nullopt;
}

bool may_have_fault(const DatasetFacts& facts) { return facts.foreign_file || facts.is_misread; }

}  // namespace

void require_safe_to_open(const Survey& survey) {
  for (const ExternalLink& link : survey.external_links()) {
    throw Error(ErrorCode::unsupported,
                fmt::format("leads to another file, {}; --follow-external opens it", link.file))
        .add_context("link " + link.path);
  }
  for (const auto& [path, facts] : survey.datasets()) {
    base::at_place([&path = path] { return "variable " + path; },
                   [&facts = facts] { require_safe_to_open(facts); });
  }
}

std::vector<std::optional<Error>> find_faults(Survey& survey, const model::Schema& schema) {
  const ErrorCapture capture;
  const auto& datasets = survey.datasets();
  if (std::none_of(datasets.begin(), datasets.end(),
                   [](const auto& dataset) { return may_have_fault(dataset.second); })) {
    return {};
  }
  std::vector<std::optional<Error>> faults;
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    faults.push_back(fault_of(survey.get(schema, id)));
  }
  return faults;
}

}  // namespace ncf::store::hdf5
