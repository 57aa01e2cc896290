#pragma once

// <cooperative_groups.h>: a block, its tiles of at most a warp, the threads that run together, and a grid that cannot
// wait for itself: blocks run one after another.
#include "backend_host/shim/synchronize.h"

namespace cooperative_groups {

using uint = unsigned;

class thread_block {
 public:
  static void sync() { __syncthreads(); }
  static uint thread_rank() {
    const uint3 thread = threadIdx, size = blockDim;
    return thread.x + size.x * (thread.y + size.y * thread.z);
  }
  static uint num_threads() {
    const uint3 size = blockDim;
    return size.x * size.y * size.z;
  }
  static uint size() { return num_threads(); }
  static dim3 group_index() { return blockIdx; }
  static dim3 thread_index() { return threadIdx; }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
};
inline thread_block this_thread_block() { return {}; }

class grid_group {
 public:
  void sync() const = delete;
  static bool is_valid() { return false; }
  static uint block_rank() {
    const uint3 block = blockIdx, size = gridDim;
    return block.x + size.x * (block.y + size.y * block.z);
  }
  static uint num_blocks() {
    const uint3 size = gridDim;
    return size.x * size.y * size.z;
  }
  static unsigned long long thread_rank() {
    return block_rank() * static_cast<unsigned long long>(thread_block::size()) + thread_block::thread_rank();
  }
  static unsigned long long num_threads() {
    return num_blocks() * static_cast<unsigned long long>(thread_block::size());
  }
  static unsigned long long size() { return num_threads(); }
  static dim3 group_dim() { return gridDim; }
};
inline grid_group this_grid() { return {}; }

/// Lanes of one warp; ranks count those of the mask.
class coalesced_group {
 public:
  explicit coalesced_group(uint mask) : mask_(mask) {}
  uint num_threads() const { return static_cast<uint>(__popc(mask_)); }
  uint size() const { return num_threads(); }
  uint thread_rank() const {
    return static_cast<uint>(__popc(mask_ & ((1u << static_cast<uint>(warpledger::shim::lane())) - 1)));
  }
  void sync() const { __syncwarp(mask_); }
  template <class T>
  T shfl(T value, int rank) const {
    return __shfl_sync(mask_, value, lane_of(static_cast<uint>(rank)));
  }
  template <class T>
  T shfl_up(T value, uint delta) const {
    return shfl(value, static_cast<int>(thread_rank() < delta ? thread_rank() : thread_rank() - delta));
  }
  template <class T>
  T shfl_down(T value, uint delta) const {
    return shfl(value, static_cast<int>(thread_rank() + delta < size() ? thread_rank() + delta : thread_rank()));
  }
  int any(int predicate) const { return __any_sync(mask_, predicate); }
  int all(int predicate) const { return __ballot_sync(mask_, predicate) == mask_; }
  uint ballot(int predicate) const {
    const uint lanes = __ballot_sync(mask_, predicate);
    uint ranks = 0;
    for (uint rank = 0; rank < size(); ++rank) ranks |= (lanes >> lane_of(rank) & 1u) << rank;
    return ranks;
  }

 protected:
  int lane_of(uint rank) const {
    uint left = mask_;
    for (; rank > 0; --rank) left &= left - 1;
    return __ffs(static_cast<int>(left)) - 1;
  }
  uint mask_;
};
// A macro because each place in the program asks for itself (__activemask).
#define coalesced_threads() coalesced_group(__activemask())

/// `n` lanes in a row, a power of two.
template <uint n, class Parent = void>
class thread_block_tile : public coalesced_group {
 public:
  static_assert(n > 0 && n <= 32 && (n & (n - 1)) == 0, "the host backend has tiles of at most a warp");
  thread_block_tile() : coalesced_group(mask_here()) {}
  static constexpr uint num_threads() { return n; }
  static constexpr uint size() { return n; }
  uint thread_rank() const { return static_cast<uint>(warpledger::shim::lane()) % n; }
  uint meta_group_rank() const { return thread_block::thread_rank() / n; }
  uint meta_group_size() const { return (thread_block::size() + n - 1) / n; }
  template <class T>
  T shfl(T value, int rank) const {
    return __shfl_sync(mask_, value, rank, n);
  }
  template <class T>
  T shfl_up(T value, uint delta) const {
    return __shfl_up_sync(mask_, value, delta, n);
  }
  template <class T>
  T shfl_down(T value, uint delta) const {
    return __shfl_down_sync(mask_, value, delta, n);
  }
  template <class T>
  T shfl_xor(T value, int lanes) const {
    return __shfl_xor_sync(mask_, value, lanes, n);
  }
  uint ballot(int predicate) const { return __ballot_sync(mask_, predicate) >> first_lane(); }
  template <class T>
  uint match_any(T value) const {
    return __match_any_sync(mask_, value) >> first_lane();
  }

 private:
  static uint first_lane() { return static_cast<uint>(warpledger::shim::lane()) / n * n; }
  static uint mask_here() { return (n == 32 ? ~0u : (1u << n % 32) - 1) << first_lane(); }
};

template <uint n, class Parent>
thread_block_tile<n, Parent> tiled_partition(const Parent&) {
  return {};
}

template <class Group>
void sync(const Group& group) {
  group.sync();
}

#define WARPLEDGER_COMBINE(name, expression)            \
  template <class T>                                    \
  struct name {                                         \
    T operator()(T a, T b) const { return expression; } \
  };
WARPLEDGER_COMBINE(plus, a + b)
WARPLEDGER_COMBINE(less, b < a ? b : a)
WARPLEDGER_COMBINE(greater, a < b ? b : a)
WARPLEDGER_COMBINE(bit_and, a& b)
WARPLEDGER_COMBINE(bit_or, a | b)
WARPLEDGER_COMBINE(bit_xor, a ^ b)
#undef WARPLEDGER_COMBINE

template <class Group, class T, class Combine>
T reduce(const Group& group, T value, Combine combine) {
  T total = group.shfl(value, 0);
  for (uint rank = 1; rank < group.size(); ++rank) total = combine(total, group.shfl(value, static_cast<int>(rank)));
  return total;
}
template <uint n, class Parent, class T, class Combine>
T reduce(const thread_block_tile<n, Parent>& tile, T value, Combine combine) {
  for (uint lanes = n / 2; lanes > 0; lanes /= 2) value = combine(value, tile.shfl_xor(value, static_cast<int>(lanes)));
  return value;
}

template <class Group, class T, class Combine = plus<T>>
T inclusive_scan(const Group& group, T value, Combine combine = {}) {
  for (uint delta = 1; delta < group.size(); delta *= 2) {
    const T before = group.shfl_up(value, delta);
    if (group.thread_rank() >= delta) value = combine(before, value);
  }
  return value;
}
template <class Group, class T>
T exclusive_scan(const Group& group, T value) {
  const T before = group.shfl_up(inclusive_scan(group, value), 1);
  return group.thread_rank() == 0 ? T() : before;
}

}  // namespace cooperative_groups
