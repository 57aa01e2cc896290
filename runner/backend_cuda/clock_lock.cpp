#include "backend_cuda/clock_lock.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <vector>

#include "backend_cuda/nvml.h"
#include "base/error.h"
#include "base/subprocess.h"

namespace warpledger {
namespace {

/// Returns 0 if the process is not visible here. Searches for the last ')' of /proc/PID/stat, because the name may hold
/// any character (proc(5)).
pid_t parent_of(std::uint32_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  const std::string stat{std::istreambuf_iterator<char>(file), {}};
  const std::size_t behind_name = stat.rfind(')');
  if (behind_name == std::string::npos) return 0;
  std::istringstream fields(stat.substr(behind_name + 1));
  char state = 0;
  pid_t parent = 0;
  fields >> state >> parent;
  return fields ? parent : 0;
}

void refuse_shared(const Nvml& nvml, pid_t owner) {
  const auto is_own = [&](std::uint32_t process) {
    return static_cast<pid_t>(process) == owner || parent_of(process) == owner;
  };
  const std::optional<std::vector<std::uint32_t>> processes = nvml.compute_processes();
  const auto own = processes ? std::ranges::count_if(*processes, is_own) : 0;
  if (own == 0 || in_own_process_namespace())
    throw Error("cannot tell whether other processes use the GPU, whose clocks are never changed",
                "run on the machine itself, outside any container, or measure without --lock-clocks");
  if (const auto others = static_cast<std::ptrdiff_t>(processes->size()) - own; others > 0)
    throw Error(fmt::format("{} other process{} the GPU: its clocks are left as they are", others,
                            others == 1 ? " uses" : "es use"),
                "wait until they have ended (nvidia-smi shows them), or measure without --lock-clocks");
}

std::string undoing_command(const std::string& uuid) {
  return fmt::format("let an administrator run: nvidia-smi -i {} --reset-gpu-clocks", uuid);
}

/// Returns true on success.
bool by_nvidia_smi(const std::string& uuid, const std::string& what) {
  if (find_in_path("sudo").empty()) return false;
  return run_process({"sudo", "-n", "nvidia-smi", "-i", uuid, what}, "/").exit_code == 0;
}

class LockByNvml : public ClockLock {
 public:
  LockByNvml(const std::string& uuid, std::unique_ptr<Nvml> nvml) : uuid_(uuid), nvml_(std::move(nvml)) {}
  ~LockByNvml() override {
    if (nvml_) nvml_->reset_clocks();
  }
  void keep_allowed() override {}
  void undo() override {
    const std::unique_ptr<Nvml> nvml = std::move(nvml_);
    if (const int result = nvml->reset_clocks(); result != kNvmlSuccess)
      throw Error(fmt::format("the clocks of {} are still locked (NVML error {})", uuid_, result),
                  undoing_command(uuid_));
  }

 private:
  std::string uuid_;
  std::unique_ptr<Nvml> nvml_;
};

class LockBySudo : public ClockLock {
 public:
  explicit LockBySudo(std::string uuid) : uuid_(std::move(uuid)) {}
  ~LockBySudo() override {
    try {
      if (is_locked_) by_nvidia_smi(uuid_, "--reset-gpu-clocks");
    } catch (const Error&) {  // nothing left to report to
    }
  }
  void keep_allowed() override { run_process({"sudo", "-n", "-v"}, "/"); }
  void undo() override {
    is_locked_ = false;
    if (!by_nvidia_smi(uuid_, "--reset-gpu-clocks"))
      throw Error(fmt::format("the clocks of {} are still locked: sudo -n nvidia-smi failed", uuid_),
                  undoing_command(uuid_));
  }

 private:
  std::string uuid_;
  bool is_locked_ = true;
};

/// Throws Error if the GPU cannot be locked at that clock.
std::unique_ptr<Nvml> lockable(const std::string& uuid, unsigned int mhz) {
  if (!uuid.starts_with("GPU-"))
    throw Error(fmt::format("{} is no whole GPU: its clocks cannot be locked", uuid), "leave out --lock-clocks");
  auto nvml = std::make_unique<Nvml>(uuid);
  const std::optional<unsigned int> greatest_mhz = nvml->greatest_sm_clock_mhz();
  if (mhz == 0 || (greatest_mhz && mhz > *greatest_mhz))
    throw Error(fmt::format("the SM clock cannot be {} MHz", mhz),
                greatest_mhz ? fmt::format("it is {} MHz at most", *greatest_mhz)
                             : "nvidia-smi -q -d SUPPORTED_CLOCKS shows what it can be");
  return nvml;
}

}  // namespace

std::unique_ptr<ClockLock> lock_clocks(const std::string& uuid, unsigned int mhz, pid_t owner) {
  std::unique_ptr<Nvml> nvml = lockable(uuid, mhz);
  refuse_shared(*nvml, owner);
  const int result = nvml->lock_clocks(mhz);
  if (result == kNvmlSuccess) return std::make_unique<LockByNvml>(uuid, std::move(nvml));
  if (result == kNvmlNotSupported)
    throw Error("the clocks of this GPU cannot be locked", "measure without --lock-clocks");
  if (result != kNvmlNoPermission)
    throw Error(fmt::format("locking the clocks failed (NVML error {})", result), "nvidia-smi may tell more");
  if (by_nvidia_smi(uuid, fmt::format("--lock-gpu-clocks={0},{0}", mhz))) return std::make_unique<LockBySudo>(uuid);
  throw Error("this user may not lock the clocks",
              fmt::format("let an administrator allow `sudo -n nvidia-smi`, or run: nvidia-smi -i {} "
                          "--lock-gpu-clocks={},{}",
                          uuid, mhz, mhz));
}

}  // namespace warpledger
