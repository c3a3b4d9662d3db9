// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/generate/input_text.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>

#include "base/at_place.hpp"
#include "base/stop.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 20U;
constexpr std::size_t small_bytes = std::size_t{8} << 20U;

[[noreturn]] void throw_system_error(const char* what) {
  throw Error(ErrorCode::io, std::string(what) + ": " + std::generic_category().message(errno));
}

bool is_regular(int descriptor) {
  struct stat facts {};
  return ::fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
}

std::size_t read_some(int descriptor, std::span<char> text) {
  for (;;) {
    const ssize_t count = ::read(descriptor, text.data(), text.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) throw_system_error("cannot read");
    base::throw_if_stopped();
  }
}

}  // namespace

InputText::InputText(const std::string& path) : name_(path == "-" ? "standard input" : path) {
  base::at_place(name_, [&] {
    if (path == "-") {
      keep(STDIN_FILENO);
    } else {
      file_ = std::make_unique<base::Descriptor>(path, O_RDONLY);
      if (!is_regular(file_->id())) {
        keep(file_->id());
        file_.reset();
      }
    }
    skip_byte_order_mark();
  });
}

void InputText::keep(int descriptor) {
  for (;;) {
    base::throw_if_stopped();
    const std::size_t there = small_.size();
    small_.resize(there + piece_bytes);
    const std::size_t count = read_some(descriptor, std::span(small_).subspan(there));
    small_.resize(there + count);
    if (without_name_ || small_.size() > small_bytes) {
      if (!without_name_) without_name_.reset(std::tmpfile());
      if (!without_name_) throw_system_error("cannot keep the text in a temporary file");
      if (std::fwrite(small_.data(), 1, small_.size(), without_name_.get()) != small_.size()) {
        throw_system_error("cannot keep the text in a temporary file");
      }
      small_.clear();
    }
    if (count == 0) break;
  }
  if (without_name_ && std::fflush(without_name_.get()) != 0) {
    throw_system_error("cannot keep the text in a temporary file");
  }
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
  if (!without_name_) {
    const auto begin = static_cast<std::size_t>(std::min<std::uint64_t>(offset, small_.size()));
    const std::size_t count = std::min(text.size(), small_.size() - begin);
    std::copy_n(small_.begin() + static_cast<std::ptrdiff_t>(begin), count, text.begin());
    return count;
  }
  const ssize_t count =
      ::pread(::fileno(without_name_.get()), text.data(), text.size(), static_cast<off_t>(offset));
  if (count < 0) throw_system_error("cannot read");
  return static_cast<std::size_t>(count);
}

cdl::TextSource InputText::source() const {
  return [this, offset = begin_](std::span<char> text) mutable {
    const std::size_t count = base::at_place(name_, [&] { return read_at(offset, text); });
    offset += count;
    return count;
  };
}

}  // namespace ncf::ops
