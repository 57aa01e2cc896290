// Words, types, macros, options and launch attributes of a family in jobs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "model/small_float.h"
#include "plan/device_fixture.h"
#include "plan/plan.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

constexpr const char* kDeclaredFamily = R"yaml(family: scale
about: y = a * x
parameters:
  n: {type: int, min: 1}
  elt: {type: type, values: [f16, i8], default: f16}
  mode: {type: string, values: [plain, ns::Vector], default: plain}
  tile: {type: int, default: 4}
buffers:
  x: {type: elt, count: n, role: in, fill: "uniform(0, n - 1)"}
  order: {type: i16, count: n, role: in, fill: permutation}
  y: {type: elt, count: n, role: out, tolerance: {rel: 2 * ulp(elt), abs: "mode == 'plain' ? 1 : smallest(elt)", because: one rounding}}
reference: {source: reference.cu, kernel: scale_reference, template: [elt], args: [y, x]}
work: {elements: n, ideal_read_bytes: sizeof(elt) * n}
kernels:
  scale:
    source: [scale.cu, more.cu]
    defines: {TILE: tile, ELEMENT: elt, MODE: mode, HALF: 0.5}
    options: ["-maxrregcount={8 * tile}", {option: -use_fast_math, where: tile > 4}]
    template: [elt, n / 2, true, mode, f32, {name: ns::Policy}]
    args: [y, x, order, elt 2, bool tile > 4]
    cluster: [2, tile]
    cooperative: true
)yaml";

constexpr const char* kDeclaredExperiment = R"yaml(experiment: x
about: A test.
family: scale
grid: {n: 64, elt: [f16, i8], mode: [plain, "ns::Vector"], tile: [4, 8]}
)yaml";

class DeclaredJob : public testing::Test {
 protected:
  DeclaredJob() {
    files_.write(kFamilyFile, kDeclaredFamily);
    files_.write(kExperimentFile, kDeclaredExperiment);
    files_.write("kernels/scale/more.cu", "#include \"own.h\"\n");
    files_.write("kernels/scale/own.h", "// own\n");
  }

  Plan plan(const Overrides& overrides = {}) const {
    return make_plan(load_experiment(files_.library(), "x", overrides), rtx_4090());
  }
  std::string message() const {
    return files_.message([&] { plan(); });
  }

  TemporaryLibrary files_;
};

TEST_F(DeclaredJob, HasItsTypesAndWords) {
  const Plan points = plan();
  ASSERT_EQ(points.size(), 8);
  const Job job = points.job(7);  // i8, ns::Vector, 8
  EXPECT_EQ(job.instance, "scale<i8,32,true,ns::Vector,float,ns::Policy>");
  EXPECT_EQ(job.launches[0].function, "scale<signed char,32,true,ns::Vector,float,ns::Policy>");
  EXPECT_EQ(points.job(0).launches[0].function, "scale<__half,32,true,plain,float,ns::Policy>");
  EXPECT_EQ(points.job(0).reference.launches[0].function, "scale_reference<__half>");
  EXPECT_EQ(job.identity, "scale elt=i8 mode=ns::Vector n=64 tile=8 blocks=1/SM warps=4");
  EXPECT_EQ(points.job(0).identity, "scale n=64 blocks=1/SM warps=4");
  EXPECT_EQ(job.buffers[0].type, ElementType::i8);
  EXPECT_EQ(job.buffers[0].fill.b, 63);
  EXPECT_EQ(job.buffers[2].tolerance.rel, 0);
  EXPECT_EQ(job.buffers[2].tolerance.abs, 1);
  EXPECT_EQ(points.job(0).buffers[2].tolerance.rel, 0x1p-9);
  EXPECT_EQ(job.quantities[1].word, "i8");
  EXPECT_EQ(job.quantities[2].word, "ns::Vector");
  EXPECT_EQ(job.quantities[3].word, "");
}

