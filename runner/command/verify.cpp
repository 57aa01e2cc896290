#include "store/verify.h"

#include <memory>

#include "command/command.h"
#include "command/experiment_arguments.h"
#include "command/print.h"
#include "spec/paths.h"

namespace warpledger {
namespace {

int verify(const std::string& ledger) {
  Table table{{"verified", "rows", "wrong", "which"}, {}};
  bool is_whole = true;
  for (const Verified& one : verify_ledger(ledger, schema_folder(find_paths().roots))) {
    is_whole = is_whole && one.problem_count == 0;
    table.rows.push_back({one.what, one.rows, one.problem_count, one.problems.empty() ? "" : one.problems.front()});
    for (std::size_t i = 1; i < one.problems.size(); ++i)
      table.rows.push_back({std::monostate{}, std::monostate{}, std::monostate{}, one.problems[i]});
  }
  print_table(table);
  return is_whole ? kAllOk : kSomePointFailed;
}

}  // namespace

void add_verify(Arguments& arguments) {
  auto ledger = std::make_shared<std::string>("results.db");
  declare_ledger(arguments, *ledger);
  arguments.run([ledger] { return verify(*ledger); });
}

}  // namespace warpledger
