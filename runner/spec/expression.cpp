#include "spec/expression.h"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>

#include "base/text.h"
#include "model/job.h"
#include "spec/data_files.h"
#include "spec/symbols.h"
#include "spec/words.h"

namespace warpledger {

/// The data files that an expression may ask about, by the codes of their names.
struct FileCodes {
  std::shared_ptr<DataFiles> files;
  std::shared_ptr<const std::vector<std::string>> words;

  const DataFile& at(double code) const { return files->get(words->at(static_cast<std::size_t>(code))); }
};

namespace {

constexpr double kLargestExact = 9007199254740992;  // 2^53
constexpr std::size_t kLongest = 4000;              // characters

double floor_of(double x) { return std::floor(x); }
double ceil_of(double x) { return std::ceil(x); }
double power_of_two(double x) { return std::exp2(x); }
/// The remainder with the divisor's sign; NaN for a divisor of 0.
double modulo(double a, double b) { return a - b * std::floor(a / b); }

/// What `fact` says of the element type whose place in kElementTypes is `code`; NaN where there is none.
double of_type(double code, double (*fact)(const ElementTypeFacts& type)) {
  if (code < 0 || code >= static_cast<double>(kElementTypes.size())) return std::numeric_limits<double>::quiet_NaN();
  return fact(kElementTypes[static_cast<std::size_t>(code)]);
}
double ulp_of(double code) {
  return of_type(code, [](const ElementTypeFacts& type) { return type.ulp; });
}
double smallest_of(double code) {
  return of_type(code, [](const ElementTypeFacts& type) { return type.smallest; });
}
double size_of(double code) {
  return of_type(code, [](const ElementTypeFacts& type) { return static_cast<double>(type.bytes); });
}

/// The functions of data files. Each expression that has data files binds them to its own.
constexpr std::array<const char*, 3> kFileFunctions = {"file_rows", "file_columns", "file_nonzeros"};

double of_no_file(double) { return std::numeric_limits<double>::quiet_NaN(); }

// muParser gives the pointer that it was given.
double file_rows(void* codes, double code) { return rows_of(static_cast<const FileCodes*>(codes)->at(code)); }
double file_columns(void* codes, double code) { return columns_of(static_cast<const FileCodes*>(codes)->at(code)); }
double file_nonzeros(void* codes, double code) {
  return static_cast<double>(static_cast<const FileCodes*>(codes)->at(code).entries);
}

mu::Parser make_parser() {
  mu::Parser parser;
  parser.DefineFun("floor", floor_of);
  parser.DefineFun("ceil", ceil_of);
  parser.DefineFun("pow2", power_of_two);
  parser.DefineFun("mod", modulo);
  parser.DefineFun("ulp", ulp_of);
  parser.DefineFun("smallest", smallest_of);
  parser.DefineFun("sizeof", size_of);
  for (const char* name : kFileFunctions) parser.DefineFun(name, of_no_file);
  parser.ClearConst();
  return parser;
}

const mu::Parser& parser_prototype() {
  static const mu::Parser prototype = make_parser();
  return prototype;
}

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  for (const auto& [name, callback] : parser_prototype().GetFunDef()) names.push_back(name);
  return names;
}

std::string syntax_problem(const mu::ParserError& error) {
  switch (error.GetCode()) {
    case mu::ecUNEXPECTED_EOF:
    case mu::ecEMPTY_EXPRESSION:
      return "it ends too early";
    case mu::ecMISSING_PARENS:
      return "a parenthesis is not closed";
    case mu::ecUNEXPECTED_PARENS:
      return "unexpected parenthesis";
    case mu::ecTOO_MANY_PARAMS:
      return "the function has too many arguments";
    case mu::ecTOO_FEW_PARAMS:
      return "the function has too few arguments";
    case mu::ecUNEXPECTED_OPERATOR:
      return "unexpected operator";
    case mu::ecMISSING_ELSE_CLAUSE:
      return "`c ? a` lacks its `: b`";
    default:
      return "unexpected text";
  }
}

/// Position of `name` as a whole word.
std::size_t find_name(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !is_name_character(text[at - 1])) && (end == text.size() || !is_name_character(text[end])))
      return at;
  }
  return 0;
}

}  // namespace

