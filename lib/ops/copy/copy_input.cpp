// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/copy_input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/files/file_state.hpp"
#include "ncf/error.hpp"
#include "ops/copy/copy_decision.hpp"
#include "ops/views/view_maker.hpp"
#include "plugin/plugin_filters.hpp"
#include "store/open/input.hpp"
#include "store/open/open.hpp"
#include "store/open/store_kinds.hpp"

namespace ncf::ops {

namespace fs = std::filesystem;

namespace {

using model::VariableId;

/// throws: Error naming the input.
InputFile find_input_file(const CopyDecision& decision, const std::string& name) {
  return base::with_context(name, [&] {
    return InputFile{name,
                     store::reach_input(name, network_of(decision.options, decision.resources))};
  });
}

/// Keeps what shows whether an input changes, and counts its bytes. throws: Error naming it.
void watch(InputFile& input) {
  base::with_context(input.name, [&] {
    input.bytes = store::input_bytes(input.found);
    if (!input.found.path) return;
    if (input.found.kind == location::Contents::Kind::folder) {
      input.folder = base::find_state(*input.found.path);
    } else {
      input.watched.emplace(*input.found.path);
    }
  });
}

/// throws: BusyFile naming a local input that has changed since.
void require_unchanged(const InputFile& input) {
  base::with_context(input.name, [&] {
    if (input.watched) input.watched->require_unchanged();
    if (!input.folder) return;
    const auto now = base::find_state(*input.found.path);
    if (now && now->checksum == input.folder->checksum) return;
    throw base::BusyFile("a file of the store changed while it was read");
  });
}

/// Returns the status of an input given as a path, before anything is read.
std::optional<base::SourceStatus> find_input_status(const std::string& path) {
  return base::with_context(path, [&]() -> std::optional<base::SourceStatus> {
    if (!base::find_identity(path)) return std::nullopt;
    return base::source_status(path);
  });
}

std::unique_ptr<model::Source> open_file(const InputFile& file, const CopyDecision& decision) {
  const CopyOptions& options = decision.options;
  return store::open_source(file.found, file.name,
                            {.in_memory = options.input_in_memory,
                             .cache_bytes = options.cache_bytes,
                             .cache_slots = options.cache_slots,
                             .follow_external = options.follow_external},
                            *decision.filters);
}

/// Returns whether the output is a hard link to the input that an earlier run with
/// `Otherwise::link` made; it can be replaced.
bool is_link_of_before(const CopyOptions& options, const std::filesystem::path& input,
                       const OutputPlace& place) {
  if (options.if_smaller != Otherwise::link) return false;
  std::error_code unknown;
  const auto input_path = std::filesystem::canonical(input, unknown);
  const auto output_path = std::filesystem::canonical(place.path, unknown);
  return !unknown && input_path != output_path;
}

/// In place, keeps the input's format, whatever the name implies.
void keep_kind(const store::Input& input, OutputPlace& place) {
  const bool is_file = input.open_keys && input.kind != location::Contents::Kind::folder;
  place.file_kind = is_file ? store::find_store_kind(input.kind) : nullptr;
  place.suffix_format = is_file ? std::optional(Format::zarr2) : std::nullopt;
}

/// throws: Error(usage) if the output would replace another file that the input names.
void require_other_files_kept(const CopyDecision& decision) {
  const CopyOptions& options = decision.options;
  const store::Input& found = decision.input_file.found;
  if (!found.path || decision.place.url) return;
  require_apart_from_others(
      find_other_files(found, options.follow_external, decision.input->other_files()), *found.path,
      decision.place, options.output);
}

/// Adds an input. is_extended: a store, of which only the last chunks are read, so that its files
/// need not be looked at.
void add_joined(CopyDecision& decision, InputFile joined, bool is_extended) {
  const auto& path = joined.found.path;
  if (path && !decision.place.url) {
    require_apart(*path, decision.place, decision.options.output);
  }
  if (!is_extended) watch(joined);
  if (path) {
    base::take_common_mode(decision.other_readers, is_extended ? base::status_without_files(*path)
                                                               : base::source_status(*path));
  }
  std::ranges::copy(joined.found.inference.notes, std::back_inserter(decision.plan.notes));
  decision.input_file.bytes += joined.bytes;
  decision.input_file.found.cache_bytes += joined.found.cache_bytes;
  decision.joined.push_back(std::move(joined));
}

void take_view(CopyDecision& decision, View view) {
  decision.input = std::move(view.source);
  decision.plan.view = std::move(view.steps);
  std::ranges::copy(view.notes, std::back_inserter(decision.plan.notes));
}

/// Returns the length along the joined dimension of what the output would replace; empty if it
/// cannot be read, or does not have the dimension.
std::optional<std::size_t> find_length_there(const CopyDecision& decision) {
  const CopyOptions& options = decision.options;
  try {
    const auto there = store::open_source(options.output, {}, *decision.filters);
    for (const model::Dimension& dimension : there->schema().dimensions) {
      if (dimension.group == 0 && dimension.name == *options.view.concat) return dimension.length;
    }
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted) throw;
  }
  return std::nullopt;
}

/// Where the output was forgotten, the last input would be replaced by the join of all others.
/// throws: Error(usage) if the output exists and may be such an input: no longer than one of them.
void require_no_forgotten_output(const CopyDecision& decision, std::size_t longest_part) {
  const CopyOptions& options = decision.options;
  std::error_code unknown;
  if (decision.place.url || !std::filesystem::exists(decision.place.path, unknown)) return;
  if (!store::look_at(decision.place.path).signature) return;
  const auto length = find_length_there(decision);
  if (!length || *length > longest_part) return;
  throw Error(ErrorCode::usage,
              fmt::format("exists, and is no longer along {} than an input; the last name is that "
                          "of the output: name another, or remove it first",
                          *options.view.concat))
      .add_context(options.output);
}

/// Returns what marks the variables that `-V` and `-G` keep; null if they keep all.
KeepVariables variables_to_keep(const CopyOptions& options) {
  const auto selects = [](const auto& part) { return part && !part->others_defined; };
  if (!selects(options.variables) && !selects(options.groups)) return {};
  return [&options](const model::Schema& schema) {
    std::vector<bool> kept(schema.variables.size(), false);
    for (const VariableId id : choose_subset(options, schema).input_ids) kept[id] = true;
    return kept;
  };
}

void open_and_watch_joined(CopyDecision& decision) {
  const CopyOptions& options = decision.options;
  for (const std::string& name : options.view.inputs) {
    add_joined(decision, find_input_file(decision, name),
               options.view.only_new && decision.joined.empty());
  }
  const auto open = [&decision](const std::string& name) {
    const auto joined = std::ranges::find(decision.joined, name, &InputFile::name);
    return open_file(*joined, decision);
  };
  View view = make_joined_view(options.view, open, variables_to_keep(options));
  require_no_forgotten_output(decision, view.longest_part);
  take_view(decision, std::move(view));
}

struct stat status_of(const base::Descriptor& file) {
  struct stat status {};
  if (::fstat(file.id(), &status) != 0) base::throw_system_error(errno);
  return status;
}

bool is_same(const timespec& left, const timespec& right) {
  return left.tv_sec == right.tv_sec && left.tv_nsec == right.tv_nsec;
}

}  // namespace

