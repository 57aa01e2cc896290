#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpledger {

struct ColumnMeaning {
  std::string unit;  ///< "µs", "GB/s", "1" for a ratio; empty for a text or name
  std::string meaning;
  bool operator==(const ColumnMeaning&) const = default;
};

struct CommentedView {
  std::string name;
  std::string about;
  std::map<std::string, ColumnMeaning> columns;  ///< with a comment in this view
  std::vector<std::string> reads;                ///< other views, in order of first mention
};

/// Documentation in the SQL files of views, the source of `query --columns` and docs/ledger.md.
///
/// A view's comment precedes its CREATE VIEW or CREATE TEMP VIEW; "Internal:" hides the view from readers. A column's
/// comment follows the line that ends with its name or precedes its definition, and begins with its unit, if any:
///
///     CREATE VIEW points AS
///     SELECT method.clock AS clock,   -- source of the samples
///            -- [µs] time of one launch, median
///            t.median_us AS time_us
///
/// Views and columns that no SQL file defines are described in separate lines, which may continue:
///
///     -- view point reads points: One row per point of the selected run.
///     -- column run: [1] number of the run in this ledger
class ViewComments {
 public:
  /// Reads <schema_folder>/views. Throws Error if it has no views.
  explicit ViewComments(const std::string& schema_folder);

  /// Views for readers, in order of creation.
  std::vector<std::string> names() const;

  /// Empty if the view has no comment or does not exist.
  std::string about(const std::string& view) const;

  /// The column's own comment, or that of the same column in the first view read that has one.
  std::optional<ColumnMeaning> meaning(const std::string& view, const std::string& column) const;

 private:
  const CommentedView* find(const std::string& name) const;
  std::optional<ColumnMeaning> meaning(const std::string& view, const std::string& column,
                                       std::vector<std::string>& seen) const;

  std::vector<CommentedView> views_;
};

}  // namespace warpledger
