#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "report/page.h"

namespace warpledger {

/// {{name}} within a line of a page, with the text before it.
struct Placeholder {
  std::string text_before;
  std::string name;
  Place where;  ///< of the name
};

/// A line of a page split at its placeholders.
struct Template {
  std::vector<Placeholder> placeholders;
  std::string text_after;
};

/// Splits what stands on `line` of the page from byte `first` on. Throws Error for "{{" without "}}".
Template split_at_placeholders(const Page& page, std::size_t line, std::size_t first = 0);

/// The line with `value(placeholder)` in place of each placeholder.
std::string fill(const Template& text, const std::function<std::string(const Placeholder&)>& value);

}  // namespace warpledger
