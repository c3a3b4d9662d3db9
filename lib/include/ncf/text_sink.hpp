// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Receives texts of any size, piece by piece.
//
//   std::string text;
//   ncf::dump(options, [&](std::string_view piece) { text += piece; });
#pragma once

#include <functional>
#include <string_view>

namespace ncf {

/// Called with the next piece of the text. May throw to stop the work.
using TextSink = std::function<void(std::string_view)>;

}  // namespace ncf
