// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/plain_copy.hpp"

#include <fcntl.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/file_attributes.hpp"
#include "base/files/file_state.hpp"
#include "base/output/pending_output.hpp"
#include "base/threads/stop.hpp"
#include "ncf/error.hpp"
#include "ops/output/output_place.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;
using base::Descriptor;
using base::with_context;

constexpr std::size_t piece_bytes = std::size_t{1} << 20U;

/// Calls `take` with the pieces of a file. Only errors of reading it name it.
template <class Take>
void read_pieces(const std::string& path, const Descriptor& file, Take take) {
  std::vector<std::byte> piece(piece_bytes);
  while (const std::size_t count = with_context(path, [&] { return file.read(piece); })) {
    base::throw_if_stopped();
    take(std::span<const std::byte>(piece).first(count));
  }
}

Descriptor open_input(const std::string& input) {
  return with_context(input, [&] { return Descriptor(input, O_RDONLY | O_NONBLOCK); });
}

/// held_in: the file with the copied bytes, which errors call `output`.
void require_same_bytes(const std::string& input, const std::string& output,
                        const fs::path& held_in) {
  std::vector<std::byte> copied(piece_bytes);
  const Descriptor original = open_input(input);
  const Descriptor copy = with_context(output, [&] { return Descriptor(held_in, O_RDONLY); });
  const auto refuse = [&] {
    throw Error(ErrorCode::io, "differs from the input").add_context(output);
  };
  if (original.size_bytes() != copy.size_bytes()) refuse();
  read_pieces(input, original, [&](std::span<const std::byte> piece) {
    const std::span<std::byte> same = std::span(copied).first(piece.size());
    with_context(output, [&] { base::read_all(copy, same); });
    if (!std::equal(piece.begin(), piece.end(), same.begin())) refuse();
  });
}

}  // namespace

CopyReport copy_plainly(const CopyOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const auto status =
      with_context(options.input, [&] { return base::source_status(options.input); });
  const Descriptor input = open_input(options.input);
  const base::WatchedFile watched(options.input);
  require_other_file(base::identity_of(input.id()), {.path = options.output}, options.output);
  base::PendingFile output(options.output);
  options.preserve ? output.preserve(status) : output.limit_readers(status);
  CopyReport report;
  report.input_file_bytes = input.size_bytes();
  output.reserve(report.input_file_bytes);
  const Descriptor target =
      with_context(options.output, [&] { return Descriptor(output.temporary(), O_WRONLY); });
  read_pieces(options.input, input, [&](std::span<const std::byte> piece) {
    with_context(options.output, [&] { base::write_all(target, piece); });
    report.output_file_bytes += piece.size();
  });
  with_context(options.input, [&] { watched.require_unchanged(); });
  if (options.verify) {
    with_context(options.output, [&] { base::write_out_and_forget(output.temporary()); });
    require_same_bytes(options.input, options.output, output.temporary());
    report.verified = true;
  }
  output.commit();
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

void verify_plain_copy(const std::string& input, const std::string& output) {
  require_same_bytes(input, output, output);
}

base::Json record_of_plain_copy(const CopyOptions& options) {
  base::Json record = base::json_object();
  record.add("plain", true);
  if (options.preserve) record.add("preserve", true);
  return record;
}

}  // namespace ncf::ops
