// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/shared_library.hpp"

#include <elf.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <utility>

#include "support/files.hpp"
#include "unit/plugin/test_plugins.hpp"

namespace ncf::plugin {
namespace {

class ElfCheck : public testing::Test {
 protected:
  std::string file_with(const std::string& content) {
    const std::string path = folder_ / "libx.so";
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }

  // Returns a real library in whose header one number is changed.
  template <class Number>
  std::string library_with(std::size_t offset, Number number) {
    std::ifstream real(test::plugin_group("pair") + "/libxor_filter.so", std::ios::binary);
    std::string header(sizeof(Elf64_Ehdr), '\0');
    real.read(header.data(), static_cast<std::streamsize>(header.size()));
    std::memcpy(header.data() + offset, &number, sizeof number);
    return file_with(header);
  }

 private:
  test::TemporaryFolder folder_;
};

TEST_F(ElfCheck, TakesALibraryOfThisMachine) {
  EXPECT_EQ(why_not_loadable(test::plugin_group("pair") + "/libxor_filter.so"), "");
}

TEST_F(ElfCheck, SaysWhatAFileIsInstead) {
  EXPECT_EQ(why_not_loadable("/nowhere/libx.so"), "cannot be read");
  EXPECT_EQ(why_not_loadable(file_with("")), "not a shared library (no ELF file)");
  EXPECT_EQ(why_not_loadable(file_with("GROUP ( libx.so.1 AS_NEEDED ( libc.so.6 ) )\n")),
            "not a shared library (no ELF file)");
  EXPECT_EQ(why_not_loadable(library_with(offsetof(Elf64_Ehdr, e_type), Elf64_Half{ET_EXEC})),
            "not a shared library (another kind of ELF file)");
}

TEST_F(ElfCheck, KnowsOtherMachines) {
  constexpr std::pair<Elf64_Half, const char*> machines[] = {
      {EM_386, "32-bit x86"},       {EM_X86_64, "x86-64"},         {EM_ARM, "32-bit ARM"},
      {EM_AARCH64, "AArch64"},      {EM_RISCV, "RISC-V"},          {EM_S390, "S/390"},
      {EM_PPC64, "64-bit PowerPC"}, {EM_SPARCV9, "ELF machine 43"}};
  std::size_t own = 0;
  for (const auto& [machine, name] : machines) {
    const std::string file = library_with(offsetof(Elf64_Ehdr, e_machine), machine);
    const std::string reason = why_not_loadable(file);
    if (reason.empty()) ++own;
    if (!reason.empty()) {
      EXPECT_EQ(reason, std::string("built for another machine (") + name + ")");
    }
  }
  EXPECT_LE(own, 1U);
  constexpr bool is_little = std::endian::native == std::endian::little;
  constexpr unsigned char other_order = is_little ? ELFDATA2MSB : ELFDATA2LSB;
  EXPECT_EQ(why_not_loadable(library_with(EI_DATA, other_order)),
            "built for a machine of another byte order");
  EXPECT_EQ(why_not_loadable(library_with(EI_CLASS, static_cast<unsigned char>(ELFCLASS32))),
            "built for another word size");
}

TEST_F(ElfCheck, SeesWhichNamesALibraryCanExport) {
  const std::string filter = test::plugin_group("pair") + "/libxor_filter.so";
  EXPECT_TRUE(may_export(filter, {"NCZ_get_codec_info", "H5PLget_plugin_info"}));
  EXPECT_FALSE(may_export(filter, {"NCZ_get_codec_info"}));
  EXPECT_FALSE(may_export("/nowhere/libx.so", {"NCZ_get_codec_info"}));
}

}  // namespace
}  // namespace ncf::plugin
