#pragma once

#include <string>
#include <string_view>

namespace warpledger {

/// A compiler's messages, as the author of a source should read them. Behind the source stand lines of ours that name
/// the kernels to launch; what the compiler says about those, in lines that begin with `own_lines`, is left out. When
/// that is all it says, the text is "the source has no kernel <name>: <first message>"; the name is what stands between
/// `before` and `behind` in the text that is left out.
std::string compile_log(std::string_view log, std::string_view own_lines, std::string_view before,
                        std::string_view behind);

}  // namespace warpledger
