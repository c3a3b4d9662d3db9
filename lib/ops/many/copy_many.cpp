// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/copy_many.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/stop.hpp"
#include "base/unfinished_outputs.hpp"
#include "ops/many/input_list.hpp"
#include "ops/many/schedule.hpp"

namespace ncf {

std::size_t CopyManyReport::count(FileCopy::Outcome outcome) const noexcept {
  return static_cast<std::size_t>(
      std::count_if(files.begin(), files.end(),
                    [outcome](const FileCopy& file) { return file.outcome == outcome; }));
}

CopyManyReport copy_many(const CopyManyOptions& options, const CopyManyHandlers& handlers) {
  const base::StopScope stop(options.copy.stop);
  base::share_unfinished_outputs();
  const auto begin = std::chrono::steady_clock::now();
  std::vector<ops::ListedFile> files = ops::list_files(options, handlers.on_note);
  ops::copy_all(options, files, handlers);
  CopyManyReport report;
  report.files.reserve(files.size());
  for (ops::ListedFile& listed : files) report.files.push_back(std::move(listed.file));
  report.elapsed = std::chrono::steady_clock::now() - begin;
  return report;
}

}  // namespace ncf
