// Products of a warp group (4 warps) for attention, with FP32 sums: a thread has 64 of 64 x 128 scores, and D / 2 of
// 64 x D outputs. For sm_90a.
#pragma once

#include "warp_group.h"

// scores = Q (64 x 16) * the transpose of K (128 x 16) + (add ? scores : 0), rows of both in shared memory
__device__ inline void multiply_rows(float (&scores)[64], unsigned long long q, unsigned long long k, bool add) {
  asm volatile("{ .reg .pred add;\n"
               "setp.ne.b32 add, %66, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {" NAMES_OF_64 "}, %64, %65, add, 1, 1, 0, 0; }"
               : THIRTY_TWO_SUMS(scores, 0), THIRTY_TWO_SUMS(scores, 32)
               : "l"(q), "l"(k), "r"(static_cast<int>(add)));
}

// output += weights (64 x 16, in registers: two fp16 in each of 4) * V (16 x D, rows in shared memory)
__device__ inline void add_weighted(float (&output)[64], const unsigned* weights, unsigned long long v) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {" NAMES_OF_64
               "}, {%64, %65, %66, %67}, %68, 1, 1, 1, 1;"
               : THIRTY_TWO_SUMS(output, 0), THIRTY_TWO_SUMS(output, 32)
               : "r"(weights[0]), "r"(weights[1]), "r"(weights[2]), "r"(weights[3]), "l"(v));
}
__device__ inline void add_weighted(float (&output)[32], const unsigned* weights, unsigned long long v) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {" NAMES_OF_32
               "}, {%32, %33, %34, %35}, %36, 1, 1, 1, 1;"
               : THIRTY_TWO_SUMS(output, 0)
               : "r"(weights[0]), "r"(weights[1]), "r"(weights[2]), "r"(weights[3]), "l"(v));
}
