#include "factory/makehuman/macro.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char *const word_text[PD_FACTORY_WORD_COUNT] = {
#define TEXT(id, text) text,
    PD_FACTORY_WORD_TABLE(TEXT)
#undef TEXT
};

/* A control is a run of consecutive words. */
typedef struct control {
    pd_factory_word first;
    int count;
} control;

static const control race = {PD_FACTORY_AFRICAN, 3}, sex = {PD_FACTORY_MALE, 2},
                     female = {PD_FACTORY_FEMALE, 1}, age = {PD_FACTORY_CHILD, 3},
                     muscle = {PD_FACTORY_MIN_MUSCLE, 3}, weight = {PD_FACTORY_MIN_WEIGHT, 3},
                     height = {PD_FACTORY_MIN_HEIGHT, 2}, proportions = {PD_FACTORY_UNCOMMON, 2},
                     cup = {PD_FACTORY_MIN_CUP, 3}, firmness = {PD_FACTORY_MIN_FIRMNESS, 3};

typedef struct family_row {
    const char *prefix, *ending;
    int control_count;
    const control *controls[PD_FACTORY_MACRO_WORDS];
} family_row;

static const family_row families[PD_FACTORY_FAMILY_COUNT] = {
    [PD_FACTORY_RACE] = {"macrodetails/", ".target.gz", 3, {&race, &sex, &age}},
    [PD_FACTORY_UNIVERSAL] = {"macrodetails/universal-", ".target.gz", 4, {&sex, &age, &muscle, &weight}},
    [PD_FACTORY_HEIGHT] = {"macrodetails/height/", ".target.gz", 5, {&sex, &age, &muscle, &weight, &height}},
    [PD_FACTORY_PROPORTIONS] = {"macrodetails/proportions/",
                                ".target.gz",
                                5,
                                {&sex, &age, &muscle, &weight, &proportions}},
    [PD_FACTORY_BREAST] = {"breast/", ".target", 6, {&female, &age, &muscle, &weight, &cup, &firmness}},
};

int pd_factory_macro_list(pd_factory_macro_target *rows)
{
    int count = 0;

    for (int f = 0; f < PD_FACTORY_FAMILY_COUNT; f++) {
        const family_row *family = &families[f];
        pd_factory_macro_target row = {.family = (pd_factory_family)f, .word_count = family->control_count};
        for (int i = 0;; i++) {
            /* combination number i as words, the last control fastest */
            int index = i;
            for (int k = family->control_count - 1; k >= 0; k--) {
                const control *c = family->controls[k];
                row.words[k] = (pd_factory_word)((int)c->first + index % c->count);
                index /= c->count;
            }

            if (index > 0) break;

            /* average with average has no file: it adds nothing */
            if (row.family == PD_FACTORY_BREAST && row.words[4] == PD_FACTORY_AVERAGE_CUP &&
                row.words[5] == PD_FACTORY_AVERAGE_FIRMNESS)
                continue;

            size_t used = (size_t)snprintf(row.path, sizeof row.path, "%s", family->prefix);
            for (int k = 0; k < row.word_count; k++)
                used += (size_t)snprintf(row.path + used, sizeof row.path - used, "%s%s", k ? "-" : "",
                                         word_text[row.words[k]]);
            snprintf(row.path + used, sizeof row.path - used, "%s", family->ending);

            rows[count++] = row;
        }
    }

    return count;
}

static void three_words(double factors[3], double c)
{
    factors[0] = fmax(0, 1 - 2 * c);
    factors[2] = fmax(0, 2 * c - 1);
    factors[1] = 1 - factors[0] - factors[2];
}

pd_factory_macro pd_factory_macro_average(double gender, double years)
{
    return (pd_factory_macro){.gender = gender,
                              .years = years,
                              .muscle = 0.5,
                              .weight = 0.5,
                              .height = 0.5,
                              .proportions = 0.5,
                              .cup = 0.5,
                              .firmness = 0.5,
                              .race = {1.0 / 3, 1.0 / 3, 1.0 / 3}};
}

void pd_factory_macro_factors(double factors[PD_FACTORY_WORD_COUNT], const pd_factory_macro *macro)
{
    const double years = macro->years;
    const double child = fmin(fmax((25 - years) / 15, 0), 1);
    const double old = fmin(fmax((years - 25) / 65, 0), 1);
    double three[3];

    memcpy(factors + PD_FACTORY_AFRICAN, macro->race, sizeof macro->race);
    factors[PD_FACTORY_MALE] = macro->gender;
    factors[PD_FACTORY_FEMALE] = 1 - macro->gender;
    factors[PD_FACTORY_CHILD] = child;
    factors[PD_FACTORY_CHILD + 1] = 1 - child - old;
    factors[PD_FACTORY_CHILD + 2] = old;
    three_words(factors + PD_FACTORY_MIN_MUSCLE, macro->muscle);
    three_words(factors + PD_FACTORY_MIN_WEIGHT, macro->weight);
    three_words(factors + PD_FACTORY_MIN_CUP, macro->cup);
    three_words(factors + PD_FACTORY_MIN_FIRMNESS, macro->firmness);
    three_words(three, macro->height);
    factors[PD_FACTORY_MIN_HEIGHT] = three[0];
    factors[PD_FACTORY_MAX_HEIGHT] = three[2];
    three_words(three, macro->proportions);
    factors[PD_FACTORY_UNCOMMON] = three[0];
    factors[PD_FACTORY_IDEAL] = three[2];
}

double pd_factory_macro_weight(const pd_factory_macro_target *row,
                               const double factors[PD_FACTORY_WORD_COUNT])
{
    double product = 1;
    for (int k = 0; k < row->word_count; k++) product *= factors[row->words[k]];
    return product;
}
