#include "backend_cuda/gate.h"

#include <array>
#include <atomic>

namespace warpledger {

void Gate::close(std::chrono::nanoseconds limit) {
  flags() = {0, 0};
  std::uint32_t* open = &flags().open;
  std::uint32_t* expired = &flags().expired;
  auto limit_ns = static_cast<unsigned long long>(limit.count());
  std::array<void*, 3> arguments = {&open, &expired, &limit_ns};
  stream_.enqueue_single_thread(wait_kernel_, arguments);
}

void Gate::open() { std::atomic_ref(flags().open).store(1, std::memory_order_release); }

bool Gate::expired() const { return std::atomic_ref(flags().expired).load(std::memory_order_acquire) != 0; }

}  // namespace warpledger
