#include "spec/buffer_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

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

/// Returns an element type, or the slot of a parameter of that name.
std::pair<ElementType, std::optional<std::size_t>> read_type(const Reader& value, const std::string& name,
                                                             const Symbols& symbols) {
  const auto slot = symbols.find(name);
  if (slot && symbols.values_of(*slot) == Symbols::Values::types) return {ElementType::f32, slot};
  if (const auto type = element_type_named(name)) return {*type, std::nullopt};
  value.fail(fmt::format("unknown element type '{}'", name), did_you_mean(name, element_type_names()));
}

void read_tolerance(const Reader& tolerance, const Symbols& symbols, BufferTemplate& buffer) {
  tolerance.expect(kToleranceKeys);
  tolerance.read("abs", buffer.tolerance_abs, &Reader::expression, symbols);
  tolerance.read("rel", buffer.tolerance_rel, &Reader::expression, symbols);
  tolerance.read("matched", buffer.tolerance_matched, &Reader::expression, symbols);
  tolerance.read("norm", buffer.tolerance_norm, &Reader::expression, symbols);
  tolerance.read("because", buffer.base.tolerance.because, &Reader::text);
  const bool by_element = tolerance.find("abs") || tolerance.find("rel");
  if (!by_element && !tolerance.find("norm"))
    tolerance.fail("this tolerance has neither abs nor rel nor norm", "for an exact comparison write abs: 0");
  if ((by_element || tolerance.find("matched")) && tolerance.find("norm"))
    tolerance.at("norm").fail("norm is of the whole output, the other keys are of its elements",
                              "write norm alone, or without it");
}

void check_key_of_role(const Reader& buffer, std::string_view key, bool wanted, const char* hint) {
  const auto value = buffer.find(key);
  if (wanted && !value) buffer.at(key);
  if (!wanted && value)
    value->fail(fmt::format("a buffer of role '{}' takes no {}", buffer.at("role").text(), key), hint);
}

void read_content(const Reader& value, const Symbols& symbols, BufferTemplate& buffer) {
  const bool typed = value.with("type", [&](const Reader& type) {
    std::tie(buffer.base.type, buffer.type_slot) = read_type(type, type.text(), symbols);
  });
  value.read("unordered", buffer.base.unordered, &Reader::boolean);
  value.with("expected", [&](const Reader& expected) { buffer.golden = read_file_content(expected, symbols); });
  value.with("fill", [&](const Reader& fill) {
    if (fill.is_mapping() && fill.find("kernel")) {  // KernelReader reads it
      buffer.fill = FillTemplate{.kind = Fill::Kind::kernel, .numbers = {}, .text = "kernel", .place = fill.place()};
      return;
    }
    if (fill.is_mapping()) {
      buffer.fill = FillTemplate{.kind = Fill::Kind::file, .numbers = {}, .text = "file", .place = fill.place()};
      buffer.content = read_file_content(fill, symbols);
      return;
    }
    buffer.fill = read_fill(fill, symbols);
    if (buffer.type_slot || !buffer.fill->is_constant()) return;
    // If the type was rejected, use f64, which holds every number.
    buffer.fill->check(buffer.fill->resolve({}), typed ? buffer.base.type : ElementType::f64, 0);
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
    for (const char* of_result : {"expected", "unordered"})
      if (!is_result(buffer))
        value.attempt([&] { check_key_of_role(value, of_result, false, "remove it, or make the role out"); });
    value.attempt([&] { check_key_of_role(value, "tolerance", is_result(buffer), "remove it, or make the role out"); });
  });
}

/// Expected files are only valid for fixed inputs.
void check_golden(const Reader& buffers, const Family& family) {
  const auto has_golden = [](const BufferTemplate& buffer) { return buffer.golden.has_value(); };
  if (std::ranges::none_of(family.buffers, has_golden)) return;
  for (const BufferTemplate& buffer : family.buffers) {
    const Reader at = buffers.at(buffer.base.name);
    at.attempt([&] {
      if (is_result(buffer) && !buffer.golden)
        at.fail(fmt::format("the output '{}' has no `expected`, but others have", buffer.base.name),
                "give it one, or let a reference say what is right of all");
      if (buffer.fill && is_seeded(buffer.fill->kind))
        at.at("fill").fail(
            fmt::format("'{}' is random, but files say what is right", buffer.base.name),
            "fill it from a file, with a constant or with its index; or let a reference say what is right");
    });
  }
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
  if (roles_known) check_golden(buffers, family);
}

TypedExpression read_typed_expression(const Reader& value, const Symbols& symbols) {
  const std::string& text = value.text();
  const std::size_t blank = text.find(' ');
  if (blank == std::string::npos)
    value.fail(fmt::format("expected '<type> <expression>', found '{}'", text), fmt::format("write i32 {}", text));
  const std::string name = text.substr(0, blank);
  const auto [type, slot] = read_type(value, name, symbols);
  const std::size_t start = std::min(text.find_first_not_of(' ', blank), text.size());
  return {type, slot, value.expression_from(start, symbols)};
}

}  // namespace warpledger
