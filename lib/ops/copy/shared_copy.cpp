// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/shared_copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "base/file_state.hpp"
#include "base/file_system.hpp"
#include "base/fnv_hash.hpp"
#include "base/machine.hpp"
#include "base/packed.hpp"
#include "base/stop.hpp"
#include "base/whole_file.hpp"
#include "ncf/error.hpp"
#include "ncf/version.hpp"
#include "ops/copy/copy_within.hpp"
#include "store/open.hpp"
#include "store/part_writer.hpp"
#include "transcode/passthrough.hpp"
#include "transcode/rank_beginning.hpp"
#include "transcode/rank_worker.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;
using base::pack;

/// What the other ranks need to know to begin. All have the same options, from the same command
/// line.
struct Beginning {
  fs::path working_folder;  ///< of rank 0; relative names start there
  std::vector<std::pair<fs::path, base::FileState>> inputs;
  transcode::Resources resources;  ///< the number of threads is each rank's own
  Roundings roundings;
  std::uint64_t plan_hash = 0;
  fs::path output;  ///< unfinished
};

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

/// Differs if two processes would not do the same with the same pieces.
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
  for (const transcode::PassedVariable& passed : work.passed) {
    hash.add(work.plan.variables[passed.output_id].path);
    hash.add(std::uint64_t{passed.input_id});
  }
  return hash.value();
}

/// The state of every file and folder that the ranks read.
auto states_of_inputs(const CopyDecision& decision) {
  decltype(Beginning::inputs) states;
  for (fs::path& path : store::input_files(decision.found, decision.options.follow_external)) {
    const auto state = base::at_place(path.string(), [&] { return base::find_state(path); });
    if (state) states.emplace_back(std::move(path), *state);
  }
  return states;
}

/// throws: Error(io) naming the file and what differs.
void require_same_input(const fs::path& path, const base::FileState& there) {
  base::at_place(path.string(), [&] {
    const auto here = base::find_state(path);
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
                            fs::is_directory(path, unknown) ? "folder" : "file", difference));
  });
}

// ---- The message that begins a copy -------------------------------------------------------------

void pack_rounding(std::string& bytes, const std::optional<Rounding>& rounding) {
  pack(bytes, std::uint64_t{rounding.has_value()});
  if (!rounding) return;
  pack(bytes, static_cast<std::uint64_t>(rounding->quantization.mode));
  pack(bytes, static_cast<std::uint64_t>(rounding->quantization.digits));
  pack(bytes, std::uint64_t{rounding->bound.has_value()});
  if (!rounding->bound) return;
  pack(bytes, static_cast<std::uint64_t>(rounding->bound->kind));
  pack(bytes, std::bit_cast<std::uint64_t>(rounding->bound->limit));
}

std::optional<Rounding> unpack_rounding(base::Unpacker& packed) {
  if (packed.number() == 0) return std::nullopt;
  Rounding rounding;
  rounding.quantization.mode = static_cast<model::Quantization::Mode>(packed.number());
  rounding.quantization.digits = static_cast<int>(packed.number());
  if (packed.number() != 0) {
    rounding.bound.emplace();
    rounding.bound->kind = static_cast<transcode::ErrorBound::Kind>(packed.number());
    rounding.bound->limit = std::bit_cast<double>(packed.number());
  }
  return rounding;
}

std::string format_beginning(const Beginning& beginning) {
  std::string bytes;
  pack(bytes, beginning.working_folder.native());
  pack(bytes, std::uint64_t{beginning.inputs.size()});
  for (const auto& [path, state] : beginning.inputs) {
    pack(bytes, path.native());
    pack(bytes, state.bytes);
    pack(bytes, static_cast<std::uint64_t>(state.modified_nanoseconds));
    pack(bytes, static_cast<std::uint64_t>(state.changed_nanoseconds));
    pack(bytes, state.checksum);
  }
  pack(bytes, beginning.resources.max_bytes);
  pack(bytes, std::uint64_t{beginning.resources.is_strict});
  pack(bytes, std::uint64_t{beginning.roundings.size()});
  for (const auto& rounding : beginning.roundings) pack_rounding(bytes, rounding);
  pack(bytes, beginning.plan_hash);
  pack(bytes, beginning.output.native());
  return bytes;
}

Beginning parse_beginning(const std::string& text) {
  base::Unpacker packed(text);
  Beginning beginning;
  beginning.working_folder = packed.text();
  for (std::size_t left = packed.count(); left > 0; --left) {
    auto& [path, state] = beginning.inputs.emplace_back();
    path = packed.text();
    state.bytes = packed.number();
    state.modified_nanoseconds = static_cast<std::int64_t>(packed.number());
    state.changed_nanoseconds = static_cast<std::int64_t>(packed.number());
    state.checksum = packed.number();
  }
  beginning.resources.max_bytes = packed.number();
  beginning.resources.is_strict = packed.number() != 0;
  for (std::size_t left = packed.count(); left > 0; --left) {
    beginning.roundings.push_back(unpack_rounding(packed));
  }
  beginning.plan_hash = packed.number();
  beginning.output = packed.text();
  return beginning;
}

