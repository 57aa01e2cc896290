#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "exec/job_fixture.h"
#include "exec/measure_point.h"

namespace warpledger {
namespace {

/// As on a GPU, a later call reports the failure of a started launch; here compile().
class LateFaults : public ScriptedBackend {
 public:
  LateFaults() : ScriptedBackend(fixture::doubling_backend()) {}

  void begin(const Work& work) override {
    try {
      launch(work);
    } catch (const PointFailure& end) {
      fault_ = end;
    }
  }

  std::unique_ptr<Module> compile(const Program& program, std::span<const std::string> functions) override {
    if (fault_) throw *fault_;
    return ScriptedBackend::compile(program, functions);
  }

 private:
  std::optional<PointFailure> fault_;
};

TEST(UntrustedFault, OfItsFirstLaunchIsNotToldAsTheReferences) {
  LateFaults backend;
  backend.kernels["good"] = [](const ScriptedCall&) {
    throw PointFailure(Outcome::launch_failed, "good ended with a fault");
  };
  PointContext context(backend);
  const Result result = measure_point(fixture::untrusted_job(), context);
  EXPECT_EQ(result.outcome, Outcome::launch_failed);
  EXPECT_EQ(result.reason, "good ended with a fault");
}

}  // namespace
}  // namespace warpledger
