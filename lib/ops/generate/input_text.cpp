// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/generate/input_text.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/paths.hpp"
#include "base/threads/stop.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t piece_bytes = std::size_t{1} << 20U;
constexpr std::size_t small_bytes = std::size_t{8} << 20U;

bool is_regular(int descriptor) {
  struct stat facts {};
  return ::fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
}

/// Waits for text or its end. A signal ends the wait, though it would not end a read.
void wait_for_text(int descriptor) {
  constexpr int longest_wait_ms = 500;  // a signal may arrive just before the wait
  pollfd awaited{descriptor, POLLIN, 0};
  while (::poll(&awaited, 1, longest_wait_ms) <= 0) base::throw_if_stopped();
}

std::size_t read_some(int descriptor, std::span<char> text) {
  for (;;) {
    wait_for_text(descriptor);
    const ssize_t count = ::read(descriptor, text.data(), text.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) base::throw_system_error(errno);
    base::throw_if_stopped();
  }
}

[[noreturn]] void throw_not_kept(const fs::path& folder, const Error& why) {
  throw Error(why.code(),
              fmt::format("the text cannot be kept in {}: {}; name another folder by TMPDIR, or "
                          "give the text as a file",
                          folder.native(), why.message()));
}

base::Descriptor make_file(const fs::path& folder) {
  try {
    return base::make_unnamed_file(folder);
  } catch (const Error& error) {
    throw_not_kept(folder, error);
  }
}

/// Holds a text that has become too large for memory.
class LargeText {
 public:
  void add(std::span<const char> text) {
    const std::span<const std::byte> pieces[] = {std::as_bytes(text)};
    try {
      file_.write_all_at(bytes_, pieces);
    } catch (const Error& error) {
      throw_not_kept(folder_, error);
    }
    bytes_ += text.size();
  }

  [[nodiscard]] base::Descriptor& file() noexcept { return file_; }

 private:
  fs::path folder_ = base::temporary_folder();
  base::Descriptor file_ = make_file(folder_);
  std::uint64_t bytes_ = 0;
};

}  // namespace

InputText::InputText(const std::string& path) : name_(path == "-" ? "standard input" : path) {
  base::with_context(name_, [&] {
    if (path == "-") {
      identity_ = base::identity_of(STDIN_FILENO);
      keep(STDIN_FILENO);
    } else {
      if (!base::find_status(path)) {
        throw Error(ErrorCode::not_found, base::describe_missing(path));
      }
      base::Descriptor file(path, O_RDONLY);
      identity_ = base::identity_of(file.id());
      if (is_regular(file.id())) {
        file_ = std::move(file);
      } else {
        keep(file.id());
      }
    }
    skip_byte_order_mark();
  });
}

void InputText::keep(int descriptor) {
  std::optional<LargeText> large;
  for (;;) {
    base::throw_if_stopped();
    const std::size_t there = small_.size();
    small_.resize(there + piece_bytes);
    const std::size_t count = read_some(descriptor, std::span(small_).subspan(there));
    small_.resize(there + count);
    if (large || small_.size() > small_bytes) {
      if (!large) large.emplace();
      large->add(small_);
      small_.clear();
    }
    if (count == 0) break;
  }
  if (large) file_ = std::move(large->file());
}

void InputText::skip_byte_order_mark() {
  std::array<char, 3> first{};
  const std::string_view text(first.data(), read_at(0, first));
  if (text == "\xEF\xBB\xBF") {
    begin_ = text.size();
  } else if (!text.empty() &&
             std::string_view("\0\xFE\xFF", 3).find(text.front()) != std::string_view::npos) {
    throw Error(ErrorCode::unsupported, "the text is not in UTF-8");
  }
}

std::size_t InputText::read_at(std::uint64_t offset, std::span<char> text) const {
  if (file_) return file_->read_at(offset, std::as_writable_bytes(text));
  const auto begin = static_cast<std::size_t>(std::min<std::uint64_t>(offset, small_.size()));
  const std::size_t count = std::min(text.size(), small_.size() - begin);
  std::copy_n(small_.begin() + static_cast<std::ptrdiff_t>(begin), count, text.begin());
  return count;
}

cdl::TextSource InputText::source() const {
  return [this, offset = begin_](std::span<char> text) mutable {
    const std::size_t count = base::with_context(name_, [&] { return read_at(offset, text); });
    offset += count;
    return count;
  };
}

}  // namespace ncf::ops
