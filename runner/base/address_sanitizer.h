#pragma once

/// WARPLEDGER_HAS_ASAN is defined where AddressSanitizer is compiled in: GCC says so by a macro, clang by a feature.
#if defined(__SANITIZE_ADDRESS__)
#define WARPLEDGER_HAS_ASAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WARPLEDGER_HAS_ASAN
#endif
#endif
