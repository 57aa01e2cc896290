// What decides how long a launch takes between two events? An empty kernel and one that multiplies for 12 µs, behind a
// gate as warpledger times them: medians of 61 samples with the same objects, with new ones of a kind, and on 31
// streams. Start it several times: the first line differs from process to process as the streams do.
//
//   nvcc -arch=sm_90 -o /tmp/streams benchmarks/sources/streams.cu && /tmp/streams
#include <algorithm>
#include <cstdio>
#include <vector>

constexpr int kSamples = 61, kStreams = 31, kSteps = 4000;

__global__ void wait_for(const volatile unsigned* open) {
  while (*open == 0) continue;
}
__global__ void empty() {}
__global__ void multiply(float* out, int steps) {
  float a = threadIdx.x, b = blockIdx.x;
  for (int i = 0; i < steps; ++i) a = fmaf(a, 0.5f, b);
  if (a == 12345.f) *out = a;
}

struct Timer {
  cudaStream_t stream;
  cudaEvent_t begin, end;
  volatile unsigned* open;

  Timer() {
    new_stream();
    new_events();
    new_gate();
  }
  void new_stream() { cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking); }
  void new_events() {
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
  }
  void new_gate() { cudaHostAlloc(const_cast<unsigned**>(&open), sizeof *open, cudaHostAllocMapped); }

  float sample_ns(bool multiplies) {
    *open = 0;
    wait_for<<<1, 1, 0, stream>>>(open);
    cudaEventRecord(begin, stream);
    if (multiplies)
      multiply<<<132, 256, 0, stream>>>(nullptr, kSteps);
    else
      empty<<<1, 1, 0, stream>>>();
    cudaEventRecord(end, stream);
    *open = 1;
    cudaStreamSynchronize(stream);
    float ms = 0;
    cudaEventElapsedTime(&ms, begin, end);
    return 1e6f * ms;
  }

  float median_ns(bool multiplies) {
    sample_ns(multiplies);
    std::vector<float> samples_ns(kSamples);
    for (float& ns : samples_ns) ns = sample_ns(multiplies);
    std::nth_element(samples_ns.begin(), samples_ns.begin() + kSamples / 2, samples_ns.end());
    return samples_ns[kSamples / 2];
  }

  void print(const char* what) {
    const float empty_ns = median_ns(false);
    std::printf("%-12s %6.0f %6.0f\n", what, empty_ns, median_ns(true));
  }
};

int main() {
  Timer timer;
  for (int i = 0; i < 2000; ++i) timer.sample_ns(true);  // clocks
  for (int i = 0; i < 3; ++i) timer.print("as it is");
  for (int i = 0; i < 3; ++i, timer.new_events()) timer.print("new events");
  for (int i = 0; i < 3; ++i, timer.new_gate()) timer.print("new gate");
  for (int i = 0; i < kStreams; ++i) {
    timer.new_stream();
    timer.print("new stream");
  }
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
