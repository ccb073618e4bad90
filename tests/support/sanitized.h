// Defines SLIPWAY_SANITIZED where a sanitizer has replaced the heap: it keeps freed memory for a while.
#pragma once

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SLIPWAY_SANITIZED
#endif
#endif
