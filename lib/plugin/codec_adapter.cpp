// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/codec_adapter.hpp"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>

#include "ncf/error.hpp"
#include "plugin/number_types.hpp"

namespace ncf::plugin {
namespace {

CodecTable checked_table(const ncf_ncz_codec* table, bool is_default) {
  if (table->version != ncf_ncz_codec_version || table->sort != ncf_ncz_codec_sort_hdf5) {
    throw Error(ErrorCode::corrupt, fmt::format("its codec has version {} and sort {}, not 1 and 1",
                                                table->version, table->sort));
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

// ---- memory that codecs hand over or take ----

struct Free {
  void operator()(void* memory) const noexcept { std::free(memory); }
};
using CText = std::unique_ptr<char, Free>;

// Words in memory that a codec may free and replace.
class CWords {
 public:
  CWords() = default;
  explicit CWords(const std::vector<std::uint32_t>& words) : count(words.size()) {
    memory =
        static_cast<unsigned*>(std::malloc(std::max<std::size_t>(count, 1) * sizeof(unsigned)));
    if (memory == nullptr) throw std::bad_alloc();
    std::copy(words.begin(), words.end(), memory);
  }
  CWords(const CWords&) = delete;
  CWords& operator=(const CWords&) = delete;
  ~CWords() { std::free(memory); }

  [[nodiscard]] std::vector<std::uint32_t> get() const {
    return memory == nullptr ? std::vector<std::uint32_t>{}
                             : std::vector<std::uint32_t>(memory, memory + count);
  }

  std::size_t count = 0;
  unsigned* memory = nullptr;
};

// ---- the shadow variable ----

constexpr NumberTypes<nc_type> number_types{.integers = {NC_BYTE, NC_SHORT, NC_INT, NC_INT64},
                                            .floats = {NC_FLOAT, NC_DOUBLE},
                                            .none = NC_NAT};

void check(int status) {
  if (status != NC_NOERR) {
    throw Error(ErrorCode::internal, fmt::format("shadow variable: {}", nc_strerror(status)));
  }
}

class ShadowVariable {
 public:
  explicit ShadowVariable(const filter::ChunkLayout& layout) {
    check(nc_create("ncf-shadow", NC_NETCDF4 | NC_DISKLESS, &ncid_));
    try {
      define(layout);
    } catch (...) {
      nc_abort(ncid_);
      throw;
    }
  }
  ShadowVariable(const ShadowVariable&) = delete;
  ShadowVariable& operator=(const ShadowVariable&) = delete;
  ~ShadowVariable() { nc_abort(ncid_); }

  [[nodiscard]] int ncid() const noexcept { return ncid_; }
  [[nodiscard]] int varid() const noexcept { return varid_; }

 private:
  [[nodiscard]] nc_type make_bytes_type(std::size_t bytes) const {
    if (bytes == 1) return NC_CHAR;
    nc_type type = NC_NAT;
    check(nc_def_opaque(ncid_, bytes, "element", &type));
    return type;
  }

  void define(const filter::ChunkLayout& layout) {
    std::vector<int> dimensions;
    std::vector<std::size_t> chunk;
    for (const std::uint64_t length : layout.shape) {
      const std::string name = fmt::format("d{}", dimensions.size());
      dimensions.emplace_back();
      check(nc_def_dim(ncid_, name.c_str(), length, &dimensions.back()));
      chunk.push_back(length);
    }
    const nc_type number = number_types.of(layout);
    const nc_type type = number != NC_NAT ? number : make_bytes_type(layout.element_bytes);
    check(nc_def_var(ncid_, "values", type, static_cast<int>(dimensions.size()), dimensions.data(),
                     &varid_));
    if (!chunk.empty()) check(nc_def_var_chunking(ncid_, varid_, NC_CHUNKED, chunk.data()));
    if (number != NC_NAT && layout.byte_order == ncf_order_big) {
      check(nc_def_var_endian(ncid_, varid_, NC_ENDIAN_BIG));
    }
  }

  int ncid_ = -1;
  int varid_ = -1;
};

// ---- once ----

std::vector<const ncf_ncz_codec*>& initialised_codecs() {
  static std::vector<const ncf_ncz_codec*> codecs;
  return codecs;
}

void finalise_last() {
  const ncf_ncz_codec* codec = initialised_codecs().back();
  initialised_codecs().pop_back();
  if (codec->finalize != nullptr) codec->finalize();
}

// What is to be done at the end is said after the library was loaded, so that it is done before the
// library's own objects go.
void initialise_once(const ncf_ncz_codec* codec) {
  auto& codecs = initialised_codecs();
  if (std::find(codecs.begin(), codecs.end(), codec) != codecs.end()) return;
  if (codec->initialize != nullptr) codec->initialize();
  codecs.push_back(codec);
  std::atexit(finalise_last);
}

}  // namespace

CodecTable read_codec(void* get_info) {
  const auto* table = static_cast<const ncf_ncz_codec*>(
      reinterpret_cast<ncf_ncz_get_codec_info_function>(get_info)());
  if (table == nullptr) throw Error(ErrorCode::corrupt, "NCZ_get_codec_info returns nothing");
  return checked_table(table, false);
}

std::vector<CodecTable> read_default_codecs(void* get_defaults) {
  const auto* tables = static_cast<const ncf_ncz_codec* const*>(
      reinterpret_cast<ncf_ncz_codec_info_defaults_function>(get_defaults)());
  if (tables == nullptr) throw Error(ErrorCode::corrupt, "NCZ_codec_info_defaults returns nothing");
  std::vector<CodecTable> codecs;
  for (; *tables != nullptr; ++tables) codecs.push_back(checked_table(*tables, true));
  return codecs;
}

PluginCodec::PluginCodec(const CodecTable& codec) : table_(codec.table) { initialise_once(table_); }

void PluginCodec::require_ok(int status, const char* callback) const {
  if (status == NC_NOERR) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("codec {}: {}: {}", table_->codec_id, callback, nc_strerror(status)));
}

Filter PluginCodec::filter_of(const std::string& json) const {
  CWords words;
  require_ok(table_->codec_to_hdf5(json.c_str(), &words.count, &words.memory), "codec to filter");
  return {table_->filter_id, words.get()};
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

StoredFilter PluginCodec::bind(Filter& visible, const filter::ChunkLayout& layout) const {
  if (table_->modify_parameters == nullptr) return {visible.id, visible.parameters};
  const ShadowVariable shadow(layout);
  CWords shown(visible.parameters);
  CWords working;
  require_ok(table_->modify_parameters(shadow.ncid(), shadow.varid(), &shown.count, &shown.memory,
                                       &working.count, &working.memory),
             "modify parameters");
  visible.parameters = shown.get();
  return {visible.id, working.get()};
}

}  // namespace ncf::plugin
