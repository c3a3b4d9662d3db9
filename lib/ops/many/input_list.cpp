// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/input_list.hpp"

#include <fmt/format.h>

#include <map>
#include <system_error>
#include <utility>

#include "base/files/file_state.hpp"
#include "base/files/paths.hpp"
#include "base/text/messages.hpp"
#include "location/location.hpp"
#include "ncf/error.hpp"
#include "ops/many/copy_task.hpp"
#include "ops/many/output_tree.hpp"
#include "ops/select/input_files.hpp"
#include "store/open/input.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;

/// Refuses NUL in a name, because the system would open another file.
void require_no_nul(const std::string& input) {
  const std::size_t nul = input.find('\0');
  if (nul == std::string::npos) return;
  throw Error(
      ErrorCode::usage,
      fmt::format("{}: the name contains NUL here; a list of names ended by NUL needs --null",
                  input.substr(0, nul)));
}

/// Returns what `find` finds out about an input; zero, false or empty if that fails, because
/// copying the input says what is wrong with it.
template <class Find>
auto found_or_default(Find find) -> decltype(find()) {
  try {
    return find();
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted) throw;
    return {};
  }
}

/// Returns whether an input is a URL. A file with this name takes precedence.
bool is_url(const std::string& input) {
  std::error_code ignored;
  if (fs::exists(input, ignored)) return false;
  return found_or_default([&] { return location::parse_location(input).url.has_value(); });
}

/// Returns whether a file is JSON with references to other files.
bool has_references(const fs::path& path) {
  return found_or_default([&] { return store::find_input(path.string()).references != nullptr; });
}

/// Returns the path with links resolved, if it exists.
fs::path resolve(const fs::path& path) {
  std::error_code unknown;
  fs::path resolved = fs::canonical(path, unknown);
  return unknown ? base::absolute_path(path).lexically_normal() : resolved;
}

/// Returns the path of a local file or store; empty for inputs on servers.
fs::path find_path(const std::string& input) {
  if (!is_url(input)) return resolve(input);
  const auto path = found_or_default([&] { return store::find_input(input).path; });
  return path ? resolve(*path) : fs::path();
}

/// Returns the path below a folder, without following links.
fs::path path_below(const std::string& input, const std::string& folder) {
  if (is_url(input)) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: is a URL, which --relative-to does not allow", input));
  }
  const fs::path path = base::absolute_path(input).lexically_normal();
  const fs::path base = base::absolute_path(folder).lexically_normal();
  fs::path below = path.lexically_relative(base);
  if (below.empty() || *below.begin() == "..") {
    throw Error(
        ErrorCode::usage,
        fmt::format("{}: is not in {}, below which --relative-to keeps paths", input, folder));
  }
  if (!below.has_filename()) below = below.parent_path();
  return below == "." ? fs::path() : below;
}

class Listing {
 public:
  Listing(const CopyManyOptions& options, const NoteHandler& on_note)
      : options_(options),
        on_note_(on_note),
        filter_(options.include, options.exclude),
        output_name_(options.rename) {}

  std::vector<ListedFile> run() {
    if (!options_.copy.in_place) require_folder();
    const auto journal = base::find_identity(options_.journal);
    if (journal) not_seen_.push_back(*journal);
    for (const std::string& input : options_.inputs) {
      require_no_nul(input);
      is_tree(input) ? add_tree(input) : add_file(input);
    }
    if (options_.copy.in_place) {
      require_distinct_inputs();
    } else {
      require_distinct_outputs(options_.folder, files_);
      require_other_journal();
    }
    return std::move(files_);
  }

 private:
  void require_distinct_inputs() const {
    std::map<fs::path, const FileCopy*> by_path;
    for (const ListedFile& listed : files_) {
      if (listed.is_not_copied()) continue;
      const auto [same, is_new] = by_path.emplace(listed.output_path, &listed.file);
      if (is_new) continue;
      throw Error(ErrorCode::usage, fmt::format("{} and {} are the same file; name it once",
                                                same->second->input, listed.file.input));
    }
  }

