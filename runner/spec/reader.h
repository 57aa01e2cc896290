#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "spec/document.h"
#include "spec/expression.h"
#include "spec/keys.h"

namespace warpledger {

/// Typed access to a node of a document. Getters throw Error at the node's place if it has another form. Read fields
/// independently with attempt() or with(), to report all errors of a file together.
class Reader {
 public:
  /// Errors are added to `errors`. The document and `errors` must outlive the reader.
  Reader(Document& document, ErrorList& errors) : Reader(document, document.root(), errors) {}

  bool is_scalar() const { return node_->kind == DocumentNode::Kind::scalar; }
  bool is_mapping() const { return node_->kind == DocumentNode::Kind::mapping; }
  bool is_empty() const { return node_->items.empty() && node_->entries.empty(); }  ///< an empty list or mapping
  bool is_list() const { return node_->kind == DocumentNode::Kind::sequence; }

  /// Requires a mapping. Collects an error for each unknown or missing key. A misspelt key is corrected, so that it is
  /// not also missing.
  const Reader& expect(const KeyTable& table) const;
  /// Returns the value of a key. Throws Error if it is missing.
  Reader at(std::string_view key) const;
  std::optional<Reader> find(std::string_view key) const;

  /// See ErrorList::attempt().
  template <class Body>
  bool attempt(const Body& body) const {
    return errors_->attempt(body);
  }
  /// Attempts `body` on the value of a key, if present.
  template <class Body>
  bool with(std::string_view key, const Body& body) const {
    return attempt([&] {
      if (const auto value = find(key)) body(*value);
    });
  }
  /// Assigns to `into` the result of `verb` on the value of a key, if present.
  template <class T, class Verb, class... Arguments>
  bool read(std::string_view key, T& into, const Verb& verb, const Arguments&... arguments) const {
    return with(key, [&](const Reader& value) { into = std::invoke(verb, value, arguments...); });
  }
  /// Attempts `body` on each key and value of entries(). Returns true if none failed.
  template <class Body>
  bool each_entry(const Body& body) const {
    bool sound = true;
    for (const auto& entry : entries()) sound = attempt([&] { body(entry.first, entry.second); }) && sound;
    return sound;
  }
  /// Like each_entry(), for `items`.
  template <class Body>
  bool each_of(const std::vector<Reader>& items, const Body& body) const {
    bool sound = true;
    for (const Reader& item : items) sound = attempt([&] { body(item); }) && sound;
    return sound;
  }

  /// Returns the entries of a mapping with user-chosen keys; at least one.
  std::vector<std::pair<Reader, Reader>> entries() const;
  /// Returns the items of a list; at least one.
  std::vector<Reader> items() const;
  /// Returns the items of a list, or this node as the only item.
  std::vector<Reader> items_or_one() const;

  /// Returns a non-empty scalar.
  const std::string& text() const;
  /// Returns text(), which must be a C identifier and not a built-in name or function.
  std::string new_name() const;
  /// Returns text(), which must be a C++ name, optionally namespace-qualified.
  std::string cpp_name() const;
  bool boolean() const;
  /// Parses text() as an expression. Collects errors and then returns 0; also returns 0 if it uses a rejected name
  /// (Symbols::refuse).
  Expression expression(const Symbols& symbols) const;
  /// Like expression(), from character `start` of text().
  Expression expression_from(std::size_t start, const Symbols& symbols) const;
  /// Evaluates an expression without names.
  double number() const;
  /// Returns number(), which must be an integer.
  std::int64_t whole() const;
  /// Returns the index of text() in `words`; `what` names the kind of word in messages.
  std::size_t word(std::string_view what, const std::vector<std::string>& words) const;

  Place place() const;
  /// Returns the place of a character of the scalar.
  Place place(std::size_t offset) const;
  [[noreturn]] void fail(std::string what, std::string hint) const;

 private:
  Reader(Document& document, DocumentNode& node, ErrorList& errors)
      : document_(&document), node_(&node), errors_(&errors) {}

  Reader child(DocumentNode& node) const { return {*document_, node, *errors_}; }
  void require(DocumentNode::Kind kind, std::string_view wanted) const;

  Document* document_;
  DocumentNode* node_;
  ErrorList* errors_;
};

}  // namespace warpledger
