// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/output/pending_folder.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string_view>
#include <system_error>

#include "base/files/target_path.hpp"
#include "base/output/temporary_name.hpp"
#include "base/threads/scoped_signal_block.hpp"
#include "ncf/error.hpp"

namespace ncf::base {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view cannot_name_folder = "cannot give the finished folder its name";

void require_replaceable(const fs::path& target, const PendingFolder::WhyKept& why_kept) {
  require_folder(target);
  const auto status = find_status(target);
  if (status && !S_ISDIR(status->st_mode)) {
    throw Error(ErrorCode::io, fmt::format("{}: is {}, not a folder that can be replaced",
                                           target.native(), describe_kind(*status)));
  }
  require_writable_folder(target);
  if (!status) return;
  std::error_code failure;
  const bool is_empty = fs::is_empty(target, failure);
  if (failure) throw_errno(target, "cannot look into the folder", failure.value());
  if (const auto why = is_empty ? std::nullopt : why_kept(target)) {
    throw Error(ErrorCode::io, fmt::format("{}: {}", target.native(), *why));
  }
  // Only the owner of a folder can remove its contents whatever its mode is.
  if (::access(target.c_str(), W_OK | X_OK) != 0 && status->st_uid != ::geteuid()) {
    throw_errno(target, "cannot remove the old folder", errno);
  }
}

/// Returns a path without trailing slashes.
fs::path without_slash(const fs::path& path) {
  std::string text = path.native();
  while (text.size() > 1 && text.back() == '/') text.pop_back();
  return text;
}

/// Exchanges the names in several steps. Afterwards the old folder has the temporary name, as after
/// an exchange in one step. Between the first two steps nothing has the target's name. If the
/// process is killed there, the folder that was moved aside gets its name back from the parent
/// (base/output/unfinished_outputs.hpp) or from the next run (base/output/temporary_name.hpp).
/// Other signals wait.
void exchange_in_steps(const fs::path& temporary, const fs::path& target, const fs::path& aside) {
  const ScopedSignalBlock block;
  if (::rename(target.c_str(), aside.c_str()) != 0) {
    throw_errno(target, "cannot move the old folder aside", errno);
  }
  if (::rename(temporary.c_str(), target.c_str()) == 0) {
    if (::rename(aside.c_str(), temporary.c_str()) != 0) remove_output(aside.c_str());
    return;
  }
  const int error = errno;
  const bool is_back = ::rename(aside.c_str(), target.c_str()) == 0;
  throw_errno(target,
              is_back ? std::string(cannot_name_folder)
                      : fmt::format("{}, nor give it back to the old one, which is now '{}'",
                                    cannot_name_folder, aside.native()),
              error);
}

void exchange(const fs::path& temporary, const fs::path& target) {
  if (exchange_at_once(temporary, target, cannot_name_folder)) return;
  exchange_in_steps(temporary, target, temporary.native() + std::string(aside_suffix));
}

/// Gives the folder its name; returns false if another run was faster.
bool take_free_name(const fs::path& temporary, const fs::path& target) {
  if (::rename(temporary.c_str(), target.c_str()) == 0) return true;
  if (errno == ENOTEMPTY || errno == EEXIST) return false;
  throw_errno(target, cannot_name_folder, errno);
}

}  // namespace

PendingFolder::PendingFolder(const fs::path& target, const WhyKept& why_kept)
    : PendingOutput(without_slash(target), Kind::folder), why_kept_(why_kept) {
  begin([&](const fs::path& path) { require_replaceable(path, why_kept_); });
}

void PendingFolder::check(const fs::path& target, const WhyKept& why_kept) {
  check_target(without_slash(target),
               [&](const fs::path& path) { require_replaceable(path, why_kept); });
}

// Does nothing: a folder has many files, whose sizes are not known yet.
void PendingFolder::reserve(std::uint64_t /*bytes*/) {}

void PendingFolder::commit() {
  finish_contents();
  if (find_status(target()) || !take_free_name(temporary(), target())) {
    require_replaceable(target(), why_kept_);
    exchange(temporary(), target());
  }
  finish_name();
  remove_output(temporary().c_str());  // the replaced folder
}

}  // namespace ncf::base
