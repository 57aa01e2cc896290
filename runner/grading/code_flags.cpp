#include "grading/code_flags.h"

#include <fmt/format.h>

#include "base/text.h"
#include "model/cell_value.h"
#include "store/quoted.h"

namespace warpledger {
namespace {

/// Shorter code, of 128 instructions, may well be the same of two who never met: one loop that the compiler unrolls
/// four times and ends in another is that long.
constexpr int kFewestBytes = 2048;

using CodeByInstance = std::map<std::string, double>;

/// Of the instances whose code is known and long enough to tell.
CodeByInstance code_of(const LedgerReader& ledger, const std::vector<std::string>& kernels,
                       const std::string& run_uuid) {
  const Table rows = ledger.query(fmt::format(
      "SELECT DISTINCT p.instance, id.value FROM points AS p "
      "JOIN metric AS id ON id.point = p.point AND id.name = 'machine_code_id' AND id.value IS NOT NULL "
      "JOIN metric AS size ON size.point = p.point AND size.name = 'machine_code_bytes' AND size.value >= {} "
      "WHERE p.run_uuid = {} AND p.kernel IN {} AND p.outcome = 'ok'",
      kFewestBytes, quoted_text(run_uuid), quoted_list(kernels)));
  CodeByInstance code;
  for (const std::vector<Cell>& row : rows.rows) code[text_in(row[0])] = number_in(row[1]).value();
  return code;
}

}  // namespace

std::map<std::string, std::vector<std::string>> code_flags(const LedgerReader& ledger,
                                                           const std::vector<std::string>& kernels,
                                                           const std::map<std::string, std::string>& runs) {
  std::map<CodeByInstance, std::vector<std::string>> groups;
  for (const auto& [submission, run] : runs)
    if (CodeByInstance code = code_of(ledger, kernels, run); !code.empty())
      groups[std::move(code)].push_back(submission);
  std::map<std::string, std::vector<std::string>> flags;
  for (const auto& [code, submissions] : groups) {
    if (submissions.size() < 2) continue;
    const std::string which =
        code.size() == 1 ? "the one longer instance" : fmt::format("all {} longer instances", code.size());
    for (const std::string& submission : submissions) {
      std::vector<std::string> others;
      for (const std::string& other : submissions)
        if (other != submission) others.push_back(other);
      flags[submission].push_back(fmt::format("the machine code of {} is the same as that of {}", which, join(others)));
    }
  }
  return flags;
}

}  // namespace warpledger
