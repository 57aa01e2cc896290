#include "backend_host/host_backend.h"

#include <unistd.h>

#include <csignal>

#include "backend_host/diagnose.h"
#include "backend_host/kernel_fixture.h"
#include "base/error.h"
#include "base/file.h"

namespace warpledger {
namespace {

const std::string kAnyCubin = std::string(WARPLEDGER_SOURCE_DIR) + "/runner/sass/testdata/needs.sm_80.cubin";
constexpr const char* kIncrement = "__global__ void increment(int* data) { data[threadIdx.x] += 1; }";

class HostBackendTest : public KernelTest {
 protected:
  std::string end_of(const Work& work, Outcome outcome = Outcome::invalid_point) {
    try {
      backend_->launch(work);
    } catch (const PointFailure& end) {
      EXPECT_EQ(end.outcome(), outcome);
      return end.what();
    }
    ADD_FAILURE() << "should not run";
    return {};
  }
};

TEST_F(HostBackendTest, DescribesTheCpuAsTheProfilesGpu) {
  const Device device = backend_->describe();
  EXPECT_EQ(device.id, "host:rtx4090");
  EXPECT_EQ(device.backend, "host");
  EXPECT_EQ(device.uuid, "host:rtx4090:" + profile().digest.substr(0, 12));
  EXPECT_EQ(device.name, "CPU as NVIDIA GeForce RTX 4090");
  EXPECT_EQ(device.facts.at("sm_count"), 128);
  EXPECT_EQ(device.environment.count("compiler"), 1u);
}

TEST_F(HostBackendTest, TakesOneSampleALaunchAndRestoresBeforeEach) {
  const auto module = compile(kIncrement, "increment");
  const auto first = upload(std::vector<int>{5, 6});
  const auto data = backend_->allocate(8);
  const Work work = {.restores = {{{data.get(), 0}, {first.get(), 0}, 8}},
                     .launches = {{module.get(), "increment", {DevicePointer{data.get()}}, {}, {.x = 2}}}};
  for (const Cache cache : {Cache::warm, Cache::cold}) {
    const std::vector<Sample> samples = backend_->time(work, cache, 7);
    ASSERT_EQ(samples.size(), 7u);
    for (const Sample& sample : samples) {
      EXPECT_GT(sample.time_ns, 0);
      EXPECT_EQ(sample.sm_clock_mhz, std::nullopt);
    }
    EXPECT_EQ(download<int>(*data), (std::vector<int>{6, 7}));
  }
}

struct Kept {
  std::size_t shared_objects = 0;
  int cubins = 0;
};

Kept kept_of(const Profile& profile, bool counted) {
  const TemporaryFolder cache;
  Kept kept;
  const CubinCompiler compile_cubin = [&](const Program&, std::span<const std::string>, int) {
    return ++kept.cubins, Cubin{};
  };
  HostCache(profile, cache.path(), compile_cubin).add({{{"k.cu", kIncrement}, {}}, {"increment"}, counted});
  for (const auto& entry : std::filesystem::directory_iterator(cache.path()))
    kept.shared_objects += entry.path().extension() == ".so" ? 1 : 0;
  return kept;
}

TEST_F(HostBackendTest, HasACacheForWhichTracedBuildsAreMadeOfWhatIsCounted) {
  const Kept verified = kept_of(profile(), false);
  EXPECT_EQ(verified.shared_objects, 1u);
  EXPECT_EQ(verified.cubins, 0);
  const Kept counted = kept_of(profile(), true);
  EXPECT_EQ(counted.shared_objects, 2u);
  EXPECT_EQ(counted.cubins, 1);
}

TEST_F(HostBackendTest, HasACacheInWhichItFindsWhatWasCompiledAhead) {
  const TemporaryFolder cache;
  HostCache(profile(), cache.path(), {}).add({{{"k.cu", kIncrement}, {}}, {"increment"}});
  const auto count = [&] {
    return std::distance(std::filesystem::directory_iterator(cache.path()), std::filesystem::directory_iterator());
  };
  const auto before = count();
  const std::vector<std::string> functions = {"increment"};
  make_host_backend(profile(), cache.path(), {})->compile({{"k.cu", kIncrement}, {}}, functions);
  EXPECT_EQ(count(), before);
}

TEST_F(HostBackendTest, RunsPrepareOnceAndLaunchesInOrder) {
  const auto module = compile("__global__ void step(int* data, int a, int b) { *data = *data * a + b; }", "step");
  const auto data = upload(std::vector<int>{1});
  const auto step = [&](int a, int b) {
    return BoundLaunch{module.get(), "step", {DevicePointer{data.get()}, scalar_of(a), scalar_of(b)}, {}, {}};
  };
  const Work work = {.prepare = {step(1, 1)}, .launches = {step(10, 3), step(10, 4)}};
  backend_->launch(work);
  EXPECT_EQ(download<int>(*data), std::vector<int>{234});
}

TEST_F(HostBackendTest, LeavesOutNoLoopThatNeverEnds) {
  constexpr useconds_t kLong_us = 200'000;
  const auto module = compile("__global__ void wait(int* data) { while (true) continue; }", "wait");
  const auto data = upload(std::vector<int>{1});
  const Work work = {.launches = {{module.get(), "wait", {DevicePointer{data.get()}}, {}, {}}}};
  EXPECT_EXIT((ualarm(kLong_us, 0), backend_->launch(work)), testing::KilledBySignal(SIGALRM), "");
}

TEST_F(HostBackendTest, FillsConstantsByNameWhateverTheirType) {
  const std::string source = R"(
__constant__ struct { int d_l, n_l; } c_app;
__constant__ float unused[3];
__global__ void f(int* data) { *data = (0 ?: c_app.d_l) * 100 + c_app.n_l; })";
  const auto module = compile(source, "f");
  const auto data = upload(std::vector<int>{0});
  const std::vector<int> shape = {7, 8};
  const auto bytes = std::as_bytes(std::span(shape));
  Work work = {.constants = {{module.get(), {"c_app", {bytes.begin(), bytes.end()}}},
                             {module.get(), {"unused", std::vector<std::byte>(12)}}},
               .launches = {{module.get(), "f", {DevicePointer{data.get()}}, {}, {}}}};
  backend_->launch(work);
  EXPECT_EQ(download<int>(*data), std::vector<int>{708});