TEST_F(DeclaredJob, PacksScalarsOfAParametersType) {
  const Job job = plan().job(0);
  const auto& half = std::get<Scalar>(job.launches[0].arguments[3]);
  EXPECT_EQ(half.type, ElementType::f16);
  Float16::Bits bits = 0;
  std::memcpy(&bits, half.bytes.data(), sizeof bits);
  EXPECT_EQ(bits, Float16(2).bits());
  EXPECT_EQ(std::get<Scalar>(plan().job(1).launches[0].arguments[4]).bytes[0], std::byte{1});
}

TEST_F(DeclaredJob, IsCompiledWithItsMacrosAndOptions) {
  const Plan points = plan();
  EXPECT_EQ(points.job(0).program.options, (std::vector<std::string>{"-DTILE=4", "-DELEMENT=__half", "-DMODE=plain",
                                                                     "-DHALF=0.5", "-maxrregcount=32"}));
  EXPECT_EQ(points.job(1).program.options.back(), "-use_fast_math");
  EXPECT_EQ(points.job(0).program.main.text, "#include \"scale.cu\"\n#include \"more.cu\"\n");
  EXPECT_EQ(points.job(0).program.headers.size(), 3);
  EXPECT_TRUE(points.job(0).reference.program.options.empty());
}

TEST_F(DeclaredJob, HasAKeyOfItsOwnForEachOptionAndAttribute) {
  const std::string before = plan().job(0).key;
  files_.edit(kFamilyFile, "-maxrregcount={8 * tile}", "-maxrregcount={9 * tile}");
  const std::string other_option = plan().job(0).key;
  EXPECT_NE(before, other_option);
  files_.edit(kFamilyFile, "cooperative: true", "cooperative: false");
  EXPECT_NE(plan().job(0).key, other_option);
}

TEST_F(DeclaredJob, IsLaunchedWithItsAttributes) {
  const LaunchAttributes attributes = plan().job(1).launches[0].attributes;
  EXPECT_EQ(attributes.cluster.x, 2);
  EXPECT_EQ(attributes.cluster.y, 8);
  EXPECT_TRUE(attributes.cooperative);
}

TEST_F(DeclaredJob, OfSeveralLaunchesMarksThoseThatMayOverlap) {
  files_.edit(kFamilyFile, "  scale:\n",
              "  halves:\n    source: scale.cu\n    launches:\n"
              "      - {kernel: scale, args: [y, x]}\n"
              "      - {kernel: scale, args: [y, x], programmatic: true}\n  scale:\n");
  files_.edit(kExperimentFile, "grid: {n: 64,", "grid: {n: 64, kernel: halves,");
  files_.edit(kExperimentFile, ", tile: [4, 8]", "");
  const Job job = plan().job(0);
  EXPECT_FALSE(job.graph);
  EXPECT_FALSE(job.launches.at(0).attributes.programmatic);
  EXPECT_TRUE(job.launches.at(1).attributes.programmatic);
  files_.edit(kFamilyFile, "programmatic: true", "programmatic: false");
  EXPECT_NE(plan().job(0).key, job.key);
}

TEST_F(DeclaredJob, ThatIsAGraphSaysHowManyLaunchesItHas) {
  files_.edit(kFamilyFile, "    args: [y, x, order, elt 2, bool tile > 4]\n",
              "    args: [y, x, order, elt 2, bool tile > 4]\n    graph: true\n");
  const Job job = plan().job(0);
  EXPECT_TRUE(job.graph);
  const auto launches = std::ranges::find(job.quantities, "graph_launches", &Quantity::name);
  ASSERT_NE(launches, job.quantities.end());
  EXPECT_EQ(launches->value, 1);
  files_.edit(kFamilyFile, "graph: true", "graph: false");
  const Job plain = plan().job(0);
  EXPECT_NE(plain.key, job.key);
  EXPECT_EQ(std::ranges::count(plain.quantities, "graph_launches", &Quantity::name), 0);
}

