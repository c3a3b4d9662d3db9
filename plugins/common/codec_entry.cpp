// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/codec_entry.hpp"

#include <netcdf.h>

#include <string>
#include <vector>

#include "base/json/json.hpp"
#include "common/codec_memory.hpp"
#include "filter/codecs/codec_interpreter.hpp"

namespace ncf::plugins {
namespace {

using base::Json;

filter::CodecForm form_of(const Codec& codec) {
  return {&codec.filter, &codec.facts, codec.facts.members, false};
}

// Returns the codec that a text is. throws: ParameterError if it is another one.
filter::Codec read_json(const Codec& codec, const char* text) {
  const std::string id(codec.facts.numcodecs_id);
  Json json = base::parse_json(text);
  const Json* const stated = json.find("id");
  if (stated == nullptr || *stated != Json(id)) throw ParameterError("the JSON of another codec");
  return {filter::ZarrFormat::v2, id, std::move(json)};
}

std::vector<std::uint32_t> parse_codec(const Codec& codec, const char* text) {
  const filter::CodecFilter read =
      read_codec(read_json(codec, text), form_of(codec), 0, filter::CodecUse::bind_later);
  // An extra number only affects encoding; an extra flag changes the stored bytes.
  for (const filter::CodecExtra& extra : read.extras) {
    if (extra.of_filter.is(Json::Kind::boolean)) throw ParameterError("unsupported option");
  }
  std::vector<std::uint32_t> cd_values = read.filter.parameters;
  if (shows_working(codec) && read.element_size > 0) {
    cd_values = {static_cast<std::uint32_t>(read.element_size)};
  }
  codec.kernel.check(cd_values);
  return cd_values;
}

std::string format_codec(const Codec& codec, Parameters visible) {
  codec.kernel.check(visible);
  std::size_t element_size = 0;
  if (shows_working(codec)) {
    if (visible.empty()) throw ParameterError("the size of a value is not known");
    element_size = visible.front();
    visible = {};
  }
  const filter::CodecForm form = form_of(codec);
  const filter::Reading reading = filter::read_parameters(form, visible);
  return base::format_compact_json(
      filter::make_codec(filter::ZarrFormat::v2, std::string(codec.facts.numcodecs_id),
                         filter::write_members(form, reading, element_size))
          .json);
}

}  // namespace

int codec_to_hdf5(const Codec& codec, const char* json, std::size_t* count,
                  unsigned** parameters) noexcept {
  if (json == nullptr || count == nullptr || parameters == nullptr) return NC_EINVAL;
  return status_of([&] {
    const std::vector<std::uint32_t> cd_values = parse_codec(codec, json);
    *parameters = copied_for_c(cd_values);
    *count = cd_values.size();
  });
}

int hdf5_to_codec(const Codec& codec, Parameters visible, char** json) noexcept {
  if (json == nullptr) return NC_EINVAL;
  return status_of([&] { *json = copied_for_c(format_codec(codec, visible)); });
}

}  // namespace ncf::plugins