  work.constants[0].constant.bytes.resize(12);
  EXPECT_EQ(end_of(work, Outcome::compile_failed), "__constant__ 'c_app' has 8 bytes; the family fills 12 bytes");
  work.constants[0].constant.symbol = "d_app";
  EXPECT_EQ(end_of(work, Outcome::compile_failed), "the program declares no __constant__ 'd_app'");
}

TEST_F(HostBackendTest, RefusesWhatTheGpuWouldRefuse) {
  const auto module = compile(kIncrement, "increment");
  const auto data = backend_->allocate(4);
  const auto launch = [&](Extent grid, Extent block, std::uint32_t shared_bytes) {
    return end_of({.launches = {{module.get(), "increment", {DevicePointer{data.get()}}, grid, block, shared_bytes}}});
  };
  EXPECT_EQ(launch({}, {.x = 32, .y = 33}, 0), "increment: 1056 threads per block exceed the device limit of 1024");
  EXPECT_EQ(launch({}, {.x = 2048}, 0), "increment: 2048 threads in block dimension x exceed the device limit of 1024");
  EXPECT_EQ(launch({}, {.x = 0}, 0), "increment: the block is empty: 0 x 1 x 1");
  EXPECT_EQ(launch({.x = 3, .y = 0}, {}, 0), "increment: the grid is empty: 3 x 0 x 1");
  EXPECT_EQ(launch({.y = 65536}, {}, 0),
            "increment: 65536 blocks in grid dimension y exceed the device limit of 65535");
  EXPECT_EQ(launch({}, {}, 101377),
            "increment: 101377 bytes of shared memory per block exceed the device limit of 101376");
}

TEST_F(HostBackendTest, RefusesTooMuchStaticSharedMemory) {
  const std::string source = R"(
__global__ void big(float* data) { __shared__ float tile[12289]; tile[0] = *data; __syncthreads(); *data = tile[0]; }
__global__ void other(float* data) { __shared__ float tile[99999]; *data = tile[0]; })";
  EXPECT_EQ(failure_of(Outcome::invalid_point, source, "big", std::vector<float>(1), {}, {}),
            "big: 49156 bytes of static shared memory exceed the device limit of 49152");
}

