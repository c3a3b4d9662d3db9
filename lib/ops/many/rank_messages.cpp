// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/rank_messages.hpp"

#include <utility>

#include "base/json/json.hpp"
#include "ncf/error.hpp"
#include "ops/many/journal_line.hpp"

namespace ncf::ops {
namespace {

using base::Json;

Json text_of(const std::filesystem::path& path) { return base::json_text(path.native()); }

const Json& member(const Json& object, std::string_view name) {
  const Json* const found = object.find(name);
  if (found == nullptr) {
    throw Error(ErrorCode::corrupt, "invalid message from another process");
  }
  return *found;
}

JournalLine parse_line(const std::string& text) {
  std::optional<JournalLine> line = parse_journal_line(text);
  if (!line) throw Error(ErrorCode::corrupt, "invalid message from another process");
  return *std::move(line);
}

}  // namespace

std::string format_rank_task(const RankTask& task) {
  const ListedFile& listed = task.listed;
  Json object = base::json_object();
  object.add("working_folder", text_of(task.working_folder));
  object.add("input_path", text_of(listed.input_path));
  object.add("output_path", text_of(listed.output_path));
  object.add("is_dataset", base::json_boolean(listed.is_dataset));
  object.add("listed_bytes", base::json_number(listed.listed_bytes));
  object.add("is_done", base::json_boolean(task.is_done));
  object.add("line", base::json_text(format_journal_line(
                         {listed.file, listed.name, task.input_state, std::nullopt})));
  return base::format_compact_json(object);
}

RankTask parse_rank_task(const std::string& text) {
  const Json object = base::parse_json(text);
  JournalLine line = parse_line(member(object, "line").text);
  RankTask task;
  task.listed.file = std::move(line.file);
  task.listed.name = line.name;
  task.working_folder = member(object, "working_folder").text;
  task.listed.input_path = member(object, "input_path").text;
  task.listed.output_path = member(object, "output_path").text;
  task.listed.is_dataset = member(object, "is_dataset").boolean;
  task.listed.listed_bytes = base::as_uint64(member(object, "listed_bytes")).value_or(0);
  task.is_done = member(object, "is_done").boolean;
  task.input_state = line.input_state;
  return task;
}

std::string format_rank_result(const FileCopy& file) {
  return format_journal_line({file, {}, std::nullopt, std::nullopt});
}

FileCopy parse_rank_result(const std::string& text) { return parse_line(text).file; }

}  // namespace ncf::ops
