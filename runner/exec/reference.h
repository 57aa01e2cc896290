#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "exec/backend.h"
#include "exec/inputs.h"
#include "exec/workspace.h"
#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// True if the reference defines the buffer's final content.
inline bool is_checked(const BufferSpec& buffer) { return buffer.role == Role::out || buffer.role == Role::inout; }

/// True if the output is compared with it.
inline bool is_compared(const BufferSpec& buffer) { return is_checked(buffer) && buffer.compared; }

struct Expected {
  std::vector<std::vector<double>> values;  ///< by buffer of the job; empty unless out or inout
  std::uint64_t id = 0;                     ///< unique within a ReferenceRunner
};

/// A job's compiled reference, or golden files, with the arrays of double that it writes: one per checked buffer and
/// per scratch buffer that it uses.
class BoundReference {
 public:
  /// All arguments must outlive it.
  BoundReference(const Job& job, Backend& backend, Workspace& modules);

  /// Starts one run. `input(i)` locates a buffer that the reference does not write; `first(i)` is the initial content
  /// of an inout buffer.
  void launch(const std::function<DevicePointer(std::size_t)>& input,
              const std::function<std::vector<double>(std::size_t)>& first);

  /// Answer for a checked buffer.
  const GuardedBuffer& answer(std::size_t buffer) const { return *answers_[buffer]; }
  std::vector<double> values(std::size_t buffer) const;

  /// Overwrites the answers, because the next kernel may get their memory.
  void wipe();

  void check_guards() const;

 private:
  BoundLaunch bind(const Launch& launch, const std::function<DevicePointer(std::size_t)>& input) const;

  const Job& job_;
  Backend& backend_;
  Workspace& workspace_;
  std::shared_ptr<Module> module_;                     ///< null if golden files define the answer
  std::vector<std::optional<GuardedBuffer>> answers_;  ///< by buffer of the job
};

/// Runs references. Caches up to 512 MiB of answers on the host, so that all instances and launch configurations of a
/// shape share one.
class ReferenceRunner {
 public:
  explicit ReferenceRunner(Backend& backend);

  /// Throws PointFailure if the reference cannot be compiled or run.
  std::shared_ptr<const Expected> expected(const Job& job, Workspace& workspace);

 private:
  std::vector<std::vector<double>> run(const Job& job, Workspace& workspace, std::uint64_t id);

  Backend& backend_;
  RecentlyUsed<Expected> answers_;
  std::uint64_t made_ = 0;
};

/// Key of an output that was compared with the reference.
struct ComparedOutput {
  std::uint64_t expected_id = 0;  ///< Expected::id
  std::size_t buffer = 0;         ///< index in the job
  double tolerance_abs = 0;
  double tolerance_rel = 0;
  std::uint64_t fingerprint = 0;
  double matched = 1;
  double norm = 0;
  bool unordered = false;
  bool operator<(const ComparedOutput& other) const {
    const auto all = [](const ComparedOutput& o) {
      return std::tie(o.expected_id, o.buffer, o.tolerance_abs, o.tolerance_rel, o.fingerprint, o.matched, o.norm,
                      o.unordered);
    };
    return all(*this) < all(other);
  }
};

/// Outputs that matched the reference. Most launch configurations write identical bytes, which need no second
/// comparison.
class AcceptedOutputs {
 public:
  /// Result of an accepted comparison of identical bytes, or null.
  const Check* find(const ComparedOutput& output) const {
    const auto found = checks_.find(output);
    return found == checks_.end() ? nullptr : &found->second;
  }

  void add(const ComparedOutput& output, const Check& check) {
    constexpr std::size_t kMost = 4096;  // some hundred bytes each
    if (checks_.size() >= kMost) checks_.clear();
    checks_[output] = check;
  }

 private:
  std::map<ComparedOutput, Check> checks_;
};

}  // namespace warpledger