TEST_F(HostBackendTest, ChecksArgumentsAgainstTheKernelsOwn) {
  const auto module = compile("__global__ void f(float* data, int n, double x) { *data = n * x; }", "f");
  const auto data = backend_->allocate(4);
  const auto launch = [&](std::vector<BoundArgument> arguments) {
    return end_of({.launches = {{module.get(), "f", std::move(arguments), {}, {}}}}, Outcome::compile_failed);
  };
  const DevicePointer pointer = {data.get()};
  EXPECT_EQ(launch({pointer}), "f takes 3 arguments, the family passes 1");
  EXPECT_EQ(launch({pointer, scalar_of(1), scalar_of(1)}),
            "f takes an 8-byte floating-point number as argument 3, the family passes a 4-byte integer");
  EXPECT_EQ(end_of({.launches = {{module.get(), "f", {BoundTensorMap{pointer, {}}}, {}, {}}}}, Outcome::invalid_point),
            "f: the host has no copy engine: it has no tensor maps");
  EXPECT_EQ(launch({scalar_of(1), scalar_of(1), scalar_of(1)}),
            "f takes a pointer as argument 1, the family passes a 4-byte integer");
}

TEST_F(HostBackendTest, PassesStructsByValueWithTheirAddresses) {
  const std::string source = R"(
struct Params { float factor; float* data; short n; };
__global__ void f(Params p) { for (int i = 0; i < p.n; ++i) p.data[i] *= p.factor; })";
  const auto module = compile(source, "f");
  const auto data = upload(std::vector<float>{1, 2, 3});
  BoundStruct params{.bytes = std::vector<std::byte>(24), .pointers = {{8, {data.get(), 4}}}};
  const float factor = 10;
  const short n = 2;
  std::memcpy(params.bytes.data(), &factor, sizeof factor);
  std::memcpy(params.bytes.data() + 16, &n, sizeof n);
  backend_->launch({.launches = {{module.get(), "f", {params}, {}, {}}}});
  EXPECT_EQ(download<float>(*data), (std::vector<float>{1, 20, 30}));
  params.bytes.resize(16);
  EXPECT_EQ(end_of({.launches = {{module.get(), "f", {params}, {}, {}}}}, Outcome::compile_failed),
            "f takes a 24-byte value of a class as argument 1, the family passes a 16-byte value of a class");
}

TEST_F(HostBackendTest, PassesAnEnumerationAsItsNumber) {
  constexpr const char* source = R"(
enum class Mode : unsigned char { keep, twice };
enum Plain { none, thrice = 3 };
__global__ void f(float* data, Mode mode, Plain plain) { *data *= (mode == Mode::twice ? 2 : 1) * plain; })";
  const auto module = compile(source, "f");
  const auto data = upload(std::vector<float>{1});
  const DevicePointer pointer{data.get()};
  const Scalar twice{ElementType::u8, {std::byte{1}}}, thrice{ElementType::i32, {std::byte{3}}};
  backend_->launch({.launches = {{module.get(), "f", {pointer, twice, thrice}, {}, {}}}});
  EXPECT_EQ(download<float>(*data), (std::vector<float>{6}));
}

TEST_F(HostBackendTest, RefusesMoreMemoryThanTheProfileHas) {
  Profile small = profile();
  small.facts["global_memory_bytes"] = 1000;
  const auto backend = make_host_backend(small, cache_dir(), {});
  const auto first = backend->allocate(600);
  try {
    backend->allocate(600);
    ADD_FAILURE();
  } catch (const PointFailure& end) {
    EXPECT_EQ(end.outcome(), Outcome::invalid_point);
    EXPECT_STREQ(end.what(), "a buffer needs 600 B of device memory; 400 B are free (600 and 400 bytes)");
  }
}

