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

std::vector<std::string> names_of(const KeyTable& table) { return {table.keys.begin(), table.keys.end()}; }

std::string cure_of_key(const std::string& key, const KeyTable& table) {
  if (key.ends_with(')')) return "a comma within { } ends a value: write what has one in quotes, \"uniform(-1, 1)\"";
  return did_you_mean(key, names_of(table));
}

}  // namespace

const Reader& Reader::expect(const KeyTable& table) const {
  require(DocumentNode::Kind::mapping, fmt::format("a mapping ({}: {})", table.mapping, join(names_of(table))));
  for (const auto& [key, value] : node_->entries)
    if (std::find(table.keys.begin(), table.keys.end(), key.text) == table.keys.end())
      Reader(*document_, key)
          .fail(fmt::format("unknown key '{}' in {}", key.text, table.mapping), cure_of_key(key.text, table));
  return *this;
}

Reader Reader::at(std::string_view key) const {
  if (const auto value = find(key)) return *value;
  fail(fmt::format("key '{}' is missing", key), fmt::format("add `{}: ...`", key));
}

std::optional<Reader> Reader::find(std::string_view key) const {
  for (const auto& [name, value] : node_->entries)
    if (name.text == key) return Reader(*document_, value);
  return std::nullopt;
}

std::vector<std::pair<Reader, Reader>> Reader::entries() const {
  require(DocumentNode::Kind::mapping, "a mapping (name: value)");
  if (node_->entries.empty()) fail("this mapping is empty", "write at least one `name: value`");
  std::vector<std::pair<Reader, Reader>> readers;
  for (const auto& [key, value] : node_->entries)
    readers.emplace_back(Reader(*document_, key), Reader(*document_, value));
  return readers;
}

std::vector<Reader> Reader::items() const {
  require(DocumentNode::Kind::sequence, "a list ([a, b])");
  if (node_->items.empty()) fail("this list is empty", "write at least one item");
  std::vector<Reader> readers;
  for (const DocumentNode& item : node_->items) readers.push_back(Reader(*document_, item));
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

Expression Reader::expression(const Symbols& symbols) const { return {text(), place(0), symbols}; }

double Reader::number() const { return expression(Symbols()).number({}); }

std::int64_t Reader::whole() const { return expression(Symbols()).whole({}, "this"); }

std::size_t Reader::word(std::string_view what, const std::vector<std::string>& words) const {
  const auto at = std::find(words.begin(), words.end(), text());
  if (at == words.end()) fail(fmt::format("unknown {} '{}'", what, text()), did_you_mean(text(), words));
  return static_cast<std::size_t>(at - words.begin());
}

Place Reader::place() const { return document_->place(node_->line, node_->column); }

Place Reader::place(std::size_t offset) const {
  Place exact = place();
  // A quoted scalar starts at its quote; one that spans lines or has escapes does not stand in the line as it is.
  const std::size_t start = exact.line_text.find(node_->text, std::min(exact.column, exact.line_text.size() + 1) - 1);
  if (start != std::string::npos && start <= exact.column) exact.column = start + 1 + offset;
  return exact;
}

void Reader::fail(std::string what, std::string cure) const { throw Error(place(), std::move(what), std::move(cure)); }

void Reader::require(DocumentNode::Kind kind, std::string_view wanted) const {
  if (node_->kind != kind)
    fail(fmt::format("expected {}, found {}", wanted, kind_text(node_->kind)), "see the file format in docs/");
}

}  // namespace warpledger
