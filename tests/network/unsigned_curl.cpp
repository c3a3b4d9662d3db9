// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Loaded before libcurl, which then cannot sign requests to S3, as if it was built without that.
#include <curl/curl.h>
#include <dlfcn.h>

#include <cstdarg>

#undef curl_easy_setopt

// All arguments of this function are as long as a pointer.
extern "C" CURLcode curl_easy_setopt(CURL* handle, CURLoption option, ...) {
  std::va_list arguments;
  va_start(arguments, option);
  void* const value = va_arg(arguments, void*);
  va_end(arguments);
  if (option == CURLOPT_AWS_SIGV4) return CURLE_UNKNOWN_OPTION;
  using SetOption = CURLcode (*)(CURL*, CURLoption, ...);
  static const auto set = reinterpret_cast<SetOption>(::dlsym(RTLD_NEXT, "curl_easy_setopt"));
  return set(handle, option, value);
}
