#include "spec/expression_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/text.h"

namespace warpledger {
namespace {

using NodeKind = ExpressionNode::Kind;

constexpr std::size_t kMaxCharacters = 4000;
constexpr std::size_t kMostNesting = 200;  // parentheses count twice; powers and choices count too
constexpr const char* kWriteArithmetic = "write arithmetic, e.g. floor(n / 4) or n > 8 ? 1 : 0";

class Parser {
 public:
  Parser(const ExpressionText& source, const Symbols& symbols)
      : source_(source), text_(source.text), symbols_(symbols) {}

  std::vector<ExpressionNode> parse() {
    if (text_.size() > kMaxCharacters)
      throw Error(source_.place, fmt::format("the expression has {} characters", text_.size()),
                  fmt::format("write at most {}; derived names can hold parts of it", kMaxCharacters));
    for (std::size_t i = 0; i < text_.size(); ++i)
      if (text_[i] < ' ' || text_[i] > '~' || text_[i] == '"') fail(i, "unexpected character");
    skip_blanks();
    if (at_ == text_.size()) fail(0, "it is empty");
    number(choice());
    if (at_ < text_.size()) fail_behind_operand();
    return std::move(nodes_);
  }

 private:
  /// Words may only be compared, or passed to functions of element types or files.
  struct Operand {
    std::size_t node = 0;
    bool is_word = false;
    bool is_unknown_word = false;  ///< not a value of any parameter
  };

  class Nesting {
   public:
    explicit Nesting(Parser& parser) : depth_(parser.depth_) {
      if (++depth_ > kMostNesting) parser.fail(parser.at_, fmt::format("it is nested more than {} deep", kMostNesting));
    }
    ~Nesting() { --depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    std::size_t& depth_;
  };

  [[noreturn]] void fail(std::size_t position, const std::string& problem,
                         const std::string& hint = kWriteArithmetic) const {
    throw Error(source_.at(position), fmt::format("cannot read the expression '{}': {}", text_, problem), hint);
  }

  std::string_view rest() const { return std::string_view(text_).substr(at_); }
  std::string_view text_of(const Operand& operand) const {
    const ExpressionNode& node = nodes_[operand.node];
    return std::string_view(text_).substr(node.begin, node.end - node.begin);
  }

  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool is_next(std::string_view wanted) const { return rest().starts_with(wanted); }
  bool take(std::string_view wanted) {
    if (!is_next(wanted)) return false;
    at_ += wanted.size();
    skip_blanks();
    return true;
  }

  Operand add(ExpressionNode node) {
    node.end = text_.find_last_not_of(' ', at_ == 0 ? 0 : at_ - 1) + 1;
    nodes_.push_back(std::move(node));
    return {.node = nodes_.size() - 1};
  }

  const Operand& number(const Operand& operand) const {
    if (operand.is_word)
      fail(nodes_[operand.node].begin, fmt::format("{} is a word, not a number", text_of(operand)),
           hint_for_word(operand));
    return operand;
  }

  std::string hint_for_word(const Operand& word) const {
    const std::string_view text = text_of(word);
    const std::string inside(text.substr(1, std::max<std::size_t>(text.size(), 2) - 2));
    return text.front() == '\'' && problem_of_number(inside).empty()
               ? fmt::format("write {} without quotes", inside)
               : "compare it with another word by == or !=: mode == 'vector'";
  }

  Operand choice() {
    const Nesting nesting(*this);
    const std::size_t begin = at_;
    const Operand condition = binary(kLowestPrecedence);
    if (!take("?")) return condition;
    number(condition);
    const Operand yes = number(choice());
    if (!take(":")) {
      if (at_ == text_.size()) fail(at_, "`c ? a` lacks its `: b`");
      fail_behind_operand();
    }
    const Operand no = number(choice());
    return add({.kind = NodeKind::choice, .begin = begin, .operands = {condition.node, yes.node, no.node}});
  }

  Operand binary(int precedence) {
    const std::size_t begin = at_;
    Operand left = signed_power();
    const BinaryOperator* compared = nullptr;
    std::pair<std::size_t, std::size_t> sides;
    for (const BinaryOperator* found = next_operator(); found && found->precedence >= precedence;
         found = next_operator()) {
      const std::size_t operator_at = at_;
      take(found->text);
      const Operand right = binary(found->precedence + 1);
      const bool compares = found->precedence == kComparisonPrecedence;
      if (compares && compared) fail_chain(operator_at, *compared, sides, *found, right);
      const bool may_be_words = found->text == "==" || found->text == "!=";
      if (may_be_words && left.is_word && right.is_word) {
        check_known(left);
        check_known(right);
      } else {
        number(left);
        number(right);
      }
      compared = compares ? found : nullptr;
      sides = {left.node, right.node};
      const NodeKind kind = found->operation                      ? NodeKind::operation
                            : found->precedence == kAndPrecedence ? NodeKind::both
                                                                  : NodeKind::either;
      left = add({.kind = kind, .begin = begin, .operation = found->operation, .operands = {left.node, right.node}});
    }
    return left;
  }

