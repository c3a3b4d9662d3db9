// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads any bytes as the name that a user gives for a dataset, and as the contents of a file: they
// are refused with an ncf::Error, or a URL survives printing and a canonical form is its own.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "location/inference.hpp"
#include "ncf/error.hpp"
#include "support/law.hpp"

namespace {

using ncf::test::require;
using namespace ncf::location;

void check_printing(Url url) {
  if (url.path.empty()) url.path = '/';
  const std::string printed = format_url(url);
  require(parse_url(printed) == url, "a printed URL reads back", printed);
}

void check_inference(const Location& location, const Contents& contents) {
  Inference once;
  try {
    once = infer(location, contents, {.working_folder = "/here"});
  } catch (const ncf::Error&) {
    return;
  }
  if (!location.url) {
    require(once.canonical == location.text, "a path is kept as written", location.text);
    return;
  }
  const Inference twice = infer(parse_location(once.canonical), contents);
  require(twice.canonical == once.canonical, "a canonical form is its own", once.canonical);
  require(twice.implementation == once.implementation && twice.modes == once.modes &&
              twice.by == once.by,
          "a canonical form means the same", once.canonical);
}

void check_location(std::string_view text, const Contents& contents) {
  Location location;
  try {
    location = parse_location(text);
  } catch (const ncf::SyntaxError&) {
    require(text.empty() || claims_to_be_url(text), "a path is never refused", text);
    return;
  }
  if (location.url) check_printing(*location.url);
  check_inference(location, contents);
  check_inference(location, {});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Contents contents = file_contents(size, [&](std::uint64_t offset) {
    SignatureBytes bytes{};
    for (std::size_t i = 0; i < bytes.size() && offset + i < size; ++i) {
      bytes[i] = static_cast<std::byte>(data[offset + i]);
    }
    return bytes;
  });
  check_location({reinterpret_cast<const char*>(data), size}, contents);
  return 0;
}
