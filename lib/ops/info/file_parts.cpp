// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/info/file_parts.hpp"

#include <fmt/format.h>

#include <string_view>

#include "filter/registry/describe.hpp"
#include "ops/report/quantities.hpp"

namespace ncf::ops {
namespace {

std::string title(const FilterOfFile& filter) {
  return filter.name.empty() ? fmt::format("filter {}", filter.id)
                             : fmt::format("{} ({})", filter.name, filter.id);
}

/// Adds one remark for each filter that `who` cannot read. is_readable: whether `who` can.
void add_unreadable(const FileInfo& info, std::string_view who, bool FilterOfFile::*is_readable,
                    std::vector<std::string>& remarks) {
  for (const FilterOfFile& filter : info.filters) {
    if (filter.*is_readable) continue;
    remarks.push_back(
        fmt::format("{} cannot read {}, of {}{}", who, title(filter), format_few(filter.variables),
                    filter.provided_by.empty() ? "" : "; it is in " + filter.provided_by));
  }
}

}  // namespace

std::string filters_of(const VariableInfo& variable) {
  const bool are_codecs_alone = variable.filters.empty() && !variable.codecs.empty();
  return are_codecs_alone ? variable.codecs : filter::describe(variable.filters);
}

GroupInfo add_up(const FileInfo& info) {
  GroupInfo all;
  all.variables = info.variables.size();
  for (const GroupInfo& group : info.groups) {
    all.raw_bytes += group.raw_bytes;
    all.stored_bytes += group.stored_bytes;
  }
  return all;
}

std::vector<std::string> remarks_of(const FileInfo& info) {
  std::vector<std::string> remarks;
  add_unreadable(info, "this machine", &FilterOfFile::is_readable_here, remarks);
  for (const UnreadableCodec& codec : info.unreadable_codecs) {
    remarks.push_back(fmt::format("this machine cannot read codec {}, of {}", codec.name,
                                  format_few(codec.variables)));
  }
  add_unreadable(info, "a stock netCDF", &FilterOfFile::is_readable_by_stock_netcdf, remarks);
  for (const VariableInfo& variable : info.variables) {
    if (!variable.fault.empty()) {
      remarks.push_back(fmt::format("{}: {}", variable.path, variable.fault));
    }
  }
  remarks.insert(remarks.end(), info.notes.begin(), info.notes.end());
  return remarks;
}

}  // namespace ncf::ops
