// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/file_task.hpp"

#include "base/json/json.hpp"
#include "location/contents.hpp"
#include "ncf/error.hpp"
#include "ops/copy/options_record.hpp"
#include "ops/output/plain_copy.hpp"
#include "store/open/input.hpp"

namespace ncf::ops {

FileTask::FileTask(ListedFile& its_file, const CopyOptions& options)
    : listed(its_file), input_state(find_input_state(its_file, options)) {
  const base::Json record =
      listed.is_dataset ? record_of_options(options) : record_of_plain_copy(options);
  listed.file.options = base::format_compact_json(record);
}

/// Returns empty also for references, because their values are in other files, whose state is
/// unknown.
std::optional<base::FileState> find_input_state(const ListedFile& listed,
                                                const CopyOptions& options) {
  if (options.follow_external || listed.input_path.empty()) return std::nullopt;
  try {
    if (listed.is_dataset &&
        store::look_at(listed.input_path).kind == location::Contents::Kind::json) {
      return std::nullopt;
    }
    return base::find_state(listed.input_path);
  } catch (const Error&) {
    return std::nullopt;  // copying it will report the error
  }
}

}  // namespace ncf::ops
