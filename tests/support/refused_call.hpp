// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes system calls fail as they do on file systems without a feature, at limits, or for files of
// another user.
#pragma once

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace ncf::test {

/// Numbers of <sys/syscall.h>.
using Calls = std::vector<long>;

/// Makes these calls fail with `error` on the calling thread, permanently. Returns false if the
/// system does not allow that.
inline bool refuse_calls(const Calls& calls, int error) {
  std::vector<sock_filter> program;
  program.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)));
  for (const long call : calls) {
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<__u32>(call), 0, 1));
    program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<__u32>(error)));
  }
  program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  const sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

/// Does `work` on its own thread after `prepare` has changed that thread; skips the test if that
/// fails.
inline void on_a_thread(const std::function<bool()>& prepare, const std::function<void()>& work) {
  bool is_prepared = false;
  std::thread([&] {
    is_prepared = prepare();
    if (is_prepared) work();
  }).join();
  if (!is_prepared) GTEST_SKIP() << "the system does not let a thread be changed so";
}

/// Does `work` on a thread on which these calls fail with `error`.
inline void with_refused(const Calls& calls, int error, const std::function<void()>& work) {
  on_a_thread([&] { return refuse_calls(calls, error); }, work);
}

/// Does `work` as a user who owns nothing.
inline void as_nobody(const std::function<void()>& work) {
  constexpr long nobody = 65534;
  // The system call affects one thread; libc's function would change all of them.
  on_a_thread([] { return ::syscall(SYS_setresuid, nobody, nobody, nobody) == 0; }, work);
}

// The calls that rename() of libc may make; they differ between machines.
inline const Calls rename_calls = {
#ifdef SYS_rename
    SYS_rename,
#endif
#ifdef SYS_renameat
    SYS_renameat,
#endif
    SYS_renameat2};
inline const Calls chmod_calls = {
#ifdef SYS_chmod
    SYS_chmod,
#endif
    SYS_fchmod, SYS_fchmodat};
inline const Calls process_calls = {
#ifdef SYS_fork
    SYS_fork,
#endif
    SYS_clone, SYS_clone3};

}  // namespace ncf::test
