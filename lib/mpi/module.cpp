// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <mpi.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <list>
#include <thread>
#include <utility>
#include <vector>

#include "mpi/ranks.hpp"

namespace ncf::mpi {
namespace {

/// A message that is being sent.
struct Sending {
  std::string text;
  MPI_Request request = MPI_REQUEST_NULL;
};

std::list<Sending>& sendings() {
  static std::list<Sending> all;
  return all;
}

// Other threads of the process never call MPI.
void begin() {
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
}

int rank() {
  int number = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &number);
  return number;
}

int size() {
  int number = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &number);
  return number;
}

Share share() {
  MPI_Comm machine = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  int processes = 1;
  MPI_Comm_size(machine, &processes);
  std::vector<int> is_mine(CPU_SETSIZE);
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  sched_getaffinity(0, sizeof allowed, &allowed);
  for (std::size_t i = 0; i < is_mine.size(); ++i) is_mine[i] = CPU_ISSET(i, &allowed) ? 1 : 0;
  std::vector<int> users(is_mine.size());
  MPI_Allreduce(is_mine.data(), users.data(), CPU_SETSIZE, MPI_INT, MPI_SUM, machine);
  MPI_Comm_free(&machine);
  double processors = 0;
  for (std::size_t i = 0; i < users.size(); ++i) {
    if (is_mine[i] != 0) processors += 1.0 / users[i];
  }
  constexpr double rounding = 1e-6;
  return {std::max<std::size_t>(1, static_cast<std::size_t>(processors + rounding)),
          static_cast<std::size_t>(processes)};
}

void forget_arrived() {
  sendings().remove_if([](Sending& sending) {
    int has_arrived = 0;
    MPI_Test(&sending.request, &has_arrived, MPI_STATUS_IGNORE);
    return has_arrived != 0;
  });
}

void send(int rank, std::string text) {
  forget_arrived();
  Sending& sending = sendings().emplace_back();
  sending.text = std::move(text);
  MPI_Isend(sending.text.data(), static_cast<int>(sending.text.size()), MPI_CHAR, rank, 0,
            MPI_COMM_WORLD, &sending.request);
}

std::optional<Message> take() {
  int has_arrived = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &has_arrived, &status);
  if (has_arrived == 0) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_CHAR, &size);
  Message message{status.MPI_SOURCE, std::string(static_cast<std::size_t>(size), '\0')};
  MPI_Recv(message.text.data(), size, MPI_CHAR, message.rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return message;
}

/// Waits for all processes, after their last message.
#if defined(MPICH_NUMVERSION) && MPICH_NUMVERSION < 40200000
/// Avoids a hang in MPICH before 4.2 over TCP. Its MPI_Finalize asks each process to which
/// something was sent for an answer, returns when all have answered, and then answers no other
/// process. It hangs unless any two processes ask each other, and ask before they answer. So all
/// processes send to all others, in messages that are too long to be forwarded by other processes,
/// and none begins while another may still receive.
void meet() {
  constexpr std::size_t bytes = 1024;
  const std::vector<char> sent(bytes * static_cast<std::size_t>(size()));
  std::vector<char> received(sent.size());
  MPI_Alltoall(sent.data(), bytes, MPI_CHAR, received.data(), bytes, MPI_CHAR, MPI_COMM_WORLD);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
}
#else
void meet() { MPI_Barrier(MPI_COMM_WORLD); }
#endif

void end() {
  for (Sending& sending : sendings()) MPI_Wait(&sending.request, MPI_STATUS_IGNORE);
  sendings().clear();
  meet();
  MPI_Finalize();
}

}  // namespace
}  // namespace ncf::mpi

const ncf::mpi::Functions ncf_mpi_functions{
    ncf::mpi::begin, ncf::mpi::rank, ncf::mpi::size, ncf::mpi::share,
    ncf::mpi::send,  ncf::mpi::take, ncf::mpi::end,
};
