#pragma once

#include <cstdint>
#include <string>

namespace warpledger {

/// Assembles machine code of compute capability 8.x, 16 bytes per instruction.
class Assembler {
 public:
  static constexpr unsigned kPredicateZero = 0;  ///< a condition that may fail

  Assembler& load() { return add(0x981, kAlways, kWord); }
  Assembler& load_if() { return add(0x981, kPredicateZero, kWord); }
  Assembler& load_shared_vector() { return add(0x984, kAlways, kFourWords); }
  Assembler& store() { return add(0x986, kAlways, kWord); }
  Assembler& shuffle() { return add(0xf89, kAlways, 0); }
  Assembler& barrier() { return add(0xb1d, kAlways, 0); }
  Assembler& exit() { return add(0x94d, kAlways, kSecondAlways); }
  Assembler& exit_if() { return add(0x94d, kPredicateZero, kSecondAlways); }
  Assembler& indirect_branch() { return add(0x949, kAlways, kSecondAlways); }
  Assembler& call_back() { return add(0x950, kAlways, kSecondAlways); }

  Assembler& compute(int count) {
    for (int i = 0; i < count; ++i) add(0x221, kAlways, 0);
    return *this;
  }

  /// Jumps to the instruction with that index, from 0.
  Assembler& branch(int to) { return jump(0x947, kAlways, to); }
  Assembler& branch_if(int to) { return jump(0x947, kPredicateZero, to); }
  /// Two instructions: the first puts the return address in a register.
  Assembler& call(int to) {
    raw(0x802 | std::uint64_t{kAlways} << 12 | (static_cast<std::uint64_t>(code_.size()) + 32) << 32, 0);
    return jump(0x944, kAlways, to);
  }
  /// A jump that ptxas encodes as a call.
  Assembler& call_for_good_if(int to) { return jump(0x944, kPredicateZero, to); }

  /// The halves as printed by disassemblers.
  Assembler& raw(std::uint64_t low, std::uint64_t high) {
    code_.append(reinterpret_cast<const char*>(&low), sizeof low);
    code_.append(reinterpret_cast<const char*>(&high), sizeof high);
    return *this;
  }

  const std::string& code() const { return code_; }

 private:
  static constexpr unsigned kAlways = 7;
  static constexpr std::uint64_t kWord = std::uint64_t{4} << 9;  // memory access size, in bits 73 to 75
  static constexpr std::uint64_t kFourWords = std::uint64_t{6} << 9;
  static constexpr std::uint64_t kSecondAlways = std::uint64_t{7} << 23;  // second condition, in bits 87 to 90

  Assembler& add(std::uint64_t opcode, std::uint64_t predicate, std::uint64_t high) {
    return raw(opcode | predicate << 12, high);
  }

  Assembler& jump(std::uint64_t opcode, std::uint64_t predicate, int to) {
    const std::int64_t bytes = 16 * std::int64_t{to} - static_cast<std::int64_t>(code_.size()) - 16;
    // The offset in words in bits 34 to 81 equals the offset in bytes in bits 32 to 81.
    const std::uint64_t low = opcode | predicate << 12 | static_cast<std::uint64_t>(bytes) << 32;
    const std::uint64_t high = (static_cast<std::uint64_t>(bytes >> 32) & 0x3ffff) | kSecondAlways;
    return raw(low, high);
  }

  std::string code_;
};

}  // namespace warpledger
