#include <gtest/gtest.h>

#include "spec/experiment.h"
#include "spec/typed_library_fixture.h"

namespace warpledger {
namespace {

class LaunchesLibrary : public TypedLibrary {
 public:
  LaunchesLibrary() {
    edit(kFamilyFile,
         R"(    template: [elt, true, {name: ns::Policy}]
    args: [y, x, m, elt 2]
    cluster: 2
    cooperative: true
)",
         R"(    launches:
      - {kernel: before, args: [m], prepare: true}
      - {kernel: first, args: [y, x]}
      - {kernel: second, args: [y], programmatic: true}
      - {kernel: behind, args: [y], after: true}
)");
  }
};

TEST(Launches, OfATimedUnitAreRead) {
  const LaunchesLibrary files;
  EXPECT_EQ(files.message([&] { load_experiment(files.library(), "x"); }), "no error");
}

class BadLaunches : public testing::TestWithParam<BadCase> {};

TEST_P(BadLaunches, AreRefusedAtTheirPlace) {
  const LaunchesLibrary files;
  files.edit(GetParam().file, GetParam().from, GetParam().to);
  const std::string message = files.message([&] { load_experiment(files.library(), "x"); });
  EXPECT_EQ(message.substr(0, message.find("\nhint")), GetParam().message);
  EXPECT_EQ(errors_in(message), 1) << message;
}

const BadCase kBadLaunches[] = {
    {"ProgrammaticPerhaps", kFamilyFile, "programmatic: true", "programmatic: perhaps",
     R"text(kernels/scale/family.yaml:23:51: 'perhaps' is neither true nor false
        - {kernel: second, args: [y], programmatic: perhaps}
                                                    ^)text"},
    {"ProgrammaticFirst", kFamilyFile, "args: [y, x]}", "args: [y, x], programmatic: true}",
     R"text(kernels/scale/family.yaml:22:53: the first timed launch cannot be programmatic: it would overlap with what is not timed
        - {kernel: first, args: [y, x], programmatic: true}
                                                      ^)text"},
    {"ProgrammaticBeforeTheClock", kFamilyFile, "prepare: true}", "prepare: true, programmatic: true}",
     R"text(kernels/scale/family.yaml:21:66: a launch outside the clock cannot be programmatic
        - {kernel: before, args: [m], prepare: true, programmatic: true}
                                                                   ^)text"},
    {"ProgrammaticBehindTheClock", kFamilyFile, "after: true}", "after: true, programmatic: true}",
     R"text(kernels/scale/family.yaml:24:64: a launch outside the clock cannot be programmatic
        - {kernel: behind, args: [y], after: true, programmatic: true}
                                                                 ^)text"},
    {"GraphPerhaps", kFamilyFile, "    launches:\n", "    graph: perhaps\n    launches:\n",
     R"text(kernels/scale/family.yaml:20:12: 'perhaps' is neither true nor false
      graph: perhaps
             ^)text"},
    {"GraphOfALaunch", kFamilyFile, "args: [y, x]}", "args: [y, x], graph: true}",
     R"text(kernels/scale/family.yaml:22:39: unknown key 'graph' in launch
        - {kernel: first, args: [y, x], graph: true}
                                        ^)text"},
    {"ProgrammaticOfAnUnreadableFirst", kFamilyFile, "args: [y, x]}", "args: [y, x], prepare: true, after: true}",
     R"text(kernels/scale/family.yaml:22:61: a launch is marked prepare and after
        - {kernel: first, args: [y, x], prepare: true, after: true}
                                                              ^)text"},
};
INSTANTIATE_TEST_SUITE_P(Family, BadLaunches, testing::ValuesIn(kBadLaunches), name_of_case);

}  // namespace
}  // namespace warpledger
