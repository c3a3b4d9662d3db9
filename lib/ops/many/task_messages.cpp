// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/task_messages.hpp"

#include "base/memory/packed.hpp"
#include "ops/many/journal_line.hpp"

namespace ncf::ops {

// The bindings name all members, so a new member does not compile until it is handled here.
void fields(auto& archive, ListedFile& listed) {
  auto& [file, input, name, input_path, output_path, is_done, is_dataset, listed_bytes] = listed;
  archive(file, input, name, input_path, output_path, is_done, is_dataset, listed_bytes);
}

void fields(auto& archive, CopyTask& task) {
  auto& [listed, working_folder, input_state, is_done, takes_samples, copies_at_a_time, sharing] =
      task;
  archive(listed, working_folder, input_state, is_done, takes_samples, copies_at_a_time, sharing);
}

std::string format_copy_task(const CopyTask& task) { return base::packed(task); }

CopyTask parse_copy_task(const std::string& text) { return base::unpacked<CopyTask>(text); }

std::string format_copy_result(const FileCopy& file) { return base::packed(file); }

FileCopy parse_copy_result(const std::string& text) { return base::unpacked<FileCopy>(text); }

}  // namespace ncf::ops
