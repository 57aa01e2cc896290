#include "spec/buffer_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"

namespace warpledger {
namespace {

const std::vector<std::string>& element_type_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    list.reserve(kElementTypes.size());
    for (const ElementTypeFacts& facts : kElementTypes) list.emplace_back(facts.name);
    return list;
  }();
  return names;
}

struct FillForm {
  std::string_view name;
  std::size_t numbers;
  std::string_view example;
};

// In the order of Fill::Kind.
constexpr FillForm kFillForms[] = {{"uniform", 2, "uniform(-1, 1)"},
                                   {"normal", 2, "normal(0, 1)"},
                                   {"constant", 1, "constant(0)"},
                                   {"index", 0, "index"}};

std::vector<double> read_fill_numbers(const Reader& value, std::size_t open) {
  std::vector<double> numbers;
  const std::string& text = value.text();
  if (open == std::string::npos) return numbers;
  for (std::size_t start = open + 1; start < text.size();) {
    const std::size_t end = std::min(text.find_first_of(",)", start), text.size());
    numbers.push_back(Expression(text.substr(start, end - start), value.place(start), Symbols()).number({}));
    start = end + 1;
  }
  return numbers;
}

/// "uniform(a, b)", "normal(mean, sd)", "constant(v)" or "index".
Fill read_fill(const Reader& value) {
  const std::string& text = value.text();
  const std::size_t open = text.find('(');
  const std::string name = text.substr(0, open);
  for (std::size_t i = 0; i < std::size(kFillForms); ++i) {
    if (kFillForms[i].name != name) continue;
    const bool closed = open == std::string::npos || text.find(')') == text.size() - 1;
    const std::vector<double> numbers = closed ? read_fill_numbers(value, open) : std::vector<double>{};
    if (!closed || numbers.size() != kFillForms[i].numbers)
      value.fail(fmt::format("cannot read the fill '{}'", text), fmt::format("write {}", kFillForms[i].example));
    return {.kind = static_cast<Fill::Kind>(i),
            .a = numbers.empty() ? 0 : numbers[0],
            .b = numbers.size() < 2 ? 0 : numbers[1]};
  }
  value.fail(fmt::format("unknown fill '{}'", text),
             "allowed: uniform(low, high), normal(mean, deviation), constant(value), index");
}

bool holds(ElementType type, double number) {
  const ElementTypeFacts& facts = facts_of(type);
  if (type == ElementType::f32) return std::abs(number) <= std::numeric_limits<float>::max();
  if (facts.floating) return true;
  const bool is_signed = type == ElementType::i32 || type == ElementType::i64;
  const double end = std::ldexp(1, static_cast<int>(8 * facts.bytes) - (is_signed ? 1 : 0));
  return number == std::floor(number) && number >= (is_signed ? -end : 0) && number < end;
}

void check_fill(const Reader& value, const Fill& fill, ElementType type) {
  const bool uniform = fill.kind == Fill::Kind::uniform;
  if (uniform && fill.a > fill.b)
    value.fail(fmt::format("'{}' has its ends in the wrong order", value.text()), "write the low end first");
  const bool exact = uniform || fill.kind == Fill::Kind::constant;
  if (exact && !(holds(type, fill.a) && holds(type, fill.b)))
    value.fail(fmt::format("{} does not hold all numbers of '{}'", facts_of(type).name, value.text()),
               facts_of(type).floating ? "give smaller numbers, or another type"
                                       : "give whole numbers within its range, or another type");
}

void read_tolerance(const Reader& tolerance, const Symbols& symbols, BufferTemplate& buffer) {
  tolerance.expect(kToleranceKeys);
  if (const auto abs = tolerance.find("abs")) buffer.tolerance_abs = abs->expression(symbols);
  if (const auto rel = tolerance.find("rel")) buffer.tolerance_rel = rel->expression(symbols);
  if (!buffer.tolerance_abs && !buffer.tolerance_rel)
    tolerance.fail("this tolerance has neither abs nor rel", "for an exact comparison write abs: 0");
  buffer.base.tolerance.because = tolerance.at("because").text();
}

BufferTemplate read_buffer(const Reader& key, const Reader& value, const Symbols& symbols) {
  value.expect(kBufferKeys);
  BufferTemplate buffer{.count = value.at("count").expression(symbols)};
  buffer.base.name = key.new_name();
  if (symbols.find(buffer.base.name))
    key.fail(fmt::format("'{}' is a parameter already", buffer.base.name), "choose another name");
  buffer.base.type = static_cast<ElementType>(value.at("type").word("element type", element_type_names()));
  buffer.base.role = static_cast<Role>(value.at("role").word("role", {"in", "out", "inout", "scratch"}));

  const bool filled = buffer.base.role == Role::in || buffer.base.role == Role::inout;
  const bool checked = buffer.base.role == Role::out || buffer.base.role == Role::inout;
  const std::string& role = value.at("role").text();
  if (filled) {
    buffer.base.fill = read_fill(value.at("fill"));
    check_fill(value.at("fill"), buffer.base.fill, buffer.base.type);
  }
  if (checked) read_tolerance(value.at("tolerance"), symbols, buffer);
  if (const auto fill = value.find("fill"); fill && !filled)
    fill->fail(fmt::format("a buffer of role '{}' has no fill", role), "remove it, or make the role in or inout");
  if (const auto tolerance = value.find("tolerance"); tolerance && !checked)
    tolerance->fail(fmt::format("a buffer of role '{}' has no tolerance", role), "remove it, or make the role out");
  return buffer;
}

}  // namespace

std::vector<BufferTemplate> read_buffers(const Reader& buffers, const Symbols& symbols) {
  std::vector<BufferTemplate> list;
  for (const auto& [key, value] : buffers.entries()) list.push_back(read_buffer(key, value, symbols));
  if (std::none_of(list.begin(), list.end(),
                   [](const BufferTemplate& b) { return b.tolerance_abs || b.tolerance_rel; }))
    buffers.fail("no buffer has role out or inout", "name the buffer that holds the kernel's result");
  return list;
}

TypedExpression read_typed_expression(const Reader& value, const Symbols& symbols) {
  const std::string& text = value.text();
  const std::size_t blank = text.find(' ');
  if (blank == std::string::npos)
    value.fail(fmt::format("expected '<type> <expression>', found '{}'", text), fmt::format("write i32 {}", text));
  const std::string name = text.substr(0, blank);
  const auto type = element_type_named(name);
  if (!type) value.fail(fmt::format("unknown element type '{}'", name), did_you_mean(name, element_type_names()));
  const std::size_t start = std::min(text.find_first_not_of(' ', blank), text.size());
  return {*type, Expression(text.substr(start), value.place(start), symbols)};
}

}  // namespace warpledger
