#include "exec/system_call_filter.h"

#include <asm/sockios.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <vector>

#include "base/address_sanitizer.h"

namespace warpledger {

#ifdef __x86_64__

namespace {

// Classic BPF over the kernel's seccomp_data. The headers' macros would convert signs silently.
using Filter = std::vector<sock_filter>;

constexpr std::uint32_t kNumber = offsetof(seccomp_data, nr);
constexpr std::uint32_t kArchitecture = offsetof(seccomp_data, arch);
constexpr std::uint32_t kFirstArgument = offsetof(seccomp_data, args);  // its low half: x86-64 is little endian
constexpr std::uint32_t kSecondArgument = kFirstArgument + sizeof(std::uint64_t);
constexpr std::uint32_t kThirdArgument = kSecondArgument + sizeof(std::uint64_t);
constexpr long kFchmodat2 = 452;  // of Linux 6.6; Debian's headers are older
constexpr std::uint32_t kRefused = SECCOMP_RET_ERRNO | EACCES;

void load(Filter& filter, std::uint32_t offset) { filter.push_back({BPF_LD | BPF_W | BPF_ABS, 0, 0, offset}); }
void give(Filter& filter, std::uint32_t answer) { filter.push_back({BPF_RET | BPF_K, 0, 0, answer}); }

/// The next `count` instructions run only when what was loaded compares to `value` as `comparison` says.
void if_so(Filter& filter, unsigned comparison, std::uint32_t value, std::uint8_t count) {
  filter.push_back({static_cast<std::uint16_t>(BPF_JMP | comparison | BPF_K), 0, count, value});
}

/// The same, when it does not.
void unless(Filter& filter, unsigned comparison, std::uint32_t value, std::uint8_t count) {
  filter.push_back({static_cast<std::uint16_t>(BPF_JMP | comparison | BPF_K), count, 0, value});
}

void allow(Filter& filter, long number) {
  if_so(filter, BPF_JEQ, static_cast<std::uint32_t>(number), 1);
  give(filter, SECCOMP_RET_ALLOW);
}

/// Refuses call `number` unless its first argument compares to `value` as `comparison` says.
void refuse_unless(Filter& filter, std::uint32_t number, unsigned comparison, std::uint32_t value) {
  if_so(filter, BPF_JEQ, number, 4);
  load(filter, kFirstArgument);
  unless(filter, comparison, value, 1);
  give(filter, kRefused);
  give(filter, SECCOMP_RET_ALLOW);
}

/// Refuses call `number` unless its second argument, a number of 32 bits, is `value`.
void refuse_unless_second(Filter& filter, std::uint32_t number, std::uint32_t value) {
  if_so(filter, BPF_JEQ, number, 4);
  load(filter, kSecondArgument);
  unless(filter, BPF_JEQ, value, 1);
  give(filter, kRefused);
  give(filter, SECCOMP_RET_ALLOW);
}

/// Refuses call `number` when its second argument is one of `values`.
void refuse_when(Filter& filter, std::uint32_t number, std::initializer_list<std::uint32_t> values) {
  if_so(filter, BPF_JEQ, number, static_cast<std::uint8_t>(2 * values.size() + 2));
  load(filter, kSecondArgument);
  for (const std::uint32_t value : values) {
    if_so(filter, BPF_JEQ, value, 1);
    give(filter, kRefused);
  }
  give(filter, SECCOMP_RET_ALLOW);
}

/// Of a process that runs as 64-bit code; what comes after looks at the number of the call.
Filter begin_filter() {
  constexpr std::uint32_t kX32Calls = 0x40000000;  // the same calls by other numbers
  Filter filter;
  load(filter, kArchitecture);
  unless(filter, BPF_JEQ, AUDIT_ARCH_X86_64, 1);
  give(filter, kRefused);
  load(filter, kNumber);
  if_so(filter, BPF_JGE, kX32Calls, 1);
  give(filter, kRefused);
  return filter;
}

Filter make_filter(Sockets sockets) {
  constexpr std::array<long, 63> never = {
      SYS_fork, SYS_setsid, SYS_setpgid, SYS_ptrace, SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo,
      SYS_pidfd_open, SYS_pidfd_getfd, SYS_pidfd_send_signal, SYS_process_vm_readv, SYS_io_uring_setup,
      SYS_process_vm_writev,
      // Landlock leaves these; they reach files of the user that cannot be opened.
      SYS_chmod, SYS_fchmod, SYS_fchmodat, kFchmodat2, SYS_chown, SYS_fchown, SYS_lchown, SYS_fchownat, SYS_utime,
      SYS_utimes, SYS_futimesat, SYS_utimensat, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr,
      SYS_lremovexattr, SYS_fremovexattr,
      // Other processes of the user, and the kernel's own stores.
      SYS_setpriority, SYS_ioprio_set, SYS_sched_setparam, SYS_sched_setscheduler, SYS_sched_setattr, SYS_move_pages,
      SYS_migrate_pages, SYS_kcmp, SYS_process_madvise, SYS_shmget, SYS_shmat, SYS_shmctl, SYS_semget, SYS_semop,
      SYS_semtimedop, SYS_semctl, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_add_key, SYS_request_key,
      SYS_keyctl, SYS_userfaultfd, SYS_perf_event_open, SYS_bpf, SYS_unshare, SYS_setns, SYS_chroot, SYS_mount,
      SYS_umount2, SYS_pivot_root};
  Filter filter = begin_filter();
  for (const long number : never) {
    if_so(filter, BPF_JEQ, static_cast<std::uint32_t>(number), 1);
    give(filter, kRefused);
  }
  // Its flags lie in memory, where no filter sees them; the C library then uses clone.
  if_so(filter, BPF_JEQ, SYS_clone3, 1);
  give(filter, SECCOMP_RET_ERRNO | ENOSYS);
  refuse_unless(filter, SYS_clone, BPF_JSET, CLONE_VM);
  // A host's worker ends its kernels so.
  refuse_unless_second(filter, SYS_kill, sockets == Sockets::none ? SIGKILL : ~0U);
  refuse_unless(filter, SYS_tgkill, BPF_JEQ, static_cast<std::uint32_t>(getpid()));
  refuse_unless(filter, SYS_prlimit64, BPF_JEQ, 0);          // this process's own
  refuse_unless(filter, SYS_sched_setaffinity, BPF_JEQ, 0);  // this thread's own
  // Who is told by a signal that a file can be read: it may be any process.
  refuse_when(filter, SYS_fcntl, {F_SETOWN, F_SETOWN_EX});
  refuse_when(filter, SYS_ioctl, {FIOSETOWN, SIOCSPGRP});
  refuse_unless(filter, SYS_socket, BPF_JEQ, sockets == Sockets::local ? AF_UNIX : ~0U);
  give(filter, SECCOMP_RET_ALLOW);
  return filter;
}

/// The calls that memory, threads, time, the loader and a channel need.
Filter make_computing_filter() {
  constexpr std::array<long, 52> always = {SYS_read,
                                           SYS_write,
                                           SYS_readv,
                                           SYS_writev,
                                           SYS_pread64,
                                           SYS_lseek,
                                           SYS_close,
                                           SYS_fstat,
                                           SYS_newfstatat,
                                           SYS_recvfrom,
                                           SYS_sendto,
                                           SYS_poll,
                                           SYS_ppoll,
                                           SYS_mmap,
                                           SYS_mprotect,
                                           SYS_munmap,
                                           SYS_mremap,
                                           SYS_madvise,
                                           SYS_brk,
                                           SYS_futex,
                                           SYS_set_robust_list,
                                           SYS_get_robust_list,
                                           SYS_set_tid_address,
                                           SYS_rseq,
                                           SYS_membarrier,
                                           SYS_arch_prctl,
                                           SYS_sched_yield,
                                           SYS_sched_getaffinity,
                                           SYS_getcpu,
                                           SYS_rt_sigaction,
                                           SYS_rt_sigprocmask,
                                           SYS_rt_sigreturn,
                                           SYS_sigaltstack,
                                           SYS_restart_syscall,
                                           SYS_nanosleep,
                                           SYS_clock_nanosleep,
                                           SYS_clock_gettime,
                                           SYS_clock_getres,
                                           SYS_gettimeofday,
                                           SYS_time,
                                           SYS_times,
                                           SYS_getrusage,
                                           SYS_sysinfo,
                                           SYS_uname,
                                           SYS_getrandom,
                                           SYS_getpid,
                                           SYS_getppid,
                                           SYS_gettid,
                                           SYS_getuid,
                                           SYS_geteuid,
                                           SYS_exit,
                                           SYS_exit_group};
  Filter filter = begin_filter();
  for (const long number : always) allow(filter, number);
#ifdef WARPLEDGER_HAS_ASAN
  // Whether memory can be read, a sanitizer asks by writing it to a pipe.
  for (const long number : {SYS_pipe, SYS_pipe2, SYS_readlink}) allow(filter, number);
#endif
  if_so(filter, BPF_JEQ, SYS_clone3, 1);
  give(filter, SECCOMP_RET_ERRNO | ENOSYS);
  refuse_unless(filter, SYS_clone, BPF_JSET, CLONE_THREAD);
  refuse_unless(filter, SYS_tgkill, BPF_JEQ, static_cast<std::uint32_t>(getpid()));
  refuse_unless(filter, SYS_prlimit64, BPF_JEQ, 0);
  // To read, as the loader does.
  if_so(filter, BPF_JEQ, SYS_openat, 4);
  load(filter, kThirdArgument);
  if_so(filter, BPF_JSET, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 1);
  give(filter, kRefused);
  give(filter, SECCOMP_RET_ALLOW);
  give(filter, kRefused);
  return filter;
}

std::string installed(Filter filter) {
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  // Of all threads: a driver has started some of its own.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0)
    return {};
  return fmt::format("this kernel has no system call filter: {}", std::strerror(errno));
}

}  // namespace

std::string filter_system_calls(Sockets sockets) { return installed(make_filter(sockets)); }

std::string allow_computing_only() { return installed(make_computing_filter()); }

#else

std::string filter_system_calls(Sockets /*sockets*/) { return "system calls are filtered on x86-64 only"; }

#endif

}  // namespace warpledger
