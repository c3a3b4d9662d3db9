// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/outdated.hpp"

#include <filesystem>
#include <optional>
#include <utility>

#include "base/files/file_identity.hpp"
#include "base/files/file_state.hpp"
#include "base/files/sha256.hpp"
#include "base/json/json.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;
using base::FileState;

/// Removes the status from the state of a file that is its own copy: in place, or kept by a link,
/// which changes its status.
std::optional<FileState> without_status(std::optional<FileState> state) {
  if (state) state->changed_nanoseconds = 0;
  return state;
}

enum class Change { none, state, contents, unknown };

/// A file as a line of a journal has it.
struct KnownFile {
  const fs::path& path;
  const std::optional<FileState>& state;
  const std::string& sha256;
};

Change find_change(const KnownFile& known, const std::optional<FileState>& now,
                   const CopyOptions& options) {
  if (known.state == now) return Change::none;
  if (!known.state || !now || known.state->bytes != now->bytes) return Change::contents;
  if (options.preserve) return Change::contents;  // a copy has the times and the mode, too
  if (known.sha256.empty()) {
    const bool may_be_equal = without_status(known.state) == without_status(now);
    return may_be_equal ? Change::unknown : Change::contents;
  }
  return base::sha256_of(known.path) == known.sha256 ? Change::state : Change::contents;
}

std::string describe(Change change, const std::string& file) {
  switch (change) {
    case Change::contents:
      return file + " has changed";
    case Change::unknown:
      return "the status of " + file + " has changed, and the journal has no checksum";
    case Change::none:
    case Change::state:
      break;
  }
  return {};
}

/// Returns why other options, or another form of outputs, make another copy.
std::string compare_options(const std::string& made, const std::string& asked) {
  if (made == asked) return {};
  const auto form_of = [](const std::string& options) {
    const base::Json record = base::parse_json(options);
    const base::Json* const form = record.find("form");
    return form == nullptr ? std::string() : base::format_compact_json(*form);
  };
  return form_of(made) == form_of(asked) ? "other options" : "another form of outputs";
}

std::string why_other_copy(const JournalLine& made, const FileTask& asked, bool in_place) {
  const std::string options = compare_options(made.file.options, asked.listed.file.options);
  if (!options.empty()) return options;
  if (!in_place && made.file.input != asked.listed.input_path) return "another input";
  return {};
}

EarlierCopy compare_states(const JournalLine& made, const FileTask& asked,
                           const CopyOptions& options) {
  const fs::path& output = asked.listed.output_path;
  const bool is_own_copy =
      base::find_identity(output) == base::find_identity(asked.listed.input_path);
  const auto state = [&](const std::optional<FileState>& one) {
    return is_own_copy ? without_status(one) : one;
  };
  const std::optional<FileState> found = base::find_readable_state(output);
  if (!found) {
    return {base::find_identity(output) ? "the copy cannot be read" : "the copy is missing"};
  }
  const auto made_input = state(made.input_state);
  const auto made_output = state(made.output_state);
  const Change input =
      options.in_place ? Change::none
                       : find_change({asked.listed.input_path, made_input, made.file.input_sha256},
                                     state(asked.input_state), options);
  if (auto text = describe(input, "the input"); !text.empty()) return {std::move(text)};
  const Change copy =
      find_change({output, made_output, made.file.output_sha256}, state(found), options);
  if (auto text = describe(copy, "the copy"); !text.empty()) return {std::move(text)};
  return {"", input == Change::state || copy == Change::state};
}

}  // namespace

EarlierCopy examine_copy(const JournalLine& made, const FileTask& asked,
                         const CopyOptions& options) {
  if (std::string why = why_other_copy(made, asked, options.in_place); !why.empty()) {
    return {std::move(why)};
  }
  try {
    return compare_states(made, asked, options);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted) throw;
    return {"it cannot be read"};
  }
}

}  // namespace ncf::ops
