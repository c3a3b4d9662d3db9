// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/copy.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>
#include <system_error>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/file_state.hpp"
#include "base/files/paths.hpp"
#include "base/memory/bytes.hpp"
#include "base/memory/packed.hpp"
#include "base/output/finish_on_disk.hpp"
#include "base/threads/machine.hpp"
#include "base/threads/stop.hpp"
#include "ncf/error.hpp"
#include "ncf/version.hpp"
#include "store/open/open.hpp"
#include "store/zarr/storage/key_store.hpp"
#include "transcode/passthrough/passthrough.hpp"
#include "transcode/ranks/rank_messages.hpp"
#include "transcode/ranks/rank_worker.hpp"

namespace ncf::transcode {

void fields(auto& archive, ErrorBound& bound) { archive(bound.kind, bound.limit); }

}  // namespace ncf::transcode

namespace ncf::ops {

/// Leaves out the reasons, which only rank 0 reports.
void fields(auto& archive, Rounding& rounding) {
  archive(rounding.quantization.mode, rounding.quantization.digits, rounding.bound);
}

namespace {

namespace fs = std::filesystem;

/// A file or folder that the ranks read.
struct InputState {
  std::string path;
  base::FileState state;
};

void fields(auto& archive, InputState& input) { archive(input.path, input.state); }

/// The information with which the other ranks begin. All have the same options, from the same
/// command line.
struct Beginning {
  std::string working_folder;  ///< of rank 0; relative names start there
  std::vector<InputState> inputs;
  transcode::Resources resources;  ///< the number of threads is each rank's own
  Roundings roundings;
  std::uint64_t plan_hash = 0;
  std::string output;  ///< the path of the unfinished output
};

void fields(auto& archive, Beginning& beginning) {
  archive(beginning.working_folder, beginning.inputs, beginning.resources.max_bytes,
          beginning.resources.is_strict, beginning.roundings, beginning.plan_hash,
          beginning.output);
}

// ---- What must be equal everywhere --------------------------------------------------------------

void add(base::FnvHash& hash, const std::vector<std::size_t>& lengths) {
  hash.add(std::uint64_t{lengths.size()});
  for (const std::size_t length : lengths) hash.add(std::uint64_t{length});
}

void add(base::FnvHash& hash, const model::StoredForm& form) {
  add(hash, form.extent);
  add(hash, form.chunk_shape);
  hash.add(form.element);
  hash.add(static_cast<std::uint64_t>(form.byte_order));
  hash.add(form.codecs);
  for (const StoredFilter& filter : form.chain()) {
    hash.add(std::uint64_t{filter.id});
    for (const std::uint32_t parameter : filter.parameters) hash.add(std::uint64_t{parameter});
  }
}

/// Returns a hash that differs if two processes would not do the same with the same pieces.
std::uint64_t hash_of(const CopyWork& work) {
  base::FnvHash hash;
  hash.add(version());
  for (std::size_t i = 0; i < work.recodings.size(); ++i) {
    const transcode::Recoding& recoding = work.recodings[i];
    hash.add(recoding.name());
    hash.add(std::uint64_t{recoding.is_shareable()});
    add(hash, recoding.from().form);
    add(hash, recoding.to().form);
    add(hash, work.recoding_plan.tiles[i].shape);
  }
  for (const transcode::Recoding& passed : work.passed) {
    hash.add(passed.name());
    hash.add(std::uint64_t{passed.from().id});
  }
  return hash.value();
}

std::vector<InputState> inputs_of(const CopyDecision& decision) {
  std::vector<InputState> inputs;
  std::vector<fs::path> paths =
      store::referenced_files(decision.input_file.found, decision.options.follow_external);
  if (decision.input_file.found.path) paths.insert(paths.begin(), *decision.input_file.found.path);
  for (const InputFile& joined : decision.joined) {
    if (joined.found.path) paths.push_back(*joined.found.path);
  }
  for (const fs::path& path : paths) {
    const auto state = base::with_context(path.string(), [&] { return base::find_state(path); });
    if (state) inputs.push_back({path.string(), *state});
  }
  return inputs;
}

/// throws: Error(io) naming the file and what differs.
void require_same_input(const InputState& input) {
  base::with_context(input.path, [&] {
    const base::FileState& there = input.state;
    const auto here = base::find_state(input.path);
    if (there == here) return;
    std::string difference = "it is not there";
    if (here && here->bytes != there.bytes) {
      difference = fmt::format("its size is {}, not {} bytes", here->bytes, there.bytes);
    } else if (here && here->checksum != there.checksum) {
      difference = "its contents differ";
    } else if (here) {
      difference = "it was changed at another time";
    }
    std::error_code unknown;
    throw Error(ErrorCode::io,
                fmt::format("sees another {} than the machine of rank 0: {}; all machines need "
                            "the same file system",
                            fs::is_directory(input.path, unknown) ? "folder" : "file", difference));
  });
}

// ---- Rank 0 -------------------------------------------------------------------------------------

/// Returns why a copy cannot be shared. Some parts are always left to rank 0: variables without
/// chunks, and those whose filters only libhdf5 can run (Recoding::is_shareable).
std::optional<std::string> why_not_shared(const CopyWork& work, const model::Target& output,
                                          const std::optional<fs::path>& path,
                                          bool is_one_machine) {
  const CopyDecision& decision = work.decision;
  if (!path) return "the output is on a server";
  const bool has_work = std::ranges::any_of(work.recodings, &transcode::Recoding::is_shareable) ||
                        (!work.passed.empty() && has_chunks(decision.plan.format));
  if (!output.is_shareable()) {
    return "several cannot write a classic file or a zip file, or an output in memory";
  }
  if (!has_work) return "the output has no chunks that ncf encodes itself";
  if (decision.input->ahead_bytes() > 0) return "the input is on a server";
  const auto is_packed = [](const std::optional<Packing>& packing) { return packing.has_value(); };
  if (std::ranges::any_of(decision.packings, is_packed)) return "values are packed";
  if (decision.options.follow_external && !decision.input_file.found.references) {
    return "--follow-external reads other files, which may differ between machines";
  }
  if (decision.options.input_in_memory) return "-r reads the whole input into memory";
  if (!is_one_machine && !base::keeps_machines_apart(*path)) {
    return "the file system of the output is not known to keep apart what several machines write "
           "to one file; use a parallel file system, or --into";
  }
  return std::nullopt;
}

// ---- The other ranks ----------------------------------------------------------------------------

bool is_folder(const fs::path& path) {
  std::error_code unknown;
  return fs::is_directory(path, unknown);
}

/// The unfinished output of rank 0, an existing file or folder. Writes at places that rank 0
/// allocates.
class OutputOfRank0 final : public transcode::SharedOutput {
 public:
  OutputOfRank0(const CopyDecision& decision, const fs::path& path)
      : decision_(decision),
        path_(path),
        output_(path, is_folder(path) ? O_RDONLY | O_DIRECTORY : O_WRONLY),
        folder_(is_folder(path) ? store::zarr::open_folder(path.native()) : nullptr) {}