TEST_F(DeclaredJob, HasTensorMapsOverItsBuffers) {
  files_.edit(kFamilyFile, "args: [y, x, order,",
              "args: [y, {tensor_map: order + 8, sizes: [n / 4, 2], strides: n / 2, box: [tile * 2, 1], swizzle: 32, "
              "l2_promotion: 128}, order,");
  const Plan points = plan();
  const auto map = std::get<TensorMap>(points.job(0).launches[0].arguments[1]);
  EXPECT_EQ(map.base.index, 1);
  EXPECT_EQ(map.base.offset, 16);  // bytes
  EXPECT_EQ(map.type, ElementType::i16);
  EXPECT_EQ(map.sizes, (std::vector<std::int64_t>{16, 2}));
  EXPECT_EQ(map.strides, std::vector<std::int64_t>{64});
  EXPECT_EQ(map.box, (std::vector<std::int64_t>{8, 1}));
  EXPECT_EQ(map.swizzle, 32);
  EXPECT_EQ(map.l2_promotion, 128);
  const std::string before = points.job(0).key;
  files_.edit(kFamilyFile, "swizzle: 32", "swizzle: 64");
  EXPECT_NE(plan().job(0).key, before);
}

TEST_F(DeclaredJob, HasATensorMapWithoutGapsAndOfAnotherTypeWhereItSaysSo) {
  files_.edit(kFamilyFile, "args: [y, x, order,",
              "args: [y, {tensor_map: order, type: f32, sizes: [4, 2, 4], box: [4, 1, 1]}, order,");
  const auto map = std::get<TensorMap>(plan().job(0).launches[0].arguments[1]);
  EXPECT_EQ(map.type, ElementType::f32);
  EXPECT_EQ(map.strides, (std::vector<std::int64_t>{16, 32}));
  EXPECT_EQ(map.swizzle, 0);
}

TEST_F(DeclaredJob, IsRefusedWhereTheCopyEngineWouldRefuseItsTensorMap) {
  files_.edit(kFamilyFile, "args: [y, x, order,", "args: [y, {tensor_map: order, sizes: n + 8, box: 8}, order,");
  EXPECT_NE(message().find("family.yaml:20:15: the tensor does not fit its buffer of 128 bytes"), std::string::npos)
      << message();
  files_.edit(kFamilyFile, "sizes: n + 8, box: 8", "sizes: n, box: tile");
  EXPECT_NE(message().find("a row of the box, 4 elements of 2 B, is no multiple of 16 bytes; at the point scale n=64"),
            std::string::npos)
      << message();
}

TEST_F(DeclaredJob, LaysAStructOutAsCppDoes) {
  files_.edit(kFamilyFile, "args: [y, x, order,",
              "args: [y, {struct: [i8 1, x + 2, i16 -1, elt 2, f64 0.5, nullptr, bool 1]}, order,");
  const std::string key = plan().job(0).key;
  const auto value = std::get<StructValue>(plan().job(0).launches[0].arguments[1]);
  EXPECT_EQ(value.bytes.size(), 48);
  EXPECT_EQ(value.bytes[0], std::byte{1});
  EXPECT_EQ(value.bytes[16], std::byte{0xff});
  EXPECT_EQ(value.bytes[19], std::byte{0x40}) << "the half 2.0";
  EXPECT_EQ(value.bytes[31], std::byte{0x3f}) << "the double 0.5";
  EXPECT_EQ(value.bytes[40], std::byte{1});
  ASSERT_EQ(value.pointers.size(), 2);
  EXPECT_EQ(value.pointers[0].at, 8);
  EXPECT_EQ(value.pointers[0].to.index, 0);
  EXPECT_EQ(value.pointers[0].to.offset, 2);
  EXPECT_EQ(value.pointers[1].at, 32);
  EXPECT_TRUE(value.pointers[1].to.is_null());
  files_.edit(kFamilyFile, "x + 2, i16", "x + 3, i16");
  EXPECT_NE(plan().job(0).key, key);
}