// ---- Rank 0 -------------------------------------------------------------------------------------

/// The rule of what is shared, apart from the parts that rank 0 must do itself: variables without
/// chunks, and those whose filters only libhdf5 can run (Recoding::is_shareable).
std::optional<std::string> why_not_shared(const CopyWork& work, const model::Target& output,
                                          const fs::path& path, bool is_one_machine) {
  const CopyDecision& decision = work.decision;
  const bool has_work = std::ranges::any_of(work.recodings, &transcode::Recoding::is_shareable) ||
                        (!work.passed.empty() && has_chunks(decision.plan.format));
  if (!output.is_shareable()) {
    return "several cannot write a classic file or a zip file, or an output in memory";
  }
  if (!has_work) return "the output has no chunks that ncf encodes itself";
  if (decision.input->ahead_bytes() > 0) return "the input is on a server";
  if (decision.is_packed) return "values are packed";
  if (decision.options.follow_external && !decision.found.references) {
    return "--follow-external reads other files, which may differ between machines";
  }
  if (decision.options.input_in_memory) return "-r reads the whole input into memory";
  if (!is_one_machine && !base::keeps_machines_apart(path)) {
    return "the file system of the output is not known to keep apart what several machines write "
           "to one file; use a parallel file system, or --into";
  }
  return std::nullopt;
}

// ---- The other ranks ----------------------------------------------------------------------------

/// The unfinished output of rank 0.
class OutputOfRank0 final : public transcode::SharedOutput {
 public:
  OutputOfRank0(const CopyDecision& decision, const fs::path& path)
      : decision_(decision), path_(path), writer_(path) {}

  [[nodiscard]] const std::string& name() const override { return decision_.options.output; }
  void write(const model::FilePlace& place,
             std::span<const std::span<const std::byte>> pieces) override {
    writer_.write(place, pieces);
  }
  void flush() override { writer_.flush(); }
  const transcode::ReadBack& read_back() override {
    if (decision_.options.verify) {
      base::at_place(name(), [&] { base::write_out_and_forget(path_); });
    }
    source_ = store::open_source(path_.string(), {}, *decision_.filters);
    read_back_.emplace(transcode::ReadBack{
        *source_, model::find_variables(decision_.output_schema, source_->schema())});
    return *read_back_;
  }

 private:
  const CopyDecision& decision_;
  fs::path path_;
  store::PartWriter writer_;
  std::unique_ptr<model::Source> source_;
  std::optional<transcode::ReadBack> read_back_;
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
  for (const auto& [path, state] : beginning.inputs) require_same_input(path, state);
  transcode::Resources resources = beginning.resources;
  resources.threads = threads;
  return std::make_unique<SamePlan>(options, resources, beginning);
}

void help(mpi::Communicator& ranks, const CopyOptions& options) {
  const std::optional<std::string> text = transcode::await_begin(ranks);
  if (!text) return;
  std::unique_ptr<SamePlan> plan;
  try {
    plan =
        plan_as_rank_0(options, parse_beginning(*text), resources_of_rank(options, ranks).threads);
  } catch (Error& error) {
    return transcode::refuse_to_begin(ranks, error.add_context(base::host_name()));
  } catch (const std::exception& error) {
    return transcode::refuse_to_begin(
        ranks, Error(ErrorCode::io, error.what()).add_context(base::host_name()));
  }
  const CopyWork& work = plan->work;
  transcode::RankWorker(ranks, work.recodings, work.recoding_plan, work.passed,
                        transcode::passthrough_window(plan->decision.resources),
                        *plan->decision.input, plan->output)
      .run();
}

}  // namespace

bool begin_to_share(transcode::OtherRanks& ranks, const CopyWork& work, const model::Target& output,
                    const fs::path& path,
                    const std::function<void(const std::vector<std::string>&)>& tell_notes) {
  if (const auto why = why_not_shared(work, output, path, ranks.is_one_machine())) {
    tell_notes({fmt::format("only one process makes this copy: {}", *why)});
    return false;
  }
  const CopyDecision& decision = work.decision;
  std::error_code unknown;
  ranks.begin(format_beginning({fs::current_path(), states_of_inputs(decision), decision.resources,
                                decision.roundings, hash_of(work), fs::absolute(path, unknown)}));
  return true;
}

CopyReport copy_by_ranks(const CopyOptions& options, const NoteHandler& on_note,
                         const ProgressHandler& on_progress) {
  const base::StopScope stop(options.stop);
  mpi::Communicator ranks(*options.mpi);
  CopyReport report;
  if (ranks.rank() != 0) {
    help(ranks, options);
    report.rank = ranks.rank();
  } else if (ranks.size() == 1) {
    report = copy_within(resources_of_rank(options, ranks), options, on_note, on_progress);
  } else {
    transcode::OtherRanks others(ranks);
    try {
      report =
          copy_within(resources_of_rank(options, ranks), options, on_note, on_progress, &others);
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
