// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/task_messages.hpp"

#include <utility>

#include "base/json/members.hpp"
#include "ncf/error.hpp"
#include "ops/many/journal_line.hpp"

namespace ncf::ops {
namespace {

using base::Json;

constexpr const char* invalid = "invalid message from another process";

JournalLine parse_line(const std::string& text) {
  std::optional<JournalLine> line = parse_journal_line(text);
  if (!line) throw Error(ErrorCode::corrupt, invalid);
  return *std::move(line);
}

Json sharing_json(const std::optional<SharingRanks>& ranks) {
  if (!ranks) return {};
  return base::json_object({{"own", ranks->own},
                            {"leader", ranks->leader},
                            {"count", ranks->count},
                            {"is_one_machine", ranks->is_one_machine}});
}

std::optional<SharingRanks> parse_sharing(const Json* object) {
  if (object == nullptr) return std::nullopt;
  const base::JsonMembers members(*object, invalid);
  const auto rank = [&](std::string_view name) { return static_cast<int>(members.size(name)); };
  return SharingRanks{rank("own"), rank("leader"), rank("count"),
                      members.boolean("is_one_machine")};
}

}  // namespace

std::string format_copy_task(const CopyTask& task) {
  const ListedFile& listed = task.listed;
  return base::format_compact_json(base::json_object(
      {{"working_folder", task.working_folder.native()},
       {"input", listed.input},
       {"input_path", listed.input_path.native()},
       {"output_path", listed.output_path.native()},
       {"is_dataset", listed.is_dataset},
       {"listed_bytes", listed.listed_bytes},
       {"is_done", task.is_done},
       {"takes_samples", task.takes_samples},
       {"copies_at_a_time", task.copies_at_a_time},
       {"sharing", sharing_json(task.sharing)},
       {"line", format_journal_line({listed.file, listed.name, task.input_state, std::nullopt})}}));
}

CopyTask parse_copy_task(const std::string& text) {
  const Json object = base::parse_json(text);
  const base::JsonMembers members(object, invalid);
  JournalLine line = parse_line(members.text("line"));
  CopyTask task;
  task.listed.file = std::move(line.file);
  task.listed.name = line.name;
  task.working_folder = members.text("working_folder");
  task.listed.input = members.text("input");
  task.listed.input_path = members.text("input_path");
  task.listed.output_path = members.text("output_path");
  task.listed.is_dataset = members.boolean("is_dataset");
  task.listed.listed_bytes = members.size("listed_bytes");
  task.is_done = members.boolean("is_done");
  task.takes_samples = members.boolean("takes_samples");
  task.copies_at_a_time = members.size("copies_at_a_time");
  task.sharing = parse_sharing(members.find("sharing"));
  task.input_state = line.input_state;
  return task;
}

std::string format_copy_result(const FileCopy& file) {
  return format_journal_line({file, {}, std::nullopt, std::nullopt});
}

FileCopy parse_copy_result(const std::string& text) { return parse_line(text).file; }

}  // namespace ncf::ops
