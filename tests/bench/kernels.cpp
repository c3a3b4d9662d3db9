// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Each kernel beside the plain call of its library, or HDF5's own filter where there is none, on
// the same chunk: 256 KiB of a smooth field with noise, shuffled for deflate, as netCDF-4 has it.
//
//   bench_kernels --benchmark_filter=deflate --benchmark_repetitions=9
//       --benchmark_report_aggregates_only=true
//
// Both keep their memory between calls where the library can; CPU time of one thread.
#include <benchmark/benchmark.h>
#include <bzlib.h>
#include <hdf5.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "bzip2/filter.hpp"
#include "deflate/filter.hpp"
#include "fletcher32/filter.hpp"
#include "shuffle/filter.hpp"
#include "zstd/filter.hpp"

#if NCF_WITH_LIBDEFLATE
#include <libdeflate.h>
#endif
#if NCF_WITH_LIBAEC
extern "C" {
#include <szlib.h>  // as of libaec 1.0, for C alone
}

#include "szip/filter.hpp"
#endif

#if NCF_WITH_LZ4
#include <lz4.h>

#include "bitshuffle/filter.hpp"
#include "lz4/filter.hpp"
#endif
#if NCF_WITH_LZF
#include <liblzf/lzf.h>

#include "lzf/filter.hpp"
#endif
#if NCF_WITH_ZFP
#include <zfp.h>

#include "zfp/filter.hpp"
#endif
#if NCF_WITH_BLOSC
#include <blosc.h>

#include "blosc/filter.hpp"
#endif

// HDF5's tables of its own filters: not in its headers, but in its library.
extern "C" {
extern const H5Z_class2_t H5Z_SHUFFLE[1];
extern const H5Z_class2_t H5Z_FLETCHER32[1];
}

namespace ncf::plugins {
namespace {

using Data = std::vector<std::byte>;
using CdValues = std::vector<std::uint32_t>;

Data field() {
  constexpr std::size_t rows = 256;
  constexpr std::size_t columns = 256;
  std::mt19937 random(20260101);
  std::normal_distribution<double> noise(0, 0.3);
  std::vector<float> values;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      values.push_back(static_cast<float>(280 + 15 * std::sin(static_cast<double>(i) / 40) +
                                          3 * std::cos(static_cast<double>(i * j) / 9000) +
                                          noise(random)));
    }
  }
  Data data(values.size() * sizeof(float));
  std::memcpy(data.data(), values.data(), data.size());
  return data;
}

Data encoded(const Kernel& kernel, const CdValues& cd_values, const Data& data) {
  Data output(kernel.bound(cd_values, data.size()));
  output.resize(kernel.encode(*kernel.make_workspace(), cd_values, data, output));
  return output;
}

// Runs `once` and counts the decoded bytes.
void measure(benchmark::State& state, std::size_t decoded_bytes,
             const std::function<void()>& once) {
  for (auto _ : state) {
    once();
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(decoded_bytes));
}

void add(const std::string& name, std::size_t decoded_bytes, const std::function<void()>& once) {
  benchmark::RegisterBenchmark(
      name.c_str(), [=](benchmark::State& state) { measure(state, decoded_bytes, once); });
}

// What the calls of one kernel work on. It lives as long as the program.
struct Buffers {
  std::string name;  // "<kernel>/<cd_values>"
  Data input;
  Data stored;
  Data output;  // with room for what any library writes
};

// Adds "<name>/encode/ours" and "<name>/decode/ours". Others add theirs with the same buffers.
Buffers& add_kernel(const Kernel& kernel, const CdValues& cd_values, const Data& data) {
  std::string name = kernel.name;
  for (const std::uint32_t word : cd_values) name += '/' + std::to_string(word);
  auto* const workspace = kernel.make_workspace().release();
  auto& all = *new Buffers{name, data, encoded(kernel, cd_values, data),
                           Data(std::max(kernel.bound(cd_values, data.size()), 2 * data.size()))};
  add(name + "/encode/ours", data.size(),
      [=, &all] { kernel.encode(*workspace, cd_values, all.input, all.output); });
  add(name + "/decode/ours", data.size(), [=, &all] {
    FixedOutput decoded(Bytes(all.output).first(all.input.size()));
    kernel.decode(*workspace, cd_values, all.stored, decoded);
  });
  return all;
}

template <typename Target, typename Source>
Target* as(Source* pointer) {
  return reinterpret_cast<Target*>(pointer);
}

void add_bzip2(const Data& data) {
  Buffers& all = add_kernel(bzip2::kernel, {9}, data);
  const auto size = [](const Data& of) { return static_cast<unsigned>(of.size()); };
  add(all.name + "/encode/libbz2", data.size(), [=, &all] {
    unsigned bytes = size(all.output);
    BZ2_bzBuffToBuffCompress(as<char>(all.output.data()), &bytes, as<char>(all.input.data()),
                             size(all.input), 9, 0, 0);
  });
  add(all.name + "/decode/libbz2", data.size(), [=, &all] {
    unsigned bytes = size(all.output);
    BZ2_bzBuffToBuffDecompress(as<char>(all.output.data()), &bytes, as<char>(all.stored.data()),
                               size(all.stored), 0, 0);
  });
}

