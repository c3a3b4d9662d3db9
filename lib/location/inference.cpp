// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "location/inference.hpp"

#include <algorithm>
#include <utility>

#include "base/text/characters.hpp"
#include "location/location.hpp"
#include "ncf/error.hpp"

namespace ncf::location {
namespace {

using base::equals_ignoring_case;
using Modes = std::vector<std::string>;

// ---- The tables ---------------------------------------------------------------------------------

/// A protocol that implies more than how to reach the server.
struct Protocol {
  std::string_view name;
  std::string_view substitute;
  std::string_view mode;
};
constexpr Protocol implying_protocols[] = {
    {"dods", "http", "dap2"},
    {"dap4", "http", "dap4"},
    {"s3", "s3", "s3"},
    {"gs3", "gs3", "gs3"},
};

/// A key without a value that stands for modes.
struct Macro {
  std::string_view key;
  std::string_view modes[2];
};
constexpr Macro macros[] = {
    {"zarr", {"zarr"}},   {"v3", {"v3"}},           {"dap2", {"dap2"}},
    {"dap4", {"dap4"}},   {"s3", {"s3", "nczarr"}}, {"gs3", {"gs3", "nczarr"}},
    {"bytes", {"bytes"}}, {"xarray", {"zarr"}},     {"noxarray", {"nczarr", "noxarray"}},
};

/// A mode, and one that it implies or contradicts.
struct Rule {
  std::string_view mode;
  std::string_view other;
};
constexpr Rule implications[] = {
    {"zarr3", "v3"}, {"v3", "zarr"}, {"xarray", "zarr"}, {"noxarray", "zarr"}, {"zarr", "nczarr"},
};
/// The first mode wins over the other one, which is dropped.
constexpr Rule negations[] = {
    {"bytes", "nczarr"}, {"bytes", "zarr"},     {"bytes", "v3"},        {"bytes", "zarr3"},
    {"bytes", "xarray"}, {"bytes", "noxarray"}, {"noxarray", "xarray"},
};
/// Pairs of which only one can be meant.
constexpr Rule contradictions[] = {{"file", "zip"}, {"file", "s3"}, {"file", "gs3"}};

struct ModeMeaning {
  std::string_view mode;
  Implementation implementation;
};
constexpr ModeMeaning mode_meanings[] = {
    {"dap2", Implementation::dap2},        {"dap4", Implementation::dap4},
    {"netcdf-3", Implementation::netcdf3}, {"classic", Implementation::netcdf3},
    {"netcdf-4", Implementation::hdf5},    {"enhanced", Implementation::hdf5},
    {"nczarr", Implementation::zarr},      {"zarr", Implementation::zarr},
    {"v3", Implementation::zarr},
};
/// Bytes of a file on a server: HDF5 unless another mode names another kind of file.
constexpr ModeMeaning bytes_meaning = {"bytes", Implementation::hdf5};

/// The other modes of libnetcdf, which do not name an implementation.
constexpr std::string_view modes_of_storage[] = {
    "bytes", "consolidated", "file", "gs3", "noxarray", "s3", "xarray", "zarr3", "zip",
};

/// What signatures mean, in their order.
constexpr Implementation signature_meanings[] = {
    Implementation::netcdf3, Implementation::netcdf3, Implementation::netcdf3, Implementation::hdf5,
    Implementation::hdf4,    Implementation::zarr,    Implementation::zarr,
};

// ---- The URL ------------------------------------------------------------------------------------

/// Replaces the protocol. Its mode comes first, before those that the user wrote.
void substitute_protocol(Url& url) {
  for (const Protocol& protocol : implying_protocols) {
    if (url.protocol != protocol.name) continue;
    url.protocol = protocol.substitute;
    url.parameters.insert(url.parameters.begin(), {"mode", {std::string(protocol.mode)}});
    return;
  }
}

bool has_value(const Parameter& parameter) {
  return std::ranges::any_of(parameter.values, [](const auto& value) { return !value.empty(); });
}

const Macro* find_macro(const Parameter& parameter) {
  if (has_value(parameter)) return nullptr;
  const auto* const found = std::ranges::find_if(
      macros, [&](const Macro& macro) { return equals_ignoring_case(macro.key, parameter.key); });
  return found == std::end(macros) ? nullptr : found;
}

/// Returns the modes that the user wrote, and the keys that stand for modes.
Modes written_modes(const std::vector<Parameter>& parameters) {
  Modes modes;
  for (const Parameter& parameter : parameters) {
    if (equals_ignoring_case(parameter.key, "mode")) {
      modes.insert(modes.end(), parameter.values.begin(), parameter.values.end());
    } else if (const Macro* const macro = find_macro(parameter)) {
      modes.emplace_back(macro->key);
    }
  }
  return modes;
}

void expand_macros(std::vector<Parameter>& parameters) {
  for (Parameter& parameter : parameters) {
    if (const Macro* const macro = find_macro(parameter)) {
      parameter = {"mode", {std::begin(macro->modes), std::end(macro->modes)}};
    }
  }
}

// A mode comes before those that it implies, because libnetcdf 4.9.0 loops forever on
// "nczarr,zarr", but not on "zarr,nczarr".
Modes with_implications(Modes modes) {
  for (std::size_t i = 0; i < modes.size(); ++i) {
    for (const Rule& rule : implications) {
      if (modes[i] != rule.mode) continue;
      const auto here = modes.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::find(here, modes.end(), rule.other) != modes.end()) continue;
      i -= std::erase(modes, rule.other);
      modes.emplace_back(rule.other);
    }
  }
  return modes;
}

[[noreturn]] void fail_contradiction(std::string_view mode, std::string_view other) {
  throw Error(ErrorCode::usage, "mode=" + std::string(mode) + " and mode=" + std::string(other) +
                                    " contradict each other, expected one of them");
}

void require_no_contradiction(const Modes& modes) {
  for (const Rule& rule : contradictions) {
    if (contains(modes, rule.mode) && contains(modes, rule.other)) {
      fail_contradiction(rule.mode, rule.other);
    }
  }
}

bool is_user_defined(const std::string& mode) {
  return mode.size() == 4 && mode.starts_with("udf") && base::is_digit(mode[3]);
}

std::optional<ModeMeaning> meaning_of(const std::string& mode) {
  if (is_user_defined(mode)) return ModeMeaning{mode, Implementation::user_defined};
  for (const ModeMeaning& meaning : mode_meanings) {
    if (meaning.mode == mode) return meaning;
  }
  return std::nullopt;
}

// libnetcdf ignores what it does not know, and with a misspelled mode makes another kind of file.
void require_known(const std::string& mode) {
  if (meaning_of(mode) || std::ranges::count(modes_of_storage, mode) > 0) return;
  throw Error(ErrorCode::usage,
              "unknown mode=" + mode +
                  ", expected nczarr, zarr, v3, file, zip, s3, bytes, dap2, dap4 or another mode "
                  "of netCDF");
}

/// Adds to "mode" everything that it implies.
void complete_modes(std::vector<Parameter>& parameters) {
  Modes modes = modes_of(parameters);
  if (modes.empty()) return;
  for (std::string& mode : modes) {
    std::transform(mode.begin(), mode.end(), mode.begin(), base::to_lower);
    require_known(mode);
  }
  modes = with_implications(std::move(modes));
  for (const Rule& rule : negations) {
    if (contains(modes, rule.mode)) std::erase(modes, rule.other);
  }
  set_modes(parameters, std::move(modes));
}

/// Returns a note for each mode of the text that another one wins over. Contents decide before
/// bytes do.
std::vector<std::string> notes_on_negations(const Modes& written, Evidence by) {
  std::vector<std::string> notes;
  for (const Rule& rule : negations) {
    const bool is_decisive = rule.mode != bytes_meaning.mode || by != Evidence::contents;
    if (is_decisive && contains(written, rule.mode) && contains(written, rule.other)) {
      notes.push_back("mode=" + std::string(rule.mode) +
                      " wins over mode=" + std::string(rule.other));
    }
  }
  return notes;
}

std::string absolute(const std::string& path, const std::string& folder) {
  if (path.starts_with('/') || folder.empty()) return path;
  return folder.ends_with('/') ? folder + path : folder + '/' + path;
}

Url canonical_url(Url url, const Surroundings& surroundings) {
  substitute_protocol(url);
  require_no_contradiction(written_modes(url.parameters));
  expand_macros(url.parameters);
  url.parameters = merged(url.parameters);
  complete_modes(url.parameters);
  if (url.protocol == "file") {
    url.path = absolute(url.path, surroundings.working_folder);
  } else if (is_s3(url)) {
    url = to_path_form(std::move(url), surroundings.s3_region);
  }
  return url;
}

// ---- The decision -------------------------------------------------------------------------------

std::optional<Implementation> from_contents(const Contents& contents) {
  if (!contents.signature) return std::nullopt;
  return signature_meanings[static_cast<std::size_t>(*contents.signature)];
}

int zarr_version(const Contents& contents, const Modes& modes) {
  if (contents.signature) return contents.signature == Signature::zarr3 ? 3 : 2;
  return contains(modes, "v3") ? 3 : 2;
}

/// Returns whether an implementation reads a dataset from the bytes of one file.
bool is_of_file(Implementation implementation) {
  return implementation == Implementation::netcdf3 || implementation == Implementation::hdf5;
}

std::optional<Implementation> from_modes(const Modes& modes) {
  std::optional<ModeMeaning> decided;
  for (const std::string& mode : modes) {
    const std::optional<ModeMeaning> meaning = meaning_of(mode);
    if (!meaning) continue;
    if (decided && decided->implementation != meaning->implementation) {
      fail_contradiction(decided->mode, mode);
    }
    if (!decided) decided = meaning;
  }
  if (contains(modes, bytes_meaning.mode)) {
    if (!decided) decided = bytes_meaning;
    const bool may_be_of_file = is_of_file(decided->implementation) ||
                                decided->implementation == Implementation::user_defined;
    if (!may_be_of_file) fail_contradiction(bytes_meaning.mode, decided->mode);
  }
  if (!decided) return std::nullopt;
  return decided->implementation;
}

/// Checks that contents can be a dataset. Without a signature they cannot be a netCDF file, but a
/// mode may name another kind. A zip file is recognized without a mode.
void check_contents(const Contents& contents, Implementation implementation, Evidence by) {
  const bool may_be_other = by == Evidence::url && !is_of_file(implementation);
  const bool is_plain =
      contents.kind == Contents::Kind::folder || contents.kind == Contents::Kind::file;
  if (contents.kind == Contents::Kind::unknown || (is_plain && may_be_other)) return;
  throw Error(ErrorCode::unsupported, why_no_dataset(contents));
}

}  // namespace

