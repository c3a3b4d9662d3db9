// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/python.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/json.hpp"
#include "model/schema/fill_values.hpp"
#include "ops/info/notation.hpp"
#include "ops/report/quantities.hpp"
#include "ops/tune/advice.hpp"
#include "ops/tune/command.hpp"

namespace ncf::ops {
namespace {

using base::Json;

constexpr std::string_view no_codecs = R"({"filters":null,"compressor":null})";

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

/// Returns code that opens values as the file stores them, because an `encoding` given for a
/// variable replaces everything that xarray needs to pack values or times again.
std::string dataset_as_stored(const TuneReport& report) {
  return fmt::format(
      "xarray.open_dataset({}, {}mask_and_scale=False, decode_times=False, decode_coords=False)",
      quoted_for_python(report.input), is_zarr(report.input_format) ? "engine='zarr', " : "");
}

/// Returns the same value in Python.
std::string python_literal(const Json& json) {
  switch (json.kind) {
    case Json::Kind::null:
      return "None";
    case Json::Kind::boolean:
      return json.boolean ? "True" : "False";
    case Json::Kind::number:
      return json.text;
    case Json::Kind::text:
      return quoted_for_python(json.text);
    case Json::Kind::list:
      break;
    case Json::Kind::object: {
      std::vector<std::string> members;
      for (const auto& [name, value] : json.members) {
        members.push_back(quoted_for_python(name) + ": " + python_literal(value));
      }
      return fmt::format("{{{}}}", fmt::join(members, ", "));
    }
  }
  std::vector<std::string> elements;
  for (const Json& element : json.elements) elements.push_back(python_literal(element));
  return fmt::format("[{}]", fmt::join(elements, ", "));
}

std::string codec_call(const Json& codec) {
  return fmt::format("numcodecs.get_codec({})", python_literal(codec));
}

/// Returns the members of `encoding` for a Zarr array: "filters=None, compressor=None". members:
/// the two of Zarr v2, "filters" and "compressor".
std::string zarr_arguments(const Json& members) {
  const Json* const filters = members.find("filters");
  const Json* const compressor = members.find("compressor");
  std::vector<std::string> calls;
  for (const Json& filter : filters->elements) calls.push_back(codec_call(filter));
  return fmt::format("filters={}, compressor={}",
                     calls.empty() ? "None" : fmt::format("[{}]", fmt::join(calls, ", ")),
                     compressor->is(Json::Kind::null) ? "None" : codec_call(*compressor));
}

/// Returns the members of `encoding` for the codecs chosen; empty if Zarr has none of them.
std::optional<std::string> find_zarr_arguments(const TunedVariable& variable) {
  if (chosen_chain(variable).empty()) return zarr_arguments(base::parse_json(no_codecs));
  const auto found = std::ranges::find(variable.notations, "numcodecs", &Notation::name);
  if (found == variable.notations.end() || found->text.empty()) return std::nullopt;
  return zarr_arguments(base::parse_json(found->text));
}

bool is_in_root(const TunedVariable& variable) { return variable.path.rfind('/') == 0; }

/// The members of `encoding`, and what they do not express. Groups other than the root are datasets
/// of their own.
struct Encoding {
  std::vector<std::string> texts;
  bool needs_h5netcdf = false;  ///< engine netcdf4 cannot write it
  std::vector<std::string> left_out;
  std::vector<std::string> rounded;

  /// arguments: of dict() for the filters; empty if there are none.
  void add(const TunedVariable& variable, const std::optional<std::string>& arguments,
           std::string_view chunks) {
    if (!is_in_root(variable)) return;
    if (!arguments) {
      left_out.push_back(variable.path);
      return;
    }
    if (!rounding_of_choice(variable).empty()) rounded.push_back(variable.path);
    const bool has_chunks = !arguments->empty() && !variable.chunks.empty();
    texts.push_back(fmt::format(
        "{}: dict({}{})", quoted_for_python(variable.path.substr(1)), *arguments,
        has_chunks ? fmt::format(", {}={}", chunks, python_tuple(variable.chunks)) : ""));
  }

  [[nodiscard]] std::string dict() const { return fmt::format("{{{}}}", fmt::join(texts, ", ")); }

