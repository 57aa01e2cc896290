#pragma once

/// GCC reports AddressSanitizer by a macro, clang by a feature test.
#if defined(__SANITIZE_ADDRESS__)
#define WARPLEDGER_HAS_ASAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WARPLEDGER_HAS_ASAN
#endif
#endif
