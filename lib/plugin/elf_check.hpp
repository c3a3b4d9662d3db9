// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks a file before the dynamic loader opens it: the loader's messages for a text file or for
// another machine's library are of little help. Any thread.
// source: System V ABI, chapter 4, "ELF Header"
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace ncf::plugin {

/// Returns why the file is not a shared library for this machine: "not a shared library", "built
/// for another machine (AArch64)". Empty if its header shows no problem.
std::string why_not_loadable(const std::string& path);

/// Returns whether the file contains one of `names`. A library that does not cannot export any of
/// them and need not be loaded.
bool may_export(const std::string& path, std::initializer_list<std::string_view> names);

}  // namespace ncf::plugin
