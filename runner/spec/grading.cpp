#include "spec/grading.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "spec/grading_rule.h"
#include "spec/grid_reader.h"
#include "spec/overrides.h"

namespace warpledger {
namespace {

constexpr int kFewestRounds = 2;  // one has no interval

int read_count(const Reader& value, int least) {
  constexpr std::int64_t kMost = 100;
  const std::int64_t count = value.whole();
  if (count < least || count > kMost)
    value.fail(fmt::format("{} is not between {} and {}", count, least, kMost), "give a number in between");
  return static_cast<int>(count);
}

std::vector<std::string> read_submission(const Reader& kernels, const Family& family) {
  std::vector<std::string> names;
  kernels.each_of(kernels.items_or_one(), [&](const Reader& item) {
    const std::string& name = item.text();
    names.push_back(name);
    find_kernel(family, name, item.place());
    if (std::ranges::count(names, name) > 1)
      item.fail(fmt::format("kernel '{}' stands twice", name), "keep one of them");
  });
  return names;
}

/// Adds the kernels that `reference` names to those in `all`.
void read_reference(const Reader& reference, const Family& family, const std::vector<std::string>& submission,
                    std::map<std::string, std::string>& all) {
  reference.each_entry([&](const Reader& key, const Reader& value) {
    key.attempt([&] { key.word("kernel of the submission", submission); });
    find_kernel(family, value.text(), value.place());
    all[key.text()] = value.text();
  });
}

/// What `--set` takes, of one grid of `hidden`.
std::vector<std::string> read_hidden(const Reader& overrides, const Family& family, const Grid& grid) {
  std::vector<std::string> set;
  overrides.each_entry([&](const Reader& key, const Reader& value) {
    key.word("axis", axis_names(grid));
    std::vector<std::string> values;
    for (const Reader& item : value.items_or_one()) values.push_back(item.text());
    set.push_back(fmt::format("{}={}", key.text(), join(values, ",")));
    Grid changed = grid;
    Measure unchanged;
    try {
      apply_overrides({.set = {set.back()}, .positional = {}}, {}, family, changed, unchanged);
    } catch (const Error& error) {
      for (const Error& one : error.each()) value.attempt([&] { value.fail(one.problem(), one.cure()); });
    }
  });
  return set;
}

/// Whether the points of the rules add up to those of the problem, all of which are read.
void check_sum(const Reader& problem, const GradedProblem& read) {
  double sum = 0;
  for (const GradingRule& rule : read.rules) sum += rule.points;
  constexpr double kRounding = 1e-9;
  if (std::abs(sum - read.points) > kRounding * read.points)
    problem.at("points").fail(fmt::format("'{}' has {} points and its rules {} together", read.name, read.points, sum),
                              "let the points of the rules add up to those of the problem");
}

GradedProblem read_problem(const Reader& problem, const std::vector<std::string>& submission) {
  GradedProblem read{.name = "", .points = 0, .kernels = submission, .rules = {}};
  problem.expect(kProblemKeys);
  problem.read("name", read.name, &Reader::text);
  const bool has_points = problem.read("points", read.points, read_points);
  problem.with("kernels", [&](const Reader& kernels) {
    read.kernels.clear();
    kernels.each_of(kernels.items_or_one(), [&](const Reader& item) {
      read.kernels.push_back(submission[item.word("kernel of the submission", submission)]);
    });
  });
  const bool has_rules = problem.with("rules", [&](const Reader& rules) {
    rules.each_of(rules.items(), [&](const Reader& rule) { read.rules.push_back(read_grading_rule(rule)); });
  });
  if (has_points && has_rules && !read.rules.empty() && problem.find("points")) check_sum(problem, read);
  return read;
}

std::vector<GradedProblem> read_problems(const Reader& problems, const std::vector<std::string>& submission) {
  std::vector<GradedProblem> read;
  problems.each_of(problems.items(), [&](const Reader& problem) {
    const GradedProblem& added = read.emplace_back(read_problem(problem, submission));
    if (!added.name.empty() && std::ranges::count(read, added.name, &GradedProblem::name) > 1)
      problem.at("name").fail(fmt::format("a second problem '{}'", added.name), "choose another name");
  });
  return read;
}

}  // namespace

Grading read_grading(const Reader& grading, const Family& family, const Grid& grid) {
  grading.expect(kGradingKeys);
  Grading read;
  grading.read("submission", read.submission, read_submission, family);
  grading.read("seeds", read.seeds, read_count, 0);
  grading.read("rounds", read.rounds, read_count, kFewestRounds);
  grading.with("hidden", [&](const Reader& hidden) {
    hidden.each_of(hidden.items_or_one(),
                   [&](const Reader& overrides) { read.hidden.push_back(read_hidden(overrides, family, grid)); });
  });
  // What is misspelt in `submission` is not to be blamed on those who spell it right.
  std::vector<std::string> submitted = read.submission;
  const auto is_known = [&](const std::string& name) {
    return std::ranges::count(family.kernels, name, &Kernel::name) > 0;
  };
  if (!std::ranges::all_of(submitted, is_known))
    for (const Kernel& kernel : family.kernels) submitted.push_back(kernel.name);
  for (const std::string& kernel : read.submission) read.reference[kernel] = kernel;
  if (submitted.empty()) return read;  // the key is missing, which the rest is about
  grading.with("reference",
               [&](const Reader& reference) { read_reference(reference, family, submitted, read.reference); });
  grading.read("problems", read.problems, read_problems, submitted);
  return read;
}

}  // namespace warpledger
