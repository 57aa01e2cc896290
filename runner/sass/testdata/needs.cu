// What cubin_reader_test reads: needs.sm_80.cubin and needs.sm_90.cubin are this file, compiled by
//   nvcc -cubin -arch=sm_<arch> -o needs.sm_<arch>.cubin needs.cu
// (CUDA 13.0).

extern "C" __global__ void rotate(float* data) {
  __shared__ float tile[256];
  tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = tile[255 - threadIdx.x];
}

extern "C" __global__ void pick(float* data, const int* index) {
  float values[64];
  for (int i = 0; i < 64; ++i) values[index[i]] = data[i];
  data[threadIdx.x] = values[index[threadIdx.x]];
}
