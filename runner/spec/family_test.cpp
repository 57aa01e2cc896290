#include "spec/family.h"

#include <gtest/gtest.h>

#include "spec/library_fixture.h"

namespace warpledger {
namespace {

TEST(LoadFamily, ReadsParametersBuffersKernelsAndWork) {
  const TemporaryLibrary files;
  const Family family = load_family(files.library(), "scale");
  EXPECT_EQ(family.about, "y = a * x");
  EXPECT_EQ(family.file, files.path("kernels/scale/family.yaml"));
  ASSERT_EQ(family.parameters.size(), 3);
  EXPECT_EQ(family.find_parameter("per")->values, (std::vector<double>{1, 2, 4}));
  EXPECT_EQ(family.find_parameter("a")->type, Parameter::Type::real);
  EXPECT_EQ(family.find_parameter("b"), nullptr);
  ASSERT_EQ(family.buffers.size(), 2);
  EXPECT_EQ(family.buffers[0].base.role, Role::in);
  EXPECT_EQ(family.buffers[0].fill->resolve({}).b, 1);
  EXPECT_EQ(family.kernels[1].program.main.text, "// scale\n");
  EXPECT_EQ(family.work[0].name, "elements");
}

TEST(LoadFamily, ReadsEveryKindOfFill) {
  const TemporaryLibrary files;
  const auto fill = [&](const std::string& from, const std::string& to) {
    files.edit("kernels/scale/family.yaml", from, to);
    return load_family(files.library(), "scale").buffers[0].fill->resolve({});
  };
  EXPECT_EQ(fill("\"uniform(-1, 1)\"", "\"normal(3, 2^-1)\"").b, 0.5);
  EXPECT_EQ(fill("\"normal(3, 2^-1)\"", "constant(7)").a, 7);
  EXPECT_EQ(fill("constant(7)", "index").kind, Fill::Kind::index);
}

TEST(LoadFamily, ReadsTheShippedFamily) {
  const TemporaryLibrary files;
  files.ship("kernels/norm/family.yaml");
  for (const char* file : {"norm_base.cu", "norm_group.cu", "reference.cu"})
    files.write(std::string("kernels/norm/") + file, "\n");
  EXPECT_EQ(load_family(files.library(), "norm").kernels.size(), 2);
}

TEST(SourcesNamedIn, AreThoseOfAllKernelsWhetherTheyAreThereOrNot) {
  const NamedFiles named = files_named_in("f.yaml",
                                          "family: f\ninclude: common\nkernels:\n  a: {source: a.cu}\n"
                                          "  b: {source: [sub/b.cu, b.cuh], args: [x]}\n  c: {}\n");
  EXPECT_EQ(named.sources, (std::vector<std::string>{"a.cu", "sub/b.cu", "b.cuh"}));
  EXPECT_EQ(named.included, std::vector<std::string>{"common"});
  EXPECT_TRUE(files_named_in("f.yaml", "family: f\n").sources.empty());
}

}  // namespace
}  // namespace warpledger
