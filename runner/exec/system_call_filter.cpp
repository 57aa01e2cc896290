#include "exec/system_call_filter.h"

#include <asm/sockios.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <initializer_list>
#include <memory>

#include "base/address_sanitizer.h"
#include "base/error.h"
#include "base/file.h"

namespace warpledger {
namespace {

using Filter = std::unique_ptr<void, decltype(&seccomp_release)>;
using Conditions = std::initializer_list<scmp_arg_cmp>;

constexpr std::uint32_t kReject = SCMP_ACT_ERRNO(EACCES);

/// Some arguments have 32 bits; the kernel ignores the upper half, which the process may set.
constexpr std::uint64_t kLowHalf = 0xffff'ffff;

constexpr int kFchmodat2 = 452;  // since Linux 6.6, same number on all processors; unknown to libseccomp 2.5

void require(int result, const char* what) {
  if (result < 0)
    throw Error(fmt::format("cannot make a system call filter: {}: {}", what, std::strerror(-result)),
                "report this as a defect");
}

/// `action` applies to calls without a rule. `architecture` is from <seccomp.h>.
Filter begin_filter(std::uint32_t action, std::uint32_t architecture) {
  Filter filter(seccomp_init(action), seccomp_release);
  if (!filter) throw Error("there is no memory for a system call filter", "end other programs");
  require(seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, kReject), "calls of another architecture");
  // A driver has already started threads.
  require(seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_TSYNC, 1), "all threads");
  if (architecture != SCMP_ARCH_NATIVE && architecture != seccomp_arch_native()) {
    require(seccomp_arch_add(filter.get(), architecture), "architecture");
    require(seccomp_arch_remove(filter.get(), seccomp_arch_native()), "architecture");
  }
  return filter;
}

/// Adds a rule for calls that meet all `conditions`. Skips calls that the processor lacks.
void add(const Filter& filter, std::uint32_t action, int call, Conditions conditions = {}) {
  const int result = seccomp_rule_add_array(filter.get(), action, call, static_cast<unsigned>(conditions.size()),
                                            std::data(conditions));
  if (result != -EDOM) require(result, "rule");
}

scmp_arg_cmp is(unsigned argument, std::uint64_t value) { return {argument, SCMP_CMP_MASKED_EQ, kLowHalf, value}; }
scmp_arg_cmp is_not(unsigned argument, std::uint64_t value) { return {argument, SCMP_CMP_NE, value, 0}; }
scmp_arg_cmp has(unsigned argument, std::uint64_t flags) { return {argument, SCMP_CMP_MASKED_EQ, flags, flags}; }
scmp_arg_cmp lacks(unsigned argument, std::uint64_t flags) { return {argument, SCMP_CMP_MASKED_EQ, flags, 0}; }

Filter make_filter(Sockets sockets, std::uint32_t architecture) {
  Filter filter = begin_filter(SCMP_ACT_ALLOW, architecture);
  for (const int call :
       {SCMP_SYS(fork), SCMP_SYS(setsid), SCMP_SYS(setpgid), SCMP_SYS(ptrace), SCMP_SYS(tkill),
        SCMP_SYS(rt_sigqueueinfo), SCMP_SYS(rt_tgsigqueueinfo), SCMP_SYS(pidfd_open), SCMP_SYS(pidfd_getfd),
        SCMP_SYS(pidfd_send_signal), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(io_uring_setup),
        // Landlock does not cover these; they work on files that cannot be opened.
        SCMP_SYS(chmod), SCMP_SYS(fchmod), SCMP_SYS(fchmodat), SCMP_SYS(chown), SCMP_SYS(fchown), SCMP_SYS(lchown),
        SCMP_SYS(fchownat), SCMP_SYS(utime), SCMP_SYS(utimes), SCMP_SYS(futimesat), SCMP_SYS(utimensat),
        SCMP_SYS(setxattr), SCMP_SYS(lsetxattr), SCMP_SYS(fsetxattr), SCMP_SYS(removexattr), SCMP_SYS(lremovexattr),
        SCMP_SYS(fremovexattr), kFchmodat2,
        // Other processes of the user, and the kernel's own stores.
        SCMP_SYS(setpriority), SCMP_SYS(ioprio_set), SCMP_SYS(sched_setparam), SCMP_SYS(sched_setscheduler),
        SCMP_SYS(sched_setattr), SCMP_SYS(move_pages), SCMP_SYS(migrate_pages), SCMP_SYS(kcmp),
        SCMP_SYS(process_madvise), SCMP_SYS(shmget), SCMP_SYS(shmat), SCMP_SYS(shmctl), SCMP_SYS(semget),
        SCMP_SYS(semop), SCMP_SYS(semtimedop), SCMP_SYS(semctl), SCMP_SYS(msgget), SCMP_SYS(msgsnd), SCMP_SYS(msgrcv),
        SCMP_SYS(msgctl), SCMP_SYS(add_key), SCMP_SYS(request_key), SCMP_SYS(keyctl), SCMP_SYS(userfaultfd),
        SCMP_SYS(perf_event_open), SCMP_SYS(bpf), SCMP_SYS(unshare), SCMP_SYS(setns), SCMP_SYS(chroot), SCMP_SYS(mount),
        SCMP_SYS(umount2), SCMP_SYS(pivot_root)})
    add(filter, kReject, call);
  // Its flags are in memory, which filters cannot read; the C library falls back to clone.
  add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3));
  add(filter, kReject, SCMP_SYS(clone), {lacks(0, CLONE_VM)});
  // A host's worker ends its kernels with SIGKILL.
  if (sockets == Sockets::none)
    add(filter, kReject, SCMP_SYS(kill), {is_not(1, SIGKILL)});
  else
    add(filter, kReject, SCMP_SYS(kill));
  add(filter, kReject, SCMP_SYS(tgkill), {is_not(0, static_cast<std::uint64_t>(getpid()))});
  add(filter, kReject, SCMP_SYS(prlimit64), {is_not(0, 0)});          // 0: this process
  add(filter, kReject, SCMP_SYS(sched_setaffinity), {is_not(0, 0)});  // 0: this thread
  // These choose the process that gets a file's signals, which may be any process.
  for (const std::uint64_t command : {F_SETOWN, F_SETOWN_EX}) add(filter, kReject, SCMP_SYS(fcntl), {is(1, command)});
  for (const std::uint64_t request : {FIOSETOWN, SIOCSPGRP}) add(filter, kReject, SCMP_SYS(ioctl), {is(1, request)});
  if (sockets == Sockets::local)
    add(filter, kReject, SCMP_SYS(socket), {is_not(0, AF_UNIX)});
  else
    add(filter, kReject, SCMP_SYS(socket));
  return filter;
}

