#pragma once

namespace warpledger {

/// Output format: text for a terminal, Markdown for a document, CSV for a program, HTML for a browser.
enum class Format { text, markdown, csv, html };

}  // namespace warpledger
