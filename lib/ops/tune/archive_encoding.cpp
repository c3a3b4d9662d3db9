// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/archive_encoding.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

#include "ops/report/quantities.hpp"
#include "ops/tune/command.hpp"
#include "ops/tune/equal_variables.hpp"
#include "ops/tune/python.hpp"

namespace ncf::ops {
namespace {

using Members = std::vector<const TunedVariable*>;

Members members_of(const std::string& path, const std::vector<TunedVariable>& tuned) {
  Members members;
  for (const TunedVariable& one : tuned) {
    if (one.path == path) members.push_back(&one);
  }
  return members;
}

/// Gives a variable the storage of its members, without chunks if these differ. Returns false if
/// one encoding cannot describe them all.
bool take_storage(TunedVariable& variable, const Members& members) {
  const TunedVariable& first = *members.front();
  const bool keeps_filters = chosen_trial(variable).is_present;
  variable.shape = first.shape;
  variable.raw_bytes = first.raw_bytes;
  variable.chunks = first.chunks;
  variable.input_filters = first.input_filters;
  for (const TunedVariable* const member : members) {
    if (member->type != first.type) return false;
    if (keeps_filters && member->input_filters != first.input_filters) return false;
    if (member->chunks != first.chunks) variable.chunks.clear();
  }
  return true;
}

}  // namespace

Notation encoding_of_archive(const TuneManyReport& report, const std::vector<TunedVariable>& tuned,
                             filter::FilterSource& plugins) {
  TuneReport one = as_one_file(report.variables);
  one.readers = report.readers;
  std::vector<std::string> different;
  bool are_in_all = true;
  std::erase_if(one.variables, [&](TunedVariable& variable) {
    const Members members = members_of(variable.path, tuned);
    are_in_all = are_in_all && members.size() == report.tuned_files.size();
    if (take_storage(variable, members)) return false;
    different.push_back(variable.path);
    return true;
  });
  for (TunedVariable& variable : one.variables) {
    variable.notations = notations_of_choice(variable, plugins);
  }
  Notation encoding = xarray_encoding(one);
  std::vector<std::string> notes;
  if (!encoding.note.empty()) notes.push_back(encoding.note);
  if (!different.empty()) {
    notes.push_back("not the same type or filters in all files: " + format_few(different));
  }
  if (!are_in_all) notes.emplace_back("leave out the variables that a file lacks");
  encoding.note = fmt::format("{}", fmt::join(notes, "; "));
  return encoding;
}

}  // namespace ncf::ops
