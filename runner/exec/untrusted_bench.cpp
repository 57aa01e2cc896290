// CPU time that the host spends per point of untrusted code, without compiling and GPU work: for a timed point at four
// placements, and for a point that is only verified. The argument is the number of floats.
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <ctime>
#include <type_traits>

#include "exec/measure_point.h"
#include "exec/scripted_backend_fixture.h"

namespace warpledger {
namespace {

double cpu_s() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Copies x to y at four placements; device_s is the CPU time of work that a GPU would do.
class CopyingBackend : public ScriptedBackend {
 public:
  explicit CopyingBackend(std::size_t elements) {
    place_count = 4;
    free_bytes = std::size_t{64} << 30;
    kernels["copy"] = [elements](const ScriptedCall& call) {
      std::memcpy(call.pointer<float>(0), call.pointer<float>(1), elements * sizeof(float));
    };
    kernels["reference"] = [elements](const ScriptedCall& call) {
      for (std::size_t i = 0; i < elements; ++i) call.pointer<double>(0)[i] = call.pointer<float>(1)[i];
    };
  }

  Device describe() const override {
    Device device = ScriptedBackend::describe();
    device.facts["l2_bytes"] = device.facts["global_memory_bytes"] = std::int64_t{64} << 30;
    return device;
  }

  std::unique_ptr<Memory> allocate(std::size_t bytes) override {
    return on_device([&] { return ScriptedBackend::allocate(bytes); });
  }
  void fill(Memory& to, std::size_t offset_bytes, std::size_t bytes, std::byte value) override {
    on_device([&] { ScriptedBackend::fill(to, offset_bytes, bytes, value); });
  }
  void fill_random(Memory& to, std::size_t offset_bytes, std::size_t bytes, ElementType type, const Fill& fill,
                   RandomStream stream) override {
    on_device([&] { ScriptedBackend::fill_random(to, offset_bytes, bytes, type, fill, stream); });
  }
  std::vector<std::uint64_t> answers(std::span<const Question> questions) override {
    return on_device([&] { return ScriptedBackend::answers(questions); });
  }
  void launch(const Work& work) override {
    on_device([&] { ScriptedBackend::launch(work); });
  }
  std::vector<Sample> time(const Work& work, Cache /*cache*/, int samples) override {
    launch(work);
    return std::vector<Sample>(static_cast<std::size_t>(samples), Sample{1000, {}});
  }

  double device_s = 0;

 private:
  template <typename Operation>
  std::invoke_result_t<Operation> on_device(const Operation& operation) {
    struct Clock {
      double& device_s;
      double begin_s = cpu_s();
      ~Clock() { device_s += cpu_s() - begin_s; }
    } const clock{device_s};
    return operation();
  }
};

Job copy_job(std::int64_t elements) {
  Job job;
  job.program.main = {"copy.cu", "copy"};
  job.buffers = {{"x", ElementType::f32, elements, Role::in, {Fill::Kind::uniform, -1, 1}, {}},
                 {"y", ElementType::f32, elements, Role::out, {}, {1e-6, 0, ""}}};
  job.launches = {{"copy", {BufferIndex{1}, BufferIndex{0}}, {1}, {32}}};
  job.reference.program.main = {"reference.cu", "reference"};
  job.reference.launches = {{"reference", {BufferIndex{1}, BufferIndex{0}}, {1}, {32}}};
  job.untrusted = true;
  return job;
}

void report(const char* what, const Job& job, CopyingBackend& backend) {
  constexpr int kPoints = 10;
  PointContext context(backend);
  if (const Result first = measure_point(job, context); first.outcome != Outcome::ok)
    fmt::print("not ok: {}\n", first.reason);
  backend.device_s = 0;
  const double begin_s = cpu_s();
  for (int i = 0; i < kPoints; ++i) measure_point(job, context);
  const double all_s = cpu_s() - begin_s;
  fmt::print("{:<14} {:6.1f} ms of the host, {:6.1f} ms of its GPU\n", what, 1e3 * (all_s - backend.device_s) / kPoints,
             1e3 * backend.device_s / kPoints);
}

}  // namespace
}  // namespace warpledger

int main(int argc, char** argv) {
  using namespace warpledger;
  const std::int64_t elements = argc > 1 ? std::atoll(argv[1]) : 3'300'000;
  CopyingBackend backend(static_cast<std::size_t>(elements));
  Job job = copy_job(elements);
  report("timed", job, backend);
  job.measure.max_samples = 0;
  report("verified only", job, backend);
}
