#ifndef PD_FACTORY_MAKEHUMAN_MACRO_H
#define PD_FACTORY_MAKEHUMAN_MACRO_H
/* Macro targets: the controls that shape a whole body, and the weight that each target gets from them.
 *
 * The file name of a target is a list of words. Each word is a factor in 0..1, and the weight of the target
 * is the product of its words' factors. For a control c in 0..1 with three words the factors are
 *
 *     min = max(0, 1 - 2c),   max = max(0, 2c - 1),   average = 1 - min - max
 *
 * Gender is male = g, female = 1 - g; age is linear between knots at 1, 10, 25 and 90 years; the three races
 * add to 1. Babies are left out: the table is for adults (the child shape contributes below 25 years).
 */

/* X(id, word in file names); the words of a control are consecutive, from its low end to its high one. */
#define PD_FACTORY_WORD_TABLE(X)                                                                             \
    X(AFRICAN, "african")                                                                                    \
    X(ASIAN, "asian")                                                                                        \
    X(CAUCASIAN, "caucasian")                                                                                \
    X(MALE, "male")                                                                                          \
    X(FEMALE, "female")                                                                                      \
    X(CHILD, "child")                                                                                        \
    X(YOUNG, "young")                                                                                        \
    X(OLD, "old")                                                                                            \
    X(MIN_MUSCLE, "minmuscle")                                                                               \
    X(AVERAGE_MUSCLE, "averagemuscle")                                                                       \
    X(MAX_MUSCLE, "maxmuscle")                                                                               \
    X(MIN_WEIGHT, "minweight")                                                                               \
    X(AVERAGE_WEIGHT, "averageweight")                                                                       \
    X(MAX_WEIGHT, "maxweight")                                                                               \
    X(MIN_HEIGHT, "minheight")                                                                               \
    X(MAX_HEIGHT, "maxheight")                                                                               \
    X(UNCOMMON, "uncommonproportions")                                                                       \
    X(IDEAL, "idealproportions")                                                                             \
    X(MIN_CUP, "mincup")                                                                                     \
    X(AVERAGE_CUP, "averagecup")                                                                             \
    X(MAX_CUP, "maxcup")                                                                                     \
    X(MIN_FIRMNESS, "minfirmness")                                                                           \
    X(AVERAGE_FIRMNESS, "averagefirmness")                                                                   \
    X(MAX_FIRMNESS, "maxfirmness")

typedef enum pd_factory_word {
#define PD_FACTORY_WORD_ENUM(id, text) PD_FACTORY_##id,
    PD_FACTORY_WORD_TABLE(PD_FACTORY_WORD_ENUM)
#undef PD_FACTORY_WORD_ENUM
        PD_FACTORY_WORD_COUNT
} pd_factory_word;

/* Kinds of targets, by what they change in the base mesh. */
typedef enum pd_factory_family {
    PD_FACTORY_RACE,        /* shape of sex and age; weights add to 1 */
    PD_FACTORY_UNIVERSAL,   /* muscle and fat; weights add to 1 */
    PD_FACTORY_HEIGHT,      /* smaller or taller; all weights are 0 at the middle */
    PD_FACTORY_PROPORTIONS, /* body proportions; all weights are 0 at the middle */
    PD_FACTORY_BREAST,      /* women's breasts; all weights are 0 at the middle of cup and firmness */
    PD_FACTORY_FAMILY_COUNT
} pd_factory_family;

/* number of targets by family: 18 + 54 + 108 + 108 + 216 */
#define PD_FACTORY_MACRO_COUNT      504
#define PD_FACTORY_MACRO_WORDS      6
#define PD_FACTORY_MACRO_PATH_BYTES 128

typedef struct pd_factory_macro_target {
    pd_factory_family family;
    int word_count;
    pd_factory_word words[PD_FACTORY_MACRO_WORDS];
    char path[PD_FACTORY_MACRO_PATH_BYTES]; /* path below targets/, with its extension */
} pd_factory_macro_target;

/* Fills rows (PD_FACTORY_MACRO_COUNT), one family after another. Returns their number. */
int pd_factory_macro_list(pd_factory_macro_target *rows);

/* Controls of one body; all in 0..1 except years. */
typedef struct pd_factory_macro {
    double gender; /* 1 is male */
    double years;  /* 10 .. 90  */
    double muscle, weight, height, proportions, cup, firmness;
    double race[3]; /* african, asian, caucasian; they add to 1 */
} pd_factory_macro;

/* Returns the controls of an average person: every one in its centre,
 * but for gender (1 is male) and years. */
pd_factory_macro pd_factory_macro_average(double gender, double years);
void pd_factory_macro_factors(double factors[PD_FACTORY_WORD_COUNT], const pd_factory_macro *macro);
double pd_factory_macro_weight(const pd_factory_macro_target *row,
                               const double factors[PD_FACTORY_WORD_COUNT]);

#endif
