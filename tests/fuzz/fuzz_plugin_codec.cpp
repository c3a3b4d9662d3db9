// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls the codec entry points of the built plugins as libnetcdf does: with any text as JSON, and
// any cd_values as parameters. They are refused, or they survive conversion to the other form and
// back. The first byte of the input picks the plugin.
#include <dlfcn.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "ncf/ncz_codec.h"
#include "support/law.hpp"

namespace {

using ncf::test::require;
using CdValues = std::vector<unsigned>;

const ncf_ncz_codec& load(const char* plugin) {
  void* const library = dlopen(plugin, RTLD_NOW | RTLD_LOCAL);
  require(library != nullptr, "a plugin is loaded", plugin);
  const auto get =
      reinterpret_cast<ncf_ncz_get_codec_info_function>(dlsym(library, "NCZ_get_codec_info"));
  require(get != nullptr, "it has a codec", plugin);
  return *static_cast<const ncf_ncz_codec*>(get());
}

const std::vector<const ncf_ncz_codec*>& codecs() {
  static const std::vector<const ncf_ncz_codec*> all = [] {
    std::vector<const ncf_ncz_codec*> loaded;
    for (const char* const plugin : {NCF_FUZZED_PLUGINS}) loaded.push_back(&load(plugin));
    return loaded;
  }();
  return all;
}

std::optional<CdValues> parameters_of(const ncf_ncz_codec& codec, const std::string& json) {
  std::size_t count = 0;
  unsigned* parameters = nullptr;
  if (codec.codec_to_hdf5(json.c_str(), &count, &parameters) != 0) return std::nullopt;
  CdValues cd_values;
  if (count != 0) cd_values.assign(parameters, parameters + count);
  std::free(parameters);
  return cd_values;
}

std::optional<std::string> json_of(const ncf_ncz_codec& codec, const CdValues& cd_values) {
  char* json = nullptr;
  if (codec.hdf5_to_codec(cd_values.size(), cd_values.data(), &json) != 0) return std::nullopt;
  const std::string text = json;
  std::free(json);
  return text;
}

void check_json(const ncf_ncz_codec& codec, const std::string& json) {
  const std::optional<CdValues> cd_values = parameters_of(codec, json);
  if (!cd_values) return;
  const std::optional<std::string> written = json_of(codec, *cd_values);
  if (!written) return;
  require(parameters_of(codec, *written) == cd_values, "JSON that was written reads the same",
          json);
}

void check_parameters(const ncf_ncz_codec& codec, const CdValues& cd_values) {
  const std::optional<std::string> json = json_of(codec, cd_values);
  if (!json) return;
  const std::optional<CdValues> read = parameters_of(codec, *json);
  require(read.has_value(), "JSON that was written is read", *json);
  // A size that JSON leaves open must be found from the variable before it is written.
  const std::optional<std::string> again = json_of(codec, *read);
  require(!again || again == json, "parameters that were read write the same", *json);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const ncf_ncz_codec& codec = *codecs()[data[0] % codecs().size()];
  const std::uint8_t* const rest = data + 1;
  check_json(codec, {rest, rest + (size - 1)});

  constexpr std::size_t max_cd_values = 64;
  CdValues cd_values(std::min((size - 1) / sizeof(unsigned), max_cd_values));
  if (!cd_values.empty()) std::memcpy(cd_values.data(), rest, cd_values.size() * sizeof(unsigned));
  check_parameters(codec, cd_values);
  return 0;
}
