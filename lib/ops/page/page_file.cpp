// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/page.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <filesystem>
#include <span>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/file_attributes.hpp"
#include "base/output/pending_output.hpp"
#include "base/text/characters.hpp"
#include "base/text/messages.hpp"
#include "ncf/error.hpp"
#include "ncf/version.hpp"
#include "ops/output/output_place.hpp"
#include "ops/page/page.hpp"
#include "ops/report/quantities.hpp"
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

/// Returns the full name of an input, and the size and the time of a file.
ops::page::Html describe(const std::string& input) {
  const auto path = store::find_input_path(input);
  std::error_code unknown;
  if (!path || !fs::exists(*path, unknown)) return ops::page::name(base::without_secrets(input));
  const ops::page::Html name = ops::page::name(fs::absolute(*path).lexically_normal().string());
  const base::SourceStatus status = base::source_status(*path);
  const std::string modified =
      fmt::format("{:%Y-%m-%d %H:%M:%S} UTC", fmt::gmtime(status.modified.tv_sec));
  if (status.is_folder) return name + ": a folder, last changed " + modified;
  return name + ": " + ops::page::number(fs::file_size(*path)) + " bytes, last changed " + modified;
}

/// Returns the end of a page.
ops::page::Html describe(const PageOrigin& origin, const std::vector<std::string>& inputs) {
  namespace page = ops::page;
  std::vector<page::Html> files;
  for (const std::string& input : inputs) files.push_back(describe(input));
  const std::string time = origin.time.empty() ? "" : " on " + origin.time;
  page::Html made = page::paragraph(fmt::format("Made by ncf {}{}", version(), time));
  if (!origin.command.empty()) {
    made += page::command(base::without_secrets(ops::format_command(origin.command)));
  }
  return page::element("footer", page::element("h2", "About this page") + made + page::list(files));
}

}  // namespace

struct PageFile::Output {
  explicit Output(const std::string& path) : file(path) {}

  base::PendingFile file;
};

PageFile::PageFile(const std::string& path, const std::vector<std::string>& inputs,
                   PageOrigin origin)
    : path_(path), inputs_(inputs), origin_(std::move(origin)) {
  const std::vector<fs::path> sources = existing_paths(inputs);
  base::with_context(path, [&] { ops::refuse_standard_output(path); });
  for (const fs::path& source : sources) ops::require_apart(source, {.path = path}, path);
  base::with_context(path, [&] { require_page_or_nothing(path); });
  output_ = std::make_unique<Output>(path);
  for (const fs::path& source : sources) output_->file.limit_readers(base::source_status(source));
}

PageFile::~PageFile() = default;

void PageFile::write(std::string page) {
  page.insert(std::min(page.rfind("</main>"), page.size()), describe(origin_, inputs_).markup());
  base::with_context(path_, [&] {
    base::write_file(output_->file.temporary(), std::as_bytes(std::span(page)));
    output_->file.commit();
  });
}

}  // namespace ncf
