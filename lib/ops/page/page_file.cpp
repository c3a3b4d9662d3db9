// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/page.hpp"

#include <fcntl.h>

#include <filesystem>
#include <span>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/file_attributes.hpp"
#include "base/files/whole_file.hpp"
#include "base/output/pending_file.hpp"
#include "base/text/characters.hpp"
#include "ncf/error.hpp"
#include "ops/output/output_place.hpp"
#include "store/open/input.hpp"

namespace ncf {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view first_words = "<!DOCTYPE html";

/// Protects a dataset that follows `--html` because FILE was forgotten. throws: Error(usage).
void require_page_or_nothing(const std::string& path) {
  std::error_code unknown;
  const auto size = fs::file_size(path, unknown);
  if (unknown || size == 0) return;
  std::string words(first_words.size(), '\0');
  const bool is_page = size >= words.size() && [&] {
    const base::Descriptor file(path, O_RDONLY);
    base::read_all(file, std::as_writable_bytes(std::span(words)));
    return base::equals_ignoring_case(words, first_words);
  }();
  if (is_page) return;
  throw Error(ErrorCode::usage,
              "exists and is not an HTML page, so --html does not replace it; name another file");
}

std::vector<fs::path> existing_paths(const std::vector<std::string>& inputs) {
  std::vector<fs::path> paths;
  std::error_code unknown;
  for (const std::string& input : inputs) {
    const auto path = store::find_input_path(input);
    if (path && fs::exists(*path, unknown)) paths.push_back(*path);
  }
  return paths;
}

}  // namespace

struct PageFile::Output {
  explicit Output(const std::string& path) : file(path) {}

  base::PendingFile file;
};

PageFile::PageFile(const std::string& path, const std::vector<std::string>& inputs) : path_(path) {
  const std::vector<fs::path> sources = existing_paths(inputs);
  base::with_context(path, [&] { ops::refuse_standard_output(path); });
  for (const fs::path& source : sources) ops::require_apart(source, {.path = path}, path);
  base::with_context(path, [&] { require_page_or_nothing(path); });
  output_ = std::make_unique<Output>(path);
  for (const fs::path& source : sources) output_->file.limit_readers(base::source_status(source));
}

PageFile::~PageFile() = default;

void PageFile::write(const std::string& page) {
  base::with_context(path_, [&] {
    base::write_file(output_->file.temporary(), std::as_bytes(std::span(page)));
    output_->file.commit();
  });
}

}  // namespace ncf
