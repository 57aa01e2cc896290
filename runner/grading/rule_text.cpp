#include "grading/rule_text.h"

#include <fmt/format.h>

#include <variant>

namespace warpledger {
namespace {

/// The words before and behind the condition that chooses points.
struct RuleWords {
  std::string what;
  std::string terms;
};

struct WordsOfRule {
  RuleWords operator()(const CorrectRule& rule) const {
    return {rule.credit == Credit::all ? "every point correct" : "the share of points that are correct", ""};
  }
  RuleWords operator()(const GoalRule& rule) const {
    return {rule.credit == Credit::all ? rule.goal.sql : fmt::format("the share of points with {}", rule.goal.sql), ""};
  }
  RuleWords operator()(const RatioRule& rule) const {
    return {"time over the reference's", fmt::format(": full marks up to {}, none from {}", rule.full, rule.none)};
  }
  RuleWords operator()(const TimeRule& rule) const {
    std::string terms;
    for (const TimeLimit& limit : rule.limits)
      terms += fmt::format("{} {} points up to {} µs", terms.empty() ? ":" : ",", limit.points, limit.limit_us);
    return {"time of the slowest point", std::move(terms)};
  }
  RuleWords operator()(const RankRule&) const { return {"place in the class by the time over the reference's", ""}; }
};

}  // namespace

std::string rule_text(const GradingRule& rule) {
  const RuleWords words = std::visit(WordsOfRule{}, rule.judged);
  return words.what + (rule.where ? fmt::format(" where {}", rule.where->sql) : "") + words.terms;
}

}  // namespace warpledger