  [[nodiscard]] const std::string& name() const override { return decision_.options.output; }
  void write(const model::FilePlace& place,
             std::span<const std::span<const std::byte>> pieces) override {
    if (folder_) return folder_->write_part(place.file, place.begin, pieces);
    output_.write_all_at(place.begin, pieces);
  }
  /// Flushes everything to the disk, so that other machines see it.
  void flush() override {
    base::with_context(name(), [&] {
      if (!folder_) return base::sync(output_);
      if (::syncfs(output_.id()) != 0) base::throw_system_error(errno, "cannot flush it to disk");
    });
  }
  const transcode::ReopenedOutput& read_back() override {
    if (decision_.options.verify) {
      base::with_context(name(), [&] { base::write_out_and_forget(path_); });
    }
    source_ = store::open_source(path_.string(), {}, *decision_.filters);
    read_back_.emplace(transcode::ReopenedOutput{*source_, source_->named([&] {
                                                   return model::find_variables(
                                                       decision_.output_schema, source_->schema());
                                                 })});
    return *read_back_;
  }

 private:
  const CopyDecision& decision_;
  fs::path path_;
  base::Descriptor output_;
  std::unique_ptr<store::zarr::KeyStore> folder_;  ///< null if the output is a file
  std::unique_ptr<model::Source> source_;
  std::optional<transcode::ReopenedOutput> read_back_;
};

/// The same plan as on rank 0, in another process.
struct SamePlan {
  SamePlan(const CopyOptions& options, const transcode::Resources& resources,
           const Beginning& beginning)
      : decision(decide_copy(options, resources, {}, &beginning.roundings)),
        work(plan_in_memory(decision)),
        output(decision, beginning.output) {
    if (hash_of(work) == beginning.plan_hash) return;
    throw Error(ErrorCode::io,
                "plans another copy than rank 0; all machines need the same input, the same "
                "version of ncf and the same plugins");
  }

