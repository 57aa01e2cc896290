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
  std::size_t first_line = 0;  ///< from 1
  std::vector<std::string> lines;
};

/// A fenced block that is not SQL, shown unchanged.
struct Verbatim {
  std::vector<std::string> lines;
};

/// "```sql table", "```sql text", or a plot ("```sql line", ...).
struct SqlBlock {
  enum class Kind { table, text, line, roofline, heatmap, samples, history } kind = Kind::table;
  std::size_t fence_line = 0;
  std::vector<std::string> lines;  ///< line i is line fence_line + 1 + i of the page
};

using Part = std::variant<Prose, Verbatim, SqlBlock>;

class Page {
 public:
  /// Throws Error for invalid UTF-8, control characters, an unclosed fence and an unknown kind of block.
  Page(const std::string& text, std::string path);

  const std::vector<Part>& parts() const { return parts_; }

  /// Returns a place for an Error; column 0 means the complete line.
  Place place(std::size_t line, std::size_t column = 0) const;

 private:
  void check_bytes(std::size_t line) const;
  void add_prose(std::size_t line);
  /// Returns the line of the closing fence.
  std::size_t add_fenced(std::size_t line);
  std::size_t closing_fence(std::size_t opening) const;

  std::string path_;
  std::vector<std::string> lines_;
  std::vector<Part> parts_;
};

/// {{name}}, with the text before it in the line.
struct Placeholder {
  std::string text_before;
  std::string name;
  Place where;  ///< of the name
};

struct Template {
  std::vector<Placeholder> placeholders;
  std::string text_after;
};

/// Splits `line` from byte `first` on. Throws Error for "{{" without "}}".
Template split_at_placeholders(const Page& page, std::size_t line, std::size_t first = 0);

/// Replaces placeholders by their `value`.
std::string fill(const Template& text, const std::function<std::string(const Placeholder&)>& value);

}  // namespace warpledger
