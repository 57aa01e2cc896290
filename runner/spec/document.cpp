#include "spec/document.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <string_view>

#include "base/text.h"

namespace warpledger {
namespace {

constexpr std::size_t kMaxDepth = 16;  // the deepest legal file nests 7 levels

/// Builds the tree from the parser's events. Own tree instead of YAML::DocumentNode: that one merges duplicate keys
/// silently and follows aliases, which can blow up.
class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(const Document& document) : document_(document) {}

  DocumentNode root() && { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { add(node(DocumentNode::Kind::null, mark)); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    fail(node(DocumentNode::Kind::null, mark), "aliases are not supported here", "write the value out");
  }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t, const std::string& value) override {
    DocumentNode scalar = node(DocumentNode::Kind::scalar, mark);
    scalar.text = value;
    add(std::move(scalar));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    open(node(DocumentNode::Kind::sequence, mark));
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    open(node(DocumentNode::Kind::mapping, mark));
  }
  void OnMapEnd() override { close(); }

 private:
  static DocumentNode node(DocumentNode::Kind kind, const YAML::Mark& mark) {
    return {.kind = kind,
            .line = static_cast<std::size_t>(std::max(mark.line, 0)) + 1,
            .column = static_cast<std::size_t>(std::max(mark.column, 0)) + 1};
  }

  [[noreturn]] void fail(const DocumentNode& at, std::string what, std::string cure) const {
    throw Error(document_.place(at.line, at.column), std::move(what), std::move(cure));
  }

  void open(DocumentNode collection) {
    if (open_.size() >= kMaxDepth)
      fail(collection, fmt::format("nested deeper than {} levels", kMaxDepth), "no file of warpledger is that deep");
    open_.push_back(std::move(collection));
  }

  void close() {
    DocumentNode finished = std::move(open_.back());
    open_.pop_back();
    add(std::move(finished));
  }

  void add(DocumentNode child) {
    if (open_.empty()) {
      root_ = std::move(child);
    } else if (DocumentNode& parent = open_.back(); parent.kind == DocumentNode::Kind::sequence) {
      parent.items.push_back(std::move(child));
    } else if (expects_key(parent)) {
      check_key(parent, child);
      parent.entries.push_back({.key = std::move(child), .value = {.line = 0}});
    } else {
      auto& [key, value] = parent.entries.back();
      value = std::move(child);
      if (value.kind == DocumentNode::Kind::null) {  // the parser places it at whatever comes next
        value.line = key.line;
        value.column = key.column;
      }
    }
  }

  /// A mapping's events alternate key, value; a value not yet seen has no line.
  static bool expects_key(const DocumentNode& mapping) {
    return mapping.entries.empty() || mapping.entries.back().value.line != 0;
  }

  void check_key(const DocumentNode& mapping, const DocumentNode& key) const {
    if (key.kind != DocumentNode::Kind::scalar) fail(key, "a key must be a name", "write `name: value`");
    for (const auto& [earlier, value] : mapping.entries)
      if (earlier.text == key.text)
        fail(key, fmt::format("key '{}' appears twice, first in line {}", key.text, earlier.line), "keep one of them");
  }

  const Document& document_;
  DocumentNode root_;
  std::vector<DocumentNode> open_;
};

[[noreturn]] void fail_byte(Place place, std::string what, std::string cure) {
  // The terminal gets no byte that it may not understand.
  std::replace_if(
      place.line_text.begin(), place.line_text.end(), [](char c) { return (c < ' ' && c != '\t') || c == 0x7f; }, '?');
  throw Error(std::move(place), std::move(what), std::move(cure));
}

/// Refuses what is not UTF-8, control characters, and tabs in an indentation.
void check_bytes(const Document& document, std::string_view text) {
  std::size_t line = 1;
  std::size_t line_start = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto here = [&] { return document.place(line, i - line_start + 1); };
    const std::size_t length = utf8_length(text, i);
    if (length == 0) fail_byte(here(), fmt::format("byte 0x{:02x} is not UTF-8", byte), "save the file as UTF-8");
    if ((byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7f)
      fail_byte(here(), fmt::format("control character 0x{:02x}", byte), "remove it");
    if (byte == '\t' && text.substr(line_start, i - line_start).find_first_not_of(" \t") == std::string_view::npos)
      fail_byte(here(), "a tab in the indentation", "indent with spaces");
    i += length;
    if (byte == '\n') {
      ++line;
      line_start = i;
    }
  }
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

Document::Document(std::string file, const std::string& text) : file_(std::move(file)), lines_(split_lines(text)) {
  check_bytes(*this, text);
  TreeBuilder builder(*this);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder)) throw Error({.file = file_}, "the file is empty", "");
    root_ = std::move(builder).root();
    TreeBuilder second(*this);
    if (parser.HandleNextDocument(second)) {
      const DocumentNode next = std::move(second).root();
      throw Error(place(next.line, next.column), "a second document starts here",
                  "write one mapping: check the indentation, and remove lines with ---");
    }
  } catch (const YAML::Exception& error) {
    throw Error(place(static_cast<std::size_t>(std::max(error.mark.line, 0)) + 1,
                      static_cast<std::size_t>(std::max(error.mark.column, 0)) + 1),
                "not valid YAML: " + error.msg, "see the file format in docs/");
  }
}

Place Document::place(std::size_t line, std::size_t column) const {
  if (lines_.empty()) return {.file = file_};
  if (line <= lines_.size()) return {file_, line, column, lines_[line - 1]};
  return {file_, lines_.size(), lines_.back().size() + 1, lines_.back()};
}

}  // namespace warpledger
