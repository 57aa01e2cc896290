// Traced shipped kernels: their results must not change, and their accesses are known.
#include <fmt/format.h>

#include <random>

#include "backend_host/grid_runner.h"
#include "backend_host/trace_fixture.h"
#include "base/file.h"
#include "exec/backend.h"

namespace warpledger {
namespace {

std::vector<float> uniform_vector(std::size_t count) {
  std::mt19937 generator(7);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<float> values(count);
  for (float& value : values) value = uniform(generator);
  return values;
}

Program program_of(const std::string& family, const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(WARPLEDGER_SOURCE_DIR) / "kernels" / family;
  Program program{{"kernels/" + family + "/" + file, read_file((folder / file).string())}, {}};
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".h")
      program.headers.push_back({entry.path().filename().string(), read_file(entry.path().string())});
  return program;
}

/// A launch of a shipped kernel with pointers, then integers.
struct Case {
  std::string family, file, function;
  std::vector<void*> pointers;
  std::vector<int> numbers;
  Extent grid, block;
};

class TracedKernelsTest : public TraceTest {
 protected:
  GridLaunch launch_of(const Case& one, const HostModule& module) {
    values_.clear();
    for (void* pointer : one.pointers) values_.push_back(reinterpret_cast<std::uint64_t>(pointer));
    for (const int number : one.numbers) values_.push_back(static_cast<std::uint64_t>(number));
    std::vector<void*> arguments;
    for (std::uint64_t& value : values_) arguments.push_back(&value);
    return {&module, &module.kernel(one.function), arguments, one.grid, one.block, 0, one.function};
  }

  /// Runs the plain and the traced build with `constant` and compares `bytes` at `out`.
  AccessList check(const Case& one, void* out, std::size_t bytes, const std::vector<int>& constant = {}) {
    const Program program = program_of(one.family, one.file);
    const std::vector<std::string> functions = {one.function};
    const std::string object = compile_to_shared_object(compiler_, {.cuda_arch = 890, .max_dynamic_shared_bytes = 1024},
                                                        program, functions, cache_dir());
    const HostModule plain(object, GpuCode({}, program, functions, 89), std::nullopt);
    const HostModule& traced = compile(program, one.function);
    for (const HostModule* module : {&plain, &traced})
      if (!constant.empty()) module->set_constant({"c_app", bytes_of(constant)});

    std::memset(out, 0xff, bytes);
    GridRunner().run(launch_of(one, plain));
    const std::vector<char> expected(static_cast<char*>(out), static_cast<char*>(out) + bytes);
    std::memset(out, 0xff, bytes);
    const GridLaunch launch = launch_of(one, traced);
    BlockTracer tracer(launch, pool_.allocations());
    AccessList seen;
    for (std::uint64_t i = 0; i < one.grid.volume(); ++i) tracer.trace(i, seen);
    facts_ = tracer.facts();
    EXPECT_EQ(std::memcmp(out, expected.data(), bytes), 0) << one.function << " computes something else when traced";
    EXPECT_GT(facts_.lanes(Space::global, AccessKind::load), 0u) << one.function;
    return seen;
  }

  static std::vector<std::byte> bytes_of(const std::vector<int>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    return {bytes.begin(), bytes.end()};
  }

  AccessList check_norm(const std::string& file, const std::string& function, int d_l, Extent grid, Extent block) {
    const int n_l = 1009;
    const auto count = static_cast<std::size_t>(n_l * d_l);
    memories_.clear();
    void* out = buffer(std::vector<float>(count));
    void* in = buffer(uniform_vector(count));
    AccessList seen =
        check({"norm", file, function, {out, in}, {}, grid, block}, out, count * sizeof(float), {d_l, n_l});
    expect_registers(function);
    return seen;
  }

  /// Layer: 70 words of 32 components, 96 outputs each.
  AccessList check_qkv(const std::string& rung, const std::string& arguments, std::vector<int> numbers, Extent grid,
                       Extent block) {
    memories_.clear();
    void* h_qkv = buffer(std::vector<float>(70 * 96));
    void* w_qkv = buffer(uniform_vector(96 * 32));
    void* h_in = buffer(uniform_vector(70 * 32));
    const std::string function = fmt::format("{}<{}>", rung, arguments);
    return check({"qkv", rung + ".cu", function, {h_qkv, w_qkv, h_in}, std::move(numbers), grid, block}, h_qkv,
                 70 * 96 * sizeof(float));
  }

