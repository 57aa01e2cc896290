#pragma once

namespace warpledger {

enum class Format { text, markdown, csv, html };

}  // namespace warpledger
