// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/copy_options.hpp"

#include "base/files/file_state.hpp"
#include "ncf/error.hpp"
#include "ops/output/output_format.hpp"
#include "ops/output/purpose.hpp"
#include "ops/views/view_maker.hpp"

namespace ncf::ops {
namespace {

/// throws: Error(usage) for options that contradict each other.
void require_consistent(const CopyOptions& options) {
  if (options.with_coordinates && !options.variables) {
    throw Error(ErrorCode::usage, "--with-coordinates is only for use with -V or -v");
  }
  const auto refuse = [](const char* reason) { throw Error(ErrorCode::usage, reason); };
  if (options.view.concat && options.view.inputs.empty()) refuse("--concat: no input to join");
  if (options.view.concat && options.view.concat->find(',') != std::string::npos) {
    refuse("--concat: expected one dimension");
  }
  if (options.view.concat && options.preserve) {
    refuse("--preserve cannot keep the mode and times of several inputs");
  }
  if (!is_empty(options.view) && options.in_place) {
    refuse("--in-place keeps all values as they are; copy a part or a view of a file to another");
  }
  const bool selects = options.variables || options.groups || !is_empty(options.view);
  if (selects && options.if_smaller && *options.if_smaller != Otherwise::none) {
    refuse(
        "--if-smaller=copy and =link keep the input's bytes, with what -v, -V, -g, -G and --select "
        "leave out; use --if-smaller=none");
  }
  if (!options.in_place) return;
  const auto output = base::find_identity(options.output);
  const bool are_same = output && output == base::find_identity(options.input);
  if (!are_same && options.output != options.input) {
    refuse("output: must be the input, which is replaced in place");
  }
  if (selects) {
    refuse("--in-place would lose what -v, -V, -g and -G leave out; use --into");
  }
  if (options.format && is_zarr(*options.format)) {
    refuse("--in-place cannot turn files into Zarr stores; use --into");
  }
  if (options.if_smaller && *options.if_smaller != Otherwise::none) {
    refuse(
        "--in-place keeps files that would not become smaller; write --if-smaller without a value");
  }
}

}  // namespace

base::Json record_of_options(CopyOptions options) {
  base::JsonWriter writer;
  writer("form", output_form);
  output_fields(writer, options);
  base::Json record = writer.take();
  for (auto& [name, value] : record.members) {
    if (name == "history") value = true;  // the line has the time
    if (name == "strings") value = *options.strings == StringForm::strings;
    if (name == "view" && !options.view.concat) value.members.front().value = "";
  }
  return record;
}

CopyRequests::CopyRequests(const CopyOptions& options, std::vector<std::string>& notes)
    : filters(options, notes),
      quantize(options),
      chunking(parse_chunk_specs(options.chunks)),
      sharding(parse_chunk_specs(options.shards, "--shards")) {
  require_consistent(options);
  static_cast<void>(parse_layout(options.layout));
  if (!options.purpose.empty()) static_cast<void>(parse_purpose(options.purpose));
}

void check_options(const CopyOptions& options) {
  std::vector<std::string> notes;
  const CopyRequests requests(options, notes);
}

}  // namespace ncf::ops
