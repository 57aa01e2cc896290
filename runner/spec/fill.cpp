#include "spec/fill.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace warpledger {
namespace {

struct FillForm {
  std::string_view name;
  std::size_t numbers;
  std::string_view example;
};

// In the order of Fill::Kind.
constexpr FillForm kFillForms[] = {{"uniform", 2, "uniform(-1, 1)"},  {"normal", 2, "normal(0, 1)"},
                                   {"constant", 1, "constant(0)"},    {"index", 0, "index"},
                                   {"permutation", 0, "permutation"}, {"sorted", 2, "sorted(0, n - 1)"}};

std::vector<Expression> read_numbers(const Reader& value, std::size_t open, const Symbols& symbols) {
  std::vector<Expression> numbers;
  const std::string& text = value.text();
  int depth = 0;
  std::size_t start = open + 1;
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    const bool ends = text[at] == ')' && --depth == 0;
    if (!ends && !(text[at] == ',' && depth == 1)) continue;
    start = std::min(text.find_first_not_of(' ', start), at);
    numbers.emplace_back(text.substr(start, at - start), value.place(start), symbols);
    start = at + 1;
  }
  return numbers;
}

bool closes_at_end(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return at + 1 == text.size();
  }
  return false;
}

bool holds(ElementType type, double number) {
  const ElementTypeFacts& facts = facts_of(type);
  return number >= facts.least && number <= facts.most && (facts.floating || number == std::floor(number));
}

/// True if `type` represents every integer up to `most`.
bool counts_to(ElementType type, double most) {
  const ElementTypeFacts& facts = facts_of(type);
  return facts.floating ? most <= 2 / facts.ulp && most <= facts.most : most <= facts.most;
}

}  // namespace

bool FillTemplate::is_constant() const {
  return std::ranges::all_of(numbers, [](const Expression& number) { return number.slots().empty(); });
}

Fill FillTemplate::resolve(std::span<const double> values) const {
  return {.kind = kind,
          .a = numbers.empty() ? 0 : numbers[0].number(values),
          .b = numbers.size() < 2 ? 0 : numbers[1].number(values)};
}

void FillTemplate::check(const Fill& fill, ElementType type, double count) const {
  using Kind = Fill::Kind;
  const bool between = kind == Kind::uniform || kind == Kind::sorted;
  if (between && fill.a > fill.b)
    throw Error(place, fmt::format("'{}' has its bounds in the wrong order", text), "write the lower bound first");
  if (kind == Kind::normal && fill.b < 0)
    throw Error(place, fmt::format("'{}' has a deviation below 0", text), "write normal(mean, deviation)");
  if (kind == Kind::normal && type == ElementType::boolean)
    throw Error(place, "a bool has no normal distribution", "write uniform(0, 1)");
  constexpr double kFarthest = 10;  // in deviations; a 64-bit normal generator does not draw beyond
  const bool too_wide =
      kind == Kind::normal && facts_of(type).floating && !holds(type, std::abs(fill.a) + kFarthest * fill.b);
  // Integers saturate: with the mean out of range, nearly all numbers would be equal.
  const bool beyond = kind == Kind::normal && !facts_of(type).floating && !holds(type, std::rint(fill.a));
  const bool exact = (between || kind == Kind::constant) && !(holds(type, fill.a) && (!between || holds(type, fill.b)));
  if (too_wide || beyond || exact)
    throw Error(place, fmt::format("{} cannot represent all numbers of '{}'", facts_of(type).name, text),
                facts_of(type).floating ? "write smaller numbers, or another type"
                                        : "write whole numbers within its range, or another type");
  if ((kind == Kind::index || kind == Kind::permutation) && count > 0 && !counts_to(type, count - 1))
    throw Error(place,
                fmt::format("{} cannot represent all numbers of '{}' below {}", facts_of(type).name, text, count),
                "use a larger type, or fewer elements");
}

bool is_seeded(Fill::Kind kind) {
  return kind != Fill::Kind::constant && kind != Fill::Kind::index && kind != Fill::Kind::file;
}

FillTemplate read_fill(const Reader& value, const Symbols& symbols) {
  const std::string& text = value.text();
  const std::size_t open = text.find('(');
  const std::string name = text.substr(0, open);
  for (std::size_t i = 0; i < std::size(kFillForms); ++i) {
    if (kFillForms[i].name != name) continue;
    FillTemplate fill{.kind = static_cast<Fill::Kind>(i), .numbers = {}, .text = text, .place = value.place()};
    const bool closed = open == std::string::npos || closes_at_end(text, open);
    if (closed && open != std::string::npos) fill.numbers = read_numbers(value, open, symbols);
    if (!closed || fill.numbers.size() != kFillForms[i].numbers)
      value.fail(fmt::format("cannot read the fill '{}'", text), fmt::format("write {}", kFillForms[i].example));
    return fill;
  }
  value.fail(fmt::format("unknown fill '{}'", text),
             "allowed: uniform(low, high), normal(mean, deviation), constant(value), index, permutation, sorted(low, "
             "high), {file: NAME}, {kernel: NAME, source: FILE}");
}

}  // namespace warpledger
