#include "sass/instruction.h"

#include <cstring>

namespace warpledger {
namespace {

// 16-byte instruction encoding, inferred from compiled programs and checked against Mesa's compiler. Bits 0-8:
// operation; bits 9-11: operand kinds; bits 12-15: predicate and its negation.
class Word {
 public:
  Word(std::string_view code, std::size_t offset) {
    std::memcpy(&low_, code.data() + offset, sizeof low_);
    std::memcpy(&high_, code.data() + offset + sizeof low_, sizeof high_);
  }

  std::uint64_t bits(unsigned first, unsigned count) const {
    std::uint64_t value = first >= 64 ? high_ >> (first - 64) : low_ >> first;
    if (first < 64 && first > 0) value |= high_ << (64 - first);
    return count >= 64 ? value : value & ((std::uint64_t{1} << count) - 1);
  }

 private:
  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
};

constexpr unsigned kAlways = 7;
constexpr unsigned kMoveConstant = 0x802;

/// Branch offsets are signed counts of 4-byte words from the next instruction.
std::int64_t target_of(const Word& word, std::size_t offset, int arch) {
  const std::uint64_t field = word.bits(34, 48);
  const std::int64_t high = static_cast<std::int64_t>(field << 16) >> 16;
  const std::int64_t words = arch >= 90 ? high * 256 + static_cast<std::int64_t>(word.bits(16, 8)) : high;
  return static_cast<std::int64_t>(offset) + 16 + words * 4;
}

std::uint32_t lane_bytes(const Word& word) {
  constexpr std::uint32_t kBytes[] = {1, 1, 2, 2, 4, 8, 16, 16};
  return kBytes[word.bits(73, 3)];
}

OperationAmounts of(WarpOperation operation, std::uint32_t amount) {
  OperationAmounts amounts{};
  amounts[static_cast<std::size_t>(operation)] = amount;
  return amounts;
}

OperationAmounts amounts_of(const Word& word) {
  switch (word.bits(0, 9)) {
    case 0x180:  // LD: the address space is known only at run time; usually it is global
    case 0x181:  // LDG
      return of(WarpOperation::global_load, lane_bytes(word));
    case 0x185:  // ST
    case 0x186:  // STG
      return of(WarpOperation::global_store, lane_bytes(word));
    case 0x184:  // LDS
      return of(WarpOperation::shared_load, lane_bytes(word));
    case 0x188:  // STS
      return of(WarpOperation::shared_store, lane_bytes(word));
    case 0x1ae: {  // LDGSTS: from global to shared memory
      OperationAmounts amounts = of(WarpOperation::global_load, lane_bytes(word));
      amounts[static_cast<std::size_t>(WarpOperation::shared_store)] = lane_bytes(word);
      return amounts;
    }
    case 0x18a:  // ATOM
    case 0x18b:  // ATOM.CAS
    case 0x18c:  // ATOMS
    case 0x18d:  // ATOMS.CAS
    case 0x18e:  // RED
    case 0x1a3:  // ATOMG for floating point
    case 0x1a6:  // RED for floating point
    case 0x1a8:  // ATOMG
    case 0x1a9:  // ATOMG.CAS
      return of(WarpOperation::atomic, 1);
    case 0x11d:  // BAR
      return of(WarpOperation::barrier, 1);
    case 0x189:  // SHFL
      return of(WarpOperation::shuffle, 1);
    default:
      return {};
  }
}

/// BRA.U depends on a warp-wide predicate; BRA.DIV is only taken by diverged warps.
bool depends_on_warp(const Word& word) { return word.bits(0, 12) == 0x547 || word.bits(32, 2) >= 2; }

void set_unsupported(Instruction& instruction, const char* name) {
  instruction.flow = Instruction::Flow::unsupported;
  instruction.name = name;
}

void set_flow(Instruction& instruction, const Word& word) {
  switch (word.bits(0, 9)) {
    case 0x147:
      instruction.flow = Instruction::Flow::branch;
      break;
    case 0x144:
      instruction.flow = Instruction::Flow::call;
      break;
    case 0x150:
      instruction.flow = Instruction::Flow::back;
      break;
    case 0x14d:
      instruction.flow = Instruction::Flow::exit;
      break;
    case 0x143:
      return set_unsupported(instruction, "CALL.ABS");
    case 0x149:
      return set_unsupported(instruction, "BRX");
    case 0x14a:
      return set_unsupported(instruction, "JMP");
    case 0x14c:
      return set_unsupported(instruction, "JMX");
    case 0x158:
      return set_unsupported(instruction, "BRXU");
    case 0x159:
      return set_unsupported(instruction, "JMXU");
    default:
      return;
  }
  // These have a second condition.
  if (word.bits(87, 4) != kAlways) instruction.conditional = true;
}

}  // namespace

Instruction decode(std::string_view code, std::size_t offset, int arch) {
  const Word word(code, offset);
  Instruction instruction;
  instruction.conditional = word.bits(12, 4) != kAlways;
  instruction.amounts = amounts_of(word);
  set_flow(instruction, word);
  if (instruction.flow == Instruction::Flow::branch && depends_on_warp(word)) instruction.conditional = true;
  instruction.target = target_of(word, offset, arch);
  if (word.bits(0, 12) == kMoveConstant) instruction.constant = static_cast<std::uint32_t>(word.bits(32, 32));
  return instruction;
}

}  // namespace warpledger
