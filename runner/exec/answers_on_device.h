#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>

#include "exec/backend.h"
#include "exec/guarded_buffer.h"
#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// What references answered, kept on a GPU for points of our own code, whose outputs are compared there. To read 64 MiB
/// back and compare them on the host takes 30 ms, there 0.2 ms (benchmarks/verification.md).
///
/// A kernel that goes astray may change what is kept: it counts only as long as its fingerprint is what it was.
class AnswersOnDevice {
 public:
  /// The backend must outlive it.
  explicit AnswersOnDevice(Backend& backend) : backend_(backend) {}

  /// Keeps what a reference answered, one double an element, for a buffer of the points that share it. The oldest go to
  /// make room. Keeps nothing where the host is the device, or memory is short.
  void keep(std::uint64_t expected_id, std::size_t buffer, const GuardedBuffer& answer);

  /// How `got`, the content of that buffer as `spec` says, compares with it. Nothing where the host has to compare.
  std::optional<Check> compare(std::uint64_t expected_id, std::size_t buffer, const BufferSpec& spec,
                               const GuardedBuffer& got);

  /// Frees all that is kept, overwritten; whether there was any.
  bool drop();

 private:
  struct Kept {
    std::uint64_t expected_id;
    std::size_t buffer;
    GuardedBuffer answer;
    std::uint64_t fingerprint;
  };
  std::size_t most_bytes() const;
  void drop_oldest();

  Backend& backend_;
  std::list<Kept> kept_;  ///< the oldest one first
  std::size_t bytes_ = 0;
};

}  // namespace warpledger
