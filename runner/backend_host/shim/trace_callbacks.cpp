// Compiled without instrumentation and linked into a traced program: what its instrumentation calls. The accesses
// continue to the runner by a jump, so that the runner sees the kernel's return address, which names the place in the
// program.
#include "backend_host/shim/abi.h"

namespace warpledger::shim {

thread_local Registers registers;

// The constructors that g++ adds are instrumented too, and run before the runner binds anything.
constexpr Runtime kUnbound = {.basic_block = [] {}};
const Runtime* runtime = &kUnbound;

Registers* registers_here() { return &registers; }
void bind_runtime(const Runtime* given) { runtime = given; }

}  // namespace warpledger::shim

using warpledger::shim::Access;
using warpledger::shim::Index;
using warpledger::shim::registers;
using warpledger::shim::runtime;

extern "C" {

Index warpledger_thread_index() { return registers.thread; }
Index warpledger_block_index() { return registers.block; }
Index warpledger_block_size() { return registers.block_size; }
Index warpledger_grid_size() { return registers.grid_size; }

void warpledger_log_atomic(const void* address, unsigned bytes) {
  runtime->access(Access::atomic, address, bytes, __builtin_return_address(0));
}

// One instruction of the GPU that both loads and stores. The two have sites of their own, or a lane that stores would
// be taken for one that loads.
void warpledger_async_copy(void* to, const void* from, decltype(sizeof 0) bytes, decltype(sizeof 0) zero_filled) {
  const char* site = static_cast<const char*>(__builtin_return_address(0));
  const auto width = static_cast<unsigned>(bytes);
  if (zero_filled < bytes) runtime->access(Access::load, from, width, site);
  runtime->access(Access::store, to, width, site + 1);
  __builtin_memcpy(to, from, bytes - zero_filled);
  __builtin_memset(static_cast<char*>(to) + (bytes - zero_filled), 0, zero_filled);
}

void __sanitizer_cov_load1(const void* address) { runtime->load[0](address); }
void __sanitizer_cov_load2(const void* address) { runtime->load[1](address); }
void __sanitizer_cov_load4(const void* address) { runtime->load[2](address); }
void __sanitizer_cov_load8(const void* address) { runtime->load[3](address); }
void __sanitizer_cov_load16(const void* address) { runtime->load[4](address); }
void __sanitizer_cov_store1(const void* address) { runtime->store[0](address); }
void __sanitizer_cov_store2(const void* address) { runtime->store[1](address); }
void __sanitizer_cov_store4(const void* address) { runtime->store[2](address); }
void __sanitizer_cov_store8(const void* address) { runtime->store[3](address); }
void __sanitizer_cov_store16(const void* address) { runtime->store[4](address); }
void __sanitizer_cov_trace_pc_guard() { runtime->basic_block(); }
void __sanitizer_cov_trace_pc_guard_init() {}

// The same from g++, whose instrumentation for race detection is put to this use.

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __sanitizer_cov_trace_pc() { runtime->basic_block(); }
}

#define WARPLEDGER_TSAN(bytes, log2_bytes)                                                                  \
  extern "C" void __tsan_read##bytes(const void* address) { runtime->load[log2_bytes](address); }           \
  extern "C" void __tsan_write##bytes(const void* address) { runtime->store[log2_bytes](address); }         \
  extern "C" void __tsan_unaligned_read##bytes(const void* address) { runtime->load[log2_bytes](address); } \
  extern "C" void __tsan_unaligned_write##bytes(const void* address) { runtime->store[log2_bytes](address); }
WARPLEDGER_TSAN(1, 0)
WARPLEDGER_TSAN(2, 1)
WARPLEDGER_TSAN(4, 2)
WARPLEDGER_TSAN(8, 3)
WARPLEDGER_TSAN(16, 4)
#undef WARPLEDGER_TSAN

// Blocks of memory, as what a GPU without knowledge of their alignment would do: words.
static void log_words(Access access, const void* begin, unsigned long bytes, const void* site) {
  for (unsigned long i = 0; i < bytes; i += 4) runtime->access(access, static_cast<const char*>(begin) + i, 4, site);
}
extern "C" void __tsan_read_range(const void* begin, unsigned long bytes) {
  log_words(Access::load, begin, bytes, __builtin_return_address(0));
}
extern "C" void __tsan_write_range(const void* begin, unsigned long bytes) {
  log_words(Access::store, begin, bytes, __builtin_return_address(0));
}

// Atomics are logged where the shim names them; here they are only done.
#define WARPLEDGER_TSAN_CHANGE(bits, type, name)                                \
  extern "C" type __tsan_atomic##bits##_##name(volatile type* a, type v, int) { \
    return __atomic_##name(a, v, __ATOMIC_RELAXED);                             \
  }
#define WARPLEDGER_TSAN_ATOMICS(bits, type)                                                                     \
  WARPLEDGER_TSAN_CHANGE(bits, type, fetch_add)                                                                 \
  WARPLEDGER_TSAN_CHANGE(bits, type, fetch_and)                                                                 \
  WARPLEDGER_TSAN_CHANGE(bits, type, fetch_or)                                                                  \
  WARPLEDGER_TSAN_CHANGE(bits, type, fetch_xor)                                                                 \
  extern "C" type __tsan_atomic##bits##_exchange(volatile type* a, type v, int) {                               \
    return __atomic_exchange_n(a, v, __ATOMIC_RELAXED);                                                         \
  }                                                                                                             \
  extern "C" int __tsan_atomic##bits##_compare_exchange_strong(volatile type* a, type* old, type v, int, int) { \
    return __atomic_compare_exchange_n(a, old, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);                   \
  }
WARPLEDGER_TSAN_ATOMICS(32, unsigned)
WARPLEDGER_TSAN_ATOMICS(64, unsigned long)
#undef WARPLEDGER_TSAN_ATOMICS
#undef WARPLEDGER_TSAN_CHANGE
extern "C" void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
