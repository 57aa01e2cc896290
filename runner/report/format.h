#pragma once

namespace warpledger {

/// What a report or a table is written as. Text is for a terminal, Markdown for a document, CSV for another program,
/// HTML for a browser.
enum class Format { text, markdown, csv, html };

}  // namespace warpledger
