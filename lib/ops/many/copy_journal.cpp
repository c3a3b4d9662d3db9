// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/copy_journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "base/at_place.hpp"
#include "base/fnv_hash.hpp"
#include "base/pending_file.hpp"
#include "base/system_error.hpp"
#include "base/whole_file.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

using base::FileState;
using nlohmann::json;

// A byte beyond those that represent outputs, locked while appending.
constexpr std::int64_t appending_byte = std::numeric_limits<std::int64_t>::max() - 1;
constexpr std::int64_t probing_byte = appending_byte - 1;
constexpr std::int64_t using_byte = probing_byte - 1;

std::int64_t byte_of(const std::string& output) {
  base::FnvHash hash;
  hash.add(output);
  return static_cast<std::int64_t>(hash.value() >> 2U);
}

json as_json(const FileState& state) {
  return {{"bytes", state.bytes},
          {"modified", state.modified_nanoseconds},
          {"checksum", fmt::format("{:016x}", state.checksum)}};
}

FileState as_state(const json& state) {
  return {state.at("bytes").get<std::uint64_t>(), state.at("modified").get<std::int64_t>(),
          std::stoull(state.at("checksum").get<std::string>(), nullptr, 16)};
}

std::string format_record(const CopyRecord& record) {
  const nlohmann::ordered_json line = {{"output", record.output},
                                       {"input", record.input},
                                       {"options", record.options},
                                       {"input_state", as_json(record.input_state)},
                                       {"output_state", as_json(record.output_state)}};
  return line.dump(-1, ' ', false, json::error_handler_t::replace) + '\n';
}

CopyRecord parse_record(const std::string& line) {
  const json record = json::parse(line);
  return {record.at("output").get<std::string>(), record.at("input").get<std::string>(),
          record.at("options"), as_state(record.at("input_state")),
          as_state(record.at("output_state"))};
}

bool is_held_by_another(int error) { return error == EAGAIN || error == EACCES; }

bool is_forbidden(int error) { return error == EACCES || error == EPERM || error == EROFS; }

/// The name as it reads back after it was written as JSON.
std::string as_written(const std::string& name) {
  return json::parse(json(name).dump(-1, ' ', false, json::error_handler_t::replace));
}

}  // namespace

CopyRecord as_written(const CopyRecord& record) { return parse_record(format_record(record)); }

CopyJournal::CopyJournal(std::filesystem::path path, base::Descriptor file)
    : path_(std::move(path)), file_(std::move(file)), opened_at_(file_.size_bytes()) {
  has_no_locks_ =
      lock_byte(probing_byte, F_WRLCK, /*waiting=*/false) != 0 && !is_held_by_another(errno);
  if (!has_no_locks_) lock_byte(probing_byte, F_UNLCK, /*waiting=*/false);
}

std::optional<CopyJournal> CopyJournal::open(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / file_name;
  return base::at_place(path.native(), [&] {
    for (;;) {
      std::optional<CopyJournal> journal = open_once(path);
      if (!journal || (journal->join() && !journal->compact())) return journal;
    }
  });
}

std::optional<CopyJournal> CopyJournal::open_once(const std::filesystem::path& path) {
  // Opening without blocking allows other file types, which are rejected afterwards.
  constexpr int flags =
      O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  const int id = ::open(path.c_str(), flags, 0666);
  if (id < 0 && is_forbidden(errno)) return std::nullopt;
  if (id < 0 && errno != ELOOP && errno != EISDIR && errno != ENXIO) {
    base::throw_system_error(errno);
  }
  struct stat status {};
  if (id < 0 || ::fstat(id, &status) != 0 || !S_ISREG(status.st_mode)) {
    if (id >= 0) ::close(id);
    throw Error(ErrorCode::io,
                "is not an ordinary file, as ncfcopy's record of its copies must be; remove it, or "
                "copy into another folder");
  }
  return CopyJournal(path, base::Descriptor(id));
}