  /// Arrays of the last kernel's unrolled loops are in registers; in larger kernels clang 19 keeps some in memory.
  void expect_registers(const std::string& kernel) const {
    EXPECT_EQ(facts_.lanes(Space::local, AccessKind::load), 0u) << kernel;
  }

  std::vector<std::uint64_t> values_;
};

TEST_F(TracedKernelsTest, NormBaseOf32ComponentsLoadsAndStoresEachOnce) {
  check_norm("norm_base.cu", "norm_base<32>", 32, {.x = 3}, {.x = 96});
  EXPECT_EQ(facts_.lanes(Space::global, AccessKind::load), 1009u * 32);
  EXPECT_EQ(facts_.lanes(Space::global, AccessKind::store), 1009u * 32);
}

TEST_F(TracedKernelsTest, NormBaseComputesTheSame) {
  for (const int d_l : {4, 8}) check_norm("norm_base.cu", fmt::format("norm_base<{}>", d_l), d_l, {.x = 3}, {.x = 96});
  check_norm("norm_base.cu", "norm_base<0>", 128, {.x = 3}, {.x = 96});
}

TEST_F(TracedKernelsTest, NormGroupComputesTheSame) {
  for (const std::string arguments : {"4,2", "8,8", "32,4"})
    check_norm("norm_group.cu", fmt::format("norm_group<{}>", arguments), std::stoi(arguments), {.x = 3}, {.x = 96});
  check_norm("norm_group.cu", "norm_group<0,32>", 128, {.x = 3}, {.x = 96});
  EXPECT_GT(facts_.warp_operations, 0u);
}

TEST_F(TracedKernelsTest, QkvRungs1To4ComputeTheSame) {
  for (const std::string rung : {"qkv_base", "qkv_base_w2", "qkv_strip", "qkv_strip_w2"}) {
    check_qkv(rung, "32", {70, 96}, {.x = 3}, {.x = 96});
    expect_registers(rung);
  }
}

TEST_F(TracedKernelsTest, QkvRungs5And6ComputeTheSame) {
  check_qkv("qkv_tiled", "32", {70, 96}, {.x = 9}, {.x = 32, .y = 32});
  check_qkv("qkv_register_tiled", "32", {70, 96}, {.x = 4}, {.x = 16, .y = 16});
  EXPECT_GT(facts_.barriers, 0u);
  expect_registers("qkv_register_tiled");
}

TEST_F(TracedKernelsTest, QkvRungs7To9ComputeTheSame) {
  for (const std::string rung : {"qkv_vector_loads", "qkv_double_buffered"})
    check_qkv(rung, "32", {70, 96}, {.x = 1}, {.x = 128});
  const AccessList seen = check_qkv("qkv_register_weights", "32,96", {70}, {.x = 2}, {.x = 256});
  for (const WarpAccess& load : seen.of(Space::shared, AccessKind::load)) ASSERT_EQ(load.bytes, 16u);
}

TEST_F(TracedKernelsTest, ConvNaiveLoadsAWeightForAllLanesAtOnce) {
  constexpr std::size_t kHeight = 6, kWidth = 32, kWeights = 9;
  memories_.clear();
  void* out = buffer(std::vector<float>(kHeight * kWidth));
  void* in = buffer(uniform_vector(kHeight * kWidth));
  void* weights = buffer(uniform_vector(kWeights));
  const AccessList seen = check({"conv",
                                 "conv_naive.cu",
                                 "conv_naive<3>",
                                 {out, in, weights},
                                 {static_cast<int>(kHeight), static_cast<int>(kWidth)},
                                 {},
                                 {.x = kWidth, .y = kHeight}},
                                out, kHeight * kWidth * sizeof(float));
  std::size_t pixels = 0;
  for (std::size_t row = 0; row < kHeight; ++row) pixels += row == 0 || row + 1 == kHeight ? 6 : 9;
  EXPECT_EQ(seen.of(Space::global, AccessKind::load).size(), kHeight * kWeights + pixels)
      << "lanes beside the edge do not go ways of their own";
}

TEST_F(TracedKernelsTest, FragmentsOfTheTensorCoresAreRefused) {
  try {
    check_qkv("qkv_tensor_cores", "32,96", {70}, {.x = 2}, {.x = 384});
    ADD_FAILURE();
  } catch (const PointFailure& end) {
    EXPECT_THAT(end.what(), testing::EndsWith("loads and stores of <mma.h> fragments are not modelled"));
  }
}

}  // namespace
}  // namespace warpledger