TEST_F(HostBackendTest, RefusesToReachPastAMemory) {
  const auto memory = backend_->allocate(10);
  std::vector<std::byte> bytes(4);
  EXPECT_THROW(backend_->read(*memory, 7, bytes), Error);
  EXPECT_THROW(backend_->write(*memory, 11, {}), Error);
  EXPECT_THROW(backend_->fill(*memory, 0, 11, std::byte{0}), Error);
  EXPECT_NO_THROW(backend_->read(*memory, 6, bytes));
}

TEST_F(HostBackendTest, NobodyWritesFarFromAMemoryUnseen) {
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{12192}, std::size_t{1} << 21}) {
    const auto memory = backend_->allocate(bytes);
    char* const data = static_cast<char*>(address_of({memory.get(), 0}, bytes));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(data) % 256, 0u);
    for (char* const far : {data + bytes + 256, data + bytes + (4 << 20) - 4096, data - 8192})
      EXPECT_DEATH(*static_cast<volatile char*>(far) = 1, "");
  }
}

TEST_F(HostBackendTest, KnowsTheStaticSharedMemoryOfAProgramOfOneKernel) {
  const auto module = compile("__global__ void f(int* d) { __shared__ int a[3]; a[*d] = 1; *d = a[*d + 1]; }", "f");
  const auto attributes = module->attributes("f", 32, 0);
  ASSERT_EQ(attributes.size(), 4u);
  EXPECT_EQ(attributes[1].name, "static_shared_bytes");
  EXPECT_EQ(attributes[1].value, 12);
  EXPECT_EQ(attributes[0].value, std::nullopt);
  EXPECT_EQ(attributes[0].reason, "host backend: no GPU code: no compiler for it is available");
  EXPECT_THROW(module->attributes("g", 32, 0), Error);
}

TEST_F(HostBackendTest, TakesAttributesFromTheCodeThatTheGpuWouldRun) {
  int compiled = 0;
  const auto compiler = [&](const Program& program, std::span<const std::string> functions, int arch) {
    ++compiled;
    EXPECT_EQ(program.main.name, "kernels/student.cu");
    EXPECT_EQ(arch, 89);
    return Cubin{read_file(kAnyCubin), {{functions[0], "rotate"}}};
  };
  const auto backend = make_host_backend(profile(), cache_dir(), compiler);
  const std::vector<std::string> functions = {"f"};
  const auto module =
      backend->compile({{"kernels/student.cu", "__global__ void f(int* d) { *d = 1; }"}, {}}, functions);
  EXPECT_EQ(compiled, 0) << "before somebody asks";
  const auto attributes = module->attributes("f", 256, 0);
  ASSERT_EQ(attributes.size(), 4u);
  const std::vector<std::pair<std::string, double>> expected = {
      {"registers", 10}, {"static_shared_bytes", 1024}, {"local_bytes", 0}, {"blocks_per_sm", 6}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(attributes[i].name, expected[i].first);
    EXPECT_EQ(attributes[i].value, expected[i].second) << expected[i].first;
    EXPECT_EQ(attributes[i].source, "attribute");
    EXPECT_EQ(attributes[i].reason, "");
  }
  EXPECT_EQ(module->attributes("f", 256, 50 << 10)[3].value, 1) << "shared memory for one block only";
  EXPECT_EQ(module->attributes("f", 256, 100 << 10)[3].reason,
            "no block of 256 threads with 102400 B of dynamic shared memory fits an SM");
  EXPECT_EQ(compiled, 1);
}

TEST_F(HostBackendTest, PassesItsOwnDiagnosis) {
  for (const Finding& finding : diagnose_host(cache_dir())) EXPECT_TRUE(finding.works) << finding.detail;
}

}  // namespace
}  // namespace warpledger
