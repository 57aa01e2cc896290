#pragma once

namespace warpledger {

/// What a report or a table is written as. Text is for a terminal, Markdown for a document, CSV for another program.
enum class Format { text, markdown, csv };

}  // namespace warpledger
