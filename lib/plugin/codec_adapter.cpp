// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/codec_adapter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>

#include "libnetcdf/functions.hpp"
#include "ncf/error.hpp"

namespace ncf::plugin {

CodecTable read_codec(const void* address, bool is_default) {
  const auto* const table = static_cast<const ncf_ncz_codec*>(address);
  if (table == nullptr) {
    throw Error(ErrorCode::corrupt,
                fmt::format("{} returned NULL",
                            is_default ? "NCZ_codec_info_defaults" : "NCZ_get_codec_info"));
  }
  if (table->version != ncf_ncz_codec_version || table->sort != ncf_ncz_codec_sort_hdf5) {
    throw Error(ErrorCode::corrupt,
                fmt::format("its codec has version {} and sort {}; both must be 1", table->version,
                            table->sort));
  }
  if (table->codec_id == nullptr || *table->codec_id == '\0') {
    throw Error(ErrorCode::corrupt, "its codec has no name");
  }
  if (table->filter_id == 0) {
    throw Error(ErrorCode::corrupt, fmt::format("its codec '{}' has no filter", table->codec_id));
  }
  if (table->codec_to_hdf5 == nullptr || table->hdf5_to_codec == nullptr) {
    throw Error(ErrorCode::corrupt,
                fmt::format("its codec '{}' does not translate its parameters", table->codec_id));
  }
  return {{table->codec_id, table->filter_id, is_default}, table};
}

const void* codec_at(void* get_info) {
  return reinterpret_cast<ncf_ncz_get_codec_info_function>(get_info)();
}

std::vector<const void*> default_codecs_at(void* get_defaults) {
  const auto* tables = static_cast<const void* const*>(
      reinterpret_cast<ncf_ncz_codec_info_defaults_function>(get_defaults)());
  if (tables == nullptr) return {nullptr};
  std::vector<const void*> codecs;
  for (; *tables != nullptr; ++tables) codecs.push_back(*tables);
  return codecs;
}

namespace {

// ---- memory owned by codecs or given to them ----

struct Free {
  void operator()(void* memory) const noexcept { std::free(memory); }
};
using CText = std::unique_ptr<char, Free>;

// Parameters in memory that a codec may free and replace.
class CCdValues {
 public:
  CCdValues() = default;
  explicit CCdValues(const std::vector<std::uint32_t>& cd_values) : count(cd_values.size()) {
    memory =
        static_cast<unsigned*>(std::malloc(std::max<std::size_t>(count, 1) * sizeof(unsigned)));
    if (memory == nullptr) throw std::bad_alloc();
    std::copy(cd_values.begin(), cd_values.end(), memory);
  }
  CCdValues(const CCdValues&) = delete;
  CCdValues& operator=(const CCdValues&) = delete;
  ~CCdValues() { std::free(memory); }

  [[nodiscard]] std::vector<std::uint32_t> get() const {
    return memory == nullptr ? std::vector<std::uint32_t>{}
                             : std::vector<std::uint32_t>(memory, memory + count);
  }

  std::size_t count = 0;
  unsigned* memory = nullptr;
};

// ---- initialization ----

std::vector<const ncf_ncz_codec*>& initialised_codecs() {
  static std::vector<const ncf_ncz_codec*> codecs;
  return codecs;
}

void finalise_last() {
  const ncf_ncz_codec* codec = initialised_codecs().back();
  initialised_codecs().pop_back();
  if (codec->finalize != nullptr) codec->finalize();
}

// The exit handler is registered after the library was loaded, so it runs before the library's own
// static objects are destroyed.
void initialise_once(const ncf_ncz_codec* codec) {
  auto& codecs = initialised_codecs();
  if (std::ranges::find(codecs, codec) != codecs.end()) return;
  if (codec->initialize != nullptr) codec->initialize();
  codecs.push_back(codec);
  std::atexit(finalise_last);
}

}  // namespace

PluginCodec::PluginCodec(const CodecTable& codec) : table_(codec.table) { initialise_once(table_); }

void PluginCodec::require_ok(int status, const char* callback) const {
  if (status == 0) return;
  throw Error(ErrorCode::unsupported, fmt::format("codec {}: {}: {}", table_->codec_id, callback,
                                                  libnetcdf::functions().message_of(status)));
}

Filter PluginCodec::filter_of(const std::string& json) const {
  CCdValues cd_values;
  require_ok(table_->codec_to_hdf5(json.c_str(), &cd_values.count, &cd_values.memory),
             "codec to filter");
  return {table_->filter_id, cd_values.get()};
}

std::string PluginCodec::json_of(const Filter& visible) const {
  char* json = nullptr;
  const int status =
      table_->hdf5_to_codec(visible.parameters.size(), visible.parameters.data(), &json);
  const CText owned(json);
  require_ok(status, "filter to codec");
  if (json == nullptr) {
    throw Error(ErrorCode::unsupported, fmt::format("codec {}: no JSON", table_->codec_id));
  }
  return json;
}

PluginCodec::Parameters PluginCodec::modify(const Filter& visible,
                                            const filter::ChunkLayout& layout,
                                            const filter::CodecVariable& variable) const {
  if (table_->modify_parameters == nullptr) return {visible, {visible.id, visible.parameters}};
  CCdValues shown(visible.parameters);
  CCdValues working;
  libnetcdf::functions().with_shadow_variable(layout, variable, [&](int ncid, int varid) {
    require_ok(table_->modify_parameters(ncid, varid, &shown.count, &shown.memory, &working.count,
                                         &working.memory),
               "modify parameters");
  });
  return {{visible.id, shown.get()}, {visible.id, working.get()}};
}

}  // namespace ncf::plugin
