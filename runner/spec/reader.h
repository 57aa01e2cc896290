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

/// Typed access to one node of a document. A verb throws Error at the node's place when the node is not what the verb
/// asks for. Whoever reads several things attempts each on its own: what is wrong with one is kept in the list of
/// errors and the next is read, so that all errors of a file are told at once.
class Reader {
 public:
  /// Errors are kept in `errors`. Neither may be gone before the reader is.
  Reader(Document& document, ErrorList& errors) : Reader(document, document.root(), errors) {}

  bool is_scalar() const { return node_->kind == DocumentNode::Kind::scalar; }
  bool is_mapping() const { return node_->kind == DocumentNode::Kind::mapping; }
  bool is_empty() const { return node_->items.empty() && node_->entries.empty(); }  ///< a list or mapping of nothing
  bool is_list() const { return node_->kind == DocumentNode::Kind::sequence; }

  /// A mapping. Keeps an error for each key that the table lacks, and for each that is missing and required. A misspelt
  /// key is read as the one that is meant, so that it misses nowhere.
  const Reader& expect(const KeyTable& table) const;
  /// The value of a key, which must be there.
  Reader at(std::string_view key) const;
  std::optional<Reader> find(std::string_view key) const;

  /// Runs `body`; see ErrorList::attempt().
  template <class Body>
  bool attempt(const Body& body) const {
    return errors_->attempt(body);
  }
  /// Attempts `body` on the value of a key, if it is there.
  template <class Body>
  bool with(std::string_view key, const Body& body) const {
    return attempt([&] {
      if (const auto value = find(key)) body(*value);
    });
  }
  /// Sets `into` to what `verb` makes of the value of a key, if it is there: a verb of Reader, or a function of one.
  template <class T, class Verb, class... Arguments>
  bool read(std::string_view key, T& into, const Verb& verb, const Arguments&... arguments) const {
    return with(key, [&](const Reader& value) { into = std::invoke(verb, value, arguments...); });
  }
  /// Attempts `body` on each key and value of entries(). Whether nothing was wrong with any.
  template <class Body>
  bool each_entry(const Body& body) const {
    bool sound = true;
    for (const auto& entry : entries()) sound = attempt([&] { body(entry.first, entry.second); }) && sound;
    return sound;
  }
  /// The same for each of `items`.
  template <class Body>
  bool each_of(const std::vector<Reader>& items, const Body& body) const {
    bool sound = true;
    for (const Reader& item : items) sound = attempt([&] { body(item); }) && sound;
    return sound;
  }

  /// The entries of a mapping whose keys are names that the user chose; at least one.
  std::vector<std::pair<Reader, Reader>> entries() const;
  /// The items of a list; at least one.
  std::vector<Reader> items() const;
  /// The items of a list, or the one value that stands in its place.
  std::vector<Reader> items_or_one() const;

  /// A scalar that is not empty.
  const std::string& text() const;
  /// text(), which must be a C identifier that is no function of expressions and none of the built-in names
  /// (device facts, blocks, warps, threads, kernel).
  std::string new_name() const;
  /// text(), which must be a C++ name, maybe with its namespaces.
  std::string cpp_name() const;
  bool boolean() const;
  /// The expression that text() is. What is wrong with it is kept, and 0 stands in its place; so it does where a name
  /// is used that was refused (Symbols::refuse).
  Expression expression(const Symbols& symbols) const;
  /// The same of text() from `start` on.
  Expression expression_from(std::size_t start, const Symbols& symbols) const;
  /// An expression without names.
  double number() const;
  /// number(), which must be whole.
  std::int64_t whole() const;
  /// One of `words`, as its index.
  std::size_t word(std::string_view what, const std::vector<std::string>& words) const;

  Place place() const;
  /// The place of a character of the scalar.
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
