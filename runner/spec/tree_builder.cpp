#include "spec/tree_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/text.h"
#include "spec/document.h"

namespace warpledger {
namespace {

constexpr std::int64_t kMostCopiedBytes = std::int64_t{1} << 20;
constexpr std::size_t kMaxDepth = 16;       // the deepest valid file has 7 levels
constexpr std::size_t kMostNodes = 20'000;  // the largest file has about 1000

DocumentNode node(DocumentNode::Kind kind, const YAML::Mark& mark) {
  return {.kind = kind,
          .line = static_cast<std::size_t>(std::max(mark.line, 0)) + 1,
          .column = static_cast<std::size_t>(std::max(mark.column, 0)) + 1};
}

/// Events of a mapping alternate key and value; a missing value has no line.
bool expects_key(const DocumentNode& mapping) {
  return mapping.entries.empty() || mapping.entries.back().value.line != 0;
}

struct Extent {
  std::size_t nodes = 1;  ///< including itself
  std::size_t bytes = 0;  ///< of text
  std::size_t depth = 0;  ///< of collections, including itself
};

Extent extent_of(const DocumentNode& of) {
  Extent all{.nodes = 1, .bytes = of.text.size(), .depth = 0};
  const auto take = [&](const DocumentNode& child) {
    const Extent one = extent_of(child);
    all.nodes += one.nodes;
    all.bytes += one.bytes;
    all.depth = std::max(all.depth, one.depth);
  };
  for (const DocumentNode& item : of.items) take(item);
  for (const DocumentEntry& entry : of.entries) {
    take(entry.key);
    take(entry.value);
  }
  const bool is_collection = of.kind == DocumentNode::Kind::sequence || of.kind == DocumentNode::Kind::mapping;
  if (is_collection) ++all.depth;
  return all;
}

std::ptrdiff_t open_parentheses(std::string_view text) {
  return std::ranges::count(text, '(') - std::ranges::count(text, ')');
}

bool is_scalar(const DocumentNode& value) { return value.kind == DocumentNode::Kind::scalar; }

/// True if a cut value may have more parts. The limit keeps a file with many of them fast.
bool goes_on(std::string_view whole, std::size_t parts) { return open_parentheses(whole) > 0 && parts < 16; }

}  // namespace

void TreeBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  add_named(node(DocumentNode::Kind::null, mark), anchor);
}

/// Copies the value, so that readers never see aliases. The copies count toward the limits, against exponential growth.
void TreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const DocumentNode alias = node(DocumentNode::Kind::null, mark);
  const auto found = named_.find(anchor);
  if (found == named_.end())
    throw error_at(alias, "this alias stands within the value that it names", "write the value out");
  const auto [nodes, bytes, depth] = extent_of(found->second);
  if (open_.size() + depth > kMaxDepth) throw too_deep(alias);
  nodes_ += nodes - 1;
  copied_bytes_ += static_cast<std::int64_t>(bytes);
  if (copied_bytes_ > kMostCopiedBytes)
    throw error_at(alias, fmt::format("aliases stand for more than {} of text", human_bytes(kMostCopiedBytes)),
                   "name long texts once");
  add(found->second);
}

void TreeBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                           const std::string& value) {
  DocumentNode scalar = node(DocumentNode::Kind::scalar, mark);
  check_tag(scalar, tag);
  if (const char first = first_character(scalar); first == '"' || first == '\'')
    check_quote(scalar.line, scalar.column);
  if (const std::string shown = printable(value); shown != value)
    throw error_at(scalar, fmt::format("'{}' has a control character", shown), "remove it");
  scalar.text = value.substr(0, value.find_last_not_of('\n') + 1);  // text after | or > ends with its last line
  add_named(std::move(scalar), anchor);
}

void TreeBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                                  YAML::EmitterStyle::value) {
  open(node(DocumentNode::Kind::sequence, mark), tag, anchor);
}

void TreeBuilder::OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                             YAML::EmitterStyle::value) {
  open(node(DocumentNode::Kind::mapping, mark), tag, anchor);
}

Error TreeBuilder::error_at(const DocumentNode& at, std::string what, std::string hint) const {
  return {document_.place(at.line, at.column), std::move(what), std::move(hint)};
}

char TreeBuilder::first_character(const DocumentNode& scalar) const {
  const std::vector<std::string>& lines = document_.lines();
  if (scalar.line > lines.size() || scalar.column > lines[scalar.line - 1].size()) return '\0';
  return lines[scalar.line - 1][scalar.column - 1];
}

/// The parser reports "?" for plain and "!" for quoted values; any other tag is in the file.
void TreeBuilder::check_tag(const DocumentNode& at, const std::string& tag) {
  if (tag.empty() || tag == "?" || tag == "!") return;
  errors_.add(error_at(at, fmt::format("tags ('{}') are not supported here", tag), "write only the value"));
}

