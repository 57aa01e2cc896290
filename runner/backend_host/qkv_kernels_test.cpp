// Checks the shipped kernels of family qkv against their reference, with the family's launches.
#include <fmt/format.h>

#include <cmath>
#include <random>

#include "backend_host/kernel_fixture.h"
#include "base/file.h"

namespace warpledger {
namespace {

struct Layer {
  int d_ws, d_qkv, d_model;

  std::size_t weights() const { return std::size_t(d_qkv) * std::size_t(d_model); }
  std::size_t inputs() const { return std::size_t(d_ws) * std::size_t(d_model); }
  std::size_t outputs() const { return std::size_t(d_ws) * std::size_t(d_qkv); }
};

// Word counts that are not a multiple of any tile, in one round and in several. The second has too many weights for
// variant 9.
constexpr Layer kSmallLayer = {70, 96, 32};
constexpr Layer kLargeLayer = {230, 192, 64};

unsigned tiles(const Layer& layer, int words, int components) {
  return static_cast<unsigned>((layer.d_ws + words - 1) / words * ((layer.d_qkv + components - 1) / components));
}

std::vector<float> random_vector(std::size_t count) {
  static std::mt19937 generator(7);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<float> values(count);
  for (float& value : values) value = uniform(generator);
  return values;
}

class QkvKernelsTest : public KernelTest {
 protected:
  /// A launch of `function`, from the file of that name.
  struct Rung {
    std::string function, template_arguments;
    Extent grid, block;
    bool rearranged = false;   ///< takes w_qkv2
    bool knows_d_qkv = false;  ///< from its template arguments
  };

  void check(const Layer& layer, const Rung& rung) {
    const auto w_qkv = upload(random_vector(layer.weights()));
    const auto h_in = upload(random_vector(layer.inputs()));
    const auto w_qkv2 = upload(std::vector<float>(layer.weights(), NAN));
    const auto h_qkv = upload(std::vector<float>(layer.outputs(), NAN));

    const std::string function = fmt::format("{}<{}>", rung.function, rung.template_arguments);
    const std::string rearrange = fmt::format("qkv_w_rearrange<{}>", layer.d_model);
    std::vector<std::string> functions = {function};
    if (rung.rearranged) functions.push_back(rearrange);
    const auto module = backend_->compile(program_of(rung.function + ".cu"), functions);
    Work work;
    if (rung.rearranged)
      work.launches.push_back({module.get(),
                               rearrange,
                               {DevicePointer{w_qkv2.get()}, DevicePointer{w_qkv.get()}, scalar_of(layer.d_qkv)},
                               {.x = 2},
                               {.x = 256}});
    work.launches.push_back({module.get(),
                             function,
                             {DevicePointer{h_qkv.get()}, DevicePointer{(rung.rearranged ? w_qkv2 : w_qkv).get()},
                              DevicePointer{h_in.get()}, scalar_of(layer.d_ws)},
                             rung.grid,
                             rung.block});
    if (!rung.knows_d_qkv) work.launches.back().arguments.push_back(scalar_of(layer.d_qkv));
    backend_->launch(work);

    const std::vector<double> expected = reference(layer, *w_qkv, *h_in);
    const std::vector<float> got = download<float>(*h_qkv);
    const double tolerance = 1e-6 + 1.2e-7 * layer.d_model;  // the family's
    for (std::size_t i = 0; i < got.size(); ++i) ASSERT_NEAR(got[i], expected[i], tolerance) << function << " at " << i;
  }

  std::vector<double> reference(const Layer& layer, Memory& w_qkv, Memory& h_in) {
    const auto out = upload(std::vector<double>(layer.outputs(), NAN));
    const std::vector<std::string> functions = {"qkv_reference"};
    const auto module = backend_->compile(program_of("reference.cu"), functions);
    backend_->launch({.launches = {{module.get(),
                                    "qkv_reference",
                                    {DevicePointer{out.get()}, DevicePointer{&w_qkv}, DevicePointer{&h_in},
                                     scalar_of(layer.d_ws), scalar_of(layer.d_qkv), scalar_of(layer.d_model)},
                                    {.x = 4},
                                    {.x = 64}}}});
    return download<double>(*out);
  }

 private:
  static Program program_of(const std::string& file) {
    const std::filesystem::path folder = std::filesystem::path(WARPLEDGER_SOURCE_DIR) / "kernels" / "qkv";
    Program program{{"kernels/qkv/" + file, read_file((folder / file).string())}, {}};
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".h")
        program.headers.push_back({entry.path().filename().string(), read_file(entry.path().string())});
    return program;
  }
};

TEST_F(QkvKernelsTest, TheReferenceSumsProductsOfWeightsAndComponents) {
  const auto weights = upload<float>({1, 2, 3, 4, 5, 6});
  const auto words = upload<float>({1, 10, -1, 0.5});
  EXPECT_EQ(reference({2, 3, 2}, *weights, *words), (std::vector<double>{21, 43, 65, 0, -1, -2}));
}

class EveryLayer : public QkvKernelsTest, public testing::WithParamInterface<Layer> {
 protected:
  std::string d_model() const { return std::to_string(GetParam().d_model); }
  std::string both() const { return fmt::format("{},{}", GetParam().d_model, GetParam().d_qkv); }
};

TEST_P(EveryLayer, IsRightOnRungs1To4) {
  for (const std::string function : {"qkv_base", "qkv_strip"}) {
    check(GetParam(), {function, d_model(), {.x = 3}, {.x = 96}});
    check(GetParam(), {function + "_w2", d_model(), {.x = 3}, {.x = 96}, true});
  }
}

TEST_P(EveryLayer, IsRightOnRung5) {
  check(GetParam(), {"qkv_tiled", d_model(), {.x = tiles(GetParam(), 32, 32)}, {.x = 32, .y = 32}});
}

TEST_P(EveryLayer, IsRightOnRung6) {
  check(GetParam(), {"qkv_register_tiled", d_model(), {.x = tiles(GetParam(), 64, 64)}, {.x = 16, .y = 16}});
}

TEST_P(EveryLayer, IsRightOnRungs7And8) {
  for (const std::string function : {"qkv_vector_loads", "qkv_double_buffered"})
    check(GetParam(), {function, d_model(), {.x = tiles(GetParam(), 128, 96)}, {.x = 128}, true});
}

TEST_P(EveryLayer, IsRightOnRung10HoweverManyBlocksShareTheWords) {
  const auto groups = static_cast<unsigned>(GetParam().d_qkv / 96);
  for (const unsigned shares : {1U, 3U, 20U})
    check(GetParam(), {"qkv_tensor_cores", both(), {.x = shares * groups}, {.x = 384}, false, true});
}

INSTANTIATE_TEST_SUITE_P(Layers, EveryLayer, testing::Values(kSmallLayer, kLargeLayer),
                         [](const auto& test) { return fmt::format("d_model_{}", test.param.d_model); });

TEST_F(QkvKernelsTest, ASmallLayerIsRightOnRung9) {
  check(kSmallLayer, {"qkv_register_weights", "32,96", {.x = 2}, {.x = 256}, true, true});
}

TEST_F(QkvKernelsTest, TheFewestWordsAndComponentsAreRightOnRung10) {
  check({16, 96, 16}, {"qkv_tensor_cores", "16,96", {.x = 2}, {.x = 384}, false, true});
}

}  // namespace
}  // namespace warpledger