  /// unopened: variables for which old versions of xarray refuse the file.
  [[nodiscard]] std::string note(const std::vector<std::string>& unopened) const {
    std::vector<std::string> notes;
    if (!left_out.empty()) {
      notes.push_back("no encoding makes the filters of " + format_few(left_out));
    }
    note_few(notes, "values are not rounded", rounded);
    note_few(notes,
             "xarray before 2023.8 cannot open files with variables that have several dimensions, "
             "one of them of their name",
             unopened);
    return fmt::format("{}", fmt::join(notes, "; "));
  }
};

Encoding netcdf_encoding(const TuneReport& report) {
  Encoding all;
  for (const TunedVariable& variable : report.variables) {
    const auto one = find_xarray_encoding(chosen_chain(variable));
    all.add(variable, one ? std::optional(one->arguments) : std::nullopt, "chunksizes");
    all.needs_h5netcdf = all.needs_h5netcdf || (is_in_root(variable) && one && one->needs_h5netcdf);
  }
  return all;
}

Encoding zarr_encoding(const TuneReport& report) {
  Encoding all;
  for (const TunedVariable& variable : report.variables) {
    all.add(variable, find_zarr_arguments(variable), "chunks");
  }
  return all;
}

bool is_for_zarr(const TuneReport& report) { return report.readers == TuneReaders::zarr_python; }

Encoding encoding_for(const TuneReport& report) {
  return is_for_zarr(report) ? zarr_encoding(report) : netcdf_encoding(report);
}

std::string engine_of(const Encoding& encoding) {
  return fmt::format("engine='{}'", encoding.needs_h5netcdf ? "h5netcdf" : "netcdf4");
}

/// Returns only the argument `encoding` of the call, a dict.
Notation xarray_encoding(const TuneReport& report) {
  const Encoding encoding = encoding_for(report);
  std::string note = encoding.note({});
  if (encoding.texts.empty()) return {"xarray", "", note};
  if (encoding.needs_h5netcdf) {
    note = fmt::format("needs {}{}{}", engine_of(encoding), note.empty() ? "" : "; ", note);
  }
  return {"xarray", encoding.dict(), note};
}

// ---- An archive ----

using Members = std::vector<const TunedVariable*>;

Members members_of(const std::string& path, const std::vector<TunedVariable>& tuned) {
  Members members;
  for (const TunedVariable& one : tuned) {
    if (one.path == path) members.push_back(&one);
  }
  return members;
}

/// Gives a variable the storage of its members, without chunks if these differ. Returns false if
/// one encoding cannot describe them all.
bool take_storage(TunedVariable& variable, const Members& members) {
  const TunedVariable& first = *members.front();
  const bool keeps_filters = chosen_trial(variable).is_present;
  variable.shape = first.shape;
  variable.raw_bytes = first.raw_bytes;
  variable.chunks = first.chunks;
  variable.input_filters = first.input_filters;
  for (const TunedVariable* const member : members) {
    if (member->type != first.type) return false;
    if (keeps_filters && member->input_filters != first.input_filters) return false;
    if (member->chunks != first.chunks) variable.chunks.clear();
  }
  return true;
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

std::string objection_to_xarray(const model::Schema& schema, bool is_folder) {
  if (is_zarr(schema.format) && !(schema.format == Format::zarr2 && is_folder)) {
    return "not every version of xarray reads this kind of Zarr store";
  }
  std::vector<std::string> changed;
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    const model::Variable& variable = schema.variables[id];
    if (variable.group == 0 && model::has_odd_fill_value(variable)) {
      changed.push_back(schema.variable_path(id));
    }
  }
  if (changed.empty()) return {};
  return fmt::format("xarray changes each _FillValue of another type than its variable: {}",
                     format_few(changed));
}

std::vector<Notation> notations_of_choice(const TunedVariable& variable,
                                          filter::FilterSource& plugins) {
  const Chain chain = chosen_chain(variable);
  if (chain.empty()) return {};
  std::size_t values = 1;
  for (const std::size_t length : variable.shape) values *= length;
  const ExplainOptions options{static_cast<std::size_t>(variable.raw_bytes / values)};
  return notations_of(chain, options, plugins);
}

Notation xarray_statement(const TuneReport& report, const std::string& output,
                          const std::vector<std::string>& unopened) {
  const Encoding encoding = encoding_for(report);
  const std::string note = encoding.note(unopened);
  if (encoding.texts.empty()) return {"xarray", "", note};
  const std::string call = is_for_zarr(report) ? "to_zarr" : "to_netcdf";
  // Every version of xarray accepts this name for the format whose codecs are those of numcodecs.
  const std::string form = is_for_zarr(report) ? "zarr_version=2" : engine_of(encoding);
  return {"xarray",
          fmt::format("{}.{}({}, {}, encoding={})", dataset_as_stored(report), call,
                      quoted_for_python(output), form, encoding.dict()),
          note};
}

Notation encoding_of_archive(const TuneManyReport& report, const std::vector<TunedVariable>& tuned,
                             filter::FilterSource& plugins) {
  TuneReport one = as_one_file(report.variables);
  one.readers = report.readers;
  std::vector<std::string> different;
  bool are_in_all = true;
  std::erase_if(one.variables, [&](TunedVariable& variable) {
    const Members members = members_of(variable.path, tuned);
    are_in_all = are_in_all && members.size() == report.tuned_files.size();
    if (take_storage(variable, members)) return false;
    different.push_back(variable.path);
    return true;
  });
  for (TunedVariable& variable : one.variables) {
    variable.notations = notations_of_choice(variable, plugins);
  }
  Notation encoding = xarray_encoding(one);
  std::vector<std::string> notes;
  if (!encoding.note.empty()) notes.push_back(encoding.note);
  note_few(notes, "not the same type or filters in all files", different);
  if (!are_in_all) notes.emplace_back("leave out the variables that a file lacks");
  encoding.note = fmt::format("{}", fmt::join(notes, "; "));
  return encoding;
}

}  // namespace ncf::ops
