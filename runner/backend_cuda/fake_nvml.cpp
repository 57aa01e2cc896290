// Stands in for the driver's libnvidia-ml.so.1 in tests: one GPU, "GPU-fake", that reports what $FAKE_NVML says:
// "power=412500 temperature=51 memory_clock=3201 pstate=0 reasons=4". It does not support what is not there.
#include <cstdlib>
#include <cstring>

namespace {

constexpr int kSuccess = 0, kInvalidArgument = 2, kNotSupported = 3, kNotFound = 6;
constexpr int kMemoryClock = 2;

int answer(const char* name, unsigned long long* value) {
  const std::size_t length = std::strlen(name);
  for (const char* at = std::getenv("FAKE_NVML"); at != nullptr; at = std::strchr(at, ' ')) {
    if (*at == ' ') ++at;
    if (std::strncmp(at, name, length) != 0 || at[length] != '=') continue;
    *value = std::strtoull(at + length + 1, nullptr, 10);
    return kSuccess;
  }
  return kNotSupported;
}

int answer(const char* name, unsigned int* value) {
  unsigned long long wide = 0;
  const int result = answer(name, &wide);
  *value = static_cast<unsigned int>(wide);
  return result;
}

int gpu = 0;

}  // namespace

extern "C" {

int nvmlInit_v2() { return kSuccess; }
int nvmlShutdown() { return kSuccess; }

int nvmlDeviceGetHandleByUUID(const char* uuid, void** device) {
  *device = &gpu;
  return std::strcmp(uuid, "GPU-fake") == 0 ? kSuccess : kNotFound;
}

int nvmlDeviceGetCurrentClocksEventReasons(void*, unsigned long long* reasons) { return answer("reasons", reasons); }
int nvmlDeviceGetPowerUsage(void*, unsigned int* milliwatts) { return answer("power", milliwatts); }
int nvmlDeviceGetTemperature(void*, int, unsigned int* celsius) { return answer("temperature", celsius); }
int nvmlDeviceGetPerformanceState(void*, unsigned int* state) { return answer("pstate", state); }

int nvmlDeviceGetClockInfo(void*, int clock, unsigned int* mhz) {
  return clock == kMemoryClock ? answer("memory_clock", mhz) : kInvalidArgument;
}

}  // extern "C"
