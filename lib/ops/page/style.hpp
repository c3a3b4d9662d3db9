// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace ncf::ops::page {

/// The style sheet of all pages. The colours of texts and lines differ enough from the background
/// in light and in dark (tests/page checks it).
/// source: WCAG 2.2, success criteria 1.4.3 and 1.4.11
[[nodiscard]] std::string_view style_sheet() noexcept;

}  // namespace ncf::ops::page
