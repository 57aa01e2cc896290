#include "backend_host/traced_ir.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace warpledger {
namespace {

constexpr unsigned kWidest = 16;

/// The least alignment that the call's `pointers` pointer arguments are marked with; 1 when one is not marked.
unsigned known_alignment(std::string_view arguments, unsigned pointers) {
  unsigned least = kWidest;
  unsigned marked = 0;
  constexpr std::string_view kMark = " align ";
  for (std::size_t at = arguments.find(kMark); at != std::string_view::npos; at = arguments.find(kMark, at)) {
    at += kMark.size();
    unsigned alignment = 0;
    std::from_chars(arguments.data() + at, arguments.data() + arguments.size(), alignment);
    least = std::min(least, std::max(alignment, 1u));
    ++marked;
  }
  return marked < pointers ? 1 : least;
}

struct BlockFunction {
  std::string_view intrinsic, replacement;
  unsigned pointers;
};
constexpr BlockFunction kBlockFunctions[] = {{"@llvm.memcpy.", "warpledger_memcpy", 2},
                                             {"@llvm.memmove.", "warpledger_memmove", 2},
                                             {"@llvm.memset.", "warpledger_memset", 1}};

std::string renamed(std::string_view line) {
  for (const BlockFunction& function : kBlockFunctions) {
    const std::size_t name = line.find(function.intrinsic);
    if (name == std::string_view::npos || line.substr(0, name).find("call ") == std::string_view::npos) continue;
    const std::size_t open = line.find('(', name);
    if (open == std::string_view::npos) continue;
    const unsigned width = known_alignment(line.substr(open), function.pointers);
    return fmt::format("{}@{}_{}{}\n", line.substr(0, name), function.replacement, width, line.substr(open));
  }
  return fmt::format("{}\n", line);
}

}  // namespace

std::string rename_block_copies(const std::string& ir) {
  std::string text;
  text.reserve(ir.size());
  for (std::size_t begin = 0; begin < ir.size();) {
    const std::size_t end = std::min(ir.find('\n', begin), ir.size());
    text += renamed(std::string_view(ir).substr(begin, end - begin));
    begin = end + 1;
  }
  return text;
}

}  // namespace warpledger
