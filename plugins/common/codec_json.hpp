// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The JSON of a codec, before its members are interpreted.
#pragma once

#include <nlohmann/json.hpp>

#include "common/codec_entry.hpp"

namespace ncf::plugins {

/// Its members keep their order.
using Json = nlohmann::ordered_json;

/// Reads the JSON. throws: ParameterError unless the text is an object with the codec's id and only
/// members that its facts name.
[[nodiscard]] Json read_codec_json(const Codec& codec, const char* text);

}  // namespace ncf::plugins
