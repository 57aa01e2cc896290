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

/// Reference answers kept on a GPU, where outputs of trusted code are compared. Reading back 64 MiB and comparing on
/// the host takes 30 ms, on the device 0.2 ms (benchmarks/verification.md).
///
/// A stray kernel may overwrite an answer, so an answer is used only while its fingerprint is unchanged.
class AnswersOnDevice {
 public:
  /// `backend` must outlive it.
  explicit AnswersOnDevice(Backend& backend) : backend_(backend) {}

  /// Stores a copy of a reference's answer for a buffer, one double per element. Evicts the oldest answers. Stores
  /// nothing on a host or if memory is short.
  void keep(std::uint64_t expected_id, std::size_t buffer, const GuardedBuffer& answer);

  /// Compares `got`, the content of the buffer that `spec` describes, with its answer. Absent if the host has to
  /// compare.
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
