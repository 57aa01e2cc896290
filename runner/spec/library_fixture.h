#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/file.h"
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
measure: {cache: warm, samples: {min: 5, max: 20, max_relative_error: 1 %}, time_limit: 10 s}
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

inline constexpr const char* kExperimentFile = "experiments/x.yaml";
inline constexpr const char* kFamilyFile = "kernels/scale/family.yaml";

/// A temporary root folder with family `scale`, experiment `x` and metric group `traffic`.
class TemporaryLibrary {
 public:
  TemporaryLibrary() {
    write(kFamilyFile, kScaleFamily);
    write("kernels/scale/scale.cu", "// scale\n");
    write("kernels/scale/scale.ptx", "// scale\n");
    write("kernels/scale/reference.cu", "// reference\n");
    write(kExperimentFile, kScaleExperiment);
    write("metrics/traffic.yaml", kTrafficMetrics);
  }

  const std::string& root() const { return root_; }
  Library library() const { return Library({root_}); }
  std::string path(const std::string& file) const { return root_ + "/" + file; }

  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(path(file)).parent_path());
    std::ofstream(path(file), std::ios::binary) << text;
  }

  /// Replaces the first `from`; fails the test if there is none.
  void edit(const std::string& file, const std::string& from, const std::string& to) const {
    std::string text = read_file(path(file));
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << "no '" << from << "' in " << file;
    write(file, text.replace(at, from.size(), to));
  }

  /// Copies the repository's file of that path.
  void ship(const std::string& file) const { write(file, read_file(std::string(WARPLEDGER_SOURCE_DIR) + "/" + file)); }

  /// Returns the message of the Error that `action` throws, with paths relative to the root, or "no error".
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

/// An edit that breaks a file of a TemporaryLibrary, and the expected message.
struct BadCase {
  const char* name;
  const char* file;
  const char* from;
  const char* to;
  const char* message;
  bool hides = false;  ///< prevents later or dependent parts from being read
};

inline int errors_in(const std::string& message) {
  int errors = 0;
  for (std::size_t at = message.find("\nhint: "); at != std::string::npos; at = message.find("\nhint: ", at + 1))
    ++errors;
  return errors;
}

/// Returns the problem part of a message, without positions that other edits shift.
inline std::string problem_in(const std::string& message) {
  const std::size_t start = message.find(": ") + 2;
  const std::size_t end =
      std::min({message.find('\n'), message.find(", first in line"), message.find("; at the point")});
  return message.substr(start, end - start);
}

/// Two cases that interact when combined.
using RelatedCases = std::pair<std::string_view, std::string_view>;

/// Combines unrelated `cases` of one file in pairs. Expects both problems in one message without cascading errors, or
/// one if it hides the other. At least `least` pairs must be reported together.
template <class Load>
void expect_pairs_told(const TemporaryLibrary& files, std::span<const BadCase> cases, int least,
                       const std::vector<RelatedCases>& related, const Load& load) {
  int told_together = 0;
  const auto apply = [&](const BadCase& change) {
    const bool applies = read_file(files.path(change.file)).find(change.from) != std::string::npos;
    if (applies) files.edit(change.file, change.from, change.to);
    return applies;
  };
  for (std::size_t i = 0; i < cases.size(); ++i)
    for (const BadCase& other : cases.subspan(i + 1)) {
      const BadCase& one = cases[i];
      if (std::ranges::count(related, RelatedCases(one.name, other.name)) > 0) continue;
      const std::string good = read_file(files.path(one.file));
      const bool touch_the_same = std::string_view(one.file) != other.file || !apply(one) || !apply(other) ||
                                  read_file(files.path(one.file)).find(one.to) == std::string::npos;
      const std::string message = files.message(load);
      files.write(one.file, good);
      if (touch_the_same) continue;
      const auto told = [&](const BadCase& c) { return message.find(problem_in(c.message)) != std::string::npos; };
      const bool hidden = one.hides || other.hides;
      if (!hidden) ++told_together;
      EXPECT_TRUE(told(one) + told(other) >= (hidden ? 1 : 2)) << one.name << " and " << other.name << ":\n" << message;
      EXPECT_LE(errors_in(message), 2) << one.name << " and " << other.name << ":\n" << message;
    }
  EXPECT_GE(told_together, least);
}

inline std::string name_of_case(const testing::TestParamInfo<BadCase>& info) { return info.param.name; }

}  // namespace warpledger
