// SPDX-License-Identifier: Apache-2.0
// HAMMOCK_ADDRESS_SANITIZER is defined in a build with AddressSanitizer, which GCC and clang tell in two ways.
#pragma once

#ifdef __SANITIZE_ADDRESS__
#define HAMMOCK_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAMMOCK_ADDRESS_SANITIZER
#endif
#endif
