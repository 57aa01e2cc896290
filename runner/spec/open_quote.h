#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace warpledger {

/// What is wrong with the quoted text of a YAML file that opens in `lines[line - 1]` at `column`, both from 1: it never
/// closes, or only behind lines that look like entries of their own, which it has swallowed. Nothing when it closes in
/// its line, or behind lines of prose.
std::optional<std::string> problem_of_quote(const std::vector<std::string>& lines, std::size_t line,
                                            std::size_t column);

/// Where text opens a quote that its line does not close.
struct OpenQuote {
  std::size_t line = 0, column = 0;  ///< from 1
};

/// The first quote up to line `last` that is open at the end of its line, as far as lines alone tell: for a file that
/// is no YAML.
std::optional<OpenQuote> find_open_quote(const std::vector<std::string>& lines, std::size_t last);

}  // namespace warpledger
