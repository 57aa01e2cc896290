#include "base/error.h"

#include <utility>

#include "base/excerpt.h"

namespace warpledger {
namespace {

std::string location(const Place& place) {
  std::string text = clipped(place.file);
  if (place.line > 0) text += ":" + std::to_string(place.line);
  if (place.line > 0 && place.column > 0) text += ":" + std::to_string(place.column);
  return text.empty() ? text : text + ": ";
}

}  // namespace

Error::Error(std::string what, std::string cure) : Error(Place{}, std::move(what), std::move(cure)) {}

Error::Error(Place where, std::string what, std::string cure)
    : where_(std::move(where)), problem_(std::move(what)), cure_(std::move(cure)) {
  message_ = location(where_) + clipped(problem_) + excerpt(where_.line_text, where_.column);
  if (!cure_.empty()) message_ += "\ncure: " + clipped(cure_);
}

Error::Error(const std::vector<Error>& several) : Error(several.front()) {
  if (several.size() == 1) return;
  several_ = several;
  for (std::size_t i = 1; i < several.size() && i < kMostTold; ++i) message_ += std::string("\n\n") + several[i].what();
  if (several.size() > kMostTold) message_ += "\n\nand " + std::to_string(several.size() - kMostTold) + " more";
}

std::vector<Error> Error::each() const { return several_.empty() ? std::vector<Error>{*this} : several_; }

}  // namespace warpledger
