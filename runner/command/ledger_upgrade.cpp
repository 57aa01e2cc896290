#include <fmt/format.h>

#include <memory>
#include <string>

#include "base/text.h"
#include "command/command.h"
#include "command/output_arguments.h"
#include "command/terminal.h"
#include "remeasure/identity_upgrade.h"
#include "spec/library.h"
#include "store/connection.h"
#include "store/ledger_file.h"
#include "store/schema.h"

namespace warpledger {
namespace {

int upgrade(const std::string& ledger) {
  schema_version_of_ledger(ledger);  // throws if there is no ledger
  open_for_upgrade(ledger, LedgerSchema(schema_folder(find_paths().roots)));
  const IdentityUpgrade upgraded = upgrade_identities(ledger);
  print_text(fmt::format("{}: {} of {} points have another identity now\n", ledger, with_thousands(upgraded.renamed),
                         with_thousands(upgraded.points)));
  if (upgraded.kept.empty()) return kAllOk;
  Table kept{{"run", "points", "keep their identity, such as", "because"}, {}};
  for (const KeptIdentities& of_run : upgraded.kept)
    kept.rows.push_back({of_run.run.substr(0, 8), of_run.points, of_run.first, of_run.reason});
  print_table(kept);
  return kAllOk;
}

}  // namespace

void add_ledger_upgrade(Arguments& arguments) {
  auto ledger = std::make_shared<std::string>();
  arguments.text("ledger", *ledger, "the ledger that an older warpledger wrote").value_name("FILE").required();
  arguments.run([ledger] { return upgrade(*ledger); });
}

}  // namespace warpledger
