#pragma once

#include <cstring>
#include <string>

#include "exec/scripted_backend_fixture.h"
#include "exec/worker.h"
#include "model/job.h"

namespace warpledger::fixture {

inline constexpr std::int64_t kElements = 100;

/// Short if the test is about reaching it; else longer than any busy machine needs.
inline double time_limit_s(const std::string& kernel) { return kernel == "hangs" || kernel == "floods" ? 0.5 : 120; }

/// Doubles each element of x into y with the function `kernel`.
inline Job doubling_job(const std::string& kernel) {
  Job job;
  job.kernel = job.instance = kernel;
  job.program.main = {"k.cu", "text of " + kernel};
  job.buffers = {{"x", ElementType::f32, kElements, Role::in, {Fill::Kind::uniform, -1, 1}, {}},
                 {"y", ElementType::f32, kElements, Role::out, {}, {1e-6, 0, "one rounding"}}};
  job.launches = {{kernel, {BufferIndex{1}, BufferIndex{0}}, {1}, {32}}};
  job.reference.program.main = {"reference.cu", "reference"};
  job.reference.launches = {{"reference", {BufferIndex{1}, BufferIndex{0}}, {1}, {32}}};
  job.metrics = {{"inst_executed", "instruction", "", {{"smsp__inst_executed.sum", 1}}}};
  return job;
}

inline Job untrusted_job() {
  Job job = doubling_job("good");
  job.untrusted = true;
  return job;
}

inline void twice(const ScriptedCall& call) {
  for (std::int64_t i = 0; i < kElements; ++i) call.pointer<float>(0)[i] = 2 * call.pointer<float>(1)[i];
}

/// A backend with the reference, the correct kernel "good", and one kernel per kind of fault.
inline ScriptedBackend doubling_backend() {
  ScriptedBackend backend;
  const auto doubled = [](const ScriptedCall& call, std::int64_t from, std::int64_t to) {
    for (std::int64_t i = from; i < to; ++i) call.pointer<float>(0)[i] = 2 * call.pointer<float>(1)[i];
  };
  backend.kernels["reference"] = [](const ScriptedCall& call) {
    for (std::int64_t i = 0; i < kElements; ++i) call.pointer<double>(0)[i] = 2.0 * call.pointer<float>(1)[i];
  };
  backend.kernels["good"] = [=](const ScriptedCall& call) { doubled(call, 0, kElements); };
  backend.kernels["stops_short"] = [=](const ScriptedCall& call) { doubled(call, 0, kElements - 1); };
  backend.kernels["never_runs"] = [](const ScriptedCall&) {};
  backend.kernels["writes_past_end"] = [=](const ScriptedCall& call) {
    doubled(call, 0, kElements);
    call.pointer<float>(0)[kElements] = 0;
  };
  backend.kernels["copies_past_end"] = [=](const ScriptedCall& call) {
    doubled(call, 0, kElements);
    std::memcpy(call.pointer<float>(0) + kElements, call.pointer<float>(1) + kElements, sizeof(float));
  };
  backend.kernels["writes_before_start"] = [=](const ScriptedCall& call) {
    doubled(call, 0, kElements);
    call.pointer<float>(0)[-2] = 0;
  };
  backend.kernels["changes_input"] = [=](const ScriptedCall& call) {
    doubled(call, 0, kElements);
    call.pointer<float>(1)[7] = 5;
  };
  backend.kernels["writes_nan"] = [=](const ScriptedCall& call) {
    doubled(call, 0, kElements);
    call.pointer<float>(0)[3] = __builtin_nanf("");
  };
  backend.kernels[kKnownGoodFunction] = [](const ScriptedCall& call) {
    for (std::uint32_t i = 0; i < call.launch.grid.x * 256; ++i)
      call.pointer<std::uint32_t>(0)[i] =
          2654435761U * call.pointer<std::uint32_t>(1)[i / 256 * 256 + 255 - i % 256] + i;
  };
  backend.kernels["faults"] = [](const ScriptedCall&) {
    throw PointFailure(Outcome::launch_failed, "faults: an illegal address");
  };
  return backend;
}

}  // namespace warpledger::fixture
