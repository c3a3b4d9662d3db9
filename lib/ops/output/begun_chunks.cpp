// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/begun_chunks.hpp"

#include <fcntl.h>

#include <algorithm>
#include <bit>
#include <iterator>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "model/grid/box.hpp"

namespace ncf::ops {

using model::Box;
using model::VariableId;

namespace {

constexpr std::size_t word_bits = 64;

}  // namespace

WrittenElements::WrittenElements(std::size_t count) : words_((count + word_bits - 1) / word_bits) {}

std::size_t WrittenElements::insert(std::size_t begin, std::size_t count) {
  std::size_t inserted = 0;
  while (count > 0) {
    const std::size_t first = begin % word_bits;
    const std::size_t bits = std::min(count, word_bits - first);
    const Word mask = (~Word{0} >> (word_bits - bits)) << first;
    Word& word = words_[begin / word_bits];
    inserted += static_cast<std::size_t>(std::popcount(mask & ~word));
    word |= mask;
    begin += bits;
    count -= bits;
  }
  return inserted;
}

std::size_t BegunChunks::Chunk::record_bytes() const {
  constexpr std::size_t names_and_places = 512;
  return names_and_places + written.size_bytes();
}

BegunChunks::BegunChunks(std::uint64_t max_bytes, std::filesystem::path folder, Taker take)
    : max_bytes_(max_bytes), folder_(std::move(folder)), take_(std::move(take)) {}

void BegunChunks::add(VariableId id, const Form& form, const Box& part, const Box& given,
                      std::span<const std::byte> elements) {
  const auto chunk = find_or_begin(id, form);
  copy(*chunk, part, given, elements);
  for (std::size_t i = 0; i < part.start.size(); ++i) {
    chunk->end[i] = std::max(chunk->end[i], part.start[i] + part.count[i]);
  }
  const Box needed = intersection(part, form.needed);
  if (needed.value_count() > 0) {
    model::for_each_run(needed, needed, form.needed, [&](const model::Run& run) {
      chunk->left -= chunk->written.insert(run.to, run.count);
    });
  }
  if (chunk->left == 0) return take(chunk);
  if (!chunk->in_file) in_memory_.splice(in_memory_.end(), in_memory_, chunk);
  free_memory();
}

BegunChunks::Chunks::iterator BegunChunks::find_or_begin(VariableId id, const Form& form) {
  const Name name{id, form.chunk.start};
  if (const auto found = places_.find(name); found != places_.end()) return found->second;
  const std::size_t needed = form.needed.value_count();
  Chunk chunk{name, form.chunk, form.chunk.start,        form.fill.size(),
              {},   {},         WrittenElements(needed), needed};
  chunk.elements = memory_.take(chunk.size_bytes());
  model::fill_part(form.chunk, form.fill, form.chunk, chunk.elements.bytes().data());
  bytes_ += chunk.size_bytes() + chunk.record_bytes();
  in_memory_.push_back(std::move(chunk));
  return places_.emplace(name, std::prev(in_memory_.end())).first->second;
}

void BegunChunks::copy(const Chunk& chunk, const Box& part, const Box& given,
                       std::span<const std::byte> elements) {
  const std::size_t bytes = chunk.element_bytes;
  if (!chunk.in_file) {
    return model::copy_part(part, given, elements.data(), chunk.box, chunk.elements.bytes().data(),
                            {bytes});
  }
  at_file([&] {
    model::for_each_run(part, given, chunk.box, [&](const model::Run& run) {
      const std::span<const std::byte> piece =
          elements.subspan(run.from * bytes, run.count * bytes);
      file_->write_all_at(*chunk.in_file + run.to * bytes, {&piece, 1});
    });
  });
}

void BegunChunks::free_memory() {
  while (bytes_ > max_bytes_ && in_memory_.size() > 1) move_to_file(in_memory_.begin());
  while (bytes_ > max_bytes_ && !in_file_.empty()) take(in_file_.begin());
}

void BegunChunks::move_to_file(Chunks::iterator chunk) {
  at_file([&] {
    if (!file_) file_ = base::make_unnamed_file(folder_);
    const std::span<const std::byte> elements = chunk->elements.bytes().first(chunk->size_bytes());
    file_->write_all_at(file_end_, {&elements, 1});
  });
  chunk->in_file = file_end_;
  file_end_ += chunk->size_bytes();
  bytes_ -= chunk->size_bytes();
  memory_.give(std::move(chunk->elements));
  in_file_.splice(in_file_.end(), in_memory_, chunk);
}

void BegunChunks::take(Chunks::iterator chunk) {
  if (chunk->in_file) {
    chunk->elements = memory_.take(chunk->size_bytes());
    at_file([&] {
      file_->read_all_at(*chunk->in_file, chunk->elements.bytes().first(chunk->size_bytes()));
    });
  }
  take_(chunk->name.first, chunk->box, chunk->end,
        chunk->elements.bytes().first(chunk->size_bytes()));
  forget(chunk);
}

// Gives space in the file back to the file system, if it can take it.
void BegunChunks::forget(Chunks::iterator chunk) {
  bytes_ -= chunk->record_bytes();
  memory_.give(std::move(chunk->elements));
  places_.erase(chunk->name);
  if (!chunk->in_file) {
    bytes_ -= chunk->size_bytes();
    in_memory_.erase(chunk);
    return;
  }
  ::fallocate(file_->id(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
              static_cast<off_t>(*chunk->in_file), static_cast<off_t>(chunk->size_bytes()));
  in_file_.erase(chunk);
}

void BegunChunks::finish(VariableId id) {
  for (auto next = places_.lower_bound({id, {}}); next != places_.end() && next->first.first == id;
       next = places_.lower_bound({id, {}})) {
    take(next->second);
  }
}

void BegunChunks::finish() {
  while (!places_.empty()) take(places_.begin()->second);
}

/// Does `work` with the file, which an Error names.
template <class Work>
void BegunChunks::at_file(Work&& work) const {
  base::with_context([&] { return "temporary file in " + folder_.string(); }, work);
}

}  // namespace ncf::ops
