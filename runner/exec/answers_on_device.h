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

/// Reference answers kept on a GPU, to compare outputs of trusted code there. For 64 MiB this takes 0.2 ms, on the host
/// 30 ms (benchmarks/verification.md). An answer that a stray kernel overwrote has another fingerprint and is not used.
class AnswersOnDevice {
 public:
  explicit AnswersOnDevice(Backend& backend) : backend_(backend) {}

  /// Stores a reference's answer for a buffer, one double per element, and evicts the oldest ones. Does nothing on a
  /// host or if memory is short.
  void keep(std::uint64_t expected_id, std::size_t buffer, const GuardedBuffer& answer);

  /// Compares `got`, which `spec` describes, with the answer. Absent if the host has to compare.
  std::optional<Check> compare(std::uint64_t expected_id, std::size_t buffer, const BufferSpec& spec,
                               const GuardedBuffer& got);

  /// Overwrites and frees all answers. Returns true if there were any.
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
  std::list<Kept> kept_;  ///< oldest first
  std::size_t bytes_ = 0;
};

}  // namespace warpledger
