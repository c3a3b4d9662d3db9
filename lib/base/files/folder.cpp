// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/folder.hpp"

#include <system_error>

#include "base/errors/system_error.hpp"
#include "ncf/error.hpp"

namespace ncf::base {
namespace {

namespace fs = std::filesystem;

/// Calls `visit` for each entry that a kind of iterator finds.
template <class Iterator, class Visit>
void visit_each(const fs::path& folder, Visit visit) {
  std::error_code failure;
  Iterator entry(folder, failure);
  for (; !failure && entry != Iterator(); entry.increment(failure)) visit(*entry);
  if (failure) throw_system_error(failure.value());
}

}  // namespace

void visit_entries(const fs::path& folder,
                   const std::function<void(const fs::directory_entry&)>& visit) {
  visit_each<fs::directory_iterator>(folder, visit);
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  visit_entries(folder, [&](const fs::directory_entry& entry) {
    names.push_back(entry.path().filename().string());
  });
  return names;
}

void visit_tree(const fs::path& folder,
                const std::function<void(const fs::directory_entry&)>& visit) {
  visit_each<fs::recursive_directory_iterator>(folder, visit);
}

void visit_files(const fs::path& folder,
                 const std::function<void(const fs::directory_entry&)>& visit) {
  visit_tree(folder, [&](const fs::directory_entry& entry) {
    std::error_code gone;
    if (entry.is_regular_file(gone)) visit(entry);
  });
}

}  // namespace ncf::base
