#include "exec/audit.h"

#include <gtest/gtest.h>

#include "exec/job_fixture.h"

namespace warpledger {
namespace {

/// Outcome of a kernel whose timed launches are off by `tolerances` times 0.01.
Outcome outcome_of_one_off_by(double tolerances) {
  ScriptedBackend backend = fixture::doubling_backend();
  int calls = 0;
  backend.kernels["good"] = [&](const ScriptedCall& call) {
    fixture::twice(call);
    if (++calls > 1) call.pointer<float>(0)[0] += static_cast<float>(0.01 * tolerances);
  };
  PointContext context(backend);
  Job job = fixture::untrusted_job();
  for (BufferSpec& buffer : job.buffers) buffer.tolerance = {0.01, 0, ""};
  return measure_point(job, context).outcome;
}

TEST(Audit, AcceptsTwiceTheTolerance) {
  EXPECT_EQ(outcome_of_one_off_by(1.9), Outcome::ok);
  EXPECT_EQ(outcome_of_one_off_by(2.1), Outcome::incorrect);
}

}  // namespace
}  // namespace warpledger