std::string_view implementation_name(Implementation implementation) noexcept {
  constexpr std::string_view names[] = {"netCDF-3", "HDF5", "HDF4",        "DAP2",
                                        "DAP4",     "Zarr", "user-defined"};
  return names[static_cast<std::size_t>(implementation)];
}

bool Inference::has_mode(std::string_view mode) const { return contains(modes, mode); }

Inference infer(const Location& location, const Contents& contents,
                const Surroundings& surroundings) {
  Inference inference;
  inference.canonical = location.text;
  if (location.url) {
    const Url url = canonical_url(*location.url, surroundings);
    inference.canonical = format_url(url);
    inference.modes = modes_of(url.parameters);
    inference.implementation = Implementation::dap2;
  }

  const auto by_modes = from_modes(inference.modes);  // must not contradict in any case
  if (const auto by_contents = from_contents(contents)) {
    inference.implementation = *by_contents;
    inference.by = Evidence::contents;
  } else if (by_modes) {
    inference.implementation = *by_modes;
    inference.by = Evidence::url;
  }
  if (location.url) {
    inference.notes = notes_on_negations(written_modes(location.url->parameters), inference.by);
  }
  if (inference.by != Evidence::contents) {
    check_contents(contents, inference.implementation, inference.by);
  }
  if (inference.implementation == Implementation::zarr) {
    inference.zarr_version = zarr_version(contents, inference.modes);
  }
  return inference;
}

}  // namespace ncf::location
