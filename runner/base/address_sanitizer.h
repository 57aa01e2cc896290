#pragma once

/// Defines WARPLEDGER_HAS_ASAN if AddressSanitizer is compiled in. GCC defines a macro, clang has a feature test.
#if defined(__SANITIZE_ADDRESS__)
#define WARPLEDGER_HAS_ASAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WARPLEDGER_HAS_ASAN
#endif
#endif
