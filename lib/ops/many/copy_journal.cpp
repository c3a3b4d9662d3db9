// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/copy_journal.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <limits>
#include <span>
#include <system_error>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/paths.hpp"
#include "base/files/sha256.hpp"
#include "base/memory/bytes.hpp"
#include "base/output/finish_on_disk.hpp"
#include "base/output/pending_output.hpp"
#include "ncf/error.hpp"
#include "ncf/journal.hpp"
#include "ncf/version.hpp"
#include "ops/select/input_files.hpp"

namespace ncf::ops {
namespace {

// A byte beyond those that represent outputs, locked while appending.
constexpr std::int64_t appending_byte = std::numeric_limits<std::int64_t>::max() - 1;
constexpr std::int64_t probing_byte = appending_byte - 1;
constexpr std::int64_t using_byte = probing_byte - 1;

std::int64_t byte_of(const std::string& output) {
  base::FnvHash hash;
  hash.add(output);
  return static_cast<std::int64_t>(hash.value() >> 2U);
}

bool is_held_by_another(int error) { return error == EAGAIN || error == EACCES; }

bool is_forbidden(int error) { return error == EACCES || error == EPERM || error == EROFS; }

/// Opening without blocking allows other file types, which are rejected afterwards.
constexpr int opening_flags = O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

/// Checks that a file is a journal, because nothing must be appended to other files.
void require_journal(const base::Descriptor& file) {
  constexpr std::string_view begin = R"({"time":")";
  std::string text(std::min<std::uint64_t>(begin.size(), file.size_bytes()), '\0');
  text.resize(file.read_at(0, std::as_writable_bytes(std::span(text))));
  text.resize(std::min(text.size(), text.find('\n')));  // a killed run may leave less than a line
  if (begin.starts_with(text)) return;
  throw Error(ErrorCode::usage, "is not a journal of ncfcopy; choose another file");
}

bool is_regular(int file) {
  struct stat status {};
  return ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

/// Calls `take` with each complete line and its begin. Returns the end of the last one.
template <class Take>
std::size_t visit_lines(std::string_view text, Take take) {
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != text.npos; begin = end + 1) {
    take(text.substr(begin, end - begin), begin);
  }
  return begin;
}

/// Returns the line that a run begins with in the user's journal: its time, and the versions of ncf
/// and of the libraries. It is not the line of a file.
std::string run_line() {
  base::Json libraries = base::json_list();
  visit_lines(describe_build(), [&](std::string_view line, std::size_t /*begin*/) {
    libraries.elements.push_back(std::string(line));
  });
  const base::Json run = base::json_of("ncf", version(), "libraries", libraries);
  return format_compact_json(base::json_of("time", std::chrono::system_clock::now(), "run", run)) +
         '\n';
}

}  // namespace

std::string format_journal_line(const JournalLine& line) {
  return format_compact_json(base::to_json(line)) + '\n';
}

std::optional<JournalLine> parse_journal_line(std::string_view text) {
  try {
    const base::Json json = base::parse_json(text);
    JournalLine line;
    base::JsonReader members(json, base::JsonReader::By::ncf);
    fields(members, line);
    return line;
  } catch (const Error&) {
    return std::nullopt;
  }
}

CopyJournal::CopyJournal(std::filesystem::path path, base::Descriptor file, Kind kind)
    : path_(std::move(path)), file_(std::move(file)), kind_(kind), opened_at_(file_.size_bytes()) {
  has_no_locks_ =
      lock_byte(probing_byte, F_WRLCK, /*waiting=*/false) != 0 && !is_held_by_another(errno);
  if (!has_no_locks_) lock_byte(probing_byte, F_UNLCK, /*waiting=*/false);
}

std::optional<CopyJournal> CopyJournal::open_in(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / folder_record_name;
  return base::with_context(path.native(), [&] {
    for (;;) {
      std::optional<CopyJournal> journal = open_once(path);
      if (!journal || (journal->join() && !journal->compact())) return journal;
    }
  });
}

std::optional<CopyJournal> CopyJournal::open_once(const std::filesystem::path& path) {
  const int id = ::open(path.c_str(), opening_flags | O_NOFOLLOW, 0666);
  if (id < 0 && is_forbidden(errno)) return std::nullopt;
  if (id < 0 && errno != ELOOP && errno != EISDIR && errno != ENXIO) {
    base::throw_system_error(errno);
  }
  base::Descriptor file(id);
  if (id < 0 || !is_regular(id)) {
    throw Error(ErrorCode::io,
                "is not an ordinary file, as ncfcopy's record of its copies must be; remove it, or "
                "copy into another folder");
  }
  return CopyJournal(path, std::move(file), Kind::record);
}

