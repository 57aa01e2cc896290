#include "base/error.h"

#include <utility>

namespace warpledger {
namespace {

std::string location(const Place& place) {
  std::string text = place.file;
  if (place.line > 0) text += ":" + std::to_string(place.line);
  if (place.line > 0 && place.column > 0) text += ":" + std::to_string(place.column);
  return text.empty() ? text : text + ": ";
}

std::string excerpt(const Place& place) {
  if (place.line_text.empty()) return {};
  std::string text = "\n  " + place.line_text;
  // A place that another process sent may lie anywhere; one that a text ends too early at is just past its end.
  if (place.column == 0 || place.column > place.line_text.size() + 1) return text;
  // Tabs are kept so that the caret stands under its column whatever the terminal's tab width is.
  std::string indent;
  for (std::size_t i = 0; i + 1 < place.column; ++i)
    indent += i < place.line_text.size() && place.line_text[i] == '\t' ? '\t' : ' ';
  return text + "\n  " + indent + "^";
}

}  // namespace

Error::Error(std::string what, std::string cure) : Error(Place{}, std::move(what), std::move(cure)) {}

Error::Error(Place where, std::string what, std::string cure)
    : where_(std::move(where)), problem_(std::move(what)), cure_(std::move(cure)) {
  message_ = location(where_) + problem_ + excerpt(where_);
  if (!cure_.empty()) message_ += "\ncure: " + cure_;
}

Error::Error(const std::vector<Error>& several) : Error(several.front()) {
  if (several.size() == 1) return;
  several_ = several;
  for (std::size_t i = 1; i < several.size() && i < kMostTold; ++i) message_ += std::string("\n\n") + several[i].what();
  if (several.size() > kMostTold) message_ += "\n\nand " + std::to_string(several.size() - kMostTold) + " more";
}

std::vector<Error> Error::each() const { return several_.empty() ? std::vector<Error>{*this} : several_; }

}  // namespace warpledger
