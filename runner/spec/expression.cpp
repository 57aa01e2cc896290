#include "spec/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <mutex>
#include <set>
#include <utility>

#include "base/text.h"
#include "spec/data_files.h"
#include "spec/expression_parser.h"

namespace warpledger {
namespace {

using NodeKind = ExpressionNode::Kind;

constexpr double kLargestExact = 9007199254740992;  // 2^53

std::string in_one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace

struct Expression::Compiled {
  struct Name {
    std::string text;
    bool is_word = false;
  };

  ExpressionText source;
  std::shared_ptr<DataFiles> files;
  std::shared_ptr<const std::vector<std::string>> words;  // by code
  std::vector<ExpressionNode> nodes;
  std::vector<std::size_t> slots;
  std::vector<Name> names;     // parallel to `slots`
  std::mutex mutex;            // guards the members below, and evaluation
  std::vector<double> inputs;  // parallel to `slots`
  std::vector<double> stack;   // operands of the nodes being evaluated
  double result = 0;
  bool evaluated = false;

  Compiled(double value, std::string text, Place place)
      : source{std::move(text), std::move(place)}, result(value), evaluated(true) {}

  Compiled(std::string text, Place place, const Symbols& symbols)
      : source{in_one_line(std::move(text)), std::move(place)},
        files(symbols.files()),
        words(symbols.shared_words()),
        nodes(parse_expression(source, symbols)) {
    std::set<std::size_t> used;
    for (const ExpressionNode& node : nodes)
      if (node.kind == NodeKind::name) used.insert(node.slot);
    slots.assign(used.begin(), used.end());
    inputs.resize(slots.size());
    for (const std::size_t slot : slots) names.push_back({symbols.names()[slot], symbols.has_words(slot)});
  }

  const std::string& word(double code) const { return words->at(static_cast<std::size_t>(code)); }

  /// Returns " with n_l = 4, mode = plain", or empty if no names are used.
  std::string inputs_text() const {
    std::vector<std::string> items;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const bool is_word = names[i].is_word && inputs[i] >= 0 && inputs[i] < static_cast<double>(words->size());
      items.push_back(is_word ? fmt::format("{} = {}", names[i].text, word(inputs[i]))
                              : fmt::format("{} = {}", names[i].text, inputs[i]));
    }
    return items.empty() ? "" : " with " + join(items);
  }

  double input(const ExpressionNode& node) const {
    const auto at = static_cast<std::size_t>(std::ranges::lower_bound(slots, node.slot) - slots.begin());
    if (std::isnan(inputs[at]))
      throw Error(source.at(node.begin), fmt::format("unknown name '{}': the device does not state it", names[at].text),
                  "state it in the device's profile, or write a number");
    return inputs[at];
  }

  double operation(const ExpressionNode& node) {
    const std::size_t base = stack.size();
    for (const std::size_t operand : node.operands) {
      const double value = value_of(operand);
      stack.push_back(value);
    }
    const double value = node.operation(std::span(stack).subspan(base));
    stack.resize(base);
    return value;
  }

  double computed(const ExpressionNode& node) {
    const auto operand = [&](std::size_t i) { return value_of(node.operands[i]); };
    switch (node.kind) {
      case NodeKind::constant:
        return node.constant;
      case NodeKind::name:
        return input(node);
      case NodeKind::operation:
        return operation(node);
      case NodeKind::file:
        return files ? node.function->fact(files->get(word(operand(0)))) : std::nan("");
      case NodeKind::both:
        return operand(0) != 0 && operand(1) != 0 ? 1 : 0;
      case NodeKind::either:
        return operand(0) != 0 || operand(1) != 0 ? 1 : 0;
      case NodeKind::choice:
        return operand(0) != 0 ? operand(1) : operand(2);
    }
    return std::nan("");
  }

  /// Throws Error if the value of the node is not finite.
  double value_of(std::size_t place) {
    const ExpressionNode& node = nodes[place];
    const double value = computed(node);
    if (std::isfinite(value)) return value;
    const std::string part = source.text.substr(node.begin, node.end - node.begin);
    if (std::isnan(value))
      throw Error(source.at(node.begin), fmt::format("'{}' is not a number{}", part, inputs_text()),
                  "is there 0 / 0, the root of a negative number, or % of a fraction? "
                  "`c && a` and `c ? a : b` compute a only where c is true");
    throw Error(source.at(node.begin), fmt::format("'{}' is infinite{}", part, inputs_text()),
                "is there a division by zero, or a number too large? "
                "`c && a` and `c ? a : b` compute a only where c is true");
  }

  void evaluate() {
    stack.clear();
    result = value_of(nodes.size() - 1);
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

const std::string& Expression::text() const { return compiled_->source.text; }
const Place& Expression::place() const { return compiled_->source.place; }
std::span<const std::size_t> Expression::slots() const { return compiled_->slots; }

bool is_expression_function(const std::string& name) {
  return find_number_function(name) != nullptr || find_file_function(name) != nullptr;
}

}  // namespace warpledger
