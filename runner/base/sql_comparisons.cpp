#include "base/sql_comparisons.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>
#include <vector>

#include "base/sql_text.h"

namespace warpledger {
namespace {

using Kind = SqlToken::Kind;
using Names = std::span<const std::string_view>;

constexpr std::string_view kComparisons[] = {
    "=",  "==",   "<>",   "!=",     "<",     "<=",      ">",      ">=",     "is",
    "in", "like", "glob", "regexp", "match", "between", "isnull", "notnull"};
constexpr std::string_view kOfOneType[] = {"=", "==", "<>", "!=", "<", "<=", ">", ">=", "is", "in", "between"};
constexpr std::string_view kArithmetic[] = {"+", "-", "*", "/", "%", "&", "|", "<<", ">>", "~"};
/// Words and symbols that delimit a comparison. AND does as well, except in BETWEEN.
constexpr std::string_view kSeparators[] = {",",     "or",    "when",      "then",   "else", "select", "from",
                                            "where", "group", "having",    "order",  "by",   "limit",  "on",
                                            "join",  "union", "intersect", "except", "as",   "using"};
constexpr std::string_view kNumberFunctions[] = {
    "abs",   "avg",   "ceil", "count", "exp", "floor", "instr",  "ln",        "log10",  "log2",   "mod",     "pow",
    "power", "round", "sign", "sqrt",  "sum", "total", "length", "julianday", "median", "stddev", "quantile"};
constexpr std::string_view kTextFunctions[] = {
    "char",    "date",  "datetime", "format", "group_concat", "hex",  "lower", "ltrim",  "printf", "quote",
    "replace", "rtrim", "strftime", "substr", "substring",    "time", "trim",  "typeof", "upper"};

constexpr std::size_t kMaxDepth = 1000;  // of an expression, SQLite's limit

bool is_in(Names names, const SqlToken& token) {
  const bool may_be = token.kind == Kind::word || token.kind == Kind::symbol;
  return may_be && std::ranges::count(names, token.text) > 0;
}

bool is_number(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

struct Side {
  std::size_t begin = 0, end = 0;
  std::size_t parts = 0;
  bool computes = false, joins = false;  ///< has + or another arithmetic operator; has ||
  SqlType of_part = SqlType::unknown;
  std::vector<SqlType> items = {};  ///< types in parentheses

  SqlType type() const {
    if (computes) return SqlType::number;
    if (joins) return SqlType::text;
    return parts == 1 ? of_part : SqlType::unknown;
  }

  void add(const SqlToken& first, std::size_t last_end, SqlType type) {
    if (parts == 0 && !computes) begin = first.begin;
    end = last_end;
    of_part = type;
    ++parts;
  }
};

class Condition {
 public:
  Condition(std::string_view sql, const TypeOfColumn& type_of)
      : sql_(sql), tokens_(sql_tokens(sql)), type_of_(type_of) {}

  std::optional<SqlFault> fault() {
    while (at_ < tokens_.size()) {
      read_level();
      ++at_;  // an unmatched ) is reported elsewhere
    }
    return fault_;
  }

 private:
  struct Comparison {
    std::optional<std::size_t> sign;  ///< index of the operator
    Side left, current;
    bool awaits_and = false;
  };

  const SqlToken& token() const { return tokens_[at_]; }
  bool is(std::size_t at, std::string_view text) const {
    return at < tokens_.size() && tokens_[at].text == text &&
           (tokens_[at].kind == Kind::word || tokens_[at].kind == Kind::symbol);
  }
  std::string_view text_of(const Side& side) const { return sql_.substr(side.begin, side.end - side.begin); }

  /// Stops at the ) or END of this level. Returns the types of the separated expressions.
  std::vector<SqlType> read_level() {
    std::vector<SqlType> types;
    Comparison comparison;
    while (at_ < tokens_.size() && !is(at_, ")") && !is(at_, "end")) {
      const bool is_and = is(at_, "and");
      if (is_and && comparison.awaits_and) {
        check_types(comparison);
        comparison.current = {};
        comparison.awaits_and = false;
        ++at_;
      } else if (is_and || is_in(kSeparators, token())) {
        types.push_back(finish(comparison));
        comparison = {};
        ++at_;
      } else if (is_in(kComparisons, token())) {
        begin_comparison(comparison);
      } else {
        read_part(comparison.current);
      }
    }
    types.push_back(finish(comparison));
    return types;
  }

  SqlType finish(const Comparison& comparison) {
    if (!comparison.sign) return comparison.current.type();
    check_types(comparison);
    return SqlType::number;
  }

  void begin_comparison(Comparison& comparison) {
    if (comparison.sign) {
      report_chain(comparison);
      comparison = {};
    } else {
      comparison.left = std::exchange(comparison.current, {});
    }
    comparison.sign = at_;
    comparison.awaits_and = is(at_, "between");
    const bool is_is = is(at_, "is");
    ++at_;
    while (is_is && (is(at_, "not") || is(at_, "distinct") || is(at_, "from"))) ++at_;
  }

  void read_part(Side& side) {
    const SqlToken& first = token();
    if (is_in(kArithmetic, first)) {
      if (side.parts == 0 && !side.computes) side.begin = first.begin;
      side.computes = true;
      ++at_;
    } else if (is(at_, "||")) {
      side.joins = true;
      ++at_;
    } else if (is(at_, "(")) {
      side.items = read_group();
      side.add(first, tokens_[at_ - 1].end, side.items.size() == 1 ? side.items[0] : SqlType::unknown);
    } else if (is(at_, "case")) {
      read_group();
      side.add(first, tokens_[at_ - 1].end, SqlType::unknown);
    } else if (is(at_, "not") || is(at_, "collate")) {
      at_ += is(at_, "collate") ? 2 : 1;
    } else if (first.kind == Kind::word && is(at_ + 1, "(")) {
      ++at_;
      const SqlType type = type_of_call(first.text);
      side.add(first, tokens_[at_ - 1].end, type);
    } else {
      read_value(side);
    }
  }

  /// Moves past ( to ) or CASE to END. Returns the types of the items; those of a subquery are unknown.
  std::vector<SqlType> read_group() {
    ++at_;
    if (++depth_ > kMaxDepth) at_ = tokens_.size();
    const bool is_query = is(at_, "select") || is(at_, "with") || is(at_, "values");
    std::vector<SqlType> types = read_level();
    at_ = std::min(at_ + 1, tokens_.size());
    --depth_;
    return is_query ? std::vector{SqlType::unknown} : types;
  }

  SqlType type_of_call(const std::string& function) {
    const std::vector<SqlType> arguments = read_group();
    const auto is_any = [&](Names names) { return std::ranges::count(names, function) > 0; };
    if (is_any(kNumberFunctions)) return SqlType::number;
    if (is_any(kTextFunctions)) return SqlType::text;
    constexpr std::array<std::string_view, 5> kOfTheirArguments = {"min", "max", "coalesce", "ifnull", "nullif"};
    const bool are_alike = std::ranges::count(arguments, arguments[0]) == std::ssize(arguments);
    if (is_any(kOfTheirArguments) && are_alike) return arguments[0];
    if (function != "cast") return SqlType::unknown;
    const SqlToken& target = tokens_[at_ - 2];
    return target.text == "text" ? SqlType::text : target.text == "blob" ? SqlType::unknown : SqlType::number;
  }

  /// A literal or a column with an optional table name. A blob, x'00', is two parts and so of unknown type.
  void read_value(Side& side) {
    const SqlToken& first = token();
    while (is(at_ + 1, ".") && at_ + 2 < tokens_.size()) at_ += 2;
    const SqlToken& last = tokens_[at_++];
    const bool is_name = last.kind == Kind::word || last.kind == Kind::quoted_name;
    SqlType type = SqlType::unknown;
    if (last.kind == Kind::number) type = SqlType::number;
    if (last.kind == Kind::text) type = SqlType::text;
    if (is_name && last.text != "null") type = type_of_(last.text);
    side.add(first, last.end, type);
  }

  void report(std::size_t offset, std::string problem, std::string hint) {
    if (!fault_) fault_ = SqlFault{offset, std::move(problem), std::move(hint)};
  }

  void report_chain(const Comparison& comparison) {
    const SqlToken& first = tokens_[*comparison.sign];
    const SqlToken& second = token();
    std::size_t end = at_ + 1;  // the last operand ends at the next comparison or separator
    int depth = 0;
    for (; end < tokens_.size(); ++end) {
      if (is(end, "(")) ++depth;
      if (is(end, ")") && --depth < 0) break;
      if (depth == 0 && (is(end, "and") || is_in(kSeparators, tokens_[end]) || is_in(kComparisons, tokens_[end])))
        break;
    }
    const std::string_view last =
        end > at_ + 1 ? sql_.substr(tokens_[at_ + 1].begin, tokens_[end - 1].end - tokens_[at_ + 1].begin) : "";
    const bool are_symbols = first.kind == Kind::symbol && second.kind == Kind::symbol;
    report(second.begin, "a comparison has two sides",
           are_symbols ? fmt::format("write {} {} {} AND {} {} {}", text_of(comparison.left), first.text,
                                     text_of(comparison.current), text_of(comparison.current), second.text, last)
                       : std::string("join two comparisons by AND, or put one of them in parentheses"));
  }

  void check_types(const Comparison& comparison) {
    if (!is_in(kOfOneType, tokens_[*comparison.sign])) return;
    const Side& left = comparison.left;
    const Side& right = comparison.current;
    if (is(*comparison.sign, "in")) {
      for (const SqlType item : right.items)
        if (differ(left.type(), item)) report_types(left, right, left.type());
    } else if (differ(left.type(), right.type())) {
      report_types(left, right, left.type());
    }
  }

  static bool differ(SqlType a, SqlType b) { return a != SqlType::unknown && b != SqlType::unknown && a != b; }

  void report_types(const Side& left, const Side& right, SqlType of_left) {
    const bool left_is_text = of_left == SqlType::text;
    const std::string_view number = text_of(left_is_text ? right : left), text = text_of(left_is_text ? left : right);
    const std::string inside(text.size() > 2 && text.front() == '\'' ? text.substr(1, text.size() - 2) : "");
    std::string hint = "compare numbers with numbers, and texts with texts";
    if (is_number(inside))
      hint = fmt::format("write {} without quotes", inside);
    else if (is_number(number))
      hint = fmt::format("write '{}' in quotes", number);
    report(right.begin,
           left_is_text ? fmt::format("{} is a text and {} a number", text, number)
                        : fmt::format("{} is a number and {} a text", number, text),
           hint);
  }

  std::string_view sql_;
  std::vector<SqlToken> tokens_;
  const TypeOfColumn& type_of_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  std::optional<SqlFault> fault_;
};

}  // namespace

std::optional<SqlFault> find_sql_fault(std::string_view sql, const TypeOfColumn& type_of) {
  return Condition(sql, type_of).fault();
}

}  // namespace warpledger