void open_input(CopyDecision& decision) {
  const CopyOptions& options = decision.options;
  decision.filters = std::make_unique<plugin::PluginFilters>();
  decision.placeholders = std::make_unique<plugin::PlaceholderFilters>();
  if (options.view.concat) {
    std::ranges::copy(decision.place.notes, std::back_inserter(decision.plan.notes));
    return open_and_watch_joined(decision);
  }
  decision.input_status = find_input_status(options.input);
  decision.input_file = find_input_file(decision, options.input);
  const store::Input& found = decision.input_file.found;
  std::vector<std::string>& notes = decision.plan.notes;
  std::ranges::copy(found.inference.notes, std::back_inserter(notes));
  std::ranges::copy(decision.place.notes, std::back_inserter(notes));
  if (options.in_place && found.references) {
    throw Error(ErrorCode::unsupported, "references cannot be replaced by a copy; name an output")
        .add_context(options.input);
  }
  if (options.in_place) keep_kind(found, decision.place);
  watch(decision.input_file);
  if (!decision.input_status && found.path) {
    decision.input_status = find_input_status(*found.path);
  }
  if (options.preserve && (!decision.input_status || decision.place.url)) {
    decision.plan.notes.push_back(
        fmt::format("the {} is not a local file: --preserve cannot keep mode and times",
                    decision.place.url ? "output" : "input"));
  }
  if (found.path && !decision.place.url && !options.in_place &&
      !is_link_of_before(options, *found.path, decision.place)) {
    require_apart(*found.path, decision.place, options.output);
  }
  take_view(decision, base::with_context(options.input, [&] {
              return make_view(open_file(decision.input_file, decision), options.view);
            }));
  require_other_files_kept(decision);
}

