// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/references.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/paths.hpp"
#include "base/output/pending_output.hpp"
#include "base/text/characters.hpp"
#include "base/text/messages.hpp"
#include "base/threads/library_call.hpp"
#include "ncf/error.hpp"
#include "ops/output/fitted_types.hpp"
#include "ops/output/output_place.hpp"
#include "ops/references/reference_maker.hpp"
#include "ops/report/findings.hpp"
#include "ops/select/subset.hpp"
#include "ops/views/view_maker.hpp"
#include "plugin/plugin_filters.hpp"
#include "store/open/input.hpp"
#include "store/open/open.hpp"

namespace ncf {
namespace {

namespace fs = std::filesystem;
using base::with_context;

/// Opens the inputs of references, each as often as needed: a run may have more of them than a
/// process may have open files.
class ReferenceInputs {
 public:
  explicit ReferenceInputs(const ReferenceOptions& options) : options_(options) {}

  std::unique_ptr<model::Source> open(const std::string& input) {
    const store::Input found = with_context(input, [&] { return store::reach_input(input); });
    auto source = store::open_source(found, input, {}, filters_);
    ops::require_readable(source->schema(), input);
    notes_.clear();
    with_context(input, [&] { fit_types(source); });
    if (source->is_one_file()) return source;
    throw Error(ErrorCode::unsupported, "references can only be made to a netCDF file")
        .add_context(input);
  }

  /// Returns the URL of an input for readers.
  [[nodiscard]] std::string url_of(const std::string& input) const {
    const auto path = with_context(input, [&] { return store::find_input_path(input); });
    const fs::path place = path ? base::absolute_path(*path) : fs::path(store::plain_url(input));
    if (!options_.url && base::without_secrets(place.string()) != place.string()) {
      throw Error(
          ErrorCode::usage,
          "the URL contains a signature or a token, which references would reveal; say with "
          "--kerchunk-url where readers find the file")
          .add_context(input);
    }
    if (!options_.url) return place.string();
    return options_.url->ends_with('/') ? *options_.url + place.filename().string() : *options_.url;
  }

  [[nodiscard]] std::string refer(const NoteHandler& on_note) {
    for (const std::string& input : options_.inputs) (void)url_of(input);  // may refuse one
    ViewOptions options = options_.view;
    const auto open_one = [&](const std::string& input) {
      auto source = open(input);
      ops::tell_findings(source->schema(), Format::zarr2, on_note);
      if (input == options_.inputs.front()) std::ranges::for_each(notes_, on_note);
      return source;
    };
    options.inputs = options_.inputs;
    if (options_.inputs.size() > 1 || options_.dimension) {
      options.concat = options_.dimension ? options_.dimension : choose_dimension();
    }
    const ops::View view = options.concat
                               ? ops::make_joined_view(options, open_one)
                               : ops::make_view_of_all(open_one(options_.inputs.front()), options);
    for (const std::string& note : view.notes) on_note(note);
    const auto url = [&](const std::string& input) { return url_of(input); };
    auto& source = dynamic_cast<model::ViewSource&>(*view.source);
    const std::string first = source.source(0)->name();
    auto maker = with_context(first, [&] {
      return std::make_unique<ops::ReferenceMaker>(source, filters_, url, on_note);
    });
    return maker->make();
  }

 private:
  /// Returns the only unlimited dimension. throws: Error(usage) if several are possible.
  std::string choose_dimension() {
    const std::string& input = options_.inputs.front();
    const auto source = open(input);
    std::vector<std::string> unlimited;
    std::vector<std::string> all;
    for (const model::Dimension& dimension : source->schema().dimensions) {
      if (dimension.group != 0) continue;
      all.push_back(dimension.name);
      if (dimension.is_unlimited) unlimited.push_back(dimension.name);
    }
    if (unlimited.size() == 1) return unlimited.front();
    throw Error(
        ErrorCode::usage,
        fmt::format("{} dimension is unlimited; name the one to join along with --concat: {}",
                    unlimited.empty() ? "no" : "more than one",
                    fmt::join(unlimited.empty() ? all : unlimited, ", ")))
        .add_context(input);
  }

