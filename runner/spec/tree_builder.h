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

/// Builds a tree from parser events, because YAML::Node merges duplicate keys silently. Copies of aliases count toward
/// the limits. Adds recoverable problems to `errors` and throws the others.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const Document& document, ErrorList& errors) : document_(document), errors_(errors) {}

  DocumentNode take_root() { return std::move(root_); }

  /// Throws Error at the value that opens a quote at `line`, `column` if the quote swallows what follows.
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
  std::vector<YAML::anchor_t> anchors_;  ///< parallel to open_; YAML::NullAnchor: none
  std::map<YAML::anchor_t, DocumentNode> named_;
  std::size_t nodes_ = 0;
  std::int64_t copied_bytes_ = 0;  ///< text copied for aliases
};

}  // namespace warpledger
