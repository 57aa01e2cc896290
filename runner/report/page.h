#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"

namespace warpledger {

/// Lines of Markdown with {{placeholders}}.
struct Prose {
  std::size_t first_line = 0;  ///< from 1, as everywhere in pages
  std::vector<std::string> lines;
};

/// A fenced block that is not SQL, with its fences; shown unchanged.
struct Verbatim {
  std::vector<std::string> lines;
};

/// A fenced block with a query: "```sql table", "```sql text", or a plot ("```sql line", ...).
struct SqlBlock {
  enum class Kind { table, text, line, roofline, heatmap, samples, history } kind = Kind::table;
  std::size_t fence_line = 0;
  std::vector<std::string> lines;  ///< between the fences; line i is line fence_line + 1 + i of the page
};

using Part = std::variant<Prose, Verbatim, SqlBlock>;

class Page {
 public:
  /// Throws Error for invalid UTF-8, control characters, an unclosed fence and an unknown kind of SQL block.
  Page(const std::string& text, std::string path);

  const std::vector<Part>& parts() const { return parts_; }

  /// Returns a place in the page for an Error; column 0 means the complete line.
  Place place(std::size_t line, std::size_t column = 0) const;

 private:
  void check_bytes(std::size_t line) const;
  void add_prose(std::size_t line);
  /// Adds the block whose opening fence is on `line`; returns the line of its closing fence.
  std::size_t add_fenced(std::size_t line);
  std::size_t closing_fence(std::size_t opening) const;

  std::string path_;
  std::vector<std::string> lines_;
  std::vector<Part> parts_;
};

/// {{name}} in a line of a page, with the text before it.
struct Placeholder {
  std::string text_before;
  std::string name;
  Place where;  ///< of the name
};

/// A line of a page, split at its placeholders.
struct Template {
  std::vector<Placeholder> placeholders;
  std::string text_after;
};

/// Splits `line` of the page from byte `first` on. Throws Error for "{{" without "}}".
Template split_at_placeholders(const Page& page, std::size_t line, std::size_t first = 0);

/// Replaces each placeholder by `value(placeholder)`.
std::string fill(const Template& text, const std::function<std::string(const Placeholder&)>& value);

}  // namespace warpledger
