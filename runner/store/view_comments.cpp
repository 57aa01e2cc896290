#include "store/view_comments.h"

#include <algorithm>
#include <regex>
#include <sstream>
#include <string_view>

#include "base/sql_text.h"
#include "base/text.h"
#include "store/views.h"

namespace warpledger {
namespace {

constexpr std::string_view kInternal = "Internal:";
constexpr std::string_view kMeasured = "measured:", kModelled = "modelled:";  // columns that must exist: views.h

/// Splits "[µs] time of a launch".
ColumnMeaning meaning_in(const std::string& comment) {
  const std::size_t end = comment.find(']');
  if (!comment.starts_with('[') || end == std::string::npos) return {.unit = "", .meaning = comment};
  return {.unit = comment.substr(1, end - 1), .meaning = std::string(trim(std::string_view(comment).substr(end + 1)))};
}

void add_words(std::string& text, const std::string& more) {
  if (!text.empty() && !more.empty()) text += ' ';
  text += more;
}

/// False if the line merely ends with a name.
bool defines_column(const SqlLine& line) {
  static const std::regex kDefinition(R"re((.*\s)?AS\s+"?\w+"?,?|(SELECT\s+(DISTINCT\s+)?)?(\w+\.)?\w+,?)re");
  return !line.name.empty() && std::regex_match(line.code, kDefinition);
}

class CommentReader {
 public:
  void read(const std::string& sql) {
    std::istringstream lines(sql);
    for (std::string line; std::getline(lines, line);) add(read_sql_line(line));
    above_.clear();
    continued_ = nullptr;
  }

  std::vector<CommentedView> views() && { return std::move(views_); }

 private:
  void add(const SqlLine& line) {
    if (line.code.empty() && line.comment.empty()) {
      above_.clear();
      continued_ = nullptr;
    } else if (line.code.empty()) {
      add_comment(line.comment);
    } else {
      continued_ = nullptr;
      add_code(line);
    }
  }

  void add_comment(const std::string& comment) {
    static const std::regex kDescribed(R"re((view|column) (\S+?)(?: reads (\w+))?: (.*))re");
    std::smatch match;
    if (comment.starts_with(kMeasured) || comment.starts_with(kModelled)) return;
    if (!std::regex_match(comment, match, kDescribed)) {
      add_words(continued_ ? *continued_ : above_, comment);
    } else if (match[1] == "view") {
      views_.push_back({.name = match[2], .about = match[4]});
      if (match[3].matched) views_.back().reads.push_back(match[3]);
      continued_ = &views_.back().about;
    } else if (!views_.empty()) {
      ColumnMeaning& column = views_.back().columns[match[2]] = meaning_in(match[4]);
      continued_ = &column.meaning;
    }
  }

  void add_code(const SqlLine& line) {
    static const std::regex kView(R"re(CREATE (?:TEMP )?VIEW (\w+) AS.*)re");
    std::smatch match;
    if (std::regex_match(line.code, match, kView)) {
      views_.push_back({.name = match[1], .about = above_});
      above_.clear();
    }
    if (views_.empty()) return;
    CommentedView& view = views_.back();
    add_reads(view, line.code);
    if (!defines_column(line)) return;
    const std::string& comment = line.comment.empty() ? above_ : line.comment;
    if (!comment.empty()) view.columns[line.name] = meaning_in(comment);
    above_.clear();
  }

  static void add_reads(CommentedView& view, const std::string& code) {
    static const std::regex kRead(R"re(\b(FROM|JOIN)\s+(?:\(\{\w+\}\) AS )?(\w+)\b(?!\.))re");
    for (std::sregex_iterator match(code.begin(), code.end(), kRead), end; match != end; ++match)
      if (const std::string name = (*match)[2];
          std::find(view.reads.begin(), view.reads.end(), name) == view.reads.end())
        view.reads.push_back(name);
  }

  std::vector<CommentedView> views_;
  std::string above_;                 ///< comment lines directly above
  std::string* continued_ = nullptr;  ///< text that a comment line continues
};

}  // namespace

ViewComments::ViewComments(const std::string& schema_folder) {
  CommentReader reader;
  for (const ViewFile& file : read_view_files(schema_folder)) reader.read(file.sql);
  views_ = std::move(reader).views();
}

std::vector<std::string> ViewComments::names() const {
  std::vector<std::string> names;
  for (const CommentedView& view : views_)
    if (!view.about.starts_with(kInternal)) names.push_back(view.name);
  return names;
}

std::string ViewComments::about(const std::string& view) const {
  const CommentedView* found = find(view);
  return found ? found->about : std::string();
}

std::optional<ColumnMeaning> ViewComments::meaning(const std::string& view, const std::string& column) const {
  std::vector<std::string> seen;
  return meaning(view, column, seen);
}

std::optional<ColumnMeaning> ViewComments::meaning(const std::string& view, const std::string& column,
                                                   std::vector<std::string>& seen) const {
  const CommentedView* found = find(view);
  if (!found || std::find(seen.begin(), seen.end(), view) != seen.end()) return std::nullopt;
  seen.push_back(view);
  if (const auto own = found->columns.find(column); own != found->columns.end()) return own->second;
  for (const std::string& other : found->reads)
    if (auto read = meaning(other, column, seen)) return read;
  return std::nullopt;
}

const CommentedView* ViewComments::find(const std::string& name) const {
  const auto found =
      std::find_if(views_.begin(), views_.end(), [&](const CommentedView& view) { return view.name == name; });
  return found == views_.end() ? nullptr : &*found;
}

}  // namespace warpledger
