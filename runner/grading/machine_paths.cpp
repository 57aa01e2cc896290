#include "grading/machine_paths.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace warpledger {
namespace {

bool is_of_path(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80 ||
         std::string_view("/._-+~").find(c) != std::string_view::npos;
}

/// Where a path may begin behind `before`.
bool is_bound(char before) {
  return std::isspace(static_cast<unsigned char>(before)) != 0 ||
         std::string_view("(=:,;").find(before) != std::string_view::npos;
}

}  // namespace

std::string without_folders(std::string_view text) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const bool begins = text[at] == '/' && (at == 0 || is_bound(text[at - 1])) && text.substr(at, 2) != "//";
    const auto end = static_cast<std::size_t>(
        std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_of_path) - text.begin());
    const std::string_view path = text.substr(at, end - at);
    if (begins && path.find('/', 1) != std::string_view::npos) {
      const std::size_t last = path.find_last_of('/', path.find_last_not_of('/'));
      shown += path.substr(last + 1);
      at = end;
    } else {
      shown += text[at++];
    }
  }
  return shown;
}

}  // namespace warpledger
