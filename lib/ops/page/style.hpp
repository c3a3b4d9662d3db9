// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace ncf::ops::page {

/// Returns the style sheet of all pages. In both colour schemes, text and lines have enough
/// contrast with the background (tests/page checks this).
/// source: WCAG 2.2, success criteria 1.4.3 and 1.4.11
[[nodiscard]] std::string_view style_sheet() noexcept;

}  // namespace ncf::ops::page
