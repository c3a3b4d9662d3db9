// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/shared_library.hpp"

#include <elf.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <bit>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <utility>

#include "plugin/folders.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "unit/plugin/test_plugins.hpp"

namespace ncf::plugin {
namespace {

std::string built_plugin() { return std::string(std::getenv("NCF_PLUGINS")) + "/libncf_zstd.so"; }

std::string write_file(const std::filesystem::path& path, const std::string& content) {
  std::ofstream(path) << content;
  return path;
}

TEST(SharedLibrary, FindsWhatItLoaded) {
  const SharedLibrary library = SharedLibrary::open(built_plugin());
  EXPECT_NE(library.find_symbol("H5PLget_plugin_info"), nullptr);
  EXPECT_EQ(library.find_symbol("not_a_symbol"), nullptr);
  EXPECT_TRUE(SharedLibrary::find_loaded(built_plugin()).has_value());
}

TEST(SharedLibrary, DoesNotChangeHowThisThreadCalculates) {
  const volatile double smallest = std::numeric_limits<double>::denorm_min();
  SharedLibrary::open(test::plugin_group("fast_math") + "/libfast_math.so");
  EXPECT_GT(smallest * 2, 0);
}

TEST(SharedLibrary, SaysWhyAFileCannotBeLoaded) {
  const test::TemporaryFolder folder;
  const std::string file = write_file(folder / "libx.so", "not a library");
  EXPECT_FALSE(SharedLibrary::find_loaded(file).has_value());
  EXPECT_EQ(test::reason_of([&] { SharedLibrary::open(file); }, ErrorCode::io),
            file + ": file too short");
}

TEST(SharedLibrary, ListsTheFilesHdf5WouldLookAt) {
  const test::TemporaryFolder folder;
  const std::vector<std::string> expected{write_file(folder / "liba.so.1.2", ""),
                                          write_file(folder / "libb.so", "")};
  for (const char* name : {"a.so", "liba.a", "README"}) write_file(folder / name, "");
  std::filesystem::create_directory(folder / "libfolder.so");
  EXPECT_EQ(library_files(folder / ""), expected);
  EXPECT_EQ(library_files(folder / "none"), std::vector<std::string>{});
}

TEST(SharedLibrary, ListsLinksAndPassesOverPipes) {
  const test::TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder / "libpipe.so").c_str(), 0600), 0);
  std::filesystem::create_symlink("libpipe.so", folder / "libpipe.so.1");
  const std::string dangling = folder / "libgone.so";
  std::filesystem::create_symlink("/nowhere", dangling);
  const std::string link = folder / "libz.so";
  std::filesystem::create_symlink(built_plugin(), link);
  EXPECT_EQ(library_files(folder / ""), (std::vector<std::string>{dangling, link}));
}

// ---- Damaged files ----

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