  CopyDecision decision;
  CopyWork work;
  OutputOfRank0 output;
};

/// throws: Error, if this process cannot work.
std::unique_ptr<SamePlan> plan_as_rank_0(const CopyOptions& options, const Beginning& beginning,
                                         std::size_t threads) {
  fs::current_path(beginning.working_folder);
  for (const InputState& input : beginning.inputs) require_same_input(input);
  transcode::Resources resources = beginning.resources;
  resources.threads = threads;
  return std::make_unique<SamePlan>(options, resources, beginning);
}

}  // namespace

void help_with_copy(mpi::Ranks& ranks, const CopyOptions& options, std::size_t threads) {
  const std::optional<std::string> text = transcode::await_begin(ranks);
  if (!text) return;
  std::unique_ptr<SamePlan> plan;
  try {
    plan = plan_as_rank_0(options, base::unpacked<Beginning>(*text), threads);
  } catch (Error& error) {
    return transcode::refuse_to_begin(ranks, error.add_context(base::host_name()));
  } catch (const std::exception& error) {
    return transcode::refuse_to_begin(
        ranks, Error(ErrorCode::io, error.what()).add_context(base::host_name()));
  }
  const CopyWork& work = plan->work;
  transcode::RankWorker(
      ranks, {work.recodings, work.recoding_plan}, {work.passed, work.passed_plan},
      transcode::passthrough_window(plan->decision.resources), *plan->decision.input, plan->output)
      .run();
}

bool begin_to_share(transcode::OtherRanks& ranks, const CopyWork& work, const model::Target& output,
                    const std::optional<fs::path>& path,
                    const std::function<void(const std::vector<std::string>&)>& tell_notes) {
  if (const auto why = why_not_shared(work, output, path, ranks.ranks().is_one_machine())) {
    if (ranks.ranks().are_all_present()) {
      tell_notes({fmt::format("only one process makes this copy: {}", *why)});
    }
    return false;
  }
  const CopyDecision& decision = work.decision;
  std::error_code unknown;
  ranks.begin(base::packed(Beginning{fs::current_path().string(), inputs_of(decision),
                                     decision.resources, decision.roundings, hash_of(work),
                                     fs::absolute(*path, unknown).string()}));
  return true;
}

CopyReport copy_by_ranks(const CopyOptions& options, const NoteHandler& on_note,
                         const ProgressHandler& on_progress) {
  const base::StopScope stop(options.stop);
  mpi::Communicator ranks(*options.mpi);
  CopyReport report;
  if (ranks.rank() != 0) {
    help_with_copy(ranks, options, resources_of_rank(options, ranks).threads);
    report.rank = ranks.rank();
  } else if (ranks.size() == 1) {
    report = copy_with(resources_of_rank(options, ranks), options, on_note, on_progress);
  } else {
    transcode::OtherRanks others(ranks);
    try {
      report = copy_with(resources_of_rank(options, ranks), options, on_note, on_progress, &others);
    } catch (...) {
      // If this process exits without `end`, MPI ends all others.
      if (others.leave()) ranks.end();
      throw;
    }
    others.leave();
  }
  ranks.end();
  return report;
}

transcode::Resources resources_of_rank(const CopyOptions& options, const mpi::Communicator& ranks) {
  transcode::Resources resources = resources_of(options);
  const mpi::Share& share = ranks.share();
  if (!options.threads) resources.threads = share.processors;
  if (!options.max_memory_bytes) resources.max_bytes /= share.processes;
  return resources;
}

}  // namespace ncf::ops