  /// `a < b < c` would compare the 0 or 1 of its first comparison. Parentheses allow it.
  [[noreturn]] void fail_chain(std::size_t position, const BinaryOperator& first,
                               const std::pair<std::size_t, std::size_t>& sides, const BinaryOperator& second,
                               const Operand& last) const {
    const std::string_view middle = text_of({.node = sides.second});
    fail(position, "a comparison has two sides",
         fmt::format("write {} {} {} && {} {} {}", text_of({.node = sides.first}), first.text, middle, middle,
                     second.text, text_of(last)));
  }

  const BinaryOperator* next_operator() const {
    const BinaryOperator* const found = operator_at(rest());
    const auto foreign = foreign_operator_at(rest());
    if (foreign && (!found || foreign->text.size() > found->text.size())) fail_foreign(*foreign);
    return found;
  }

  [[noreturn]] void fail_foreign(const ForeignOperator& foreign) const {
    fail(at_, fmt::format("'{}' is not an operator", rest().substr(0, foreign.text.size())),
         fmt::format("write {}", foreign.instead));
  }

  [[noreturn]] void fail_behind_operand() const {
    if (at_ == text_.size()) fail(at_, "a parenthesis is not closed");
    next_operator();
    if (is_next(")")) fail(at_, "no parenthesis is open here");
    if (is_next(",")) fail(at_, "a comma only separates arguments of a function");
    if (is_next("'") || is_next("(") || is_name_character(text_[at_])) fail(at_, "an operator is missing");
    fail(at_, "unexpected text");
  }

  Operand signed_power() {
    const std::size_t begin = at_;
    if (take("+")) return number(raised());
    if (!take("-")) return raised();
    const Operand operand = number(raised());
    return add({.kind = NodeKind::operation, .begin = begin, .operation = negate, .operands = {operand.node}});
  }

  Operand raised() {
    const Nesting nesting(*this);
    const std::size_t begin = at_;
    const Operand base = primary();
    if (!take("^")) return base;
    number(base);
    const Operand exponent = number(signed_power());
    return add(
        {.kind = NodeKind::operation, .begin = begin, .operation = power, .operands = {base.node, exponent.node}});
  }

  Operand primary() {
    if (at_ == text_.size()) fail(at_, "it ends too early");
    const char first = text_[at_];
    if (first == '\'') return quoted_word();
    if (first == '(') return in_parentheses();
    if (std::isdigit(static_cast<unsigned char>(first)) != 0 || first == '.') return literal();
    if (is_name_character(first)) return name_or_call();
    if (const auto foreign = foreign_operator_at(rest())) fail_foreign(*foreign);
    if (first == ')') fail(at_, "a value is missing before this parenthesis");
    fail(at_, "unexpected operator");
  }

  Operand in_parentheses() {
    const std::size_t begin = at_;
    take("(");
    Operand inside = choice();
    if (!take(")")) fail_behind_operand();
    if (!inside.is_word) nodes_[inside.node].begin = begin;
    nodes_[inside.node].end = inside.is_word ? nodes_[inside.node].end : text_.find_last_not_of(' ', at_ - 1) + 1;
    return inside;
  }

  /// Returns why a double cannot represent `text`: exactly for integers, approximately for other numbers.
  static std::string problem_of_number(const std::string& text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (end != text.data() + text.size() || end == text.data()) return "this is neither a number nor a name";
    if (error == std::errc::result_out_of_range)
      return fmt::format("{} is out of range for 64-bit floating point", clipped(text));
    const bool is_whole = std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
    const std::string digits = text.substr(std::min(text.find_first_not_of('0'), text.size() - 1));
    if (is_whole && fmt::format("{:.0f}", number) != digits)
      return fmt::format("{} is not exact in 64-bit floating point", clipped(text));
    return "";
  }

  Operand literal() {
    const std::size_t begin = at_;
    double value = 0;
    const char* const first = text_.data() + at_;
    at_ += std::max<std::size_t>(
        1, static_cast<std::size_t>(std::from_chars(first, text_.data() + text_.size(), value).ptr - first));
    while (at_ < text_.size() && (is_name_character(text_[at_]) || text_[at_] == '.')) ++at_;
    const std::string number = text_.substr(begin, at_ - begin);
    if (const std::string problem = problem_of_number(number); !problem.empty()) fail(begin, problem);
    skip_blanks();
    return add({.kind = NodeKind::constant, .begin = begin, .constant = value});
  }

