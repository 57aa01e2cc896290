#include "base/error_list.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <tuple>

namespace warpledger {
namespace {

/// Columns order what stands in one line of a file. What has no line, as an argument, keeps its turn.
bool stands_before(const Error& a, const Error& b) {
  const auto rank = [](const Place& place) {
    return std::make_tuple(std::string_view(place.file), place.line, place.line > 0 ? place.column : 0);
  };
  return rank(a.where()) < rank(b.where());
}

}  // namespace

void ErrorList::add(const Error& error) {
  for (const Error& one : error.each()) {
    ++found_;
    if (told_.insert(std::hash<std::string_view>()(one.what())).second) errors_.push_back(one);
  }
}

std::vector<Error> ErrorList::in_order() const {
  std::vector<Error> sorted = errors_;
  std::stable_sort(sorted.begin(), sorted.end(), stands_before);
  return sorted;
}

void ErrorList::raise() const {
  if (!errors_.empty()) throw Error(in_order());
}

}  // namespace warpledger
