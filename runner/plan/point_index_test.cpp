#include "plan/point_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plan/device_fixture.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class PointIndexTest : public testing::Test {
 protected:
  Plan plan() const {
    files_.write(kExperimentFile,
                 "experiment: x\nabout: A test.\nfamily: scale\ngrid:\n  n: [64, 128]\n"
                 "  kernel: [scale_plain, scale_per: {per: [2, 4]}]\n  warps: [1, 4]\n");
    return make_plan(load_experiment(files_.library(), "x"), rtx_4090());
  }
  TemporaryLibrary files_;
  Plan plan_ = plan();
  PointIndex index_{plan_};
};

TEST_F(PointIndexTest, FindsThePointsThatHaveAllValues) {
  EXPECT_THAT(index_.find({{"kernel", std::string("scale_per")}, {"n", 128.0}, {"per", 4.0}}), ElementsAre(10, 11));
  EXPECT_THAT(index_.find({{"instance", std::string("scale_per<4>")}, {"n", 128.0}, {"warps", 1.0}}), ElementsAre(10));
  EXPECT_THAT(index_.find({{"kernel", std::string("scale_plain")}, {"threads", 128.0}}), ElementsAre(1, 7));
  EXPECT_THAT(index_.find({{"n", 65.0}}), IsEmpty());
  EXPECT_EQ(index_.find({}).size(), 12u);
}

TEST_F(PointIndexTest, RefusesANameThatNoPointHas) {
  try {
    index_.find({{"wraps", 1.0}});
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), "no point has a 'wraps'");
    EXPECT_THAT(error.hint(), testing::HasSubstr("warps"));
  }
}

}  // namespace
}  // namespace warpledger
