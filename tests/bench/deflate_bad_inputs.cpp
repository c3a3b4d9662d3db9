// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Deflates shuffled data that were designed to be slow: the time per byte must not grow with the
// number of bytes.
//
//   bench_deflate_bad_inputs
//
// Prints MB/s of CPU time of one thread, for each input and effort at 256 KiB, 1 MiB and 4 MiB.
#include <cstdio>
#include <ctime>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "deflate/plane_encoder.hpp"

namespace {

using Data = std::vector<std::byte>;

double seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

Data make(std::size_t bytes, const std::function<unsigned(std::size_t)>& byte_at) {
  Data data(bytes);
  for (std::size_t i = 0; i < bytes; ++i) data[i] = static_cast<std::byte>(byte_at(i));
  return data;
}

// Matches that are nearly as long as the longest, always from the same candidates.
Data near_misses(std::size_t bytes) {
  std::minstd_rand random(1);
  return make(bytes, [&](std::size_t i) { return i % 251 == 250 ? 1 + random() % 250 : 0; });
}

// Every position has the same three and five bytes as many earlier ones.
Data two_letters(std::size_t bytes) {
  std::minstd_rand random(2);
  return make(bytes, [&](std::size_t) { return random() >> 10 & 1U; });
}

// Runs, each a byte longer than the one before: the longest match is always the oldest.
Data growing_runs(std::size_t bytes) {
  std::size_t left = 0;
  std::size_t run = 0;
  return make(bytes, [&](std::size_t) {
    if (left-- == 0) {
      run = run % 600 + 1;
      left = run;
      return 1U;
    }
    return 0U;
  });
}

// A period shorter than a segment, with one byte in forty changed.
Data spoilt_period(std::size_t bytes) {
  std::minstd_rand random(3);
  Data data = make(bytes, [&](std::size_t) { return random() >> 10 & 255U; });
  for (std::size_t i = 900; i < bytes; ++i) {
    if (random() % 40 != 0) data[i] = data[i - 900];
  }
  return data;
}

Data noise(std::size_t bytes) {
  std::minstd_rand random(4);
  return make(bytes, [&](std::size_t) { return random() >> 10 & 255U; });
}

double megabytes_a_second(int effort, const Data& data) {
  namespace deflate = ncf::plugins::deflate;
  const auto encoder = std::make_unique<deflate::PlaneEncoder>();
  Data output(deflate::PlaneEncoder::bound(data.size()));
  const double begin = seconds();
  encoder->encode(effort, 4, data, output);
  return static_cast<double>(data.size()) / 1e6 / (seconds() - begin);
}

}  // namespace

int main() {
  struct Input {
    const char* name;
    Data (*make)(std::size_t bytes);
  };
  for (const Input& input :
       {Input{"noise", noise}, Input{"near misses", near_misses}, Input{"two letters", two_letters},
        Input{"growing runs", growing_runs}, Input{"spoilt period", spoilt_period}}) {
    for (const int effort : {1, 2, 6, 9}) {
      std::printf("%-14s effort %d:", input.name, effort);
      for (const std::size_t kib : {256U, 1024U, 4096U}) {
        std::printf("  %8.1f", megabytes_a_second(effort, input.make(kib << 10)));
      }
      std::puts(" MB/s");
    }
  }
  return 0;
}
