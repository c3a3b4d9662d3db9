// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/sha256.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <system_error>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/paths.hpp"
#include "base/threads/stop.hpp"
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

  /// Call one of these, once.
  std::string digest() {
    std::string digest(32, '\0');
    require(EVP_DigestFinal_ex(context_.get(), reinterpret_cast<unsigned char*>(digest.data()),
                               nullptr));
    return digest;
  }
  std::string digits() { return format_hexadecimal(digest()); }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

constexpr std::size_t piece_bytes = std::size_t{1} << 20U;

std::string sha256_of_file(const fs::path& path) {
  const Descriptor file(path, O_RDONLY);
  std::vector<std::byte> piece(piece_bytes);
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
        with_context(file, [&] { return format_sha256_line(sha256_of_file(folder / file), file); });
    checksum.add(std::as_bytes(std::span(line)));
  }
  return checksum.digits();
}

}  // namespace

std::string format_hexadecimal(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

std::string sha256_digest(const ByteSource& bytes) {
  std::vector<std::byte> buffer(std::min<std::uint64_t>(bytes.size_bytes(), piece_bytes));
  Sha256 checksum;
  for (std::uint64_t done = 0; done < bytes.size_bytes();) {
    throw_if_stopped();
    const auto piece =
        std::span(buffer).first(std::min<std::uint64_t>(buffer.size(), bytes.size_bytes() - done));
    bytes.read(done, piece);
    checksum.add(piece);
    done += piece.size();
  }
  return checksum.digest();
}

std::string sha256_of(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored) ? sha256_of_folder(path) : sha256_of_file(path);
}

std::string format_sha256_line(std::string_view checksum, std::string_view name) {
  constexpr std::string_view special = "\\\n\r";
  constexpr std::string_view letters = "\\nr";
  std::string escaped;
  for (const char c : name) {
    const std::size_t i = special.find(c);
    if (i != std::string_view::npos) escaped += '\\';
    escaped += i == std::string_view::npos ? c : letters[i];
  }
  const char* const mark = escaped.size() == name.size() ? "" : "\\";
  return fmt::format("{}{}  {}\n", mark, checksum, escaped);
}

}  // namespace ncf::base