CopyJournal CopyJournal::open(const std::filesystem::path& path) {
  return base::with_context(path.native(), [&] {
    const int id = ::open(path.c_str(), opening_flags, 0666);
    if (id < 0) {
      throw Error(ErrorCode::usage, std::generic_category().message(errno));
    }
    base::Descriptor file(id);
    if (!is_regular(id)) {
      throw Error(ErrorCode::usage, "is not a regular file; a journal must be one");
    }
    require_journal(file);
    base::sync_names(base::folder_of(path));
    return CopyJournal(path, std::move(file), Kind::kept);
  });
}

std::optional<CopyJournal> CopyJournal::open_to_read(const std::filesystem::path& path, Kind kind) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(path, unknown)) return std::nullopt;
  return base::with_context(path.native(), [&] {
    std::optional journal(CopyJournal(path, base::Descriptor(path, O_RDONLY), kind));
    journal->is_read_only_ = true;
    return journal;
  });
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
  const bool is_worth_it = read_lines_ > 2 * copies_.size();
  // A journal of another user is not replaced.
  if (!is_worth_it || ::fstat(file_.id(), &status) != 0 || status.st_uid != ::geteuid()) {
    return false;
  }
  if (lock_byte(using_byte, F_WRLCK, /*waiting=*/false) != 0) return false;
  std::string text;
  for (const auto& [output, found] : copies_) text += format_journal_line(found.line);
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

const CopyJournal::Found* CopyJournal::find(const std::string& output) {
  base::with_context(path_.native(), [&] { read_new(); });
  const auto found = copies_.find(output);
  return found == copies_.end() ? nullptr : &found->second;
}

/// Reads the lines added since the last call.
void CopyJournal::read_new() {
  const std::uint64_t size = is_read_only_ ? opened_at_ : file_.size_bytes();
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
  read_bytes_ += visit_lines(text, [&](std::string_view line, std::size_t begin) {
    take_line(line, read_bytes_ + begin);
    ++read_lines_;
  });
}

void CopyJournal::take_line(std::string_view text, std::uint64_t offset) {
  std::optional<JournalLine> line = parse_journal_line(text);
  if (!line || !line->input_state) return;  // not the line of a copy
  const bool has_name = kind_ == Kind::record && !line->name.empty();
  std::string output = has_name ? line->name : line->file.output;
  copies_.insert_or_assign(std::move(output), Found{std::move(*line), offset >= opened_at_});
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

void CopyJournal::append(const std::string& line) {
  const Turn turn(*this);
  const std::uint64_t size = file_.size_bytes();
  std::byte last{'\n'};
  if (size > 0) (void)file_.read_at(size - 1, std::span(&last, 1));
  const std::string end_of_torn_line = last == std::byte{'\n'} ? "" : "\n";
  const std::string text = end_of_torn_line + line;
  if (file_.write(std::as_bytes(std::span(text))) != text.size()) {
    throw Error(ErrorCode::io, "only a part of a line could be written");
  }
}

void CopyJournal::add_run() {
  base::with_context(path_.native(), [&] { append(run_line()); });
}

void CopyJournal::add(const JournalLine& line) {
  base::with_context(path_.native(), [&] {
    append(format_journal_line(line));
    const bool is_lasting = line.file.outcome != FileCopy::Outcome::skipped;
    if (kind_ == Kind::kept && is_lasting) base::sync(file_);
  });
}

}  // namespace ncf::ops

namespace ncf {

CopyManyReport read_journal(const std::string& path) {
  const auto bytes = base::with_context(path, [&] { return base::read_file(path); });
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  CopyManyReport report;
  std::map<std::string, std::size_t> places;  // in the report, by output, or by input without one
  ops::visit_lines(text, [&](std::string_view line, std::size_t /*begin*/) {
    auto read = ops::parse_journal_line(line);
    if (!read) return;
    FileCopy& file = read->file;
    report.seconds += file.seconds;
    const std::string& name = file.output.empty() ? file.input : file.output;
    const auto [place, is_new] = places.emplace(name, report.files.size());
    if (is_new) return report.files.push_back(std::move(file));
    FileCopy& known = report.files[place->second];
    const bool is_known_better =
        file.outcome == FileCopy::Outcome::skipped && known.outcome != FileCopy::Outcome::failed;
    if (!is_known_better) known = std::move(file);
  });
  if (report.files.empty() && !text.empty()) {
    throw Error(ErrorCode::corrupt, "is not a journal of ncfcopy").add_context(path);
  }
  return report;
}

std::string format_sums(const CopyManyReport& report, SumsOf which) {
  std::string text;
  for (const FileCopy& file : report.files) {
    const bool of_inputs = which == SumsOf::inputs;
    const std::string& sum = of_inputs ? file.input_sha256 : file.output_sha256;
    const std::string& path = of_inputs ? file.input : file.output;
    std::error_code ignored;
    if (sum.empty() || std::filesystem::is_directory(path, ignored)) continue;  // or a Zarr store
    text += base::format_sha256_line(sum, path);
  }
  return text;
}

}  // namespace ncf
