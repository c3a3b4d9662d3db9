// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
//   copy_chunks INPUT OUTPUT
//
// Copies a dataset chunk by chunk. Chunks that would mean the same in the output are copied as
// stored, without decoding; all other values are decoded and encoded.
#include <cstdio>
#include <ncf/dataset.hpp>
#include <ncf/error.hpp>
#include <string>

int main(int argc, char** argv) try {
  if (argc != 3) return 2;
  ncf::Source source = ncf::Source::open(argv[1]);
  const auto tell = [](const std::string& note) { std::fprintf(stderr, "%s\n", note.c_str()); };
  for (const std::string& note : source.definition().notes()) tell(note);
  ncf::Target target = ncf::Target::create(argv[2], source.definition(), {}, tell);
  for (const ncf::VariableDefinition& variable : source.definition().variables()) {
    if (const auto why_not = target.why_not_stored(source, variable.path)) {
      target.write_all(source, variable.path);
      std::printf("%s: as elements: %s\n", variable.path.c_str(), why_not->c_str());
      continue;
    }
    int chunks = 0;
    source.walk_chunks(variable.path, [&](const ncf::StoredChunk& chunk) {
      target.write_stored(variable.path, chunk.box.start, source.read_stored(variable.path, chunk),
                          chunk.filter_mask);
      ++chunks;
    });
    std::printf("%s: %d chunks as stored\n", variable.path.c_str(), chunks);
  }
  target.commit();
  return 0;
} catch (const ncf::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
