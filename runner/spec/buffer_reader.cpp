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

const std::vector<std::string> kRoles = {"in", "out", "inout", "scratch"};  // in the order of Role

bool is_result(const BufferTemplate& buffer) {
  return buffer.base.role == Role::out || buffer.base.role == Role::inout;
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
  if (facts.floating) return std::isfinite(number);
  const bool is_signed = type == ElementType::i32 || type == ElementType::i64;
  const double end = std::ldexp(1, static_cast<int>(8 * facts.bytes) - (is_signed ? 1 : 0));
  return number == std::floor(number) && number >= (is_signed ? -end : 0) && number < end;
}

void check_numbers(const Reader& value, const Fill& fill) {
  if (fill.kind == Fill::Kind::uniform && fill.a > fill.b)
    value.fail(fmt::format("'{}' has its bounds in the wrong order", value.text()), "write the lower bound first");
  if (fill.kind == Fill::Kind::normal && fill.b < 0)
    value.fail(fmt::format("'{}' has a deviation below 0", value.text()), "write normal(mean, deviation)");
}

void check_range(const Reader& value, const Fill& fill, ElementType type) {
  const bool exact = fill.kind == Fill::Kind::uniform || fill.kind == Fill::Kind::constant;
  constexpr double kFarthest = 10;  // in deviations; a normal number of 64 bits is not drawn beyond
  const bool too_wide =
      fill.kind == Fill::Kind::normal && facts_of(type).floating && !holds(type, std::abs(fill.a) + kFarthest * fill.b);
  if (too_wide || (exact && !(holds(type, fill.a) && holds(type, fill.b))))
    value.fail(fmt::format("{} cannot represent all numbers of '{}'", facts_of(type).name, value.text()),
               facts_of(type).floating ? "write smaller numbers, or another type"
                                       : "write whole numbers within its range, or another type");
}

void read_tolerance(const Reader& tolerance, const Symbols& symbols, BufferTemplate& buffer) {
  tolerance.expect(kToleranceKeys);
  tolerance.read("abs", buffer.tolerance_abs, &Reader::expression, symbols);
  tolerance.read("rel", buffer.tolerance_rel, &Reader::expression, symbols);
  tolerance.read("because", buffer.base.tolerance.because, &Reader::text);
  if (!buffer.tolerance_abs && !buffer.tolerance_rel)
    tolerance.fail("this tolerance has neither abs nor rel", "for an exact comparison write abs: 0");
}

/// A key that a buffer must have in some roles, and may not have in the others.
void check_key_of_role(const Reader& buffer, std::string_view key, bool wanted, const char* hint) {
  const auto value = buffer.find(key);
  if (wanted && !value) buffer.at(key);
  if (!wanted && value)
    value->fail(fmt::format("a buffer of role '{}' takes no {}", buffer.at("role").text(), key), hint);
}

void read_content(const Reader& value, const Symbols& symbols, BufferTemplate& buffer) {
  const bool typed = value.with("type", [&](const Reader& type) {
    buffer.base.type = static_cast<ElementType>(type.word("element type", element_type_names()));
  });
  value.with("fill", [&](const Reader& fill) {
    buffer.base.fill = read_fill(fill);
    check_numbers(fill, buffer.base.fill);
    if (typed) check_range(fill, buffer.base.fill, buffer.base.type);
  });
  value.with("tolerance", [&](const Reader& tolerance) { read_tolerance(tolerance, symbols, buffer); });
}

void read_buffer(const Reader& key, const Reader& value, Family& family) {
  BufferTemplate& buffer = family.buffers.emplace_back();
  buffer.base.name = key.text();
  key.attempt([&] {
    key.new_name();
    if (family.symbols.find(buffer.base.name))
      key.fail(fmt::format("'{}' is already a parameter", buffer.base.name), "choose another name");
  });
  value.expect(kBufferKeys);
  value.read("count", buffer.count, &Reader::expression, family.symbols);
  read_content(value, family.symbols, buffer);
  value.with("role", [&](const Reader& role) {
    buffer.base.role = static_cast<Role>(role.word("role", kRoles));
    const bool filled = buffer.base.role == Role::in || buffer.base.role == Role::inout;
    value.attempt([&] { check_key_of_role(value, "fill", filled, "remove it, or make the role in or inout"); });
    value.attempt([&] { check_key_of_role(value, "tolerance", is_result(buffer), "remove it, or make the role out"); });
  });
}

}  // namespace

void read_buffers(const Reader& buffers, Family& family) {
  bool roles_known = true;
  buffers.each_entry([&](const Reader& key, const Reader& value) {
    read_buffer(key, value, family);
    const auto role = value.find("role");
    roles_known = roles_known && role && std::ranges::count(kRoles, role->text()) > 0;
  });
  if (roles_known && std::ranges::none_of(family.buffers, is_result))
    buffers.fail("no buffer has role out or inout", "name the buffer that holds the kernel's result");
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
  return {*type, value.expression_from(start, symbols)};
}

}  // namespace warpledger
