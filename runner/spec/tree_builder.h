#pragma once

#include <yaml-cpp/anchor.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "spec/document.h"

namespace warpledger {

/// Builds a document's tree from the parser's events. Own tree instead of YAML::Node: that one merges duplicate keys
/// silently. An alias becomes a copy of what it names, and counts as much. What is wrong is kept in `errors` where the
/// tree can be built as it is meant, and thrown where it cannot.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const Document& document, ErrorList& errors) : document_(document), errors_(errors) {}

  DocumentNode take_root() { return std::move(root_); }

  /// Throws Error at the value that opens a quote at `line`, `column`, when that swallows what comes behind it.
  void check_quote(std::size_t line, std::size_t column) const;

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override { close(); }

 private:
  Error error_at(const DocumentNode& at, std::string what, std::string hint) const;
  char first_character(const DocumentNode& scalar) const;
  void check_tag(const DocumentNode& at, const std::string& tag);
  Error too_deep(const DocumentNode& at) const;
  void open(DocumentNode collection, const std::string& tag, YAML::anchor_t anchor);
  void close();
  void add(DocumentNode child);
  void add_named(DocumentNode child, YAML::anchor_t anchor);
  void drop_bad_keys(DocumentNode& mapping);
  bool is_cut(const DocumentNode& value) const;
  void tell_cut(const DocumentNode& at, const std::string& whole);
  void mend_items(DocumentNode& list);
  void mend_entries(DocumentNode& mapping);

  const Document& document_;
  ErrorList& errors_;
  DocumentNode root_;
  std::vector<DocumentNode> open_;
  std::vector<YAML::anchor_t> anchors_;  ///< of open_; YAML::NullAnchor: none
  std::map<YAML::anchor_t, DocumentNode> named_;
  std::size_t nodes_ = 0;
  std::int64_t copied_bytes_ = 0;  ///< of texts that aliases stand for
};

}  // namespace warpledger
