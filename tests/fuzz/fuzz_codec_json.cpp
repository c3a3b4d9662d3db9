// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads any bytes as a codec of Zarr, as the codecs of an array of either format, and as a spec to
// explain: they are refused with an ncf::Error, or they keep the laws of
// filter/codecs/codec_json.hpp.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "filter/codecs/codec_json.hpp"
#include "ncf/explain.hpp"
#include "support/law.hpp"

namespace {

using ncf::base::parse_json;
using ncf::filter::Codec;
using ncf::filter::CodecList;
using ncf::filter::ZarrFormat;
using ncf::test::require;

constexpr std::size_t element_size = 4;

/// Runs `work`; returns false if it throws an Error.
template <typename Work>
bool accepts(Work work) {
  try {
    work();
    return true;
  } catch (const ncf::Error&) {
    return false;
  }
}

/// Checks that the filter of a codec makes a codec of the same filter.
void check_filter(const Codec& codec) {
  const ncf::Filter filter = ncf::filter::filter_of(codec, element_size).filter;
  const Codec written = ncf::filter::codec_of(filter, codec.format, element_size);
  const ncf::Filter again = ncf::filter::filter_of(written, element_size).filter;
  require(again == filter, "a codec's filter is its codec's filter",
          format_compact_json(codec.json));
}

void check_codec(std::string_view text, ZarrFormat format) {
  const Codec codec = ncf::filter::parse_codec(parse_json(text), format);
  const std::string printed = format_compact_json(codec.json);
  require(ncf::filter::parse_codec(parse_json(printed), format) == codec, "a codec reads back",
          printed);
  accepts([&] { check_filter(codec); });
}

void check_lists(std::string_view text) {
  accepts([&] {
    const CodecList codecs = ncf::filter::parse_codecs(parse_json(text));
    const std::string printed = format_compact_json(ncf::filter::list_of_codecs(codecs));
    require(ncf::filter::parse_codecs(parse_json(printed)) == codecs, "a list reads back", printed);
    accepts([&] { ncf::filter::byte_order_of(codecs); });
  });
  accepts([&] {
    const CodecList codecs = ncf::filter::parse_codecs({parse_json(text), {}});
    const ncf::filter::CodecsV2 printed = ncf::filter::format_codecs_v2(codecs);
    require(ncf::filter::parse_codecs(printed) == codecs, "members read back", text);
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  accepts([&] { check_codec(text, ZarrFormat::v2); });
  accepts([&] { check_codec(text, ZarrFormat::v3); });
  check_lists(text);
  accepts([&] { ncf::format_explanation_json(ncf::explain(text)); });
  return 0;
}
