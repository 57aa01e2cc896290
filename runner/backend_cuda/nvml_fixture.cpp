// Replaces the driver's libnvidia-ml.so.1 in tests: one GPU, "GPU-fake", with the properties in $FAKE_NVML:
// "power=412500 temperature=51 memory_clock=3201 pstate=0 reasons=4 max_clock=1980 locked=0 process=12 process2=34
// field74=1000" (NVML's field number). What is missing is not supported; `locked` is the result of locking the clocks.
// Calls that change the GPU append a line to the file $FAKE_NVML_LOG.
//
// The lines of $FAKE_NVML_GPUS are the listed GPUs, "UUID|name" or with MIG "UUID|name|mig", each followed by its MIG
// slices, "UUID|name|SMs|MiB"; an empty line is a destroyed slice.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

namespace {

constexpr int kSuccess = 0, kInvalidArgument = 2, kNotSupported = 3, kNotFound = 6, kInsufficientSize = 7;
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

void log(const char* line, unsigned int mhz) {
  const char* path = std::getenv("FAKE_NVML_LOG");
  std::FILE* const file = path != nullptr ? std::fopen(path, "a") : nullptr;
  if (file == nullptr) return;
  std::fprintf(file, line, mhz);
  std::fclose(file);
}

struct ProcessInfo {
  unsigned int pid;
  unsigned long long used_bytes;
  unsigned int gpu_instance;
  unsigned int compute_instance;
};

struct FieldValue {
  unsigned int field;
  unsigned int scope;
  long long unused[2];
  int value_type;
  int result;
  unsigned long long value;
};

// The driver's layout.
struct Attributes {
  unsigned int multiprocessors;
  unsigned int unused[7];
  unsigned long long memory_mib;
};

using Entry = std::vector<std::string>;

std::vector<std::string> parts(const std::string& text, char separator) {
  std::vector<std::string> found(1);
  for (const char c : text)
    if (c == separator)
      found.emplace_back();
    else
      found.back() += c;
  return found;
}

struct Gpu {
  Entry entry;
  std::vector<Entry> slices;
};

std::vector<Gpu>& gpus() {
  static std::vector<Gpu> all;
  return all;
}

void read_gpus() {
  gpus().clear();
  const char* const text = std::getenv("FAKE_NVML_GPUS");
  if (text == nullptr) return;
  for (const std::string& line : parts(text, '\n')) {
    const Entry entry = parts(line, '|');
    if (line.rfind("GPU-", 0) == 0)
      gpus().push_back({entry, {}});
    else
      gpus().back().slices.push_back(entry);
  }
}

int give(void* device, std::size_t field, char* text, unsigned int length) {
  const std::string& value = static_cast<Entry*>(device)->at(field);
  if (value.size() >= length) return kInsufficientSize;
  std::strcpy(text, value.c_str());
  return kSuccess;
}

// A handle is a pointer to an Entry; a Gpu begins with one.
Gpu& gpu_of(void* device) { return *static_cast<Gpu*>(device); }

}  // namespace

extern "C" {

int nvmlInit_v2() {
  read_gpus();
  return kSuccess;
}
int nvmlShutdown() { return kSuccess; }

int nvmlDeviceGetHandleByUUID(const char* uuid, void** device) {
  *device = &gpu;
  return std::strcmp(uuid, "GPU-fake") == 0 ? kSuccess : kNotFound;
}

int nvmlDeviceGetCount_v2(unsigned int* count) {
  *count = static_cast<unsigned int>(gpus().size());
  return kSuccess;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned int index, void** device) {
  if (index >= gpus().size()) return kInvalidArgument;
  *device = &gpus()[index];
  return kSuccess;
}

int nvmlDeviceGetUUID(void* device, char* text, unsigned int length) { return give(device, 0, text, length); }
int nvmlDeviceGetName(void* device, char* text, unsigned int length) { return give(device, 1, text, length); }

int nvmlDeviceGetMigMode(void* device, unsigned int* current, unsigned int* pending) {
  *current = *pending = gpu_of(device).entry.size() > 2 ? 1 : 0;
  return kSuccess;
}

int nvmlDeviceGetMaxMigDeviceCount(void* device, unsigned int* count) {
  *count = 7;
  return gpu_of(device).entry.size() > 2 ? kSuccess : kNotSupported;
}

int nvmlDeviceGetMigDeviceHandleByIndex(void* device, unsigned int index, void** slice) {
  std::vector<Entry>& slices = gpu_of(device).slices;
  if (index >= slices.size() || slices[index].size() < 4) return kNotFound;
  *slice = &slices[index];
  return kSuccess;
}

int nvmlDeviceGetAttributes_v2(void* slice, Attributes* attributes) {
  const Entry& entry = *static_cast<Entry*>(slice);
  *attributes = {static_cast<unsigned int>(std::stoul(entry.at(2))), {}, std::stoull(entry.at(3))};
  return kSuccess;
}

int nvmlDeviceGetCurrentClocksEventReasons(void*, unsigned long long* reasons) { return answer("reasons", reasons); }
int nvmlDeviceGetPowerUsage(void*, unsigned int* milliwatts) { return answer("power", milliwatts); }
int nvmlDeviceGetTemperature(void*, int, unsigned int* celsius) { return answer("temperature", celsius); }
int nvmlDeviceGetPerformanceState(void*, unsigned int* state) { return answer("pstate", state); }

int nvmlDeviceGetFieldValues(void*, int count, FieldValue* values) {
  for (int i = 0; i < count; ++i)
    values[i].result = answer(("field" + std::to_string(values[i].field)).c_str(), &values[i].value);
  return kSuccess;
}

int nvmlDeviceGetClockInfo(void*, int clock, unsigned int* mhz) {
  return clock == kMemoryClock ? answer("memory_clock", mhz) : kInvalidArgument;
}

int nvmlDeviceGetMaxClockInfo(void*, int, unsigned int* mhz) { return answer("max_clock", mhz); }

int nvmlDeviceSetGpuLockedClocks(void*, unsigned int least_mhz, unsigned int most_mhz) {
  unsigned int result = 0;
  if (least_mhz != most_mhz || answer("locked", &result) != kSuccess) return kNotSupported;
  if (result == kSuccess) log("locked at %u MHz\n", most_mhz);
  return static_cast<int>(result);
}

int nvmlDeviceResetGpuLockedClocks(void*) {
  log("reset\n", 0);
  return kSuccess;
}

int nvmlDeviceGetComputeRunningProcesses_v3(void*, unsigned int* count, ProcessInfo* processes) {
  unsigned int found = 0;
  for (const char* name : {"process", "process2"}) {
    processes[found] = ProcessInfo{};
    if (answer(name, &processes[found].pid) == kSuccess) ++found;
  }
  *count = found;
  return found > 0 ? kSuccess : kNotSupported;
}

}  // extern "C"
