#include "report/mark.h"

namespace warpledger {
namespace {

constexpr std::string_view kMixed = "mixed";

}  // namespace

std::string_view suffix_of(Mark mark) {
  if (mark == Mark::modelled) return "~";
  return mark == Mark::poor ? "?" : "";
}

std::string_view source_of(Mark mark) {
  switch (mark) {
    case Mark::modelled:
      return "model";
    case Mark::poor:
      return "model, poor";
    case Mark::mixed:
      return kMixed;
    default:
      return "";
  }
}

std::string with_mark(const std::string& words, Mark mark) {
  return mark == Mark::mixed ? std::string(kMixed) : words + std::string(suffix_of(mark));
}

}  // namespace warpledger
