#pragma once

#include <string>
#include <string_view>

namespace warpledger {

/// A page's Markdown (CommonMark) as HTML. Raw HTML and links that run scripts are left out of it.
std::string html_of_prose(const std::string& markdown);

/// Markdown that shows `value` as it is, whatever is in it.
std::string commonmark_escaped(std::string_view value);

}  // namespace warpledger
