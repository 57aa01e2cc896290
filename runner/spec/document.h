#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace warpledger {

struct DocumentEntry;

/// A YAML node. Lines and columns are 1-based; columns count bytes.
struct DocumentNode {
  enum class Kind { null, scalar, sequence, mapping } kind = Kind::null;
  std::string text;
  std::size_t line = 0;
  std::size_t column = 0;
  std::vector<DocumentNode> items;
  std::vector<DocumentEntry> entries;  ///< of a mapping, in file order; keys are unique scalars
};

struct DocumentEntry {
  DocumentNode key, value;
};

/// Throws Error if the file cannot be read or exceeds 1 MiB.
std::string read_data_file(const std::string& file);

/// A YAML file as a tree whose nodes know their positions.
class Document {
 public:
  /// Adds to `errors` repeated keys (dropped), keys that are not names, and tags. Throws Error at its exact place if
  /// `text` is not one YAML document in UTF-8, or has too many values or levels.
  Document(std::string file, const std::string& text, ErrorList& errors);

  DocumentNode& root() { return root_; }
  /// Lines past the end map to the last line. Omits the text of very long lines.
  Place place(std::size_t line, std::size_t column) const;
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  void parse(const std::string& text, ErrorList& errors);

  std::string file_;
  std::vector<std::string> lines_;
  DocumentNode root_;
};

/// Throws Error at the first byte that is not UTF-8, control character, or non-space indentation.
void check_text(const Document& document, std::string_view text);

/// Returns a problem if the quote at `lines[line - 1]` and `column` (1-based) never closes, or only after lines that
/// look like separate entries.
std::optional<std::string> problem_of_quote(const std::vector<std::string>& lines, std::size_t line,
                                            std::size_t column);

/// Position of a quote that its line does not close.
struct OpenQuote {
  std::size_t line = 0, column = 0;  ///< 1-based
};

/// Returns the first quote up to line `last` that its line does not close. Works on invalid YAML.
std::optional<OpenQuote> find_open_quote(const std::vector<std::string>& lines, std::size_t last);

}  // namespace warpledger
