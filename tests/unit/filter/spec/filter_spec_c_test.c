/* SPDX-FileCopyrightText: 2026 The ncf authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * The C interface, used as C. */
#include "ncf/filter_spec.h"

#include <stdio.h>
#include <string.h>

#include "support/check.h"

static void check_text(const char* actual, const char* expected) {
  if (actual != NULL && strcmp(actual, expected) == 0) return;
  fprintf(stderr, "expected:\n%s\nbut got:\n%s\n", expected, actual != NULL ? actual : "(null)");
  ++failures;
}

static void parses_one_filter(void) {
  ncf_filter filter;
  char* message = NULL;
  CHECK(ncf_filter_parse(" 32768 , 1.5d, -1 ", &filter, &message) == ncf_ok);
  CHECK(message == NULL);
  CHECK(filter.id == 32768);
  CHECK(filter.parameter_count == 3);
  CHECK(filter.parameters[0] == 0);
  CHECK(filter.parameters[1] == 1073217536);
  CHECK(filter.parameters[2] == 4294967295U);
  ncf_filter_free(&filter);
  CHECK(filter.id == 0 && filter.parameter_count == 0 && filter.parameters == NULL);
}

static void parses_a_filter_without_parameters(void) {
  ncf_filter filter;
  CHECK(ncf_filter_parse("3", &filter, NULL) == ncf_ok);
  CHECK(filter.id == 3 && filter.parameter_count == 0 && filter.parameters == NULL);
  ncf_filter_free(&filter);
}

static void says_which_filters_are_to_be_optional(void) {
  ncf_filter filter;
  CHECK(ncf_filter_parse("307,9", &filter, NULL) == ncf_ok);
  CHECK(filter.is_optional == 0);
  ncf_filter_free(&filter);
  CHECK(ncf_filter_parse("307?,9", &filter, NULL) == ncf_ok);
  CHECK(filter.is_optional != 0);
  ncf_filter_free(&filter);
}

static void refuses_a_second_filter_where_one_is_expected(void) {
  ncf_filter filter;
  char* message = NULL;
  CHECK(ncf_filter_parse("307,9|3", &filter, &message) == ncf_syntax_error);
  check_text(message, "second filter, expected one filter\n  307,9|3\n        ^");
  CHECK(filter.id == 0 && filter.parameters == NULL);
  ncf_string_free(message);
}

static void parses_a_list_with_names_and_json(void) {
  size_t count = 0;
  ncf_filter* filters = NULL;
  char* message = NULL;
  CHECK(ncf_filter_parse_list("fletcher32|bzip2,level=4|{\"id\":\"zstd\",\"level\":7}", &count,
                              &filters, &message) == ncf_ok);
  CHECK(message == NULL);
  CHECK(count == 3);
  CHECK(filters[0].id == 3 && filters[0].parameter_count == 0);
  CHECK(filters[1].id == 307 && filters[1].parameter_count == 1 && filters[1].parameters[0] == 4);
  CHECK(filters[2].id == 32015 && filters[2].parameters[0] == 7);
  ncf_filter_list_free(count, filters);
}

static void tells_what_is_wrong_with_a_caret(void) {
  size_t count = 7;
  ncf_filter* filters = (ncf_filter*)&count;
  char* message = NULL;
  CHECK(ncf_filter_parse_list("2|307,,9", &count, &filters, &message) == ncf_syntax_error);
  check_text(message, "empty parameter 1, expected a number\n  2|307,,9\n        ^");
  CHECK(count == 0 && filters == NULL);
  ncf_string_free(message);
  CHECK(ncf_filter_parse_list("", &count, &filters, NULL) == ncf_syntax_error);
}

static void warns_in_the_message_of_a_success(void) {
  ncf_filter filter;
  char* message = NULL;
  CHECK(ncf_filter_parse("32768,300b", &filter, &message) == ncf_ok);
  check_text(message, "does not fit signed 8 bits and becomes 44b\n  32768,300b\n        ^~~~");
  CHECK(filter.parameters[0] == 44);
  ncf_string_free(message);
  ncf_filter_free(&filter);
}

static void takes_null_where_it_can(void) {
  size_t count = 0;
  ncf_filter filter;
  char* message = (char*)&filter;
  CHECK(ncf_filter_parse(NULL, &filter, &message) == ncf_invalid_pointer);
  CHECK(message == NULL && filter.parameters == NULL);
  CHECK(ncf_filter_parse("3", NULL, NULL) == ncf_invalid_pointer);
  CHECK(ncf_filter_parse_list("3", &count, NULL, NULL) == ncf_invalid_pointer);
  CHECK(ncf_filter_parse_list("3", NULL, NULL, NULL) == ncf_invalid_pointer);
  ncf_filter_free(NULL);
  ncf_filter_list_free(3, NULL);
  ncf_string_free(NULL);
}

static void fix8_makes_the_words_the_parser_makes(void) {
  const double value = 12345678.12345678;
  double back = 0;
  unsigned char memory[8];
  uint32_t cd_values[2];
  ncf_filter filter;
  memcpy(memory, &value, 8);
  ncf_filter_fix8(memory, 0);
  memcpy(cd_values, memory, 8);
  CHECK(ncf_filter_parse("32768,12345678.12345678d", &filter, NULL) == ncf_ok);
  CHECK(filter.parameters[0] == cd_values[0] && filter.parameters[1] == cd_values[1]);
  ncf_filter_fix8(memory, 1);
  memcpy(&back, memory, 8);
  CHECK(memcmp(&back, &value, 8) == 0);
  ncf_filter_free(&filter);
}

int main(void) {
  parses_one_filter();
  parses_a_filter_without_parameters();
  says_which_filters_are_to_be_optional();
  refuses_a_second_filter_where_one_is_expected();
  parses_a_list_with_names_and_json();
  tells_what_is_wrong_with_a_caret();
  warns_in_the_message_of_a_success();
  takes_null_where_it_can();
  fix8_makes_the_words_the_parser_makes();
  return failures == 0 ? 0 : 1;
}
