#include "grading/measure/reference_point.h"

#include <map>
#include <sstream>
#include <utility>

namespace warpledger {
namespace {

/// Returns the words by name; the kernel's name has the key "".
std::map<std::string, std::string> words_of(const std::string& identity) {
  std::map<std::string, std::string> words;
  std::istringstream stream(identity);
  for (std::string word; stream >> word;) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos)
      words.emplace("", word);
    else
      words.emplace(word.substr(0, equals), word.substr(equals + 1));
  }
  return words;
}

}  // namespace

std::optional<std::size_t> find_reference(const std::string& identity, const std::string& kernel,
                                          std::span<const std::string> references) {
  std::map<std::string, std::string> wanted = words_of(identity);
  wanted[""] = kernel;
  std::optional<std::size_t> best;
  std::pair<std::ptrdiff_t, std::ptrdiff_t> best_match;  // {equal words, -(words that only the reference has)}
  for (std::size_t i = 0; i < references.size(); ++i) {
    std::ptrdiff_t common = 0, different = 0, added = 0;
    for (const auto& [name, value] : words_of(references[i])) {
      const auto found = wanted.find(name);
      ++(found == wanted.end() ? added : found->second == value ? common : different);
    }
    const std::pair match{common, -added};
    if (different > 0 || (best && match <= best_match)) continue;
    best = i;
    best_match = match;
  }
  return best && best_match.first > 0 ? best : std::nullopt;
}

}  // namespace warpledger
