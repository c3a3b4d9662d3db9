// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the option that applies to each variable, for all options that begin with a selector, and
// the variables and groups that `-v` and `-g` name. An option that changes values leaves
// coordinates alone unless it names them.
//
// source: ncf-filter-spec(5), "Which option decides"
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "filter/spec/selector.hpp"
#include "model/schema/schema.hpp"
#include "ncf/error.hpp"
#include "ops/select/subset.hpp"

namespace ncf::ops {

/// Calls `read`; its syntax errors become usage errors of the option.
/// throws: Error(usage) naming the option.
template <typename Read>
auto read_option(std::string_view option, Read read) {
  try {
    return read();
  } catch (const SyntaxError& error) {
    throw Error(ErrorCode::usage, error.message()).add_context(option);
  }
}

/// An option "VARIABLES,REST" that changes values.
struct ValueOption {
  filter::GivenOption given;
  std::string rest;
};

/// Reads the variables of such an option. throws: Error(usage) naming the option.
ValueOption read_value_option(std::string_view option, const std::string& text);

/// Returns the variables of a dataset as selectors see them.
std::vector<filter::SelectableVariable> selectable_variables(const model::Schema& schema);

/// Returns the winning option for each variable of the source. Notes name the coordinates that a
/// pattern leaves alone and those that a name changes.
/// option: name in messages, "-F".
/// is_possible: whether an option can affect a variable; others cause no notes.
/// absent: gets "-F t2m" if there is no t2m; null if that is an error.
/// throws: as SelectorMatcher::decide, naming the option.
std::vector<std::optional<filter::Decision>> decide(std::string_view option,
                                                    std::span<const filter::GivenOption> options,
                                                    const Subset& source,
                                                    bool (*is_possible)(const model::Variable&),
                                                    std::vector<std::string>& notes,
                                                    std::vector<std::string>* absent = nullptr);

// ---- Variables and groups that users name, by path or by the end of a path ----
// source: nccopy(1) and ncdump(1), options -v and -g

/// The selected variables or groups of a schema, by id.
using Marks = std::vector<bool>;

/// Return the paths of all variables and of all dimensions, in normalization form C.
std::vector<std::string> paths_of_variables(const model::Schema& schema);
std::vector<std::string> paths_of_dimensions(const model::Schema& schema);

/// Returns whether a name means a path. An absolute name must equal the path; other names match all
/// paths that end in them. Both are in normalization form C.
bool is_named(std::string_view path, std::string_view name);

/// Returns ", did you mean /t2m?", or empty. Compares names with slashes with paths, others with
/// the ends of paths.
std::string advice_on_name(std::string_view name, const std::vector<std::string>& paths);

/// Marks the paths that the names of an option select: an absolute name selects one, any other name
/// all paths that end with it.
/// option, what: "-v" and "variable", for messages. paths: in normalization form C. findings: of
/// the file, which may explain why a path is missing. throws: Error(usage) for an empty name;
/// Error(not_found) for a name without a match.
Marks find_named(const std::vector<std::string>& names, std::string_view option,
                 std::string_view what, const std::vector<std::string>& paths,
                 std::span<const model::Finding> findings);

/// Does what find_named does, for the variables of a schema.
Marks find_variables(const model::Schema& schema, const std::vector<std::string>& names,
                     std::string_view option);

/// Does what find_named does, for the groups of a schema.
Marks find_groups(const model::Schema& schema, const std::vector<std::string>& names,
                  std::string_view option);

}  // namespace ncf::ops
