#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpledger {

/// Documentation of a column, from the comment at its definition.
struct ColumnMeaning {
  std::string unit;  ///< "µs", "GB/s", "1" for a ratio; empty for a text or name
  std::string meaning;
  bool operator==(const ColumnMeaning&) const = default;
};

/// Documentation of a view.
struct CommentedView {
  std::string name;
  std::string about;                             ///< empty without a comment
  std::map<std::string, ColumnMeaning> columns;  ///< columns with a comment here
  std::vector<std::string> reads;                ///< views that it is made of, in order of first mention
};

/// Documentation in the SQL files of views, the source of `query --columns` and docs/ledger.md.
///
/// A view's comment is the lines directly above its CREATE VIEW or CREATE TEMP VIEW. "Internal:" at the beginning hides
/// the view from readers. A column's comment follows the line that ends with its name, or precedes its definition. It
/// begins with the unit in brackets, if there is one:
///
///     CREATE VIEW points AS
///     SELECT method.clock AS clock,   -- source of the samples
///            -- [µs] time of one launch, median
///            t.median_us AS time_us
///
/// Views and columns that no SQL file defines are described in separate lines, which may continue in the next ones:
///
///     -- view point reads points: One row per point of the selected run.
///     -- column run: [1] number of the run in this ledger
class ViewComments {
 public:
  /// Reads <schema_folder>/views. Throws Error if it has no views.
  explicit ViewComments(const std::string& schema_folder);

  /// Views for readers, in the order in which they are made.
  std::vector<std::string> names() const;

  /// The comment of a view; empty if it has none or does not exist.
  std::string about(const std::string& view) const;

  /// Documentation of a view's column: its own comment, otherwise that of the same column in the first view that it
  /// reads and that has one.
  std::optional<ColumnMeaning> meaning(const std::string& view, const std::string& column) const;

 private:
  const CommentedView* find(const std::string& name) const;
  std::optional<ColumnMeaning> meaning(const std::string& view, const std::string& column,
                                       std::vector<std::string>& seen) const;

  std::vector<CommentedView> views_;
};

}  // namespace warpledger
