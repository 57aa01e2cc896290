#include "grading/score/code_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/sql_text.h"
#include "model/table.h"

namespace warpledger {
namespace {

/// Up to 128 instructions may be equal by chance: a loop unrolled four times, with its remainder, is that long.
constexpr int kFewestBytes = 2048;

constexpr std::size_t kManySubmissions = 4;
constexpr double kManyOfAClass = 0.05;

/// Code by kernel, then by the point's parameters and launch.
struct PointCode {
  std::string instance;
  double id = 0;
};
using CodeByPoint = std::map<std::string, PointCode>;
using CodeByKernel = std::map<std::string, CodeByPoint>;
using CodeByInstance = std::map<std::string, double>;

/// Returns the points whose code is known and long enough.
CodeByKernel code_in(const LedgerReader& ledger, const std::vector<std::string>& runs) {
  const Table rows = ledger.query(fmt::format(
      "SELECT p.kernel, substr(p.identity, length(p.kernel) + 1), p.instance, id.value FROM points AS p "
      "JOIN metrics AS id ON id.point = p.point AND id.name = 'machine_code_id' AND id.value IS NOT NULL "
      "JOIN metrics AS size ON size.point = p.point AND size.name = 'machine_code_bytes' AND size.value >= {} "
      "WHERE p.run_uuid IN {} AND p.outcome = 'ok'",
      kFewestBytes, quoted_list(runs)));
  CodeByKernel code;
  for (const std::vector<Cell>& row : rows.rows)
    code[text_in(row[0])][text_in(row[1])] = {text_in(row[2]), number_in(row[3]).value()};
  return code;
}

CodeByInstance by_instance(const CodeByPoint& code) {
  CodeByInstance instances;
  for (const auto& [point, of_point] : code) instances[of_point.instance] = of_point.id;
  return instances;
}

/// True if `known` has the same code at every point of `own`.
bool covers(const CodeByPoint& known, const CodeByPoint& own) {
  return std::ranges::all_of(own, [&](const auto& point) {
    const auto found = known.find(point.first);
    return found != known.end() && found->second.id == point.second.id;
  });
}

class ClassCode {
 public:
  ClassCode(const LedgerReader& ledger, const Grading& grading, const std::map<std::string, std::string>& runs,
            const std::vector<std::string>& known)
      : grading_(grading), known_(code_in(ledger, known)) {
    for (const auto& [submission, run] : runs) {
      CodeByKernel& code = submitted_[submission] = code_in(ledger, {run});
      std::erase_if(code, [&](const auto& one) { return std::ranges::count(grading.submission, one.first) == 0; });
    }
  }

  ClassFlags take() {
    for (const auto& [submission, code] : submitted_) compare_with_known(submission, code);
    compare_with_each_other();
    return std::move(found_);
  }

 private:
  bool is_known_as(const std::string& kernel, const CodeByPoint& own) const {
    const auto found = known_.find(kernel);
    return found != known_.end() && covers(found->second, own);
  }

  bool is_common(const std::string& kernel, const CodeByPoint& own) const {
    const auto common = grading_.common.find(kernel);
    return common != grading_.common.end() &&
           std::ranges::any_of(common->second, [&](const std::string& name) { return is_known_as(name, own); });
  }

  void compare_with_known(const std::string& submission, const CodeByKernel& code) {
    for (const auto& [kernel, own] : code) {
      if (is_common(kernel, own)) {
        found_.notes.common.insert(submission);
      } else if (const std::string& reference = grading_.reference.at(kernel); is_known_as(reference, own)) {
        found_.flags[submission].push_back({.kind = FlagKind::reference_code,
                                            .kernel = kernel,
                                            .reference = reference,
                                            .instances = by_instance(own).size()});
      }
    }
  }

  /// Ignores common kernels.
  void compare_with_each_other() {
    std::map<CodeByInstance, std::vector<std::string>> groups;
    for (const auto& [submission, code] : submitted_) {
      CodeByInstance instances;
      for (const auto& [kernel, own] : code)
        if (!is_common(kernel, own)) instances.merge(by_instance(own));
      if (!instances.empty()) groups[std::move(instances)].push_back(submission);
    }
    for (const auto& [code, submissions] : groups) {
      if (submissions.size() < 2) continue;
      if (is_many(submissions.size()))
        found_.notes.alike.push_back(submissions.size());
      else
        flag_group(submissions, code.size());
    }
  }

  bool is_many(std::size_t submissions) const {
    return submissions > kManySubmissions &&
           static_cast<double>(submissions) > kManyOfAClass * static_cast<double>(submitted_.size());
  }

  void flag_group(const std::vector<std::string>& submissions, std::size_t instances) {
    for (const std::string& submission : submissions) {
      std::vector<std::string> others;
      for (const std::string& other : submissions)
        if (other != submission) others.push_back(other);
      found_.flags[submission].push_back(
          {.kind = FlagKind::same_code, .others = std::move(others), .instances = instances});
    }
  }

  const Grading& grading_;
  CodeByKernel known_;
  std::map<std::string, CodeByKernel> submitted_;
  ClassFlags found_;
};

}  // namespace

ClassFlags code_flags(const LedgerReader& ledger, const Grading& grading,
                      const std::map<std::string, std::string>& runs, const std::vector<std::string>& known) {
  return ClassCode(ledger, grading, runs, known).take();
}

}  // namespace warpledger
