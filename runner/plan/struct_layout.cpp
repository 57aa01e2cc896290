#include "plan/struct_layout.h"

#include <algorithm>
#include <array>

namespace warpledger {
namespace {

constexpr std::size_t kPointerBytes = 8;

std::size_t round_up(std::size_t bytes, std::size_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

}  // namespace

void StructLayout::add(std::span<const std::byte> bytes) {
  value_.bytes.resize(round_up(value_.bytes.size(), bytes.size()));
  value_.bytes.insert(value_.bytes.end(), bytes.begin(), bytes.end());
  alignment_ = std::max(alignment_, bytes.size());
}

void StructLayout::add(const Scalar& scalar) { add(std::span(scalar.bytes).first(facts_of(scalar.type).bytes)); }

void StructLayout::add(const BufferIndex& pointer) {
  add(std::array<std::byte, kPointerBytes>{});
  value_.pointers.push_back({value_.bytes.size() - kPointerBytes, pointer});
}

StructValue StructLayout::value() const {
  StructValue whole = value_;
  whole.bytes.resize(round_up(whole.bytes.size(), alignment_));
  return whole;
}

}  // namespace warpledger
