#pragma once

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

/// Typed access to one node of a document. Every verb throws Error at the node's place when the node is not what the
/// verb asks for. Must not outlive the document.
class Reader {
 public:
  explicit Reader(const Document& document) : Reader(document, document.root()) {}

  bool is_scalar() const { return node_->kind == DocumentNode::Kind::scalar; }
  bool is_mapping() const { return node_->kind == DocumentNode::Kind::mapping; }
  bool is_list() const { return node_->kind == DocumentNode::Kind::sequence; }

  /// A mapping that has only the table's keys.
  const Reader& expect(const KeyTable& table) const;
  /// The value of a key, which must be there.
  Reader at(std::string_view key) const;
  std::optional<Reader> find(std::string_view key) const;

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
  Expression expression(const Symbols& symbols) const;
  /// An expression without names.
  double number() const;
  /// number(), which must be whole.
  std::int64_t whole() const;
  /// One of `words`, as its index.
  std::size_t word(std::string_view what, const std::vector<std::string>& words) const;

  Place place() const;
  /// The place of a character of the scalar.
  Place place(std::size_t offset) const;
  [[noreturn]] void fail(std::string what, std::string cure) const;

 private:
  Reader(const Document& document, const DocumentNode& node) : document_(&document), node_(&node) {}

  void require(DocumentNode::Kind kind, std::string_view wanted) const;

  const Document* document_;
  const DocumentNode* node_;
};

}  // namespace warpledger