void TreeBuilder::check_quote(std::size_t line, std::size_t column) const {
  if (const auto problem = problem_of_quote(document_.lines(), line, column))
    throw Error(document_.place(line, column), *problem, "close it on its line; write text of several lines after `|`");
}

Error TreeBuilder::too_deep(const DocumentNode& at) const {
  return error_at(at, fmt::format("nested deeper than {} levels", kMaxDepth), "reduce the nesting");
}

void TreeBuilder::open(DocumentNode collection, const std::string& tag, YAML::anchor_t anchor) {
  check_tag(collection, tag);
  if (open_.size() >= kMaxDepth) throw too_deep(collection);
  open_.push_back(std::move(collection));
  anchors_.push_back(anchor);
}

void TreeBuilder::close() {
  DocumentNode finished = std::move(open_.back());
  open_.pop_back();
  const YAML::anchor_t anchor = anchors_.back();
  anchors_.pop_back();
  mend_items(finished);
  mend_entries(finished);
  drop_bad_keys(finished);
  add_named(std::move(finished), anchor);
}

void TreeBuilder::add_named(DocumentNode child, YAML::anchor_t anchor) {
  if (anchor != YAML::NullAnchor) named_[anchor] = child;
  add(std::move(child));
}

void TreeBuilder::add(DocumentNode child) {
  if (++nodes_ > kMostNodes)
    throw error_at(child, fmt::format("more than {} values", with_thousands(kMostNodes)),
                   "write fewer; an axis of many values can be a range");
  if (open_.empty()) {
    root_ = std::move(child);
  } else if (DocumentNode& parent = open_.back(); parent.kind == DocumentNode::Kind::sequence) {
    parent.items.push_back(std::move(child));
  } else if (expects_key(parent)) {
    parent.entries.push_back({.key = std::move(child), .value = {.line = 0}});
  } else {
    auto& [key, value] = parent.entries.back();
    value = std::move(child);
    if (value.kind == DocumentNode::Kind::null) {  // the parser places it at the next token
      value.line = key.line;
      value.column = key.column;
    }
  }
}

void TreeBuilder::drop_bad_keys(DocumentNode& mapping) {
  std::map<std::string, std::size_t> lines;
  std::erase_if(mapping.entries, [&](const DocumentEntry& entry) {
    const DocumentNode& key = entry.key;
    if (!is_scalar(key)) {
      errors_.add(error_at(key, "a key must be a name", "write `name: value`"));
      return true;
    }
    if (key.text == "<<") {
      errors_.add(error_at(key, "merging with << is not supported here", "write the entries out"));
      return true;
    }
    const auto [first, is_new] = lines.emplace(key.text, key.line);
    if (!is_new)
      errors_.add(error_at(key, fmt::format("key '{}' appears twice, first in line {}", key.text, first->second),
                           "keep one of them"));
    return !is_new;
  });
}

/// True if an unquoted value was split at a comma within parentheses: max(1, 2).
bool TreeBuilder::is_cut(const DocumentNode& value) const {
  const char first = first_character(value);
  return is_scalar(value) && first != '"' && first != '\'' && open_parentheses(value.text) > 0;
}

void TreeBuilder::tell_cut(const DocumentNode& at, const std::string& whole) {
  errors_.add(error_at(at, fmt::format("'{}' is cut off: inside {{ }} and [ ] a comma ends a value", at.text),
                       fmt::format("quote a value with a comma: \"{}\"", whole)));
}

void TreeBuilder::mend_items(DocumentNode& list) {
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    DocumentNode& item = list.items[i];
    if (!is_cut(item)) continue;
    std::string whole = item.text;
    std::size_t next = i + 1;
    while (goes_on(whole, next - i) && next < list.items.size() && is_scalar(list.items[next]))
      whole += ", " + list.items[next++].text;
    if (open_parentheses(whole) != 0) continue;
    tell_cut(item, whole);
    item.text = std::move(whole);
    const auto behind = list.items.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    list.items.erase(behind, list.items.begin() + static_cast<std::ptrdiff_t>(next));
  }
}

/// In a mapping, the remainder is a key without a value.
void TreeBuilder::mend_entries(DocumentNode& mapping) {
  const auto is_rest = [](const DocumentEntry& entry) {
    return is_scalar(entry.key) && entry.value.kind == DocumentNode::Kind::null;
  };
  for (std::size_t i = 0; i < mapping.entries.size(); ++i) {
    DocumentNode& value = mapping.entries[i].value;
    if (!is_cut(value)) continue;
    std::string whole = value.text;
    std::size_t next = i + 1;
    while (goes_on(whole, next - i) && next < mapping.entries.size() && is_rest(mapping.entries[next]))
      whole += ", " + mapping.entries[next++].key.text;
    if (open_parentheses(whole) != 0) continue;
    tell_cut(value, whole);
    value.text = std::move(whole);
    const auto behind = mapping.entries.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    mapping.entries.erase(behind, mapping.entries.begin() + static_cast<std::ptrdiff_t>(next));
  }
}

}  // namespace warpledger