  /// Gives an input, with its attributes, the types that Zarr has.
  void fit_types(std::unique_ptr<model::Source>& source) {
    ops::Subset whole = ops::choose_subset({}, source->schema());
    ops::fit_types(source, whole, Format::zarr2, notes_);
    model::ViewDefinition view = model::all_of(source->schema());
    view.schema = std::move(whole.schema);
    source = std::make_unique<model::ViewSource>(std::move(source), std::move(view));
  }

  const ReferenceOptions& options_;
  plugin::PluginFilters filters_;
  std::vector<std::string> notes_;  ///< on the input that was opened last
};

void check(const ReferenceOptions& options) {
  if (options.inputs.empty()) throw Error(ErrorCode::usage, "no input");
  for (const std::string& input : options.inputs) {
    with_context(input, [&] {
      const auto path = store::find_input_path(input);
      std::error_code unknown;
      if (path && !fs::exists(*path, unknown)) (void)store::find_input(input);  // reports the error
    });
  }
  if (options.inputs.size() == 1 || !options.url) return;
  if (!options.url->ends_with('/')) {
    throw Error(ErrorCode::usage,
                "the URL of several inputs is a folder's, with a slash at the end");
  }
  std::set<fs::path> names;
  for (const std::string& input : options.inputs) {
    if (names.insert(fs::path(input).filename()).second) continue;
    throw Error(ErrorCode::usage,
                "another input has the same file name, so both would have the same URL; rename one")
        .add_context(input);
  }
}

/// Refuses the names by which kerchunk's readers recognize references in Parquet.
void refuse_parquet(const std::string& output) {
  const std::string extension = fs::path(output).extension().string();
  if (!base::equals_ignoring_case(extension, ".parquet") &&
      !base::equals_ignoring_case(extension, ".parq")) {
    return;
  }
  throw Error(
      ErrorCode::usage,
      "references are written as JSON only, not as Parquet; choose a name such as refs.json");
}

/// Refuses a dataset as output, because its name is easily forgotten before those of many inputs,
/// and everything else that cannot be older references.
void refuse_others(const std::string& output) {
  if (store::look_at(output).signature) {
    throw Error(ErrorCode::usage,
                "is a dataset, which the references would replace; remove it first, or name a file "
                "for the references before the inputs");
  }
  std::error_code unknown;
  if (!fs::is_regular_file(output, unknown) || fs::file_size(output, unknown) == 0) return;
  std::ifstream file(output);
  char first = 0;
  if (file >> first && first != '{') {
    throw Error(ErrorCode::usage,
                "exists and is not JSON, so references do not replace it; name another file");
  }
}

}  // namespace

std::string format_references(const ReferenceOptions& options, const NoteHandler& on_note) {
  return base::library_call(options.stop, [&] {
    check(options);
    return ReferenceInputs(options).refer(on_note ? on_note : [](const std::string&) {});
  });
}

void make_references(const ReferenceOptions& options, const NoteHandler& on_note) {
  base::library_call(options.stop, [&] {
    with_context(options.output, [&] {
      ops::refuse_standard_output(options.output);
      refuse_parquet(options.output);
    });
    base::PendingFile pending(options.output);
    with_context(options.output, [&] { refuse_others(options.output); });
    for (const std::string& input : options.inputs) {
      const auto path = with_context(input, [&] { return store::find_input_path(input); });
      std::error_code unknown;
      if (!path || !fs::exists(*path, unknown)) continue;  // opening it will report the error
      ops::require_apart(*path, {.path = options.output}, options.output);
      with_context(input, [&] { pending.limit_readers(base::source_status(*path)); });
    }
    const std::string text = format_references(options, on_note);
    with_context(options.output, [&] {
      base::write_file(pending.temporary(), std::as_bytes(std::span(text)));
      pending.commit();
    });
  });
}

}  // namespace ncf
