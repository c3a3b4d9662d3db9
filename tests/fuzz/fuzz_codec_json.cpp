// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Any bytes as a codec of Zarr, as the codecs of an array of either format, and as a spec to
// explain: they are refused with an ncf::Error, or they keep the laws of filter/codec_json.hpp and
// filter/codec_list.hpp.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "filter/codec_list.hpp"
#include "ncf/explain.hpp"

namespace {

using ncf::filter::ArrayFacts;
using ncf::filter::Codec;
using ncf::filter::CodecList;
using ncf::filter::ZarrFormat;

constexpr ArrayFacts array{.element_size = 4};

/// Ends the process, which is how libFuzzer learns of a finding.
void require(bool law, const char* name, std::string_view text) {
  if (law) return;
  std::fprintf(stderr, "broken law: %s, for: %.*s\n", name, static_cast<int>(text.size()),
               text.data());
  std::abort();
}

/// Runs `work`; false where it is refused.
template <typename Work>
bool accepts(Work work) {
  try {
    work();
    return true;
  } catch (const ncf::Error&) {
    return false;
  }
}

/// The filter of a codec makes a codec that is the same filter.
void check_filter(const Codec& codec) {
  const ncf::Filter filter = ncf::filter::filter_of(codec, array.element_size).filter;
  const Codec written = ncf::filter::codec_of(filter, codec.format, array.element_size);
  const ncf::Filter again = ncf::filter::filter_of(written, array.element_size).filter;
  require(again == filter, "a codec's filter is its codec's filter", codec.json);
}

void check_codec(std::string_view text, ZarrFormat format) {
  const Codec codec = ncf::filter::parse_codec(text, format);
  require(ncf::filter::parse_codec(codec.json, format) == codec, "a codec reads back", codec.json);
  accepts([&] { check_filter(codec); });
}

/// What one format says, the other says, as long as both know the codecs.
void check_list(const CodecList& codecs, ZarrFormat other, ZarrFormat own) {
  const CodecList converted = ncf::filter::convert(codecs, other, array);
  const CodecList back = ncf::filter::convert(converted, own, array);
  const CodecList again = ncf::filter::convert(back, other, array);
  require(again == converted, "codecs pass between the formats and back",
          ncf::filter::format_codecs_v3(codecs));
}

void check_lists(std::string_view text) {
  accepts([&] {
    const CodecList codecs = ncf::filter::parse_codecs(text);
    const std::string printed = ncf::filter::format_codecs_v3(codecs);
    require(ncf::filter::parse_codecs(printed) == codecs, "a list reads back", printed);
    accepts([&] { ncf::filter::filters_of(codecs, array.element_size); });
    accepts([&] { ncf::filter::byte_order_of(codecs); });
    check_list(codecs, ZarrFormat::v2, ZarrFormat::v3);
  });
  accepts([&] {
    const CodecList codecs = ncf::filter::parse_codecs({std::string(text), "null"});
    const ncf::filter::CodecsV2 printed = ncf::filter::format_codecs_v2(codecs);
    require(ncf::filter::parse_codecs(printed) == codecs, "members read back", text);
    check_list(codecs, ZarrFormat::v3, ZarrFormat::v2);
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