// Compacting takes a moment; a run that waited for it then has the old file open.
bool CopyJournal::join() {
  if (has_no_locks_) return true;
  lock_byte(using_byte, F_RDLCK, /*waiting=*/true);
  struct stat named {};
  struct stat opened {};
  if (::lstat(path_.c_str(), &named) != 0 || ::fstat(file_.id(), &opened) != 0) return false;
  // NFS may cache a name for a while, but not the link count of a locked file.
  return opened.st_nlink > 0 && named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

bool CopyJournal::compact() {
  if (has_no_locks_) return false;
  read_new();
  struct stat status {};
  const bool is_worth_it = read_lines_ > 2 * records_.size();
  // A journal of another user is not replaced.
  if (!is_worth_it || ::fstat(file_.id(), &status) != 0 || status.st_uid != ::geteuid()) {
    return false;
  }
  if (lock_byte(using_byte, F_WRLCK, /*waiting=*/false) != 0) return false;
  std::string text;
  for (const auto& [output, found] : records_) text += format_record(found.record);
  try {
    base::PendingFile replacement(path_);
    base::write_file(replacement.temporary(), std::as_bytes(std::span(text)));
    replacement.commit();
    return true;
  } catch (const Error&) {
    return !join();  // the long journal is as good, if it is still there
  }
}

int CopyJournal::lock_byte(std::int64_t offset, short type, bool waiting) const noexcept {
  struct flock range {};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  range.l_start = offset;
  range.l_len = 1;
  int status = 0;
  do {
    status = ::fcntl(file_.id(), waiting ? F_OFD_SETLKW : F_OFD_SETLK, &range);
  } while (status != 0 && errno == EINTR);
  return status;
}

bool CopyJournal::try_lock(const std::string& output) {
  if (has_no_locks_ || lock_byte(byte_of(output), F_WRLCK, /*waiting=*/false) == 0) return true;
  // Any other failure, for example of a server without free locks, affects only this output: in the
  // worst case two runs make it.
  return !is_held_by_another(errno);
}

void CopyJournal::unlock(const std::string& output) noexcept {
  if (!has_no_locks_) lock_byte(byte_of(output), F_UNLCK, /*waiting=*/false);
}

std::optional<CopyJournal::Found> CopyJournal::find(const std::string& output) {
  base::at_place(path_.native(), [&] { read_new(); });
  const auto found = records_.find(as_written(output));
  return found == records_.end() ? std::nullopt : std::optional(found->second);
}

/// Reads the lines added since the last call.
void CopyJournal::read_new() {
  const std::uint64_t size = file_.size_bytes();
  if (size <= read_bytes_) return;
  std::string text(size - read_bytes_, '\0');
  std::size_t count = 0;
  while (count < text.size()) {
    const auto rest = std::span(text).subspan(count);
    const std::size_t part = file_.read_at(read_bytes_ + count, std::as_writable_bytes(rest));
    if (part == 0) break;
    count += part;
  }
  text.resize(count);
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    take_line(text.substr(begin, end - begin), read_bytes_ + begin);
    ++read_lines_;
  }
  read_bytes_ += begin;
}

void CopyJournal::take_line(const std::string& line, std::uint64_t offset) {
  try {
    CopyRecord record = parse_record(line);
    std::string output = record.output;
    records_.insert_or_assign(std::move(output), Found{std::move(record), offset >= opened_at_});
  } catch (const std::exception&) {
    return;  // an incomplete record: its copy counts as unrecorded
  }
}

/// Only one run appends at a time: on NFS, the end of a file that others extend is not known.
class CopyJournal::Turn {
 public:
  explicit Turn(CopyJournal& journal) : journal_(journal) { set(F_WRLCK); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() { set(F_UNLCK); }

 private:
  void set(short type) {
    if (!journal_.has_no_locks_) journal_.lock_byte(appending_byte, type, /*waiting=*/true);
  }

  CopyJournal& journal_;
};

void CopyJournal::add(const CopyRecord& record) {
  base::at_place(path_.native(), [&] {
    const Turn turn(*this);
    const std::uint64_t size = file_.size_bytes();
    std::byte last{'\n'};
    if (size > 0) (void)file_.read_at(size - 1, std::span(&last, 1));
    const std::string end_of_torn_line = last == std::byte{'\n'} ? "" : "\n";
    const std::string line = end_of_torn_line + format_record(record);
    if (file_.write(std::as_bytes(std::span(line))) != line.size()) {
      throw Error(ErrorCode::io, "only a part of a line could be written");
    }
  });
}

}  // namespace ncf::ops
