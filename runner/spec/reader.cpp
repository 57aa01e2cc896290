#include "spec/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.h"

namespace warpledger {
namespace {

std::string_view kind_text(DocumentNode::Kind kind) {
  switch (kind) {
    case DocumentNode::Kind::null:
      return "nothing";
    case DocumentNode::Kind::scalar:
      return "a single value";
    case DocumentNode::Kind::sequence:
      return "a list";
    case DocumentNode::Kind::mapping:
      return "a mapping";
  }
  return "";
}

bool is_identifier(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return c < 0x80 && (std::isalnum(c) != 0 || c == '_'); });
}

std::vector<std::string> names_of(const KeyTable& table) {
  std::vector<std::string> names;
  for (const Key& key : table.keys) names.emplace_back(key.name);
  return names;
}

}  // namespace

const Reader& Reader::expect(const KeyTable& table) const {
  const std::vector<std::string> names = names_of(table);
  require(DocumentNode::Kind::mapping, fmt::format("a mapping ({}: {})", table.mapping, join(names)));
  for (auto& [key, value] : node_->entries) {
    if (std::ranges::count(names, key.text) > 0) continue;
    attempt([&, &unknown = key] {
      child(unknown).fail(fmt::format("unknown key '{}' in {}", unknown.text, table.mapping),
                          did_you_mean(unknown.text, names));
    });
    if (const auto meant = nearest(key.text, names); meant && !find(*meant)) key.text = *meant;
  }
  for (const Key& key : table.keys)
    if (key.required) attempt([&] { at(key.name); });
  return *this;
}

Reader Reader::at(std::string_view key) const {
  if (const auto value = find(key)) return *value;
  fail(fmt::format("key '{}' is missing", key), fmt::format("add `{}: ...`", key));
}

std::optional<Reader> Reader::find(std::string_view key) const {
  for (auto& [name, value] : node_->entries)
    if (name.text == key) return child(value);
  return std::nullopt;
}

std::vector<std::pair<Reader, Reader>> Reader::entries() const {
  require(DocumentNode::Kind::mapping, "a mapping (name: value)");
  if (node_->entries.empty()) fail("this mapping is empty", "write at least one `name: value`");
  std::vector<std::pair<Reader, Reader>> readers;
  for (auto& [key, value] : node_->entries) readers.emplace_back(child(key), child(value));
  return readers;
}

std::vector<Reader> Reader::items() const {
  require(DocumentNode::Kind::sequence, "a list ([a, b])");
  if (node_->items.empty()) fail("this list is empty", "write at least one item");
  std::vector<Reader> readers;
  for (DocumentNode& item : node_->items) readers.push_back(child(item));
  return readers;
}

std::vector<Reader> Reader::items_or_one() const {
  if (is_list()) return items();
  return {*this};
}

const std::string& Reader::text() const {
  require(DocumentNode::Kind::scalar, "a single value");
  if (node_->text.empty()) fail("this value is empty", "write a value");
  return node_->text;
}

std::string Reader::new_name() const {
  static const Symbols built_in = Symbols::launch();
  const std::string& name = text();
  if (!is_identifier(name)) fail(fmt::format("'{}' is not a name", name), "use letters, digits and _, no digit first");
  if (built_in.find(name) || is_expression_function(name) || name == "kernel")
    fail(fmt::format("'{}' already has a meaning in expressions", name), "choose another name");
  return name;
}

std::string Reader::cpp_name() const {
  const std::string& name = text();
  std::string_view rest = name;
  for (std::size_t colons = rest.find("::"); colons != std::string_view::npos; colons = rest.find("::")) {
    if (!is_identifier(rest.substr(0, colons))) break;
    rest.remove_prefix(colons + 2);
  }
  if (!is_identifier(rest)) fail(fmt::format("'{}' is not a C++ name", name), "name a function of the source file");
  return name;
}

bool Reader::boolean() const {
  if (text() == "true") return true;
  if (text() == "false") return false;
  fail(fmt::format("'{}' is neither true nor false", text()), "write true or false");
}

Expression Reader::expression(const Symbols& symbols) const { return expression_from(0, symbols); }

Expression Reader::expression_from(std::size_t start, const Symbols& symbols) const {
  Expression expression;
  attempt([&] {
    const std::string part = text().substr(start);
    if (!symbols.has_refused(part)) expression = Expression(part, place(start), symbols);
  });
  return expression;
}

double Reader::number() const { return Expression(text(), place(0), Symbols()).number({}); }

std::int64_t Reader::whole() const { return Expression(text(), place(0), Symbols()).whole({}, "this"); }

std::size_t Reader::word(std::string_view what, const std::vector<std::string>& words) const {
  const auto at = std::find(words.begin(), words.end(), text());
  if (at == words.end()) fail(fmt::format("unknown {} '{}'", what, text()), did_you_mean(text(), words));
  return static_cast<std::size_t>(at - words.begin());
}

Place Reader::place() const { return document_->place(node_->line, node_->column); }

Place Reader::place(std::size_t offset) const {
  Place exact = place();
  // A quoted scalar starts at its quote; one with line breaks or escapes is not found in the line.
  const std::size_t start = exact.line_text.find(node_->text, std::min(exact.column, exact.line_text.size() + 1) - 1);
  if (start != std::string::npos && start <= exact.column) exact.column = start + 1 + offset;
  return exact;
}

void Reader::fail(std::string what, std::string hint) const { throw Error(place(), std::move(what), std::move(hint)); }

void Reader::require(DocumentNode::Kind kind, std::string_view wanted) const {
  if (node_->kind == kind) return;
  fail(fmt::format("expected {}, found {}", wanted, kind_text(node_->kind)),
       node_->kind == DocumentNode::Kind::null ? "write it after the colon, or below, indented"
                                               : "see the file format in docs/");
}

}  // namespace warpledger