void watch_other_files(CopyDecision& decision) {
  const Subset& source = decision.source;
  std::set<std::string> names;
  for (VariableId id = 0; id < source.input_ids.size(); ++id) {
    if (source.has_values[id]) names.merge(decision.input->other_files(source.input_ids[id]));
  }
  for (const std::filesystem::path& file :
       find_other_files(decision.input_file.found, decision.options.follow_external, names)) {
    base::with_context(file.string(), [&] {
      decision.watched_others.emplace_back(file);
      base::take_common_mode(decision.other_readers, base::source_status(file));
    });
  }
}

// If a classic file shrinks while it is read, the missing part reads as zeros. Of the files in a
// store, the time of a status change is not compared.
void require_inputs_unchanged(const CopyDecision& decision) {
  for (const base::WatchedFile& other : decision.watched_others) {
    base::with_context(other.path().string(), [&] { other.require_unchanged(); });
  }
  for (const InputFile& joined : decision.joined) require_unchanged(joined);
  if (!decision.joined.empty()) return;
  const InputFile& input = decision.input_file;
  if (input.watched || input.folder) return require_unchanged(input);
  if (store::input_bytes(input.found) == input.bytes) return;
  throw base::BusyFile("the size of the input changed while it was read");
}

std::vector<fs::path> find_other_files(const store::Input& found, bool follow_external,
                                       const std::set<std::string>& of_source) {
  std::vector<fs::path> files = store::referenced_files(found, follow_external);
  files.insert(files.end(), of_source.begin(), of_source.end());
  std::erase_if(files, [](const fs::path& file) {
    std::error_code unknown;
    return !fs::is_regular_file(file, unknown);
  });
  return files;
}

ReplacedInput::ReplacedInput(const std::filesystem::path& path)
    : watched_(path), file_(path, O_RDONLY | O_NONBLOCK) {
  const struct stat status = status_of(file_);
  if (S_ISDIR(status.st_mode)) {
    throw Error(ErrorCode::unsupported, "is a folder; --in-place replaces only files");
  }
  if (status.st_nlink > 1) {
    throw Error(ErrorCode::unsupported,
                fmt::format("has {} names (hard links), and would no longer be one file if it were "
                            "replaced; it is left as it is",
                            status.st_nlink));
  }
  changed_ = status.st_ctim;
  require_no_writer();
}

/// A lease for reading is granted only for files that are not open for writing. Some file systems
/// do not have leases, and some users may not take one.
void ReplacedInput::require_no_writer() const {
  if (::fcntl(file_.id(), F_SETLEASE, F_RDLCK) == 0) {
    ::fcntl(file_.id(), F_SETLEASE, F_UNLCK);
  } else if (errno == EAGAIN) {
    throw base::BusyFile("another program has the file open for writing");
  }
}

void ReplacedInput::lock() {
  // On file systems without locks, no program uses locks.
  if (::flock(file_.id(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw base::BusyFile("another program has locked the file");
  }
  require_unchanged(watched_.path());
  if (!is_same(status_of(file_).st_ctim, changed_)) {
    throw base::BusyFile("the file changed while it was read");
  }
}

void ReplacedInput::require_unchanged(const std::filesystem::path& path) const {
  require_no_writer();
  watched_.require_unchanged_at(path);
}

}  // namespace ncf::ops
