// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/plane_encoder.hpp"

#if NCF_HAS_LIBDEFLATE
#include <libdeflate.h>
#else
#include <zlib.h>
#endif

#include <algorithm>
#include <array>
#include <limits>

#include "common/strategy.hpp"
#include "deflate/block.hpp"

namespace ncf::plugins::deflate {

struct Effort {
  bool is_quick;  ///< matches are searched as fast as possible, otherwise thoroughly
  std::uint32_t greedy_permille;  ///< if samples show that they save so much,
  std::uint32_t lazy_permille;    ///< and more thoroughly if they save so much
  SearchLimits limits;
  std::uint32_t stored_permille;  ///< a segment that saves less is stored
  std::uint32_t segment_bytes;
  std::uint32_t again_below;  ///< smaller chunks are tried again in larger segments
};

namespace {

constexpr std::uint32_t never = 1U << 31;
constexpr std::uint32_t min_plane_bytes = 512;
constexpr std::size_t max_planes = 256;

// The efforts from 1 on. Each is slower than the one before and nearly always gives smaller
// results. Those of levels are the fastest ones found that make no variable of the corpus larger
// than zlib does at the level. tests/bench/kernels_levels.cpp measures it. Those that no level uses
// are chosen for variables that need no more: without them, levels are 5 % slower on average, and
// levels 5 to 9 10 to 17 % (bench_kernels_levels --large).
constexpr std::array<Effort, PlaneEncoder::max_effort> efforts{{
    {true, 20, never, {}, 10, 32768, 0},             // for noise; not used by a level
    {false, 20, never, {}, 10, 32768, 0},            // level 1
    {false, 20, 1200, {4, 32, 0}, 10, 32768, 0},     // level 2
    {false, 20, 300, {6, 32, 5}, 10, 32768, 0},      // levels 3 and 4
    {false, 20, 100, {16, 64, 5}, 4, 16384, 0},      // for most of level 5; not used by a level
    {false, 20, 100, {16, 64, 32}, 4, 32768, 0},     // level 5
    {false, 10, 100, {32, 64, 8}, 4, 16384, 0},      // for most of level 6; not used by a level
    {false, 10, 100, {32, 64, 64, 2}, 4, 32768, 0},  // level 6
    {false, 0, 30, {128, 258, 258, max_match}, 4, 12288, 131072},  // levels 7 to 9
}};

static_assert(std::ranges::all_of(efforts, [](const Effort& effort) {
  return effort.segment_bytes >= 2 * min_plane_bytes;
}));

// For chunks that are nearly nothing: every byte of headers matters, and there is time.
constexpr Effort for_nearly_nothing{false, 0, 0, {64, max_match, 64}, 0, max_block_bytes, 0};

constexpr std::size_t header_bytes = 2;
constexpr std::size_t checksum_bytes = 4;
// The header of deflate with a window of 32 KiB. The second byte indicates the effort, and makes
// the number a multiple of 31.
constexpr std::array<std::uint8_t, header_bytes> stream_header{0x78, 0x9C};

// Returns the checksum at the end of a zlib stream. source: RFC 1950, section 8.2
std::uint32_t checksum_of(std::span<const std::uint8_t> bytes) noexcept {
#if NCF_HAS_LIBDEFLATE
  return libdeflate_adler32(1, bytes.data(), bytes.size());
#else
  return static_cast<std::uint32_t>(::adler32_z(1, bytes.data(), bytes.size()));
#endif
}

std::uint32_t segment_count(std::uint32_t bytes, std::uint32_t segment_bytes) noexcept {
  return (bytes + segment_bytes - 1) / segment_bytes;
}

}  // namespace

// No block takes more than if it were stored: its bytes, in pieces, and up to six more for each,
// because it may begin within a byte. A block consists of at least one segment, and no segment is
// smaller than the smallest plane.
std::size_t PlaneEncoder::bound(std::size_t decoded_bytes) noexcept {
  constexpr std::size_t piece_overhead = 6;
  const std::size_t blocks = decoded_bytes / min_plane_bytes + 1;
  const std::size_t pieces = decoded_bytes / max_stored_bytes + blocks;
  return header_bytes + decoded_bytes + piece_overhead * pieces + checksum_bytes + BitWriter::slack;
}

bool PlaneEncoder::is_for(std::size_t element_bytes, std::size_t decoded_bytes) noexcept {
  return element_bytes >= 1 && element_bytes <= max_planes &&
         decoded_bytes / element_bytes >= min_plane_bytes &&
         decoded_bytes <= std::numeric_limits<std::uint32_t>::max();
}

int PlaneEncoder::effort_of_level(int level) noexcept {
  constexpr std::array<int, 10> of_levels{0, 2, 3, 4, 4, 6, 8, 9, 9, 9};
  return of_levels.at(static_cast<std::size_t>(level));
}

std::size_t PlaneEncoder::encode(int effort_number, std::size_t element_bytes, ConstBytes input,
                                 Bytes output) {
  const Effort& effort = efforts.at(static_cast<std::size_t>(effort_number) - 1);
  const Chunk chunk(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
  const auto plane_bytes = static_cast<std::uint32_t>(chunk.size() / element_bytes);
  std::size_t written = encode(effort, chunk, plane_bytes, output);
  if (chunk.size() < effort.again_below && plane_bytes > effort.segment_bytes) {
    Effort larger = effort;
    larger.segment_bytes *= 4;
    written = try_again(larger, chunk, plane_bytes, written, output);
  }
  if (written < chunk.size() / nearly_nothing) {
    const auto all = static_cast<std::uint32_t>(chunk.size());
    written = try_again(for_nearly_nothing, chunk, all, written, output);
  }
  return written;
}

// Encodes with another effort, and keeps the smaller result.
std::size_t PlaneEncoder::try_again(const Effort& effort, Chunk chunk, std::uint32_t plane_bytes,
                                    std::size_t written, Bytes output) {
  return plugins::try_again(first_try_, written, output,
                            [&] { return encode(effort, chunk, plane_bytes, output); });
}

std::size_t PlaneEncoder::encode(const Effort& effort, Chunk chunk, std::uint32_t plane_bytes,
                                 Bytes output) {
  auto* const begin = reinterpret_cast<std::uint8_t*>(output.data());
  writer_ = BitWriter(std::copy(stream_header.begin(), stream_header.end(), begin));
  if (effort.is_quick) {
    quick_parser_.clear();
  } else {
    history_.clear(effort.lazy_permille != never);
  }
  sampler_.clear();
  parse_.clear();
  block_.reset();  // if the previous call ran out of memory
  stored_.reset();
  match_costs_ = typical_match_costs();

  const auto size = static_cast<std::uint32_t>(chunk.size());
  std::uint32_t plane_begin = 0;
  while (size - plane_begin - plane_bytes >= plane_bytes) {
    encode_plane(effort, {chunk, plane_begin, plane_begin + plane_bytes});
    plane_begin += plane_bytes;
  }
  encode_plane(effort, {chunk, plane_begin, size});  // with the bytes after the last element
  flush_stored(true);
  flush_block(parse_.sequences(), true);

  writer_.align();
  std::uint8_t* end = writer_.end();
  const std::uint32_t checksum = checksum_of(chunk);
  for (const unsigned shift : {24U, 16U, 8U, 0U}) {
    *end++ = static_cast<std::uint8_t>(checksum >> shift);
  }
  return static_cast<std::size_t>(end - begin);
}

void PlaneEncoder::encode_plane(const Effort& effort, const Segment& plane) {
  Segment segment = plane;
  for (std::uint32_t left = segment_count(plane.size(), effort.segment_bytes); left > 0; --left) {
    segment.end = segment.begin + (plane.end - segment.begin + left - 1) / left;
    encode_segment(effort, segment);
    segment.begin = segment.end;
  }
}

void PlaneEncoder::encode_segment(const Effort& effort, const Segment& segment) {
  SymbolCounts literal_counts{};
  count_bytes(segment.bytes(), std::span(literal_counts.main).first<literals>());
  const std::uint64_t literals_cost = block_cost(literal_counts);
  find_matches(effort, segment, literal_counts);
  const std::uint64_t matches_cost = block_cost(parse_.counts());
  const bool matches_help = matches_cost < literals_cost;
  if (!matches_help) parse_.forget_matches();

  const std::uint64_t cost = std::min(matches_cost, literals_cost);
  const std::uint64_t stored_cost = std::uint64_t{segment.size()} * 8 * bit;
  if (cost * 1000 >= stored_cost * (1000 - effort.stored_permille)) {
    add_to_stored(segment);
  } else {
    add_to_block(segment, matches_help ? parse_.counts() : literal_counts, cost);
  }
}

// Adds the segment to the parse, with the parser that suits it.
void PlaneEncoder::find_matches(const Effort& effort, const Segment& segment,
                                const SymbolCounts& literal_counts) {
  const LiteralCosts costs = literal_costs(literal_counts);
  const std::uint32_t most = *std::ranges::max_element(literal_counts.main);
  const bool is_nearly_constant = most > segment.size() - segment.size() / 256;
  const std::uint32_t saved =
      is_nearly_constant ? effort.greedy_permille : sampler_.saved_permille(segment, costs);
  // Bytes worth less than 13/8 bits each are mostly runs.
  const bool is_of_few_bits =
      symbols_cost(literal_counts.main) < std::uint64_t{segment.size()} * 13;

  parse_.begin(segment, literal_counts);
  const bool is_thorough = saved >= effort.lazy_permille;
  if (is_thorough) {
    lazy_parser_.run(segment, effort.limits, costs, match_costs_, parse_);
  } else if (saved >= effort.greedy_permille || is_of_few_bits) {
    if (effort.is_quick) {
      quick_parser_.run(segment, costs, parse_);
    } else {
      parse_greedily(segment, costs, history_, parse_);
    }
  }
  parse_.end();
  if (is_thorough) match_costs_ = match_costs(parse_.counts());
}

// Adds a segment, which must be the last one of the parse, to the block.
void PlaneEncoder::add_to_block(const Segment& segment, const SymbolCounts& counts,
                                std::uint64_t cost) {
  flush_stored(false);
  if (block_) {
    SymbolCounts joint = block_->counts;
    joint.add(counts);
    const std::uint64_t joint_cost = block_cost(joint);
    if (joint_cost <= block_->cost + cost &&
        segment.end - block_->segment.begin <= max_block_bytes) {
      block_->segment.end = segment.end;
      block_->counts = joint;
      block_->cost = joint_cost;
      return;
    }
    flush_block(parse_.sequences_before_last(), false);
    parse_.keep_last();
  }
  block_ = Pending{segment, counts, cost};
}

void PlaneEncoder::add_to_stored(const Segment& segment) {
  flush_block(parse_.sequences_before_last(), false);
  parse_.clear();
  if (stored_) {
    stored_->end = segment.end;
  } else {
    stored_ = segment;
  }
}

void PlaneEncoder::flush_block(std::span<const Sequence> sequences, bool is_last) {
  if (!block_) return;
  write_block(writer_, {block_->segment.bytes(), sequences, block_->counts}, is_last);
  block_.reset();
}

void PlaneEncoder::flush_stored(bool is_last) {
  if (!stored_) return;
  write_stored(writer_, stored_->bytes(), is_last);
  stored_.reset();
}

}  // namespace ncf::plugins::deflate
