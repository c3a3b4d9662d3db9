// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/codec_adapter.hpp"

#include <fmt/format.h>

#include "ncf/error.hpp"

namespace ncf::plugin {
namespace {

CodecTable checked_table(const NczCodec* table, bool is_default) {
  if (table->version != ncz_codec_version || table->sort != ncz_codec_sort_hdf5) {
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

}  // namespace

CodecTable read_codec(void* get_info) {
  const auto* table = static_cast<const NczCodec*>(reinterpret_cast<NczGetCodecInfo>(get_info)());
  if (table == nullptr) throw Error(ErrorCode::corrupt, "NCZ_get_codec_info returns nothing");
  return checked_table(table, false);
}

std::vector<CodecTable> read_default_codecs(void* get_defaults) {
  const auto* tables =
      static_cast<const NczCodec* const*>(reinterpret_cast<NczCodecInfoDefaults>(get_defaults)());
  if (tables == nullptr) throw Error(ErrorCode::corrupt, "NCZ_codec_info_defaults returns nothing");
  std::vector<CodecTable> codecs;
  for (; *tables != nullptr; ++tables) codecs.push_back(checked_table(*tables, true));
  return codecs;
}

}  // namespace ncf::plugin
