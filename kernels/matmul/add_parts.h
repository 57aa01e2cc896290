// The second launch of kernels that cut k into parts: adds the parts of C, in the order of k. ELEMENTS: a multiple of 4.
#pragma once

__global__ void add_parts(float* __restrict__ c, const float* __restrict__ parts, long long elements, int count) {
  const long long i = (threadIdx.x + 1LL * blockIdx.x * blockDim.x) * 4;
  if (i >= elements) return;
  float4 sum = *reinterpret_cast<const float4*>(parts + i);
  for (int part = 1; part < count; part++) {
    const float4 more = *reinterpret_cast<const float4*>(parts + part * elements + i);
    sum = make_float4(sum.x + more.x, sum.y + more.y, sum.z + more.z, sum.w + more.w);
  }
  *reinterpret_cast<float4*>(c + i) = sum;
}
