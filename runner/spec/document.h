#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
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

/// The text of a data file. Throws Error when it cannot be read, and when it is larger than any real one.
std::string read_data_file(const std::string& file);

/// A YAML file as a tree that knows where each node stands.
class Document {
 public:
  /// Keeps in `errors` what leaves the rest readable: repeated keys, which are left out, keys that are no names, tags.
  /// Throws Error at the exact place for text that is not UTF-8, is not YAML, holds no or several documents, has
  /// an alias within what it names, leaves a quote open, or has more values or nests deeper than any real file.
  Document(std::string file, const std::string& text, ErrorList& errors);

  DocumentNode& root() { return root_; }
  /// The place of a line and column; a line past the end means the last one. A very long line is not shown.
  Place place(std::size_t line, std::size_t column) const;
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  void parse(const std::string& text, ErrorList& errors);

  std::string file_;
  std::vector<std::string> lines_;
  DocumentNode root_;
};

/// Throws Error at the first place where the text of `document` has what no YAML file of a person has: bytes that are
/// not UTF-8, control characters, and blanks other than spaces in an indentation.
void check_text(const Document& document, std::string_view text);

/// What is wrong with the quoted text of a YAML file that opens in `lines[line - 1]` at `column`, both from 1: it never
/// closes, or only behind lines that look like entries of their own, which it has swallowed. Nothing when it closes in
/// its line, or behind lines of prose.
std::optional<std::string> problem_of_quote(const std::vector<std::string>& lines, std::size_t line,
                                            std::size_t column);

/// Where text opens a quote that its line does not close.
struct OpenQuote {
  std::size_t line = 0, column = 0;  ///< from 1
};

/// The first quote up to line `last` that is open at the end of its line, as far as lines alone tell: for a file that
/// is no YAML.
std::optional<OpenQuote> find_open_quote(const std::vector<std::string>& lines, std::size_t last);

}  // namespace warpledger
