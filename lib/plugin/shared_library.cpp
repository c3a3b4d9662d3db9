// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/shared_library.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include "base/process/libraries.hpp"
#include "ncf/error.hpp"

namespace ncf::plugin {
namespace {

constexpr unsigned char own_class = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
constexpr unsigned char own_order =
    std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;

// The members that 32-bit and 64-bit headers have in common.
struct HeaderStart {
  std::array<unsigned char, EI_NIDENT> identity{};
  Elf64_Half type = ET_NONE;
  Elf64_Half machine = EM_NONE;
};

std::optional<HeaderStart> read_header(const std::string& path) {
  HeaderStart header;
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(&header), sizeof header);
  if (!file || std::memcmp(header.identity.data(), ELFMAG, SELFMAG) != 0) return std::nullopt;
  return header;
}

// The machine that this code was built for.
Elf64_Half own_machine() {
  static const Elf64_Half machine = read_header("/proc/self/exe").value_or(HeaderStart{}).machine;
  return machine;
}

std::string machine_name(Elf64_Half machine) {
  constexpr std::pair<Elf64_Half, std::string_view> names[] = {
      {EM_386, "32-bit x86"},  {EM_X86_64, "x86-64"},        {EM_ARM, "32-bit ARM"},
      {EM_AARCH64, "AArch64"}, {EM_PPC64, "64-bit PowerPC"}, {EM_RISCV, "RISC-V"},
      {EM_S390, "S/390"},
  };
  for (const auto& [known, name] : names) {
    if (known == machine) return std::string(name);
  }
  return fmt::format("ELF machine {}", machine);
}

// A file mapped into memory; no data if it cannot be read or is empty.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return;
    struct stat facts {};
    if (::fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0) {
      bytes_ = static_cast<std::size_t>(facts.st_size);
      void* mapped = ::mmap(nullptr, bytes_, PROT_READ, MAP_PRIVATE, file, 0);
      if (mapped != MAP_FAILED) data_ = mapped;
    }
    ::close(file);
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() {
    if (data_ != nullptr) ::munmap(data_, bytes_);
  }

  [[nodiscard]] const void* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace

std::optional<SharedLibrary> SharedLibrary::find_loaded(const std::string& path) {
  void* handle = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
  if (handle == nullptr) {
    dlerror();  // not an error: discard the message, which a later caller would see
    return std::nullopt;
  }
  return SharedLibrary(handle);
}

SharedLibrary SharedLibrary::open(const std::string& path, Binding binding) {
  const base::SubnormalsKept subnormals;
  const int when = binding == Binding::lazy ? RTLD_LAZY : RTLD_NOW;
  void* handle = dlopen(path.c_str(), when | RTLD_LOCAL);
  if (handle == nullptr) throw Error(ErrorCode::io, dlerror());
  return SharedLibrary(handle);
}

void* SharedLibrary::find_symbol(const char* name) const noexcept { return dlsym(handle_, name); }

std::string file_of_code(const void* address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0 || info.dli_fname == nullptr) return {};
  std::error_code failed;
  const std::filesystem::path path = std::filesystem::canonical(info.dli_fname, failed);
  return failed ? std::string() : path.string();
}

std::string why_not_loadable(const std::string& path) {
  if (!std::ifstream(path)) return "cannot be read";
  const auto header = read_header(path);
  if (!header) return "not a shared library (no ELF file)";
  if (header->identity[EI_DATA] != own_order) return "built for a machine of another byte order";
  if (own_machine() != EM_NONE && header->machine != own_machine()) {
    return fmt::format("built for another machine ({})", machine_name(header->machine));
  }
  if (header->identity[EI_CLASS] != own_class) return "built for another word size";
  if (header->type != ET_DYN) return "not a shared library (another kind of ELF file)";
  return {};
}

bool may_export(const std::string& path, std::initializer_list<std::string_view> names) {
  const MappedFile file(path);
  if (file.data() == nullptr) return false;
  return std::ranges::any_of(names, [&](std::string_view name) {
    return ::memmem(file.data(), file.bytes(), name.data(), name.size()) != nullptr;
  });
}

}  // namespace ncf::plugin