struct Expression::Compiled {
  std::string text;
  Place place;
  FileCodes files;
  mu::Parser parser;
  std::vector<std::string> names;
  std::vector<std::size_t> slots;
  std::vector<std::shared_ptr<const std::vector<std::string>>> words;  // by input, of codes; null for numbers
  std::mutex mutex;                                                    // of all below, and of evaluating
  std::vector<double> inputs;                                          // what the parser's variables point to
  double result = 0;
  bool evaluated = false;

  Compiled(double value, std::string text_, Place place_)
      : text(std::move(text_)), place(std::move(place_)), result(value), evaluated(true) {}

  Compiled(std::string text_, Place place_, const Symbols& symbols)
      : text(std::move(text_)), place(std::move(place_)), parser(parser_prototype()) {
    const std::string with_codes = checked_text(symbols);
    if (text.find("file_") != std::string::npos && symbols.files()) bind_files(symbols);
    try {
      parser.SetExpr(with_codes);
      bind(symbols);
    } catch (const mu::ParserError& error) {
      check_functions();
      fail_at(static_cast<std::size_t>(std::max(error.GetPos(), 0)), syntax_problem(error));
    }
    if (parser.GetNumResults() != 1) fail_at(text.find(','), "a comma only separates arguments of a function");
  }

  [[noreturn]] void fail_at(std::size_t position, const std::string& problem,
                            const std::string& hint = "write arithmetic, e.g. floor(n / 4) or n > 8 ? 1 : 0") const {
    throw Error(at(position), fmt::format("cannot read the expression '{}': {}", text, problem), hint);
  }

  /// The place of a character of `text`, where the text stands as it is in its line.
  Place at(std::size_t position) const {
    Place exact = place;
    if (place.column > 0 &&
        place.line_text.compare(std::min(place.column - 1, place.line_text.size()), text.size(), text) == 0)
      exact.column += std::min(position, text.size());
    return exact;
  }

  /// With codes in the places of words.
  std::string checked_text(const Symbols& symbols) const {
    if (text.size() > kLongest)
      throw Error(place, fmt::format("the expression has {} characters", text.size()),
                  fmt::format("write at most {}; derived names can hold parts of it", kLongest));
    const CodedText coded = with_codes(text, symbols);
    if (coded.problem) fail_at(coded.problem->position, coded.problem->problem, coded.problem->hint);
    if (const auto found = find_syntax_problem(coded.text)) fail_at(found->position, found->problem);
    return coded.text;
  }

  /// A function that does not exist is a misplaced parenthesis to muParser; this says what is wrong.
  void check_functions() const {
    for (std::size_t open = text.find('('); open != std::string::npos; open = text.find('(', open + 1)) {
      std::size_t start = open;
      while (start > 0 && is_name_character(text[start - 1])) --start;
      const std::string name = text.substr(start, open - start);
      if (!name.empty() && !is_expression_function(name))
        throw Error(at(start), fmt::format("unknown function '{}'", name), did_you_mean(name, function_names()));
    }
  }

  [[noreturn]] void fail_unknown(const std::string& name, const Symbols& symbols) const {
    const auto near = nearest(name, symbols.names_in_sight());
    throw Error(at(find_name(text, name)), fmt::format("unknown name '{}'", name),
                near ? fmt::format("did you mean '{}'?", *near) : symbols.known());
  }