void add_zstd(const Data& data) {
  for (const int level : {1, 3, 9}) {
    Buffers& all = add_kernel(zstd::kernel, {static_cast<std::uint32_t>(level)}, data);
    ZSTD_CCtx* const encoding = ZSTD_createCCtx();
    ZSTD_DCtx* const decoding = ZSTD_createDCtx();
    add(all.name + "/encode/libzstd", data.size(), [=, &all] {
      ZSTD_compressCCtx(encoding, all.output.data(), all.output.size(), all.input.data(),
                        all.input.size(), level);
    });
    add(all.name + "/decode/libzstd", data.size(), [=, &all] {
      ZSTD_decompressDCtx(decoding, all.output.data(), all.input.size(), all.stored.data(),
                          all.stored.size());
    });
  }
}

#if NCF_WITH_LIBDEFLATE
void add_libdeflate(Buffers& all, int effort) {
  libdeflate_compressor* const compressor = libdeflate_alloc_compressor(effort);
  libdeflate_decompressor* const decompressor = libdeflate_alloc_decompressor();
  add(all.name + "/encode/libdeflate-" + std::to_string(effort), all.input.size(), [=, &all] {
    libdeflate_zlib_compress(compressor, all.input.data(), all.input.size(), all.output.data(),
                             all.output.size());
  });
  add(all.name + "/decode/libdeflate", all.input.size(), [=, &all] {
    libdeflate_zlib_decompress(decompressor, all.stored.data(), all.stored.size(),
                               all.output.data(), all.input.size(), nullptr);
  });
}
#endif

void add_deflate(const Data& data) {
  struct Level {
    int level;
    int libdeflate_effort;
  };
  for (const Level& at : {Level{1, 1}, Level{4, 2}, Level{5, 3}, Level{9, 6}}) {
    const int level = at.level;
    Buffers& all = add_kernel(deflate::kernel, {static_cast<std::uint32_t>(level)}, data);
    add(all.name + "/encode/zlib", data.size(), [=, &all] {
      uLongf bytes = all.output.size();
      compress2(as<Bytef>(all.output.data()), &bytes, as<Bytef>(all.input.data()), all.input.size(),
                level);
    });
    add(all.name + "/decode/zlib", data.size(), [=, &all] {
      uLongf bytes = all.input.size();
      uncompress(as<Bytef>(all.output.data()), &bytes, as<Bytef>(all.stored.data()),
                 all.stored.size());
    });
#if NCF_WITH_LIBDEFLATE
    add_libdeflate(all, at.libdeflate_effort);
#endif
  }
}

// HDF5's filter as HDF5 calls it: it takes memory for its result and frees the input's, which it is
// given anew each time, out of the measurement.
void add_hdf5(const std::string& name, const H5Z_class2_t& filter, unsigned flags,
              const CdValues& cd_values, const Data& data) {
  benchmark::RegisterBenchmark((name + "/hdf5").c_str(), [=, &filter](benchmark::State& state) {
    for (auto _ : state) {
      state.PauseTiming();
      void* buffer = H5allocate_memory(data.size(), false);
      std::memcpy(buffer, data.data(), data.size());
      std::size_t bytes = data.size();
      state.ResumeTiming();
      filter.filter(flags, cd_values.size(), cd_values.data(), data.size(), &bytes, &buffer);
      benchmark::ClobberMemory();
      state.PauseTiming();
      H5free_memory(buffer);
      state.ResumeTiming();
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(data.size()));
  });
}

void add_shuffle(const Data& data) {
  for (const std::uint32_t element_bytes : {2U, 3U, 4U, 8U, 12U, 16U}) {
    const CdValues cd_values{element_bytes};
    const Buffers& all = add_kernel(shuffle::kernel, cd_values, data);
    add_hdf5(all.name + "/encode", H5Z_SHUFFLE[0], 0, cd_values, data);
    add_hdf5(all.name + "/decode", H5Z_SHUFFLE[0], H5Z_FLAG_REVERSE, cd_values, data);
  }
}

void add_fletcher32(const Data& data) {
  const Buffers& all = add_kernel(fletcher32::kernel, {}, data);
  add_hdf5(all.name + "/encode", H5Z_FLETCHER32[0], 0, {}, data);
  add_hdf5(all.name + "/decode", H5Z_FLETCHER32[0], H5Z_FLAG_REVERSE, {}, all.stored);
}

#if NCF_WITH_LIBAEC
void add_szip(const Data& data) {
  for (const std::uint32_t bits : {16U, 32U}) {
    Buffers& all = add_kernel(szip::kernel, {40, 16, bits, 256}, data);
    auto* const settings = new SZ_com_t{40, static_cast<int>(bits), 16, 256};
    add(all.name + "/encode/libsz", data.size(), [=, &all] {
      std::size_t bytes = all.output.size();
      SZ_BufftoBuffCompress(all.output.data(), &bytes, all.input.data(), all.input.size(),
                            settings);
    });
    add(all.name + "/decode/libsz", data.size(), [=, &all] {
      std::size_t bytes = all.input.size();
      SZ_BufftoBuffDecompress(all.output.data(), &bytes, all.stored.data() + 4,
                              all.stored.size() - 4, settings);
    });
  }
}
#endif

