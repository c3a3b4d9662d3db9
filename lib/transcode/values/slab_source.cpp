// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/values/slab_source.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <numeric>
#include <utility>

#include "base/memory/byte_buffer.hpp"
#include "base/threads/stop.hpp"
#include "model/grid/block.hpp"
#include "transcode/tiles/piece.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf::transcode {
namespace {

using model::Box;

class Slab {
 public:
  Slab(model::Source& source, model::VariableId id, std::shared_ptr<const ChunkValues> chunks,
       Box box)
      : source_(source), id_(id), chunks_(std::move(chunks)), box_(std::move(box)) {
    values_.reserve(box_.value_count() * chunks_->value_bytes());
  }

  [[nodiscard]] const Box& box() const noexcept { return box_; }

  // ---- The I/O thread ----
  void fill(const Box& missing) { chunks_->fill(missing, box_, values_.bytes().data()); }
  void expect_chunk() {
    const std::lock_guard lock(mutex_);
    ++undecoded_;
  }

  // ---- Workers ----
  void decode(const Box& chunk, const model::StoredPlace& place, Scratch& scratch) {
    std::exception_ptr failure;
    try {
      const StoredBytes stored = read_stored(source_, id_, chunk, place, scratch);
      chunks_->place(chunk, stored, box_, values_.bytes().data(), scratch);
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    if (failure && !failure_) failure_ = failure;
    if (--undecoded_ == 0) changed_.notify_all();
  }

  /// Copies the values of `to` that are in the slab. throws: the error of decoding.
  void copy(const Box& to, std::byte* values) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return undecoded_ == 0; });
      if (failure_) std::rethrow_exception(failure_);
    }
    copy_part(intersection(to, box_), box_, values_.bytes().data(), to, values,
              {chunks_->value_bytes()});
  }

 private:
  model::Source& source_;
  model::VariableId id_;
  std::shared_ptr<const ChunkValues> chunks_;
  Box box_;
  base::ByteBuffer values_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t undecoded_ = 0;   ///< under mutex_
  std::exception_ptr failure_;  ///< under mutex_
};

using SlabRef = std::shared_ptr<Slab>;

/// A box of values within slabs.
class SlabValues final : public PendingValues {
 public:
  SlabValues(Box box, std::size_t element_bytes, std::vector<SlabRef> slabs)
      : box_(std::move(box)),
        bytes_(box_.value_count() * element_bytes),
        slabs_(std::move(slabs)) {}

  std::span<const std::byte> decode(Scratch& /*scratch*/) override {
    values_.reserve(bytes_);
    for (const SlabRef& slab : slabs_) slab->copy(box_, values_.bytes().data());
    slabs_.clear();
    return values_.bytes().first(bytes_);
  }

 private:
  Box box_;
  std::size_t bytes_;
  std::vector<SlabRef> slabs_;
  base::ByteBuffer values_;
};

class SlabSource final : public ValueSource {
 public:
  SlabSource(model::Source& source, model::VariableId id, ChunkValues chunks, SlabWorkers workers)
      : source_(source),
        id_(id),
        chunks_(std::make_shared<const ChunkValues>(std::move(chunks))),
        workers_(std::move(workers)),
        slab_boxes_(chunks_->grid().extent(), chunks_->grid().chunk_shape(),
                    slab_values(chunks_->grid().extent(), chunks_->grid().chunk_shape())) {}

  std::unique_ptr<PendingValues> read(const Box& box) override {
    std::size_t covered = 0;
    std::erase_if(slabs_, [&](const SlabRef& slab) {
      const std::size_t shared = intersection(box, slab->box()).value_count();
      covered += shared;
      return shared == 0;
    });
    while (covered < box.value_count()) {
      slabs_.push_back(read_slab(*slab_boxes_.next()));
      covered += intersection(box, slabs_.back()->box()).value_count();
    }
    return std::make_unique<SlabValues>(box, chunks_->value_bytes(), slabs_);
  }

 private:
  SlabRef read_slab(Box box) {
    auto slab = std::make_shared<Slab>(source_, id_, chunks_, std::move(box));
    for (const std::size_t number : chunks_->grid().chunks_of(slab->box())) {
      base::throw_if_stopped();
      Box chunk = chunks_->grid().chunk_box(number);
      const auto place = source_.find_chunk(id_, chunk.start);
      if (!place) {
        slab->fill(chunk);
        continue;
      }
      slab->expect_chunk();
      workers_.pool.submit([slab, chunk = std::move(chunk), place = *place,
                            scratch = workers_.scratch](std::size_t worker) {
        slab->decode(chunk, place, scratch(worker));
      });
    }
    return slab;
  }

  model::Source& source_;
  model::VariableId id_;
  std::shared_ptr<const ChunkValues> chunks_;
  SlabWorkers workers_;
  COrderWalk slab_boxes_;
  std::vector<SlabRef> slabs_;  ///< the slabs of the last box
};

}  // namespace

std::size_t slab_values(const std::vector<std::size_t>& shape,
                        const std::vector<std::size_t>& chunk) {
  const auto is_cut =
      std::find_if(chunk.begin(), chunk.end(), [](auto length) { return length > 1; });
  if (is_cut == chunk.end()) return 1;
  const std::ptrdiff_t at = is_cut - chunk.begin();
  return std::accumulate(shape.begin() + at + 1, shape.end(),
                         std::min(*is_cut, shape[static_cast<std::size_t>(at)]),
                         std::multiplies<>());
}

std::unique_ptr<ValueSource> make_slab_source(model::Source& source, model::VariableId variable,
                                              ChunkValues chunks, SlabWorkers workers) {
  return std::make_unique<SlabSource>(source, variable, std::move(chunks), std::move(workers));
}

}  // namespace ncf::transcode
