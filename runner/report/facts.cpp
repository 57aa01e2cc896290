#include "report/facts.h"

#include "base/error.h"
#include "base/text.h"
#include "report/cell.h"

namespace warpledger {

std::string Facts::value(const Placeholder& placeholder) {
  if (values_.empty()) load(placeholder.where);
  const auto found = values_.find(placeholder.name);
  if (found != values_.end()) return found->second;
  std::vector<std::string> names = {"glossary"};
  for (const auto& [name, value] : values_) names.push_back(name);
  throw Error(placeholder.where, "unknown placeholder '" + placeholder.name + "'",
              did_you_mean(placeholder.name, names));
}

void Facts::load(const Place& where) {
  for (const std::string view : {"device", "run_info"}) {
    const Table table = query_("SELECT * FROM " + view);
    if (table.rows.size() != 1)
      throw Error(
          where,
          "the view '" + view + "' has " + std::to_string(table.rows.size()) + " rows where a placeholder needs one",
          "select one run of a ledger that has one");
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      values_[view + "." + table.columns[i]] = in_words(table.rows.front().at(i));
  }
}

}  // namespace warpledger
