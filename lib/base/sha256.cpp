// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <system_error>
#include <vector>

#include "base/at_place.hpp"
#include "base/descriptor.hpp"
#include "base/folder.hpp"
#include "base/stop.hpp"
#include "ncf/error.hpp"

namespace ncf::base {
namespace {

namespace fs = std::filesystem;

void require(int status) {
  if (status != 1) throw Error(ErrorCode::internal, "libcrypto has no SHA-256");
}

class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    require(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr));
  }

  void add(std::span<const std::byte> bytes) {
    require(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()));
  }

  /// Call it once.
  std::string digits() {
    std::array<unsigned char, 32> digest{};
    require(EVP_DigestFinal_ex(context_.get(), digest.data(), nullptr));
    std::string text;
    for (const unsigned char byte : digest) text += fmt::format("{:02x}", byte);
    return text;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

std::string sha256_of_file(const fs::path& path) {
  const Descriptor file(path, O_RDONLY);
  std::vector<std::byte> piece(std::size_t{1} << 20U);
  Sha256 checksum;
  while (const std::size_t count = file.read(piece)) {
    throw_if_stopped();
    checksum.add(std::span<const std::byte>(piece).first(count));
  }
  return checksum.digits();
}

std::string sha256_of_folder(const fs::path& folder) {
  std::vector<std::string> files;
  visit_files(folder, [&](const fs::directory_entry& entry) {
    files.push_back("./" + entry.path().lexically_relative(folder).native());
  });
  std::sort(files.begin(), files.end());
  Sha256 checksum;
  for (const std::string& file : files) {
    const std::string line =
        at_place(file, [&] { return format_sha256_line(sha256_of_file(folder / file), file); });
    checksum.add(std::as_bytes(std::span(line)));
  }
  return checksum.digits();
}

}  // namespace

std::string sha256_of(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored) ? sha256_of_folder(path) : sha256_of_file(path);
}

std::string format_sha256_line(std::string_view checksum, std::string_view name) {
  std::string escaped;
  for (const char c : name) {
    switch (c) {
      case '\\':
        escaped += "\\\\";
        break;
      case '\n':
        escaped += "\\n";
        break;
      case '\r':
        escaped += "\\r";
        break;
      default:
        escaped += c;
    }
  }
  const char* const mark = escaped.size() == name.size() ? "" : "\\";
  return fmt::format("{}{}  {}\n", mark, checksum, escaped);
}

}  // namespace ncf::base
