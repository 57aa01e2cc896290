#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "e2e/program.h"

namespace warpledger::e2e {

/// A fresh folder in which the experiment "squares" is graded: submissions in `class`, their results in the ledger
/// `results.db`.
class GradedFolder {
 public:
  const std::string& path() const { return path_; }
  std::string submissions() const { return path_ + "/class"; }

  /// Makes the submission `name` anew: the kernel of that name in the family "cheats".
  void submit(const std::string& name, const std::string& kernel) const;

  /// `warpledger grade squares` with `arguments`: the grades of what is in the ledger.
  Ended grade(const std::vector<std::string>& arguments = {}) const;
  /// The arguments of a grading that runs the submissions on the device under test, with `more`.
  std::vector<std::string> running(const std::vector<std::string>& more = {}) const;
  /// The same, run. Throws Error when it does not end with 0.
  Ended run(const std::vector<std::string>& more = {}) const;

  /// Rows of a query on the ledger, an object each. Throws Error when it fails.
  nlohmann::json query(const std::string& sql) const;
  /// The total points by submission, of the newest session or of the one that `arguments` name.
  std::map<std::string, double> totals(const std::vector<std::string>& arguments = {}) const;

 private:
  std::string path_ = fresh_folder();
};

}  // namespace warpledger::e2e