  /// throws: Error(usage) if this run writes the journal's file for another purpose.
  void require_other_journal() const {
    if (options_.journal.empty()) return;
    const fs::path journal = resolve(options_.journal);
    if (journal == folder_path_ / folder_record_name) {
      throw Error(ErrorCode::usage,
                  fmt::format("{}: is the record that ncfcopy keeps in the output folder; choose "
                              "another file",
                              options_.journal));
    }
    for (const ListedFile& listed : files_) {
      if (listed.output_path != journal) continue;
      throw Error(ErrorCode::usage, fmt::format("{}: is an output of this run; choose another file "
                                                "for the journal",
                                                options_.journal));
    }
  }

  struct TreeRoot {
    fs::path root;   ///< as given
    fs::path path;   ///< absolute, links resolved
    fs::path place;  ///< the folder of its outputs, below the output folder
  };

  void require_folder() {
    if (is_url(options_.folder)) {
      throw Error(ErrorCode::unsupported,
                  fmt::format("{}: --into needs a folder on this machine; make each store on a "
                              "server by a copy of its own",
                              options_.folder));
    }
    require_place_for_folder();
    folder_ = base::find_identity(options_.folder);
    folder_path_ = resolve(options_.folder);
    if (folder_) not_seen_.push_back(*folder_);
  }

  /// Checks the place of the output folder. A missing one is made after all names were checked.
  void require_place_for_folder() const {
    std::error_code ignored;
    if (fs::is_directory(options_.folder, ignored)) return;
    const fs::path folder = options_.folder;
    const fs::path parent = base::folder_of(folder.has_filename() ? folder : folder.parent_path());
    const bool is_missing = !fs::exists(options_.folder, ignored);
    if (is_missing && fs::is_directory(parent, ignored)) {
      if (options_.plan) note(fmt::format("{}: the folder would be made", options_.folder));
      return;
    }
    throw Error(ErrorCode::usage,
                is_missing ? fmt::format("{}: there is no folder '{}' to make it in",
                                         options_.folder, parent.string())
                           : fmt::format("{}: is not a folder to copy into", options_.folder));
  }

  /// Returns the place of an input below the output folder.
  [[nodiscard]] fs::path path_in_output(const std::string& input) const {
    return options_.relative_to.empty() ? fs::path() : path_below(input, options_.relative_to);
  }

  ListedFile& add(const fs::path& input, fs::path input_path, const fs::path& name) {
    ListedFile& listed = files_.emplace_back();
    listed.input_path = std::move(input_path);
    listed.input = input.string();
    listed.file.input = base::without_secrets(listed.input);
    if (options_.copy.in_place) {
      listed.output_path = listed.input_path;
      listed.file.output = listed.file.input;
    } else {
      listed.name = output_name_.of(name);
      listed.output_path = folder_path_ / listed.name;
      listed.file.output = (fs::path(options_.folder) / listed.name).string();
    }
    return listed;
  }

  void add_file(const std::string& input) {
    if (options_.copy.in_place && is_url(input)) {
      throw Error(ErrorCode::usage, fmt::format("{}: is a URL; --in-place replaces files", input));
    }
    const fs::path place = path_in_output(input);
    ListedFile& listed =
        add(input, find_path(input), place.empty() ? fs::path(last_part_of(input)) : place);
    listed.listed_bytes =
        found_or_default([&] { return store::input_bytes(store::find_input(input)); });
  }

  void add_tree(const std::string& root) {
    if (base::find_identity(root) == folder_) {
      throw Error(ErrorCode::usage, fmt::format("{}: input and output are the same folder", root));
    }
    const TreeRoot tree{root, resolve(root), path_in_output(root)};
    std::size_t others = 0;
    std::size_t copied = 0;
    for (const TreeEntry& entry : walk_tree(root, filter_, not_seen_)) {
      if (entry.kind == TreeEntry::Kind::misnamed && entry.is_folder && options_.copies_others) {
        continue;  // what is in it is copied
      }
      add_entry(tree, entry);
      const bool is_left_out = files_.back().file.outcome == FileCopy::Outcome::left_out;
      if (!is_left_out) ++copied;
      if (is_left_out && entry.kind == TreeEntry::Kind::other_file) ++others;
    }
    note_others(root, others);
    if (copied == 0) note_nothing(root);
  }

