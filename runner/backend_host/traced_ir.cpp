#include "backend_host/traced_ir.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "backend_host/grid_runner.h"

namespace warpledger {
namespace {

constexpr unsigned kWidest = 16;

/// Returns the smallest marked alignment of the call's `pointers` pointer arguments; 1 if one is unmarked.
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

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Lines exclude their newline.
template <class Take>
void for_each_line(std::string_view text, Take take) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    take(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

/// Renames %12 to %v12.
std::string with_names(std::string_view line) {
  std::string named;
  for (std::size_t i = 0; i < line.size(); ++i) {
    named += line[i];
    if (line[i] == '%' && i + 1 < line.size() && is_digit(line[i + 1])) named += 'v';
  }
  return named;
}

/// Returns the name of the block that begins at the line; empty if none does.
std::string label_of(std::string_view line) {
  if (line.empty() || line[0] == ' ' || line[0] == ';' || line[0] == ']') return {};
  const std::size_t end = line[0] == '"' ? line.find('"', 1) + 1 : line.find(':');
  if (end >= line.size() || line[end] != ':') return {};
  const std::string name(line.substr(0, end));
  return is_digit(name[0]) && name.find_first_not_of("0123456789") == std::string::npos ? "v" + name : name;
}

struct Block {
  std::string label;
  std::string text;  ///< without the label
};

/// A function, from its `define` line to its closing brace.
class Function {
 public:
  explicit Function(std::string_view define) : define_(with_names(define)), entry_(entry_number(define)) {}

  void add(std::string_view line) {
    const std::string label = label_of(line);
    if (!label.empty())
      blocks_.push_back({label, {}});
    else if (blocks_.empty())
      blocks_.push_back({fmt::format("v{}", entry_), {}});
    if (label.empty()) blocks_.back().text += with_names(line) + '\n';
  }

  std::string ordered() const {
    std::string text = define_ + '\n';
    for (const std::uint32_t i : loop_contiguous_order(successors()))
      text += fmt::format("{}:\n{}", blocks_[i].label, blocks_[i].text);
    return text + "}\n";
  }

 private:
  /// The entry's number follows those of the unnamed parameters.
  static unsigned entry_number(std::string_view define) {
    unsigned parameters = 0;
    for (std::size_t i = 0; i + 1 < define.size(); ++i)
      if (define[i] == '%' && is_digit(define[i + 1])) ++parameters;
    return parameters;
  }

  std::vector<std::vector<std::uint32_t>> successors() const {
    std::map<std::string, std::uint32_t> number_of;
    for (std::uint32_t i = 0; i < blocks_.size(); ++i) number_of[blocks_[i].label] = i;
    std::vector<std::vector<std::uint32_t>> all(blocks_.size());
    constexpr std::string_view kMark = "label %";
    for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
      const std::string& text = blocks_[i].text;
      for (std::size_t at = text.find(kMark); at != std::string::npos; at = text.find(kMark, at)) {
        at += kMark.size();
        const std::size_t end = text[at] == '"' ? text.find('"', at + 1) + 1 : text.find_first_of(", ]\n", at);
        const auto found = number_of.find(text.substr(at, end - at));
        if (found != number_of.end()) all[i].push_back(found->second);
      }
    }
    return all;
  }

  std::string define_;
  unsigned entry_;
  std::vector<Block> blocks_;
};

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

std::string order_blocks(const std::string& ir) {
  std::string text;
  text.reserve(ir.size() + ir.size() / 8);
  std::optional<Function> function;
  for_each_line(ir, [&](std::string_view line) {
    if (function && line == "}") {
      text += function->ordered();
      function.reset();
    } else if (function) {
      if (!line.empty()) function->add(line);
    } else if (line.starts_with("define ")) {
      function.emplace(line);
    } else {
      text += fmt::format("{}\n", line);
    }
  });
  return text;
}

}  // namespace warpledger
