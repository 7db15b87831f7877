#ifndef PD_TRAIN_MACRO_H
#define PD_TRAIN_MACRO_H
/* Macro targets: the controls that decide about a whole body, and the weight each target gets from them.
 *
 * A target's file name is a list of words; each word is a factor in 0..1, and the weight of the target is the
 * product of its words' factors. For a control c in 0..1 with three words the factors are
 *
 *     min = max(0, 1 - 2c),   max = max(0, 2c - 1),   average = 1 - min - max
 *
 * Gender is male = g, female = 1 - g; age is linear between knots at 1, 10, 25 and 90 years; the three races
 * add to 1. Babies are left out: this is for adults (children's shape enters below 25 years).
 */

typedef enum pd_train_word {
    PD_TRAIN_AFRICAN,
    PD_TRAIN_ASIAN,
    PD_TRAIN_CAUCASIAN,
    PD_TRAIN_MALE,
    PD_TRAIN_FEMALE,
    PD_TRAIN_CHILD,
    PD_TRAIN_YOUNG,
    PD_TRAIN_OLD,
    PD_TRAIN_MIN_MUSCLE,
    PD_TRAIN_AVERAGE_MUSCLE,
    PD_TRAIN_MAX_MUSCLE,
    PD_TRAIN_MIN_WEIGHT,
    PD_TRAIN_AVERAGE_WEIGHT,
    PD_TRAIN_MAX_WEIGHT,
    PD_TRAIN_MIN_HEIGHT,
    PD_TRAIN_MAX_HEIGHT,
    PD_TRAIN_UNCOMMON,
    PD_TRAIN_IDEAL,
    PD_TRAIN_MIN_CUP,
    PD_TRAIN_AVERAGE_CUP,
    PD_TRAIN_MAX_CUP,
    PD_TRAIN_MIN_FIRMNESS,
    PD_TRAIN_AVERAGE_FIRMNESS,
    PD_TRAIN_MAX_FIRMNESS,
    PD_TRAIN_WORD_COUNT
} pd_train_word;

typedef enum pd_train_family {
    PD_TRAIN_RACE,
    PD_TRAIN_UNIVERSAL,
    PD_TRAIN_HEIGHT,
    PD_TRAIN_PROPORTIONS,
    PD_TRAIN_BREAST,
    PD_TRAIN_FAMILY_COUNT
} pd_train_family;

/* 18 + 54 + 108 + 108 + 216 */
#define PD_TRAIN_MACRO_COUNT      504
#define PD_TRAIN_MACRO_WORDS      6
#define PD_TRAIN_MACRO_PATH_BYTES 128

typedef struct pd_train_macro_target {
    pd_train_family family;
    int word_count;
    pd_train_word words[PD_TRAIN_MACRO_WORDS];
    char path[PD_TRAIN_MACRO_PATH_BYTES]; /* below targets/, with its ending */
} pd_train_macro_target;

/* Fills rows (PD_TRAIN_MACRO_COUNT) family after family; returns their number. */
int pd_train_macro_list(pd_train_macro_target *rows);

/* The controls of one body; all in 0..1 but years. */
typedef struct pd_train_macro {
    double gender; /* 1 is male */
    double years;  /* 10 .. 90  */
    double muscle, weight, height, proportions, cup, firmness;
    double race[3]; /* african, asian, caucasian; they add to 1 */
} pd_train_macro;

void pd_train_macro_factors(double factors[PD_TRAIN_WORD_COUNT], const pd_train_macro *macro);
double pd_train_macro_weight(const pd_train_macro_target *row, const double factors[PD_TRAIN_WORD_COUNT]);

#endif
