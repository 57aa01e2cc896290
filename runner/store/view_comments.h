#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpledger {

/// What a column holds, as the comment at its definition says.
struct ColumnMeaning {
  std::string unit;  ///< "µs", "GB/s", "1" for a ratio; empty for a text or a name
  std::string meaning;
  bool operator==(const ColumnMeaning&) const = default;
};

/// A view as its comments describe it.
struct CommentedView {
  std::string name;
  std::string about;                             ///< empty when it has no comment
  std::map<std::string, ColumnMeaning> columns;  ///< those with a comment of their own
  std::vector<std::string> reads;                ///< the views that it is made of, in the order of first mention
};

/// What the files of views say about them in comments: the one source of `query --columns` and docs/ledger.md.
///
/// A view's comment is the lines right above its CREATE VIEW or CREATE TEMP VIEW. One that begins with "Internal:" is a
/// step for the others and is not for readers. A column's comment is behind the line that ends with its name, or right
/// above its definition, and begins with its unit in brackets when it has one:
///
///     CREATE VIEW points AS
///     SELECT method.clock AS clock,   -- source of the samples
///            -- [µs] time of one launch, median
///            t.median_us AS time_us
///
/// Views and columns that no SQL file makes are described in lines of their own, which may continue in the next ones:
///
///     -- view point reads points: One row per point of the selected run.
///     -- column run: [1] number of the run in this ledger
class ViewComments {
 public:
  /// Those of <schema_folder>/views. Throws Error when there are none.
  explicit ViewComments(const std::string& schema_folder);

  /// The views for readers, in the order in which they are made.
  std::vector<std::string> names() const;

  /// The comment of a view; empty when it has none or does not exist.
  std::string about(const std::string& view) const;

  /// What a view's column holds: its own comment, else that of the column of this name in the first of the views that
  /// it reads which has one.
  std::optional<ColumnMeaning> meaning(const std::string& view, const std::string& column) const;

 private:
  const CommentedView* find(const std::string& name) const;
  std::optional<ColumnMeaning> meaning(const std::string& view, const std::string& column,
                                       std::vector<std::string>& seen) const;

  std::vector<CommentedView> views_;
};

}  // namespace warpledger
