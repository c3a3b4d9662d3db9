// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a file is before the dynamic loader sees it, whose own words for a text file or for another
// machine's library help few. Any thread.
// source: System V ABI, chapter 4, "ELF Header"
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace ncf::plugin {

/// Why the file is no shared library of this machine: "not a shared library", "built for another
/// machine (AArch64)". Empty if it is one, by its header.
std::string why_not_loadable(const std::string& path);

/// Whether the file's bytes hold one of `names`. A library that does not cannot export any, so that
/// it need not be loaded to be asked.
bool may_export(const std::string& path, std::initializer_list<std::string_view> names);

}  // namespace ncf::plugin
