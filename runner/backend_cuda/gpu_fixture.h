#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "backend_cuda/cuda_backend.h"
#include "exec/backend.h"

namespace warpledger {

inline Scalar scalar(std::int32_t value) {
  Scalar scalar{ElementType::i32, {}};
  std::memcpy(scalar.bytes.data(), &value, sizeof value);
  return scalar;
}

class GpuTest : public ::testing::Test {
 protected:
  std::unique_ptr<Module> compile(const std::string& text, const std::vector<std::string>& functions) {
    return backend_->compile({{"test.cu", text}, {}}, functions);
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

  static BoundLaunch launch_of(const Module& module, const std::string& function, std::vector<BoundArgument> arguments,
                               Extent grid = {}, Extent block = {}) {
    return {&module, function, std::move(arguments), grid, block, 0};
  }

  /// Returns "outcome: reason", or "ok".
  std::string end_of(const Work& work) {
    try {
      backend_->launch(work);
    } catch (const PointFailure& end) {
      return std::string(name_of(end.outcome())) + ": " + end.what();
    }
    return "ok";
  }

  std::unique_ptr<Backend> backend_ = make_cuda_backend({});
};

}  // namespace warpledger
