// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Standard input, output and error as a program finds them: perhaps closed, full, or a pipe that
// nobody reads. None of that may stop the work or harm a file; only a result that could not be
// printed is a failure.
#pragma once

#include <string>
#include <string_view>

namespace ncf::apps {

/// To be called first. Takes the places of closed streams, so that no file that is opened later
/// becomes one, and turns signals about writing into failures of writing.
void prepare_streams();

/// To standard output; `flush_output` tells whether that went well.
void print(const std::string& text);

/// To standard output, in pieces of any size. Where nobody reads any more, the program ends here,
/// quietly, as one does whose reader is gone. throws: Error(io).
void print_piece(std::string_view text);

/// Lines for people, with escapes for control characters in them.
std::string escape_lines(std::string_view text);

/// To standard error, and the end of the line behind it. Lines that go on are indented by two
/// blanks; other control characters are those of names, and are escaped. What cannot be printed is
/// let go.
void print_message(std::string_view text) noexcept;

/// To standard error as it is.
void print_unescaped(std::string_view text) noexcept;

/// Whether everything printed to standard output has arrived. After pieces, as print_piece.
bool flush_output();

}  // namespace ncf::apps
