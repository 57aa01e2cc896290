#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/error.h"

namespace warpledger {

struct DocumentEntry;

/// A node of a YAML text. Lines and columns count from 1; columns count bytes.
struct DocumentNode {
  enum class Kind { null, scalar, sequence, mapping } kind = Kind::null;
  std::string text;  ///< of a scalar
  std::size_t line = 0;
  std::size_t column = 0;
  std::vector<DocumentNode> items;     ///< of a sequence
  std::vector<DocumentEntry> entries;  ///< of a mapping, in the file's order; keys are unique scalars
};

struct DocumentEntry {
  DocumentNode key, value;
};

/// A YAML file as a tree that knows where each node stands.
class Document {
 public:
  /// Throws Error at the exact place for text that is not UTF-8, is not YAML, holds no or several documents, uses
  /// aliases, repeats a key, or nests deeper than any real file.
  Document(std::string file, const std::string& text);

  const DocumentNode& root() const { return root_; }
  /// The place of a line and column; a line past the end means the last one.
  Place place(std::size_t line, std::size_t column) const;

 private:
  std::string file_;
  std::vector<std::string> lines_;
  DocumentNode root_;
};

}  // namespace warpledger
