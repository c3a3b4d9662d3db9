// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/output_tree.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <map>
#include <string_view>
#include <system_error>

#include "base/errors/error_context.hpp"
#include "base/files/file_attributes.hpp"
#include "base/files/paths.hpp"
#include "base/output/finish_on_disk.hpp"
#include "base/output/temporary_name.hpp"
#include "base/threads/stop.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;

/// Returns the path where an output is written. Links are followed, as in PendingOutput.
fs::path written_path(const fs::path& output) {
  try {
    std::error_code unknown;
    const fs::path place = fs::weakly_canonical(base::follow_links(output), unknown);
    return unknown ? output : place;
  } catch (const Error&) {
    return output;  // links in a circle; copying will report it
  }
}

/// Files by the names of their outputs, or by another path.
using FilesByPath = std::map<fs::path, const FileCopy*>;

void require_no_store_around(const FilesByPath& outputs, const fs::path& name,
                             const FileCopy& file) {
  for (fs::path above = name.parent_path(); !above.empty(); above = above.parent_path()) {
    const auto around = outputs.find(above);
    if (around == outputs.end()) continue;
    throw Error(ErrorCode::usage,
                fmt::format("{} would become {}, and {} would be inside it", around->second->input,
                            around->second->output, file.input));
  }
}

constexpr std::string_view name_mark = "{name}";
constexpr std::string_view suffix_mark = "{suffix}";

std::string fill_in(std::string_view pattern, const std::string& name, const std::string& suffix) {
  std::string text;
  while (!pattern.empty()) {
    const bool is_name = pattern.starts_with(name_mark);
    const bool is_suffix = pattern.starts_with(suffix_mark);
    text += is_name ? name : is_suffix ? suffix : std::string(1, pattern.front());
    pattern.remove_prefix(is_name ? name_mark.size() : is_suffix ? suffix_mark.size() : 1);
  }
  return text;
}

struct stat status_of_folder(const fs::path& folder) {
  const auto status = base::find_status(folder);
  if (!status) base::throw_errno(folder, "cannot read its status", ENOENT);
  return *status;
}

/// Returns the mode of any new folder in this one, by the umask or by the default access list,
/// which a folder inherits from the one above it.
mode_t usual_mode_in(const fs::path& folder) {
  const fs::path trial = base::pick_temporary(folder / "mode");
  if (::mkdir(trial.c_str(), S_IRWXU | S_IRWXG | S_IRWXO) != 0) {
    base::throw_errno(folder, "cannot make a folder in it", errno);
  }
  const mode_t mode = base::get_mode(trial);
  if (::rmdir(trial.c_str()) != 0) base::throw_errno(trial, "cannot remove the folder", errno);
  return mode;
}

/// Makes a folder with the input folder's mode, reduced by the umask. A group other than the
/// input's gets the permissions of others. Until then only its owner may enter it.
void make_folder(const fs::path& folder, const fs::path& input) {
  const auto source =
      base::with_context(input.native(), [&] { return base::status_without_files(input); });
  if (::mkdir(folder.c_str(), S_IRWXU) != 0) {
    if (errno != EEXIST) base::throw_errno(folder, "cannot make the folder", errno);
    return;  // by an earlier run, or a simultaneous one
  }
  constexpr mode_t of_group_and_others = S_IRWXG | S_IRWXO;
  const mode_t allowed = base::mode_for_group(source, status_of_folder(folder).st_gid);
  const mode_t mode = usual_mode_in(folder) & (allowed | ~of_group_and_others);
  if (::chmod(folder.c_str(), mode) != 0) {
    base::throw_errno(folder, "cannot give the folder its mode", errno);
  }
  base::sync_names(base::folder_of(folder));
}

}  // namespace