  void bind(const Symbols& symbols) {
    std::vector<std::pair<std::size_t, std::string>> used;
    for (const auto& [name, unset] : parser.GetUsedVar()) {
      const auto slot = symbols.find(name);
      if (!slot) fail_unknown(name, symbols);
      used.emplace_back(*slot, name);
    }
    std::sort(used.begin(), used.end());
    inputs.resize(used.size());
    for (std::size_t i = 0; i < used.size(); ++i) {
      slots.push_back(used[i].first);
      names.push_back(used[i].second);
      words.push_back(symbols.has_words(slots.back()) ? symbols.shared_words() : nullptr);
      parser.DefineVar(names.back(), &inputs[i]);
    }
  }

  void bind_files(const Symbols& symbols) {
    files = {symbols.files(), symbols.shared_words()};
    constexpr bool kMayBeFolded = false;  // a file is read when its size is asked for, not before
    parser.DefineFunUserData(kFileFunctions[0], file_rows, &files, kMayBeFolded);
    parser.DefineFunUserData(kFileFunctions[1], file_columns, &files, kMayBeFolded);
    parser.DefineFunUserData(kFileFunctions[2], file_nonzeros, &files, kMayBeFolded);
  }

  /// "with n_l = 4, d_l = 0", or nothing when no name is used.
  std::string inputs_text() const {
    std::vector<std::string> items;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const bool is_word = words[i] && inputs[i] >= 0 && inputs[i] < static_cast<double>(words[i]->size());
      items.push_back(is_word ? fmt::format("{} = {}", names[i], (*words[i])[static_cast<std::size_t>(inputs[i])])
                              : fmt::format("{} = {}", names[i], inputs[i]));
    }
    return items.empty() ? "" : " with " + join(items);
  }

  void evaluate() {
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (std::isnan(inputs[i]))
        throw Error(at(find_name(text, names[i])),
                    fmt::format("unknown name '{}': the device does not state it", names[i]),
                    "state it in the device's profile, or write a number");
    result = parser.Eval();
    if (std::isnan(result))
      throw Error(place, fmt::format("'{}' is not a number{}", text, inputs_text()),
                  "is there 0 / 0, or the root of a negative number?");
    if (std::isinf(result))
      throw Error(place, fmt::format("'{}' is infinite{}", text, inputs_text()),
                  "is there a division by zero, or a number too large?");
    evaluated = true;
  }
};

Expression::Expression() {
  static const Expression zero("0", {}, Symbols());
  *this = zero;
}

Expression::Expression(std::string text, Place place, const Symbols& symbols)
    : compiled_(std::make_shared<Compiled>(std::move(text), std::move(place), symbols)) {}

Expression Expression::constant(double value, std::string text, Place place) {
  Expression expression;
  expression.compiled_ = std::make_shared<Compiled>(value, std::move(text), std::move(place));
  return expression;
}

double Expression::number(std::span<const double> values) const {
  Compiled& c = *compiled_;
  const std::lock_guard lock(c.mutex);
  bool changed = !c.evaluated;
  for (std::size_t i = 0; i < c.slots.size(); ++i) {
    if (c.inputs[i] == values[c.slots[i]]) continue;
    c.inputs[i] = values[c.slots[i]];
    changed = true;
  }
  if (changed) {
    c.evaluated = false;
    c.evaluate();
  }
  return c.result;
}

std::int64_t Expression::whole(std::span<const double> values, std::string_view name) const {
  return to_whole(number(values), name);
}

std::int64_t Expression::to_whole(double value, std::string_view name) const {
  if (value != std::floor(value))
    throw Error(place(), fmt::format("{} = {} is not a whole number", name, value),
                fmt::format("write floor({})", text()));
  if (std::abs(value) > kLargestExact)
    throw Error(place(), fmt::format("{} = {} is beyond 2^53, up to which whole numbers are exact", name, value),
                "make it smaller");
  return static_cast<std::int64_t>(value);
}

const std::string& Expression::text() const { return compiled_->text; }
const Place& Expression::place() const { return compiled_->place; }
std::span<const std::size_t> Expression::slots() const { return compiled_->slots; }

bool is_expression_function(const std::string& name) { return parser_prototype().GetFunDef().contains(name); }

}  // namespace warpledger
