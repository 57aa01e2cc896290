#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backend_host/host_backend.h"
#include "backend_host/profile.h"
#include "exec/backend.h"

namespace warpledger {

inline Scalar scalar_of(int value) {
  Scalar scalar{.type = ElementType::i32, .bytes = {}};
  std::memcpy(scalar.bytes.data(), &value, sizeof value);
  return scalar;
}

/// A host backend with a cache that persists between test runs: compiling takes half of the time of these tests.
class KernelTest : public testing::Test {
 protected:
  static std::string cache_dir() { return WARPLEDGER_SOURCE_DIR "/build/test-cache"; }

  static Profile profile() { return load_profile({WARPLEDGER_SOURCE_DIR}, "rtx4090"); }

  std::unique_ptr<Module> compile(const std::string& source, const std::string& function) {
    const std::vector<std::string> functions = {function};
    return backend_->compile({{"kernels/student.cu", source}, {}}, functions);
  }

  template <class T>
  std::unique_ptr<Memory> upload(const std::vector<T>& values) {
    auto memory = backend_->allocate(values.size() * sizeof(T));
    backend_->write(*memory, 0, std::as_bytes(std::span(values)));
    return memory;
  }

  template <class T>
  std::vector<T> download(const Memory& memory) {
    std::vector<T> values(memory.size_bytes() / sizeof(T));
    backend_->read(memory, 0, std::as_writable_bytes(std::span(values)));
    return values;
  }

  /// Returns the array, initially `values`, after one launch.
  template <class T>
  std::vector<T> run(const std::string& source, const std::string& function, const std::vector<T>& values, Extent grid,
                     Extent block, std::uint32_t shared_bytes = 0) {
    const auto module = compile(source, function);
    const auto memory = upload(values);
    backend_->launch(
        {.launches = {{module.get(), function, {DevicePointer{memory.get()}}, grid, block, shared_bytes}}});
    return download<T>(*memory);
  }

  template <class T>
  std::string failure_of(Outcome expected, const std::string& source, const std::string& function,
                         const std::vector<T>& values, Extent grid, Extent block, std::uint32_t shared_bytes = 0) {
    try {
      run(source, function, values, grid, block, shared_bytes);
    } catch (const PointFailure& end) {
      EXPECT_EQ(name_of(end.outcome()), name_of(expected));
      return end.what();
    }
    ADD_FAILURE() << function << " should have failed";
    return {};
  }

  std::unique_ptr<Backend> backend_ = make_host_backend(profile(), cache_dir(), {});
};

}  // namespace warpledger
