// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Formats sizes, shapes, lists of names and command lines for people. Pure functions, any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ncf::ops {

/// Returns "451.0 MB", in decimal units, like those of disks and `ls --si`.
std::string format_bytes(std::uint64_t bytes);

/// Returns "0.0312", "1785" or "2.5e+09": as many digits, but at least those before the point of
/// numbers that are not very large.
std::string format_real(double number, int digits = 3);

/// Returns the compression ratio, "2.12", or "-" if nothing is stored.
std::string format_ratio(std::uint64_t raw, std::uint64_t stored);

/// Returns "64 x 48", or `none` if there are no lengths.
std::string format_lengths(const std::vector<std::size_t>& lengths, const char* none);

/// Returns "10 x 10 in 100 x 100": chunks, and the shards that contain them, if any.
std::string format_chunks(const std::vector<std::size_t>& chunks,
                          const std::vector<std::size_t>& shards, const char* none);

/// Returns "/t2m, /u, /v, /w, /z and 12 more".
std::string format_few(const std::vector<std::string>& names);

/// Adds the note "TEXT: /t2m, /u", unless there are no names.
void note_few(std::vector<std::string>& notes, std::string_view text,
              const std::vector<std::string>& names);

/// Returns the command line, quoted for a POSIX shell, on one line.
[[nodiscard]] std::string format_command(const std::vector<std::string>& words);

}  // namespace ncf::ops
