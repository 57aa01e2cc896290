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

/// Whether the reference says what a buffer must hold after the launch.
inline bool is_checked(const BufferSpec& buffer) { return buffer.role == Role::out || buffer.role == Role::inout; }

/// Whether the kernel's output is compared with that.
inline bool is_compared(const BufferSpec& buffer) { return is_checked(buffer) && buffer.compared; }

/// What the reference says.
struct Expected {
  std::vector<std::vector<double>> values;  ///< by buffer of the job: one per element if it is out or inout, else none
  std::uint64_t id = 0;                     ///< that no other answer of this ReferenceRunner has
};

/// A job's reference, compiled, or the content of files in its place, with the arrays of double that it writes: one for
/// each checked buffer, and for each scratch buffer that it uses.
class BoundReference {
 public:
  /// All must outlive it; the module is kept in `modules`.
  BoundReference(const Job& job, Backend& backend, Workspace& modules);

  /// Begins to run it once. `input(i)` is where it finds buffer i, if it does not write that; an inout buffer's array
  /// begins as `first(i)`.
  void launch(const std::function<DevicePointer(std::size_t)>& input,
              const std::function<std::vector<double>(std::size_t)>& first);

  /// Of a checked buffer, from the last launch.
  const GuardedBuffer& answer(std::size_t buffer) const { return *answers_[buffer]; }
  std::vector<double> values(std::size_t buffer) const;

  /// Overwrites the answers: the next kernel may find their memory.
  void wipe();

  void check_guards() const;

 private:
  BoundLaunch bind(const Launch& launch, const std::function<DevicePointer(std::size_t)>& input) const;

  const Job& job_;
  Backend& backend_;
  Workspace& workspace_;
  std::shared_ptr<Module> module_;                     ///< null where files say what is right
  std::vector<std::optional<GuardedBuffer>> answers_;  ///< by buffer of the job
};

/// Runs references on the backend. Remembers answers on the host while 512 MiB hold them, so that all instances and
/// launch configurations of a shape share one.
class ReferenceRunner {
 public:
  explicit ReferenceRunner(Backend& backend);

  /// Throws PointFailure with a reason that begins "the reference: " when the reference cannot be compiled or run.
  std::shared_ptr<const Expected> expected(const Job& job, Workspace& workspace);

 private:
  std::vector<std::vector<double>> run(const Job& job, Workspace& workspace, std::uint64_t id);

  Backend& backend_;
  RecentlyUsed<Expected> answers_;
  std::uint64_t made_ = 0;
};

/// Bytes that were compared with what the reference says.
struct ComparedOutput {
  std::uint64_t expected_id = 0;  ///< Expected::id
  std::size_t buffer = 0;         ///< its index in the job
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

/// Outputs that agreed with the reference. Most launch configurations of a kernel write the same bytes, which need not
/// be read and compared again.
class AcceptedOutputs {
 public:
  /// What the comparison found; null when there was none of such bytes, or they did not agree.
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
