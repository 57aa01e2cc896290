#include "exec/answers_on_device.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

namespace warpledger {
namespace {

/// Share of device memory for all answers.
constexpr std::size_t kShareOfMemory = 16;

}  // namespace

std::size_t AnswersOnDevice::most_bytes() const {
  const Device device = backend_.describe();
  const auto memory = device.facts.find("global_memory_bytes");
  if (!backend_.times_gpu() || memory == device.facts.end()) return 0;
  return static_cast<std::size_t>(memory->second) / kShareOfMemory;
}

void AnswersOnDevice::keep(std::uint64_t expected_id, std::size_t buffer, const GuardedBuffer& answer) {
  const std::size_t most = most_bytes();
  if (answer.bytes() > most) return;
  while (bytes_ + answer.bytes() > most) drop_oldest();
  try {
    GuardedBuffer copy(backend_, answer.bytes());
    copy.copy_from(answer);
    const std::uint64_t fingerprint = copy.fingerprint();
    kept_.push_back({expected_id, buffer, std::move(copy), fingerprint});
    bytes_ += answer.bytes();
  } catch (const PointFailure&) {  // out of memory
    drop();
  }
}

std::optional<Check> AnswersOnDevice::compare(std::uint64_t expected_id, std::size_t buffer, const BufferSpec& spec,
                                              const GuardedBuffer& got) {
  if (spec.unordered || !spec.tolerance.is_by_element()) return std::nullopt;
  const auto found = std::ranges::find_if(
      kept_, [&](const Kept& kept) { return kept.expected_id == expected_id && kept.buffer == buffer; });
  if (found == kept_.end()) return std::nullopt;
  const Mismatches mismatches = got.ask_mismatches(spec, found->answer);
  const LargestError error{mismatches.got, mismatches.type, mismatches.count, mismatches.expected};
  const std::array<Question, 3> questions = {mismatches, error, found->answer.ask_fingerprint()};
  const std::vector<std::uint64_t> answers = backend_.answers(questions);
  if (answers[2] != found->fingerprint) {
    drop();
    return std::nullopt;
  }
  return Check{spec.name, spec.count, static_cast<std::int64_t>(answers[0]), std::bit_cast<double>(answers[1])};
}

bool AnswersOnDevice::drop() {
  if (kept_.empty()) return false;
  while (!kept_.empty()) drop_oldest();
  return true;
}

/// Overwrites the answer, because the next kernel may get its memory.
void AnswersOnDevice::drop_oldest() {
  Kept& oldest = kept_.front();
  oldest.answer.fill(std::byte{0});
  bytes_ -= oldest.answer.bytes();
  kept_.pop_front();
}

}  // namespace warpledger
