#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "backend_cuda/gpu_fixture.h"
#include "model/small_float.h"

namespace warpledger {
namespace {

template <class T>
class SmallFloatOnGpu : public GpuTest {
 protected:
  using Bits = typename T::Bits;

  static constexpr ElementType type() {
    if constexpr (std::is_same_v<T, Float16>) return ElementType::f16;
    if constexpr (std::is_same_v<T, BFloat16>) return ElementType::bf16;
    return std::is_same_v<T, Float8E4M3> ? ElementType::f8e4m3 : ElementType::f8e5m2;
  }

  static std::vector<Bits> every_code() {
    std::vector<Bits> codes;
    for (unsigned code = 0; code <= std::numeric_limits<Bits>::max(); ++code) codes.push_back(static_cast<Bits>(code));
    return codes;
  }

  /// Runs a kernel with `body`, from `x` to `y`, on `inputs`.
  template <class To, class From>
  std::vector<To> mapped(const std::string& body, const std::vector<From>& inputs) {
    const auto module =
        compile(fmt::format("#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n#include <cuda_fp8.h>\n"
                            "typedef {} T;\n__global__ void map({}, int n) {{\n"
                            "  for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] = {};\n}}\n",
                            facts_of(type()).cpp,
                            std::is_same_v<To, double> ? "double* y, const T* x" : "T* y, const double* x", body),
                {"map"});
    const auto from = upload(inputs), to = upload(std::vector<To>(inputs.size()));
    Work work;
    work.launches = {launch_of(
        *module, "map",
        {DevicePointer{to.get()}, DevicePointer{from.get()}, scalar(static_cast<std::int32_t>(inputs.size()))}, {},
        {256})};
    EXPECT_EQ(end_of(work), "ok");
    return download<To>(*to);
  }
};
using Formats = testing::Types<Float16, BFloat16, Float8E4M3, Float8E5M2>;
TYPED_TEST_SUITE(SmallFloatOnGpu, Formats);

TYPED_TEST(SmallFloatOnGpu, KernelsReadTheNumbersThatTheHostReads) {
  const auto codes = this->every_code();
  const auto on_gpu = this->template mapped<double>("(double)(float)x[i]", codes);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const double own = static_cast<double>(TypeParam::from_bits(codes[i]));
    ASSERT_TRUE(own == on_gpu[i] || (std::isnan(own) && std::isnan(on_gpu[i]))) << i << ": " << own << " " << on_gpu[i];
  }
}

TYPED_TEST(SmallFloatOnGpu, KernelsRoundAsTheHostDoes) {
  std::vector<double> numbers;
  for (unsigned code = 0; code < TypeParam::kFormat.largest(); ++code) {
    const auto number = [](unsigned of) {
      return static_cast<double>(TypeParam::from_bits(static_cast<typename TypeParam::Bits>(of)));
    };
    const double middle = (number(code) + number(code + 1)) / 2;
    for (const double x : {middle, std::nextafter(middle, 0), std::nextafter(middle, 1e9)})
      numbers.insert(numbers.end(), {x, -x});
  }
  const auto on_gpu = this->template mapped<typename TypeParam::Bits>("T(x[i])", numbers);
  for (std::size_t i = 0; i < numbers.size(); ++i) ASSERT_EQ(TypeParam(numbers[i]).bits(), on_gpu[i]) << numbers[i];
}

TYPED_TEST(SmallFloatOnGpu, MismatchesAreCountedAsTheHostCountsThem) {
  const auto codes = this->every_code();
  std::vector<double> expected;
  for (const auto code : codes) expected.push_back(static_cast<double>(TypeParam::from_bits(code)));
  const auto got = this->upload(codes);
  for (const double factor : {1.0, 1.0 + 1e-12}) {
    for (double& number : expected) number *= factor;
    const auto doubles = this->upload(expected);
    const Question question = Mismatches{{got.get()}, this->type(), codes.size(), {doubles.get()}, 0, 0};
    const std::uint64_t on_gpu = this->backend_->answers({&question, 1}).front();
    EXPECT_EQ(on_gpu, this->backend_->Backend::answers({&question, 1}).front());
    EXPECT_EQ(on_gpu > codes.size() / 2, factor > 1);
  }
}

TYPED_TEST(SmallFloatOnGpu, FillsRoundToTheNearest) {
  constexpr std::size_t kCount = 1001;  // not a multiple of a word
  const auto memory = this->upload(std::vector<typename TypeParam::Bits>(kCount + 1));
  for (int i = 0; i < 200; ++i) {
    const double number = (i % 2 == 0 ? 1 : -1) * std::pow(1.07, i - 130);
    const Fill fill = {Fill::Kind::uniform, number, number};
    this->backend_->fill_random(*memory, 0, kCount * sizeof(typename TypeParam::Bits), this->type(), fill, {1, 2});
    const auto content = this->template download<typename TypeParam::Bits>(*memory);
    const double as_float = static_cast<double>(static_cast<float>(number));
    ASSERT_EQ(content[0], TypeParam(as_float).bits()) << number;
    ASSERT_EQ(content[kCount - 1], TypeParam(as_float).bits()) << number;
    ASSERT_EQ(content[kCount], 0);
  }
}

class SmallTypeOnGpu : public GpuTest {};

TEST_F(SmallTypeOnGpu, IntegersBeyondTheirTypeAreItsLimits) {
  const auto expect = [&](ElementType type, auto least, auto most) {
    using T = decltype(least);
    const auto memory = upload(std::vector<T>(999));
    for (const double mean : {-1e6, 1e6}) {
      backend_->fill_random(*memory, 0, memory->size_bytes(), type, {Fill::Kind::normal, mean, 1}, {1, 2});
      for (const T x : download<T>(*memory)) ASSERT_EQ(x, mean < 0 ? least : most) << facts_of(type).name;
    }
  };
  expect(ElementType::i8, std::int8_t{-128}, std::int8_t{127});
  expect(ElementType::u8, std::uint8_t{0}, std::uint8_t{255});
  expect(ElementType::i16, std::int16_t{-32768}, std::int16_t{32767});
  expect(ElementType::u16, std::uint16_t{0}, std::uint16_t{65535});
}

TEST_F(SmallTypeOnGpu, AFingerprintOfAnyNumberOfBytesIsTheOneThatTheHostTakes) {
  const auto memory = backend_->allocate(1001);
  backend_->fill_random(*memory, 0, 1001, ElementType::u8, {Fill::Kind::uniform, 0, 255}, {1, 2});
  std::vector<Question> questions;
  for (const std::size_t bytes : {1, 2, 3, 7, 8, 9, 997, 1001})
    questions.emplace_back(Fingerprint{memory.get(), 0, bytes, 7});
  EXPECT_EQ(backend_->answers(questions), backend_->Backend::answers(questions));
}

TEST_F(SmallTypeOnGpu, MacrosAndOptionsReachTheCompiler) {
  const Program program{
      {"test.cu", "__global__ void set(int* y) { *y = TILE; }\n"}, {}, {"-DTILE=42", "-maxrregcount=32"}};
  const std::vector<std::string> functions = {"set"};
  const auto module = backend_->compile(program, functions);
  const auto y = upload(std::vector<int>{0});
  Work work;
  work.launches = {launch_of(*module, "set", {DevicePointer{y.get()}})};
  EXPECT_EQ(end_of(work), "ok");
  EXPECT_EQ(download<int>(*y)[0], 42);
}

TEST_F(SmallTypeOnGpu, ClustersAreLaunchedAsTheyAreAskedForOrRefused) {
  const auto module = compile(
      "__global__ void sizes(int* y) {\n"
      "  unsigned x; asm(\"mov.u32 %0, %%cluster_nctaid.x;\" : \"=r\"(x)); y[blockIdx.x] = x; }\n",
      {"sizes"});
  const auto y = upload(std::vector<int>(8));
  Work work;
  work.launches = {launch_of(*module, "sizes", {DevicePointer{y.get()}}, {8}, {32})};
  work.launches[0].attributes.cluster = {4, 1, 1};
  EXPECT_EQ(end_of(work), "ok");
  EXPECT_EQ(download<int>(*y), std::vector<int>(8, 4));
  work.launches[0].attributes.cluster = {3, 1, 1};
  EXPECT_EQ(end_of(work), "invalid_point: sizes: a grid of 8 x 1 x 1 blocks is no multiple of a cluster of 3 x 1 x 1");
  work.launches[0].grid = {64};
  work.launches[0].attributes.cluster = {32, 1, 1};
  EXPECT_TRUE(end_of(work).starts_with("invalid_point: ")) << end_of(work);
}

TEST_F(SmallTypeOnGpu, CooperativeGridsAreSynchronizedOrTooLarge) {
  const auto module = compile(
      "#include <cooperative_groups.h>\n"
      "__global__ void last(int* y) {\n"
      "  y[blockIdx.x] = blockIdx.x; cooperative_groups::this_grid().sync();\n"
      "  if (blockIdx.x == 0) { int sum = 0; for (int i = 0; i < gridDim.x; i++) sum += ((volatile int*)y)[i];\n"
      "    y[gridDim.x] = sum; } }\n",
      {"last"});
  const auto y = upload(std::vector<int>(65));
  Work work;
  work.launches = {launch_of(*module, "last", {DevicePointer{y.get()}}, {64}, {32})};
  work.launches[0].attributes.cooperative = true;
  EXPECT_EQ(end_of(work), "ok");
  EXPECT_EQ(download<int>(*y)[64], 64 * 63 / 2);
  work.launches[0].grid = {1 << 20};
  EXPECT_TRUE(end_of(work).starts_with("invalid_point: ")) << end_of(work);
}

}  // namespace
}  // namespace warpledger