  void note_nothing(const std::string& root) const {
    const bool is_selected_from = !options_.include.empty() || !options_.exclude.empty();
    const auto what = options_.copies_others ? "file" : "netCDF file and no Zarr store";
    note(is_selected_from
             ? fmt::format("{}: no {} in it is selected by --include and --exclude", root, what)
             : fmt::format("{}: contains no {}", root, what));
  }

  void add_entry(const TreeRoot& tree, const TreeEntry& entry) {
    using Kind = TreeEntry::Kind;
    const fs::path path = entry.relative.empty() ? tree.root : tree.root / entry.relative;
    ListedFile& listed = add(path, tree.path / entry.relative, tree.place / entry.relative);
    listed.listed_bytes = entry.bytes;
    listed.is_dataset = entry.kind == Kind::dataset;
    const std::string reason = fmt::format("{}: {}", path.string(), entry.reason);
    switch (entry.kind) {
      case Kind::dataset:
        return;
      case Kind::misnamed:
        if (!options_.copies_others) return fail(listed, reason, kind_of_other_format);
        return listed.file.notes.push_back(entry.reason + "; copied byte for byte");
      case Kind::other_file:
        if (!options_.copies_others) {
          return leave_out(listed, path.string() + ": is neither netCDF nor Zarr");
        }
        if (has_references(path)) return leave_out_references(listed, path);
        return;
      case Kind::left_out:
        if (!options_.copy.strict) {
          note(fmt::format("{}: is {}, and is left out", path.string(), entry.reason));
        }
        return leave_out(listed, fmt::format("{}: is {}", path.string(), entry.reason));
      case Kind::unreadable:
        return fail(listed, reason, failure_kind(entry.code));
    }
  }

  /// A copy would find other bytes at the places that references name.
  void leave_out_references(ListedFile& listed, const fs::path& path) const {
    const std::string reason = fmt::format(
        "{}: contains references to places in other files, which copies do not keep; --kerchunk "
        "makes new ones",
        path.string());
    if (!options_.copy.strict) note(reason);
    leave_out(listed, reason);
  }

  static void fail(ListedFile& listed, const std::string& reason, const char* kind) {
    listed.file.output.clear();
    set_failed(listed.file, reason, kind);
  }

  void leave_out(ListedFile& listed, const std::string& reason) const {
    if (options_.copy.strict) {
      return fail(listed, reason + "; --exclude leaves it out", kind_of_omission);
    }
    listed.file.output.clear();
    listed.output_path.clear();
    listed.listed_bytes = 0;
    listed.file.outcome = FileCopy::Outcome::left_out;
    listed.file.failure = reason;
  }

  void note_others(const std::string& root, std::size_t others) const {
    if (others == 0) return;
    const bool is_one = others == 1;
    std::string text =
        is_one ? fmt::format("{}: 1 file that is neither netCDF nor Zarr is left out", root)
               : fmt::format("{}: {} files that are neither netCDF nor Zarr are left out", root,
                             others);
    if (!options_.copy.in_place) {
      text += is_one ? "; --copy-others copies it too" : "; --copy-others copies them too";
    }
    note(text);
  }

  void note(const std::string& text) const {
    if (on_note_) on_note_(text);
  }

  const CopyManyOptions& options_;
  const NoteHandler& on_note_;
  PathFilter filter_;
  OutputName output_name_;
  std::optional<base::FileIdentity> folder_;
  fs::path folder_path_;
  std::vector<base::FileIdentity> not_seen_;  ///< in trees: the output folder and the journal
  std::vector<ListedFile> files_;
};

}  // namespace

std::vector<ListedFile> list_files(const CopyManyOptions& options, const NoteHandler& on_note) {
  return Listing(options, on_note).run();
}

}  // namespace ncf::ops
