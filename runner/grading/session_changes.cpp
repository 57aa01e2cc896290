#include "grading/session_changes.h"

#include <map>

#include "ledger/run_files.h"
#include "run/run_texts.h"
#include "spec/changed_points.h"

namespace warpledger {

std::vector<std::string> changes_since(const LedgerReader& ledger, const GradingSession& session,
                                       const Experiment& now) {
  std::map<std::string, std::string> then;
  for (SourceFile& file : files_of_run(ledger, session.newest_run)) then[file.name] = std::move(file.text);
  std::vector<std::string> changes = changed_point_keys(then["experiments/" + now.name + ".yaml"], now.text);
  for (const SourceFile& text : texts_of(now)) {
    const auto before = then.find(text.name);
    if (!text.name.starts_with("kernels/") || before == then.end()) continue;
    const bool is_family = text.name.ends_with("family.yaml");
    if (is_family ? is_other_family(before->second, text.text) : before->second != text.text)
      changes.push_back(text.name);
  }
  return changes;
}

}  // namespace warpledger
