// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/pending_dataset.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/output/pending_output.hpp"
#include "base/text/messages.hpp"
#include "ncf/error.hpp"
#include "ops/output/old_store.hpp"
#include "store/open/open.hpp"
#include "store/open/remote_output.hpp"

namespace ncf::ops {
namespace {

using base::with_context;

class LocalDataset final : public PendingDataset {
 public:
  LocalDataset(std::unique_ptr<base::PendingOutput> pending, const OutputPlace& place,
               Format format, std::string name)
      : pending_(std::move(pending)), file_(store_file(place, format)), name_(std::move(name)) {}

  void limit_readers(const base::SourceStatus& source) override { pending_->limit_readers(source); }
  void preserve(const base::SourceStatus& source) override { pending_->preserve(source); }
  void take_over_target(base::PendingOutput::ReplacedCheck check,
                        base::PendingOutput::OnNote on_note) override {
    pending_->take_over_target(std::move(check), std::move(on_note));
  }
  void require_space(std::uint64_t bytes) const override { pending_->require_space(bytes); }
  void reserve(std::uint64_t bytes) override { pending_->reserve(bytes); }

  [[nodiscard]] std::optional<std::filesystem::path> local_path() const override {
    return pending_->temporary();
  }

  std::unique_ptr<model::Target> create(const model::Schema& schema, store::Tuning tuning,
                                        filter::FilterSource& filters) override {
    tuning.file = file_;
    return store::create_target(pending_->temporary(), name_, schema, tuning, filters);
  }

  std::uint64_t size_bytes() override {
    return with_context(name_, [&] {
      return store::input_bytes(store::find_input(pending_->temporary().string()));
    });
  }

  void read_back(ReadFrom from, filter::FilterSource& filters,
                 const std::function<void(model::Source&)>& work) override {
    const std::filesystem::path& path = pending_->temporary();
    base::with_final_name(path, name_, [&] {
      if (from == ReadFrom::disk) with_context(name_, [&] { base::write_out_and_forget(path); });
      work(*store::open_source(path.string(), {}, filters));
    });
  }

  void commit() override { pending_->commit(); }

 private:
  std::unique_ptr<base::PendingOutput> pending_;
  std::optional<store::StoreFile> file_;
  std::string name_;
};

class RemoteDataset final : public PendingDataset {
 public:
  RemoteDataset(const std::string& url, std::string name, const store::Network& network)
      : output_(url, network), name_(std::move(name)) {}

  std::unique_ptr<model::Target> create(const model::Schema& schema, store::Tuning tuning,
                                        filter::FilterSource& filters) override {
    return output_.create(schema, tuning, filters);
  }
  std::uint64_t size_bytes() override { return output_.stored_bytes(); }
  void read_back(ReadFrom /*from*/, filter::FilterSource& filters,
                 const std::function<void(model::Source&)>& work) override {
    work(*output_.read_back(filters));
  }
  void commit() override {
    with_context(name_, [&] { output_.commit(); });
  }
  std::string discard() override {
    const std::size_t left = output_.discard();
    if (left == 0) return {};
    return fmt::format(
        "{} of the unfinished store could not be removed; remove them "
        "(aws s3 rm --recursive)",
        base::format_count(left, "object"));
  }

 private:
  store::RemoteOutput output_;
  std::string name_;
};

/// throws: Error(unsupported).
void require_zarr(Format format) {
  if (is_zarr(format)) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("on S3, only Zarr stores can be written, not {}; add -k zarr or zarr3",
                          format_name(format)));
}

}  // namespace

void make_or_discard(const std::unique_ptr<PendingDataset>& pending,
                     const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    const std::string left = pending ? pending->discard() : "";
    if (left.empty()) throw;
    Error told(error.code(), fmt::format("{}; moreover, {}", error.message(), left));
    for (const std::string& context : error.context()) told.add_context(context);
    throw told;
  }
}

void check_pending(const OutputPlace& place, Format format, const store::Network& network) {
  if (place.url) {
    with_context(*place.url, [&] {
      require_zarr(format);
      store::check_remote_output(*place.url, network);
    });
  } else if (is_folder(place, format)) {
    base::PendingFolder::check(place.path, why_kept);
  } else {
    base::PendingFile::check(place.path);
  }
}

std::unique_ptr<PendingDataset> make_pending(const OutputPlace& place, Format format,
                                             std::string name, const store::Network& network) {
  if (place.url) {
    return with_context(name, [&] {
      require_zarr(format);
      return std::make_unique<RemoteDataset>(*place.url, name, network);
    });
  }
  std::unique_ptr<base::PendingOutput> pending;
  if (is_folder(place, format)) {
    pending = std::make_unique<base::PendingFolder>(place.path, why_kept);
  } else {
    pending = std::make_unique<base::PendingFile>(place.path);
  }
  return std::make_unique<LocalDataset>(std::move(pending), place, format, std::move(name));
}

}  // namespace ncf::ops
