// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Standard input, output and error may be closed, full, or pipes without a reader. This must not
// stop the work or harm a file; only a result that cannot be printed is a failure. Also finds the
// width of the terminal, and formats what is printed for people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ncf::apps {

/// Call it first. Occupies closed streams, so that no file opened later gets their descriptors, and
/// turns signals about writing into write errors.
void prepare_streams();

/// Prints to standard output; `flush_output` reports failures.
void print(const std::string& text);

/// Prints to standard output, in pieces of any size. If the reader is gone, ends the program
/// silently, as other programs do. throws: Error(io).
void print_piece(std::string_view text);

/// Escapes control characters in lines for people.
std::string escape_lines(std::string_view text);

/// Prints to standard error and ends the line. Continued lines are indented by two blanks; other
/// control characters come from names and are escaped. Failures are ignored.
void print_message(std::string_view text) noexcept;

/// Prints to standard error without escapes.
void print_unescaped(std::string_view text) noexcept;

/// Returns whether everything printed to standard output was written. After pieces, as print_piece.
bool flush_output();

/// Returns "1 file", "3 files". thing: in the singular; its plural must end in "s".
std::string format_count(std::size_t number, std::string_view thing);

/// Returns the columns of the terminal behind standard output, or 0: text for files and pipes is
/// never folded.
std::size_t output_width();

/// Returns the columns of the terminal behind standard error, or 0.
std::size_t message_width();

}  // namespace ncf::apps
