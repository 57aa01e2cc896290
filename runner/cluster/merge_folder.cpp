#include "cluster/merge_folder.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/text.h"
#include "cluster/campaign_folder.h"
#include "spec/library.h"
#include "store/merge.h"

namespace warpledger {

MergedFolder merge_folder(const std::string& folder) {
  const std::string schema = schema_folder(find_paths().roots);
  MergedFolder merged;
  for (const TaskLedger& ledger : task_ledgers(folder, read_campaign(folder))) {
    try {
      const Merged one = merge_ledger(merged_ledger(folder), ledger.path, schema);
      if (one.conflict_count == 0)
        ++merged.ledgers;
      else
        merged.left_out.push_back(fmt::format("{}: {} rows differ from those of other starts of task {}:\n  {}",
                                              ledger.path, one.conflict_count, ledger.task,
                                              join(one.conflicts, "\n  ")));
    } catch (const Error& error) {
      merged.left_out.push_back(error.what());
    }
  }
  return merged;
}

}  // namespace warpledger
