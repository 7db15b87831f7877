/* Sentences of training steps in the provenance of a body model. */
#include "tests/support/cmocka.h"

#include "tools/base/provenance.h"

#include <stdlib.h>
#include <string.h>

#define PEOPLE ". People learned by: posedctl train-people"
#define FACES  ". Faces of women and men by: posedctl train-faces"
#define HANDS  ". Hands' components learned by: posedctl train-hands"
#define TISSUE " Soft tissue learned by: posedctl train-tissue."

/* Adds the sentence to the text, and compares the result. */
static void adds(const char *text, const char *sentence, const char *expected)
{
    pd_smpl_text about = {.provenance = text ? strdup(text) : NULL};
    pd_error err;
    assert_int_equal(pd_tool_provenance_add(&about, sentence, &err), PD_OK);
    assert_string_equal(about.provenance, expected);
    free(about.provenance);
}

static void a_sentence_stands_before_those_of_later_steps(void **state)
{
    (void)state;
    adds("Made" PEOPLE HANDS TISSUE, FACES, "Made" PEOPLE FACES HANDS TISSUE);
    adds("Made" PEOPLE TISSUE, HANDS, "Made" PEOPLE HANDS TISSUE);
    adds("Made" HANDS FACES, PEOPLE, "Made" PEOPLE HANDS FACES);
    adds("Made", TISSUE, "Made" TISSUE);
    adds(NULL, FACES, FACES);
}

static void a_sentence_that_is_there_is_not_added_again(void **state)
{
    (void)state;
    adds("Made" HANDS FACES TISSUE, FACES, "Made" HANDS FACES TISSUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_sentence_stands_before_those_of_later_steps),
                                       cmocka_unit_test(a_sentence_that_is_there_is_not_added_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