void require_distinct_outputs(const fs::path& folder, const std::vector<ListedFile>& files) {
  std::error_code unknown;
  const fs::path canonical_folder = fs::weakly_canonical(folder, unknown);
  FilesByPath by_name;
  FilesByPath by_input;  // canonical path
  for (const ListedFile& listed : files) {
    if (listed.is_not_copied()) continue;
    const auto [same, is_new] = by_name.emplace(listed.name, &listed.file);
    if (!is_new) {
      throw Error(ErrorCode::usage,
                  fmt::format("{} and {} would both become {}", same->second->input,
                              listed.file.input, listed.file.output));
    }
    if (!listed.input_path.empty()) by_input.emplace(listed.input_path, &listed.file);
  }
  FilesByPath by_place;
  for (const auto& [name, file] : by_name) {
    require_no_store_around(by_name, name, *file);
    const fs::path place = written_path(canonical_folder / name);
    const auto [same, is_new] = by_place.emplace(place, file);
    if (!is_new) {
      throw Error(
          ErrorCode::usage,
          fmt::format(
              "the copies of {} and {} would replace each other: {} and {} lead to the same file",
              same->second->input, file->input, same->second->output, file->output));
    }
    const auto replaced = by_input.find(place);
    if (replaced == by_input.end()) continue;
    if (replaced->second == file) {
      throw Error(ErrorCode::usage,
                  fmt::format("{}: input and output are the same file", file->output));
    }
    throw Error(ErrorCode::usage, fmt::format("the copy of {} would replace {}, another input",
                                              file->input, replaced->second->input));
  }
}

OutputName::OutputName(const std::string& pattern)
    : pattern_(pattern.empty() ? "{name}{suffix}" : pattern) {
  const auto refuse = [&](std::string_view reason) {
    throw Error(ErrorCode::usage, fmt::format("--rename '{}': {}", pattern, reason));
  };
  if (pattern_.find(name_mark) == std::string::npos) {
    refuse("expected {name}, which stands for the input's name without its suffix");
  }
  if (fill_in(pattern_, "", "").find_first_of("{}") != std::string::npos) {
    refuse("expected no braces but those of {name} and {suffix}");
  }
  if (pattern_.find('/') != std::string::npos) {
    refuse("expected a file name, without a folder");
  }
}

std::filesystem::path OutputName::of(const std::filesystem::path& path) const {
  const std::string name = fill_in(pattern_, path.stem().string(), path.extension().string());
  return path.parent_path() / name;
}

std::filesystem::path whole_path(const std::string& path) {
  const std::filesystem::path whole = base::absolute_path(path).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

bool make_output_folder(const fs::path& folder) {
  constexpr mode_t all = S_IRWXU | S_IRWXG | S_IRWXO;
  const bool is_new = ::mkdir(folder.c_str(), all) == 0;
  if (is_new) base::sync_names(base::folder_of(folder));
  if (!is_new && errno != EEXIST) base::throw_errno(folder, "cannot make the folder", errno);
  return is_new;
}

void OutputFolders::prepare_for(const fs::path& name, const fs::path& input) {
  const fs::path folder = name.parent_path();
  if (ready_.count(folder) > 0) return;
  if (!folder.empty()) {
    const fs::path input_folder = input.parent_path();
    prepare_for(folder, input_folder);
    make_folder(folder_ / folder, input_folder);
  }
  clear((folder_ / name).parent_path());
  ready_.insert(folder);
}

void OutputFolders::clear(const fs::path& folder) {
  if (cleared_.insert(folder).second) base::clear_leftovers_in(folder);
}

void handle_orphans(const CopyManyOptions& options, const std::vector<ListedFile>& files,
                    const NoteHandler& on_note) {
  std::set<std::filesystem::path> folders;
  for (const ListedFile& listed : files) {
    if (!listed.output_path.empty()) folders.insert(base::folder_of(listed.output_path));
  }
  for (const std::filesystem::path& folder : folders) {
    base::throw_if_stopped();
    for (const std::filesystem::path& orphan : base::find_orphans(folder)) {
      if (options.remove_orphans) base::remove_output(orphan.c_str());
      if (!on_note) continue;
      on_note(fmt::format(
          "{}: is left by a process of another machine, and has not changed for {} "
          "hours; {}",
          orphan.native(), base::age_of_orphans.count(),
          options.remove_orphans ? "removed" : "--remove-orphans removes such outputs"));
    }
  }
}

}  // namespace ncf::ops
