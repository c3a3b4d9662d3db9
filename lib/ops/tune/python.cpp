// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/python.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "ops/info/notation.hpp"
#include "ops/quantities.hpp"
#include "ops/tune/command.hpp"

namespace ncf::ops {
namespace {

/// Returns a string literal.
std::string quoted_for_python(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      quoted += fmt::format("\\x{:02x}", byte);
      continue;
    }
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

/// Returns "(1, 73, 144)", and "(3,)" for one length.
std::string tuple_of(const std::vector<std::size_t>& lengths) {
  return fmt::format("({}{})", fmt::join(lengths, ", "), lengths.size() == 1 ? "," : "");
}

/// Returns code that opens values as the file stores them, because an `encoding` given for a
/// variable replaces everything that xarray needs to pack values or times again.
std::string dataset_as_stored(const std::string& input) {
  return fmt::format(
      "xarray.open_dataset({}, mask_and_scale=False, decode_times=False, decode_coords=False)",
      quoted_for_python(input));
}

bool is_in_root(const TunedVariable& variable) { return variable.path.rfind('/') == 0; }

std::string note_of(const std::vector<std::string>& left_out,
                    const std::vector<std::string>& rounded,
                    const std::vector<std::string>& unopened) {
  std::vector<std::string> notes;
  if (!left_out.empty()) {
    notes.push_back("no encoding makes the filters of " + format_few(left_out));
  }
  if (!rounded.empty()) notes.push_back("values are not rounded: " + format_few(rounded));
  if (!unopened.empty()) {
    notes.push_back(
        "xarray before 2023.8 cannot open files with variables that have several "
        "dimensions, one of them of their name: " +
        format_few(unopened));
  }
  return fmt::format("{}", fmt::join(notes, "; "));
}

}  // namespace

Chain chosen_chain(const TunedVariable& variable) {
  const TuneTrial& chosen = chosen_trial(variable);
  if (chosen.is_present) return visible_form(variable.input_filters);
  if (chosen.filters == "none") return {};
  return resolve(parse_filter_spec(chosen.filters), chosen.filters);
}

std::vector<std::string> find_own_dimensions(const model::Schema& schema) {
  std::vector<std::string> paths;
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    const model::Variable& variable = schema.variables[id];
    if (variable.group != 0 || variable.dimensions.size() < 2) continue;
    const bool has_own =
        std::ranges::any_of(variable.dimensions, [&](model::DimensionId dimension) {
          return schema.dimensions[dimension].name == variable.name;
        });
    if (has_own) paths.push_back(schema.variable_path(id));
  }
  return paths;
}

Notation xarray_statement(const TuneReport& report, const std::string& output,
                          const std::vector<std::string>& unopened) {
  bool needs_h5netcdf = false;
  std::vector<std::string> members;
  std::vector<std::string> left_out;
  std::vector<std::string> rounded;
  for (const TunedVariable& variable : report.variables) {
    if (!is_in_root(variable)) continue;
    const auto encoding = find_xarray_encoding(chosen_chain(variable));
    if (!encoding) {
      left_out.push_back(variable.path);
      continue;
    }
    if (!rounding_of_choice(variable).empty()) rounded.push_back(variable.path);
    needs_h5netcdf = needs_h5netcdf || encoding->needs_h5netcdf;
    const std::string chunks =
        encoding->arguments.empty() ? "" : ", chunksizes=" + tuple_of(variable.chunks);
    members.push_back(fmt::format("{}: dict({}{})", quoted_for_python(variable.path.substr(1)),
                                  encoding->arguments, chunks));
  }
  if (members.empty()) return {"xarray", "", note_of(left_out, rounded, unopened)};
  return {"xarray",
          fmt::format("{}.to_netcdf({}, engine='{}', encoding={{{}}})",
                      dataset_as_stored(report.input), quoted_for_python(output),
                      needs_h5netcdf ? "h5netcdf" : "netcdf4", fmt::join(members, ", ")),
          note_of(left_out, rounded, unopened)};
}

}  // namespace ncf::ops