#if NCF_WITH_LZ4
void add_lz4(const Data& data) {
  Buffers& all = add_kernel(lz4::kernel, {}, data);
  const auto size = [](const Data& of) { return static_cast<int>(of.size()); };
  add(all.name + "/encode/liblz4", data.size(), [=, &all] {
    LZ4_compress_default(as<const char>(all.input.data()), as<char>(all.output.data()),
                         size(all.input), size(all.output));
  });
  constexpr int frame_bytes = 16;
  add(all.name + "/decode/liblz4", data.size(), [=, &all] {
    LZ4_decompress_safe(as<const char>(all.stored.data() + frame_bytes),
                        as<char>(all.output.data()), size(all.stored) - frame_bytes,
                        size(all.input));
  });
}

// No library of Debian's has it.
void add_bitshuffle(const Data& data) {
  for (const std::uint32_t element_bytes : {1U, 2U, 4U, 8U, 16U}) {
    add_kernel(bitshuffle::kernel, {0, 3, element_bytes}, data);
  }
  add_kernel(bitshuffle::kernel, {0, 3, 4, 0, bitshuffle::lz4}, data);
  add_kernel(bitshuffle::kernel, {0, 4, 4, 0, bitshuffle::zstd}, data);
}
#endif

#if NCF_WITH_LZF
void add_lzf(const Data& data) {
  Buffers& all = add_kernel(lzf::kernel, {}, data);
  const auto size = [](const Data& of) { return static_cast<unsigned>(of.size()); };
  add(all.name + "/encode/liblzf", data.size(), [=, &all] {
    lzf_compress(all.input.data(), size(all.input), all.output.data(), size(all.output));
  });
  add(all.name + "/decode/liblzf", data.size(), [=, &all] {
    lzf_decompress(all.stored.data(), size(all.stored), all.output.data(), size(all.input));
  });
}
#endif

#if NCF_WITH_BLOSC
void add_blosc(const Data& data) {
  for (const std::uint32_t shuffle : {1U, 2U}) {
    Buffers& all = add_kernel(blosc::kernel, {2, 2, 4, 0, 5, shuffle, BLOSC_LZ4}, data);
    add(all.name + "/encode/libblosc", data.size(), [=, &all] {
      blosc_compress_ctx(5, static_cast<int>(shuffle), 4, all.input.size(), all.input.data(),
                         all.output.data(), all.output.size(), BLOSC_LZ4_COMPNAME, 0, 1);
    });
    add(all.name + "/decode/libblosc", data.size(), [=, &all] {
      blosc_decompress_ctx(all.stored.data(), all.output.data(), all.input.size(), 1);
    });
  }
}
#endif

#if NCF_WITH_ZFP
// By rate, accuracy and without loss, as one chunk of rows of 256 floats.
void add_zfp(const Data& data) {
  const std::vector<std::uint64_t> shape{data.size() / sizeof(float) / 256, 256};
  const ChunkLayout layout{sizeof(float), ncf_element_floating, ncf_order_little, shape};
  for (const CdValues& visible :
       {CdValues{1, 0, 0, 0x40200000}, CdValues{3, 0, 0, 0x3F800000}, CdValues{5}}) {
    const CdValues working = zfp::kernel.bind(visible, layout);
    Buffers& all = add_kernel(zfp::kernel, working, data);
    auto* const stored = new Data(all.stored);
    stored->resize(2 * data.size());
    auto* const coding = new zfp::Coding(zfp::read_working(working).coding);
    const auto run = [=](Data& stream, Data& values, auto work) {
      bitstream* const bits = stream_open(stream.data(), stream.size());
      zfp_stream zfp = coding->stream;
      zfp.stream = bits;
      zfp_field field = coding->field;
      field.data = values.data();
      work(&zfp, &field);
      stream_close(bits);
    };
    add(all.name + "/encode/libzfp", data.size(),
        [=, &all] { run(all.output, all.input, zfp_compress); });
    add(all.name + "/decode/libzfp", data.size(),
        [=, &all] { run(*stored, all.output, zfp_decompress); });
  }
}
#endif

void add_all() {
  const Data data = field();
  add_shuffle(data);
  add_fletcher32(data);
  add_deflate(encoded(shuffle::kernel, {4}, data));
  add_zstd(data);
#if NCF_WITH_LIBAEC
  add_szip(data);
#endif
#if NCF_WITH_LZ4
  add_lz4(encoded(shuffle::kernel, {4}, data));
  add_bitshuffle(data);
#endif
#if NCF_WITH_LZF
  add_lzf(encoded(shuffle::kernel, {4}, data));
#endif
#if NCF_WITH_BLOSC
  add_blosc(data);
#endif
#if NCF_WITH_ZFP
  add_zfp(data);
#endif
  add_bzip2(data);
}

}  // namespace
}  // namespace ncf::plugins

int main(int argc, char** argv) {
  ncf::plugins::add_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
