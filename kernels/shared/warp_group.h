// What Hopper adds to CUDA C++ for products of matrices, an instruction a function: barriers in shared memory that
// count bytes, copies of boxes of a tensor, and products by a warp group (4 warps) of factors in shared memory. The
// compiler has no words of its own for these, so they are PTX. For sm_90a.
#pragma once

#include <cuda.h>
#include <cuda_fp16.h>

__device__ inline unsigned shared_address(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

// A barrier's phase is over when all arrivals and all bytes that it expects are there.
using Barrier = unsigned long long;

__device__ inline void begin(Barrier& barrier, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&barrier)), "r"(arrivals));
}

// Makes begun barriers known to the other blocks of the cluster and to the copy engine.
__device__ inline void publish_barriers() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }

__device__ inline void arrive_and_expect(Barrier& barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&barrier)), "r"(bytes)
               : "memory");
}

// Where a barrier orders nothing but the copy engine and the tensor cores, the scope of PTX's default, the block, is
// enough. The cluster's would have every wait empty the L1 and every arrival wait for all stores before it.
__device__ inline void arrive(Barrier& barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(&barrier)) : "memory");
}

// At the same barrier of the block `rank` of the cluster.
__device__ inline void arrive(Barrier& barrier, int rank) {
  asm volatile(
      "{ .reg .b32 there;\n"
      "mapa.shared::cluster.u32 there, %0, %1;\n"
      "mbarrier.arrive.shared::cluster.b64 _, [there]; }" ::"r"(shared_address(&barrier)),
      "r"(rank)
      : "memory");
}

// Until the phase of that parity is over. A barrier starts as if one of parity 1 were.
__device__ inline void wait(Barrier& barrier, unsigned parity) {
  asm volatile(
      "{ .reg .pred over;\n"
      "again: mbarrier.try_wait.parity.shared::cta.b64 over, [%0], %1;\n"
      "@!over bra again; }" ::"r"(shared_address(&barrier)),
      "r"(parity)
      : "memory");
}

// Where in a ring of steps a warp group is, and the parity of its round.
template <int kSteps>
struct RingPlace {
  int step = 0;
  unsigned parity = 0;

  __device__ void advance() {
    if (++step < kSteps) return;
    step = 0;
    parity ^= 1;
  }
};

__device__ inline int cluster_rank() {
  int rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

__device__ inline void sync_cluster() {
  asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
}

__device__ inline void prefetch(const CUtensorMap& map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
}

// Copies the map's box that begins at column x of row y; where it leaves the tensor, zeros. Its bytes count at
// `barrier`.
__device__ inline void copy_box(void* to, const CUtensorMap& map, int x, int y, Barrier& barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
          shared_address(to)),
      "l"(&map), "r"(x), "r"(y), "r"(shared_address(&barrier))
      : "memory");
}

// The same, to the same place of each block of the cluster whose bit is set in `blocks`; each one's barrier counts.
__device__ inline void copy_box_to(unsigned short blocks, void* to, const CUtensorMap& map, int x, int y,
                                   Barrier& barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
      " [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(shared_address(to)),
      "l"(&map), "r"(x), "r"(y), "r"(shared_address(&barrier)), "h"(blocks)
      : "memory");
}

// Registers per thread of the calling warp group from here on: one that only copies gives them to those that multiply.
template <int kRegisters>
__device__ void shrink_to() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(kRegisters));
}
template <int kRegisters>
__device__ void grow_to() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(kRegisters));
}

// A factor in shared memory whose rows of 128 bytes lie as a copy with the 128-byte swizzle leaves them: in groups of
// eight rows (1024 bytes). `across`: bytes from one column of such groups to the next, where a product takes several.
__device__ inline unsigned long long factor(const void* p, int across) {
  const unsigned long long address = (shared_address(p) & 0x3ffff) >> 4, swizzle_128 = 1;
  return swizzle_128 << 62 | (1024ull >> 4) << 32 | static_cast<unsigned long long>(across >> 4) << 16 | address;
}

// The order of the warp group's own accesses to `sums` before its products that follow.
__device__ inline void products_begin() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ inline void products_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }

// Until at most `kOpen` of the groups that were committed are not done.
template <int kOpen>
__device__ void products_wait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(kOpen) : "memory");
}

// Operands of products: the sums of a thread, by name and by place.
#define EIGHT_SUMS(sums, i)                                                                                          \
  "+f"(sums[i]), "+f"(sums[i + 1]), "+f"(sums[i + 2]), "+f"(sums[i + 3]), "+f"(sums[i + 4]), "+f"(sums[i + 5]),      \
      "+f"(sums[i + 6]), "+f"(sums[i + 7])
#define THIRTY_TWO_SUMS(sums, i) \
  EIGHT_SUMS(sums, i), EIGHT_SUMS(sums, i + 8), EIGHT_SUMS(sums, i + 16), EIGHT_SUMS(sums, i + 24)
#define NAMES_OF_32                                                                                                  \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "                                           \
  "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define NAMES_OF_64                                                                                                  \
  NAMES_OF_32 ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "                    \
              "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define NAMES_OF_128                                                                                                 \
  NAMES_OF_64 ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "                    \
              "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "                      \
              "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "          \
              "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"

// sums (64 x 256 of the warp group) = A * B + (add ? sums : 0). OPERATION names the shape and the types, FLAGS what is
// left behind the signs of A and B.
#define MULTIPLY_64_X_256(operation, flags)                                                                          \
  asm volatile("{ .reg .pred add;\n"                                                                                 \
               "setp.ne.b32 add, %130, 0;\n"                                                                         \
               "wgmma.mma_async.sync.aligned." operation " {" NAMES_OF_128 "}, %128, %129, add, 1, 1" flags "; }"    \
               : THIRTY_TWO_SUMS(sums, 0), THIRTY_TWO_SUMS(sums, 32), THIRTY_TWO_SUMS(sums, 64),                     \
                 THIRTY_TWO_SUMS(sums, 96)                                                                           \
               : "l"(a), "l"(b), "r"(static_cast<int>(add)))

// A: 64 x 16 fp16, rows of k. B: 16 x 256, rows of n.
__device__ inline void multiply(float (&sums)[128], unsigned long long a, unsigned long long b, bool add) {
  MULTIPLY_64_X_256("m64n256k16.f32.f16.f16", ", 0, 1");
}

// A: 64 x 32 fp8 (e4m3), rows of k. B: 32 x 256, columns of k. Of a sum 13 bits are kept behind the point.
__device__ inline void multiply_fp8(float (&sums)[128], unsigned long long a, unsigned long long b, bool add) {
  MULTIPLY_64_X_256("m64n256k32.f32.e4m3.e4m3", "");
}