TEST_F(DeclaredJob, HasTheReferenceOfItsKernelWithAllItsLaunches) {
  const std::string before = plan().job(0).key;
  files_.write("kernels/scale/own.cu", "// own\n");
  files_.edit(kFamilyFile, "    cooperative: true\n",
              "    cooperative: true\n"
              "  other:\n"
              "    source: scale.cu\n"
              "    args: [y, x]\n"
              "    reference:\n"
              "      source: own.cu\n"
              "      launches:\n"
              "        - {kernel: first, args: [y, x, i32 tile]}\n"
              "        - {kernel: second, args: [y, x], blocks: 1, threads: [8, 4]}\n");
  files_.edit(kExperimentFile, "grid: {n: 64,", "grid: {n: 64, kernel: [scale, other],");
  const Plan points = plan();
  ASSERT_EQ(points.size(), 16);
  const auto of_kernel = [&](const std::string& name) {
    for (std::int64_t ordinal = 0;; ++ordinal)
      if (points.job(ordinal).kernel == name) return points.job(ordinal);
  };
  EXPECT_EQ(of_kernel("scale").key, before) << "what another kernel is compared with changes nothing";
  const Reference own = of_kernel("other").reference;
  EXPECT_EQ(own.program.main.text, "// own\n");
  ASSERT_EQ(own.launches.size(), 2);
  EXPECT_EQ(own.launches[0].grid.x, 4 * 128);
  EXPECT_EQ(own.launches[1].block.y, 4);
  const std::string key = of_kernel("other").key;
  files_.edit(kFamilyFile, "{kernel: first, args: [y, x, i32 tile]}", "{kernel: first, args: [y, x, i32 n]}");
  EXPECT_NE(plan().job(8).key, key);
  EXPECT_NE(plan().job(11).key, key);
  EXPECT_EQ(files_named_in("f.yaml", read_file(files_.library().family_folder("scale") + "/family.yaml")).sources,
            (std::vector<std::string>{"scale.cu", "more.cu", "scale.cu", "own.cu"}));
}

TEST_F(DeclaredJob, IsListedAndSetByWords) {
  const Plan points = plan({.set = {"elt=i8", "mode=plain"}});
  ASSERT_EQ(points.size(), 2);
  const PointLine line = points.line(1);
  EXPECT_EQ(line.values[1], Cell(std::string("i8")));
  EXPECT_EQ(line.values[2], Cell(std::string("plain")));
  EXPECT_EQ(line.values[3], Cell(8.0));
  const std::string refused = files_.message([&] { plan({.set = {"elt=i8,f64"}}); });
  EXPECT_EQ(refused, "--set: elt has no value 'f64'\n  elt=i8,f64\n         ^\nhint: allowed: f16, i8");
}

TEST_F(DeclaredJob, IsRefusedWhenAValueDoesNotFitThePointsType) {
  files_.edit(kFamilyFile, "args: [y, x, order, elt 2,", "args: [y, x, order, elt 300,");
  EXPECT_NE(message().find("'300' = 300 does not fit i8; at the point scale n=64 elt=i8 mode=plain tile=4"),
            std::string::npos)
      << message();
  files_.edit(kFamilyFile, "elt 300", "elt 2");
  files_.edit(kExperimentFile, "n: 64", "n: 40000");
  EXPECT_NE(message().find("i8 cannot represent all numbers of 'uniform(0, n - 1)'"), std::string::npos) << message();
  EXPECT_NE(message().find("i16 cannot represent all numbers of 'permutation' below 40000"), std::string::npos)
      << message();
}

TEST_F(DeclaredJob, IsRefusedWhenAnOptionComesOutUnsafe) {
  files_.edit(kFamilyFile, "-maxrregcount={8 * tile}", "-maxrregcount={tile / 8}");
  EXPECT_NE(message().find("the compiler option '-maxrregcount=0.5' is not allowed"), std::string::npos) << message();
}

TEST_F(DeclaredJob, IsRefusedWhenAnAxisHasAWordTwice) {
  files_.edit(kExperimentFile, "elt: [f16, i8]", "elt: [f16, f16]");
  EXPECT_NE(message().find("axis 'elt' has elt = f16 already"), std::string::npos) << message();
}

}  // namespace
}  // namespace warpledger
