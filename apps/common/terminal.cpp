// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

namespace ncf::apps {
namespace {

std::size_t width_of(int descriptor) {
  winsize size{};
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace

std::size_t output_width() { return width_of(STDOUT_FILENO); }

std::size_t message_width() { return width_of(STDERR_FILENO); }

}  // namespace ncf::apps
