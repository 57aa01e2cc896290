#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/error.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "spec/library.h"

namespace warpledger {

inline constexpr const char* kScaleFamily = R"yaml(family: scale
about: y = a * x
parameters:
  n: {type: int, min: 1, about: elements}
  a: {type: float, default: 2, about: factor}
  per: {type: int, values: [1, 2, 4], default: 1, about: elements a thread}
buffers:
  x: {type: f32, count: n, role: in, fill: "uniform(-1, 1)"}
  y: {type: f32, count: n, role: out, tolerance: {abs: 0, because: one rounding}}
constants:
  c_a: [f32 a]
reference: {source: reference.cu, kernel: scale_reference, args: [y, x, i32 n]}
work:
  elements: n
kernels:
  scale_plain: {source: scale.cu, args: [y, x, i32 n]}
  scale_per:
    source: scale.cu
    template: [per]
    args: [y, x, i32 n]
    where: per <= 4
)yaml";

inline constexpr const char* kScaleExperiment = R"yaml(experiment: x
about: A test.
family: scale
arguments: [blocks, {axis: warps, keep_when: 0}]
grid:
  n: [64, 128]
  kernel:
    - scale_plain
    - scale_per: {per: [1, 2]}
  blocks: 0
  warps: [1, 4]
derive:
  a: n / 32
measure: {cache: warm, samples: {min: 5, max: 20, noise: 1 %}, time_limit: 10 s}
metrics: [traffic]
)yaml";

inline constexpr const char* kTrafficMetrics = R"yaml(group: traffic
about: What moves.
metrics:
  read_bytes:
    about: bytes read
    unit: byte
    counters: [32 * lts__t_sectors_op_read.sum, l1tex__read_bytes.sum]
  cycles: {about: busy cycles, unit: cycle, counters: [sm__cycles_active.avg]}
)yaml";

/// A root folder of its own with family `scale`, experiment `x` and metric group `traffic`; gone with the object.
class TemporaryLibrary {
 public:
  TemporaryLibrary() {
    write("kernels/scale/family.yaml", kScaleFamily);
    write("kernels/scale/scale.cu", "// scale\n");
    write("kernels/scale/reference.cu", "// reference\n");
    write("experiments/x.yaml", kScaleExperiment);
    write("metrics/traffic.yaml", kTrafficMetrics);
  }

  const std::string& root() const { return root_; }
  Library library() const { return Library({root_}); }
  std::string path(const std::string& file) const { return root_ + "/" + file; }

  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(path(file)).parent_path());
    std::ofstream(path(file), std::ios::binary) << text;
  }

  /// Replaces the first `from` in a file, which must be there.
  void edit(const std::string& file, const std::string& from, const std::string& to) const {
    std::string text = read_file(path(file));
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << "no '" << from << "' in " << file;
    write(file, text.replace(at, from.size(), to));
  }

  /// Adds what the repository ships under that path.
  void ship(const std::string& file) const { write(file, read_file(std::string(WARPLEDGER_SOURCE_DIR) + "/" + file)); }

  /// The message of the Error that `action` throws, with paths below the root; "no error" when it throws none.
  template <class Action>
  std::string message(Action action) const {
    try {
      action();
    } catch (const Error& error) {
      std::string text = error.what();
      for (std::size_t at = text.find(root_); at != std::string::npos; at = text.find(root_, at))
        text.erase(at, root_.size() + (text[at + root_.size()] == '/' ? 1 : 0));
      return text;
    }
    return "no error";
  }

 private:
  TemporaryFolder folder_;
  std::string root_ = folder_.path();
};

/// A change that makes a file of a TemporaryLibrary bad, and the message it must give.
struct BadCase {
  const char* name;
  const char* file;
  const char* from;
  const char* to;
  const char* message;
};

inline std::string name_of_case(const testing::TestParamInfo<BadCase>& info) { return info.param.name; }

}  // namespace warpledger
