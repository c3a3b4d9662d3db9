// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/threads/library_call.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <future>
#include <mutex>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

#include "support/errors.hpp"

namespace ncf::base {
namespace {

/// Sets no lock again at the end.
class LibraryCallTest : public testing::Test {
 protected:
  ~LibraryCallTest() override { set_library_lock({}); }
};

TEST_F(LibraryCallTest, OneThreadAtATimeIsInACall) {
  int count = 0;  // not atomic: the calls protect it
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int call = 0; call < 1000; ++call) {
        library_call([&] { library_call([&] { ++count; }); });
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(count, 4000);
}

TEST_F(LibraryCallTest, AStopEndsTheWait) {
  StopSource stop;
  library_call([&] {
    auto waiting = std::async(std::launch::async, [&] {
      return test::error_of([&] { library_call(&stop, [] {}); }).code();
    });
    stop.request_stop();
    EXPECT_EQ(waiting.get(), ErrorCode::interrupted);
  });
}

TEST_F(LibraryCallTest, AllFailuresAreErrors) {
  const auto without_memory = [] { library_call([] { throw std::bad_alloc(); }); };
  EXPECT_EQ(test::reason_of(without_memory, ErrorCode::no_memory), "out of memory");
  const auto failing = [] { library_call([] { throw Error(ErrorCode::corrupt, "damaged"); }); };
  EXPECT_EQ(test::reason_of(failing, ErrorCode::corrupt), "damaged");
}

TEST_F(LibraryCallTest, AProcessThatIsForkedDuringACallGoesOnInIt) {
  library_call([] {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(library_call([] { return 7; }));
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(WEXITSTATUS(status), 7);
  });
}

TEST_F(LibraryCallTest, TheProgramsLockIsHeldMeanwhile) {
  std::mutex mutex;
  int locked = 0;
  set_library_lock({[&] {
                      mutex.lock();
                      ++locked;
                    },
                    [&] { mutex.unlock(); }});
  library_call([&] {
    library_call([&] { EXPECT_EQ(locked, 1); });
    EXPECT_FALSE(std::async(std::launch::async, [&] { return mutex.try_lock(); }).get());
  });
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
  set_library_lock({});
  library_call([&] { EXPECT_EQ(locked, 1); });
}

TEST_F(LibraryCallTest, AThreadMayHoldARecursiveLock) {
  std::recursive_mutex mutex;
  set_library_lock({[&] { mutex.lock(); }, [&] { mutex.unlock(); }});
  std::unique_lock held(mutex);
  auto other = std::async(std::launch::async, [] { return library_call([] { return 2; }); });
  EXPECT_EQ(library_call([] { return 1; }), 1);
  held.unlock();
  EXPECT_EQ(other.get(), 2);
}

TEST_F(LibraryCallTest, ALockThatRefusesIsAnError) {
  set_library_lock({[] { throw std::runtime_error("would wait for itself"); }, [] {}});
  EXPECT_EQ(test::reason_of([] { library_call([] {}); }, ErrorCode::usage),
            "the program's lock for libhdf5 and libnetcdf cannot be taken: would wait for itself");
  EXPECT_EQ(test::reason_of(
                [] {
                  set_library_lock({[] {}, {}});
                },
                ErrorCode::usage),
            "a lock for libhdf5 and libnetcdf needs both of its functions");
}

TEST_F(LibraryCallTest, TheLockCannotChangeDuringACall) {
  library_call([] {
    EXPECT_EQ(test::reason_of([] { set_library_lock({}); }, ErrorCode::usage),
              "the lock for libhdf5 and libnetcdf cannot change during a call");
  });
}

}  // namespace
}  // namespace ncf::base