  Operand quoted_word() {
    const std::size_t begin = at_;
    const std::size_t end = text_.find('\'', begin + 1);
    if (end == std::string::npos) fail(begin, "a quote is not closed");
    const auto code = symbols_.find_word(std::string_view(text_).substr(begin + 1, end - begin - 1));
    at_ = end + 1;
    skip_blanks();
    Operand word = add({.begin = begin, .constant = code ? static_cast<double>(*code) : -1});
    word.is_word = true;
    word.is_unknown_word = !code;
    return word;
  }

  void check_known(const Operand& word) const {
    if (!word.is_unknown_word) return;
    const std::string_view quoted = text_of(word);
    fail(nodes_[word.node].begin, fmt::format("no parameter has the value {}", quoted),
         did_you_mean(quoted.substr(1, quoted.size() - 2), symbols_.words_in_sight()));
  }

  Operand name_or_call() {
    const std::size_t begin = at_;
    std::size_t end = begin;
    while (end < text_.size() && is_name_character(text_[end])) ++end;
    const std::string name = text_.substr(begin, end - begin);
    const auto slot = symbols_.find(name);
    if (!slot)
      if (const auto foreign = foreign_operator_at(rest())) fail_foreign(*foreign);
    at_ = end;
    skip_blanks();
    if (is_next("(")) return call(begin, name);
    if (!slot) fail_unknown(begin, name);
    Operand operand = add({.kind = NodeKind::name, .begin = begin, .slot = *slot});
    operand.is_word = symbols_.has_words(*slot);
    return operand;
  }

  [[noreturn]] void fail_unknown(std::size_t begin, const std::string& name) const {
    const auto near = nearest(name, symbols_.names_in_sight());
    std::string hint = near ? fmt::format("did you mean '{}'?", *near) : symbols_.known();
    if (symbols_.find_word(name)) hint = fmt::format("write a word in quotes: '{}'", name);
    throw Error(source_.at(begin), fmt::format("unknown name '{}'", name), hint);
  }

  Operand call(std::size_t begin, const std::string& name) {
    const NumberFunction* const of_numbers = find_number_function(name);
    const FileFunction* const of_file = find_file_function(name);
    if (!of_numbers && !of_file)
      throw Error(source_.at(begin), fmt::format("unknown function '{}'", name), did_you_mean(name, function_names()));
    const std::vector<Operand> arguments = read_arguments();
    const std::size_t min = of_file ? 1 : of_numbers->min_operands;
    const std::size_t max = of_file ? 1 : of_numbers->max_operands;
    if (arguments.size() < min) fail(begin, fmt::format("{} has too few arguments", name));
    if (arguments.size() > max) fail(begin, fmt::format("{} has too many arguments", name));
    if (of_file) return call_of_file(begin, *of_file, arguments[0]);
    ExpressionNode node{.kind = NodeKind::operation, .begin = begin, .operation = of_numbers->operation};
    for (const Operand& argument : arguments) {
      if (of_numbers->of_type && !argument.is_word)
        fail(begin, fmt::format("{} is a function of an element type", name),
             fmt::format("write {0}('f16'), or {0}(p) of a parameter p of type `type`", name));
      if (of_numbers->of_type) check_known(argument);
      node.operands.push_back(of_numbers->of_type ? argument.node : number(argument).node);
    }
    return add(std::move(node));
  }

  std::vector<Operand> read_arguments() {
    std::vector<Operand> arguments;
    take("(");
    if (take(")")) return arguments;
    do arguments.push_back(choice());
    while (take(","));
    if (!take(")")) fail_behind_operand();
    return arguments;
  }

  Operand call_of_file(std::size_t begin, const FileFunction& function, const Operand& argument) {
    const ExpressionNode& node = nodes_[argument.node];
    if (node.kind != NodeKind::name || symbols_.values_of(node.slot) != Symbols::Values::files)
      fail(begin, fmt::format("{} is a function of a data file", function.name),
           fmt::format("write {}(p) of a parameter p of type `file`", function.name));
    return add({.kind = NodeKind::file, .begin = begin, .function = &function, .operands = {argument.node}});
  }

  const ExpressionText& source_;
  const std::string& text_;
  const Symbols& symbols_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  std::vector<ExpressionNode> nodes_;
};

}  // namespace

Place ExpressionText::at(std::size_t position) const {
  Place exact = place;
  if (place.column > 0 &&
      place.line_text.compare(std::min(place.column - 1, place.line_text.size()), text.size(), text) == 0)
    exact.column += std::min(position, text.size());
  return exact;
}

std::vector<ExpressionNode> parse_expression(const ExpressionText& text, const Symbols& symbols) {
  return Parser(text, symbols).parse();
}

}  // namespace warpledger