/// Allows calls for memory, threads, time, the loader and a channel.
Filter make_computing_filter(std::uint32_t architecture) {
  Filter filter = begin_filter(kReject, architecture);
  for (const int call : {SCMP_SYS(read),
                         SCMP_SYS(write),
                         SCMP_SYS(readv),
                         SCMP_SYS(writev),
                         SCMP_SYS(pread64),
                         SCMP_SYS(lseek),
                         SCMP_SYS(close),
                         SCMP_SYS(fstat),
                         SCMP_SYS(newfstatat),
                         SCMP_SYS(recvfrom),
                         SCMP_SYS(sendto),
                         SCMP_SYS(poll),
                         SCMP_SYS(ppoll),
                         SCMP_SYS(mmap),
                         SCMP_SYS(mprotect),
                         SCMP_SYS(munmap),
                         SCMP_SYS(mremap),
                         SCMP_SYS(madvise),
                         SCMP_SYS(brk),
                         SCMP_SYS(futex),
                         SCMP_SYS(set_robust_list),
                         SCMP_SYS(get_robust_list),
                         SCMP_SYS(set_tid_address),
                         SCMP_SYS(rseq),
                         SCMP_SYS(membarrier),
                         SCMP_SYS(arch_prctl),
                         SCMP_SYS(sched_yield),
                         SCMP_SYS(sched_getaffinity),
                         SCMP_SYS(getcpu),
                         SCMP_SYS(rt_sigaction),
                         SCMP_SYS(rt_sigprocmask),
                         SCMP_SYS(rt_sigreturn),
                         SCMP_SYS(sigaltstack),
                         SCMP_SYS(restart_syscall),
                         SCMP_SYS(nanosleep),
                         SCMP_SYS(clock_nanosleep),
                         SCMP_SYS(clock_gettime),
                         SCMP_SYS(clock_getres),
                         SCMP_SYS(gettimeofday),
                         SCMP_SYS(time),
                         SCMP_SYS(times),
                         SCMP_SYS(getrusage),
                         SCMP_SYS(sysinfo),
                         SCMP_SYS(uname),
                         SCMP_SYS(getrandom),
                         SCMP_SYS(getpid),
                         SCMP_SYS(getppid),
                         SCMP_SYS(gettid),
                         SCMP_SYS(getuid),
                         SCMP_SYS(geteuid),
                         SCMP_SYS(exit),
                         SCMP_SYS(exit_group)})
    add(filter, SCMP_ACT_ALLOW, call);
#ifdef WARPLEDGER_HAS_ASAN
  // A sanitizer writes memory to a pipe to test if it is readable.
  for (const int call : {SCMP_SYS(pipe), SCMP_SYS(pipe2), SCMP_SYS(readlink)}) add(filter, SCMP_ACT_ALLOW, call);
#endif
  add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3));
  add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), {has(0, CLONE_THREAD)});
  add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), {is(0, static_cast<std::uint64_t>(getpid()))});
  add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), {is(0, 0)});
  // Reading only, for the loader.
  add(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), {lacks(2, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)});
  return filter;
}

/// Loads the filter for all threads. Returns "" or why the kernel cannot.
std::string load(const Filter& filter) {
  const int result = seccomp_load(filter.get());
  return result == 0 ? "" : fmt::format("this kernel has no system call filter: {}", std::strerror(-result));
}

std::string text_of(const Filter& filter) {
  const TemporaryFolder folder;
  const std::string path = folder.path() / "filter";
  const FileDescriptor file(open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  require(seccomp_export_pfc(filter.get(), file.number()), "text");
  return read_file(path);
}

}  // namespace

std::string filter_system_calls(Sockets sockets) { return load(make_filter(sockets, SCMP_ARCH_NATIVE)); }

std::string allow_computing_only() { return load(make_computing_filter(SCMP_ARCH_NATIVE)); }

std::string filter_text(Sockets sockets, std::uint32_t architecture) {
  return text_of(make_filter(sockets, architecture));
}

std::string computing_filter_text(std::uint32_t architecture) { return text_of(make_computing_filter(architecture)); }

}  // namespace warpledger
