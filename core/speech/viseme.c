#include "core/speech/viseme.h"

#include "core/base/assert.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#define NAME(id, name) name,
static const char *const names[PD_SPEECH_VISEMES] = {PD_SPEECH_VISEME_TABLE(NAME)};

const char *pd_speech_viseme_name(pd_speech_viseme viseme)
{
    PD_ASSERT((unsigned)viseme < PD_SPEECH_VISEMES);
    return names[viseme];
}

/* clang-format off */
#define ONE(name, id, weight)           {name, PD_SPEECH_##id, PD_SPEECH_##id, weight}
#define TWO(name, first, second)        {name, PD_SPEECH_##first, PD_SPEECH_##second, 1}
static const pd_speech_named oculus[] = {
    ONE("sil", SIL, 1), ONE("PP", PP, 1), ONE("FF", FF, 1), ONE("TH", TH, 1), ONE("DD", DD, 1),
    ONE("kk", KK, 1), ONE("CH", CH, 1), ONE("SS", SS, 1), ONE("nn", NN, 1), ONE("RR", RR, 1),
    ONE("aa", AA, 1), ONE("E", E, 1), ONE("I", I, 1), ONE("O", O, 1), ONE("U", U, 1),
    ONE("ih", I, 1), ONE("oh", O, 1), ONE("ou", U, 1), {0},
};

/* SPVISEMES: 1 ae ax ah, 2 aa, 3 ao, 4 ey eh uh, 5 er, 6 y iy ih, 7 w uw, 8 ow, 9 aw, 10 oy, 11 ay, 12 h,
 * 13 r, 14 l, 15 s z, 16 sh ch jh zh, 17 th dh, 18 f v, 19 d t n, 20 k g ng, 21 p b m. */
static const pd_speech_named azure[] = {
    ONE("0", SIL, 1), ONE("1", AA, 0.8f), ONE("2", AA, 1), ONE("3", O, 1), ONE("4", E, 1), ONE("5", RR, 1),
    ONE("6", I, 1), ONE("7", U, 1), TWO("8", O, U), TWO("9", AA, U), TWO("10", O, I), TWO("11", AA, I),
    ONE("12", NEXT, 0.5f), ONE("13", RR, 1), ONE("14", NN, 1), ONE("15", SS, 1), ONE("16", CH, 1),
    ONE("17", TH, 1), ONE("18", FF, 1), ONE("19", DD, 0.8f), ONE("20", KK, 1), ONE("21", PP, 1), {0},
};

static const pd_speech_named polly[] = {
    ONE("sil", SIL, 1), ONE("p", PP, 1), ONE("t", DD, 0.8f), ONE("S", CH, 1), ONE("T", TH, 1),
    ONE("f", FF, 1), ONE("k", KK, 1), ONE("i", I, 1), ONE("r", RR, 1), ONE("s", SS, 1), ONE("u", U, 1),
    ONE("@", AA, 0.5f), ONE("a", AA, 1), ONE("e", E, 1), ONE("E", E, 0.9f), ONE("o", O, 1), ONE("O", O, 1),
    {0},
};

static const pd_speech_named rhubarb[] = {
    ONE("A", PP, 1), ONE("B", I, 0.6f), ONE("C", E, 1), ONE("D", AA, 1), ONE("E", O, 1), ONE("F", U, 1),
    ONE("G", FF, 1), ONE("H", NN, 1), ONE("X", SIL, 1), {0},
};

static const pd_speech_named vrm[] = {
    ONE("aa", AA, 1), ONE("ih", I, 1), ONE("ou", U, 1), ONE("ee", E, 1), ONE("oh", O, 1),
    ONE("A", AA, 1), ONE("I", I, 1), ONE("U", U, 1), ONE("E", E, 1), ONE("O", O, 1),
    ONE("sil", SIL, 1), ONE("neutral", SIL, 1), {0},
};
/* clang-format on */

static const struct {
    const pd_speech_named *rows;
    bool any_case; /* true: small and capital letters are the same */
    const char *names;
} sets[PD_SPEECH_SETS] = {
    [PD_SPEECH_OCULUS] = {oculus, true, "sil PP FF TH DD kk CH SS nn RR aa E I O U"},
    [PD_SPEECH_OPENXR] = {oculus, true, "SIL PP FF TH DD KK CH SS NN RR AA E IH OH OU"},
    [PD_SPEECH_AZURE] = {azure, false, "0 to 21"},
    [PD_SPEECH_POLLY] = {polly, false, "p t S T f k i r s u @ a e E o O sil"},
    [PD_SPEECH_RHUBARB] = {rhubarb, false, "A B C D E F G H X"},
    [PD_SPEECH_VRM] = {vrm, true, "aa ih ou ee oh, A I U E O, neutral"},
};

const pd_speech_named *pd_speech_set_find(pd_speech_set set, const char *name)
{
    static const char prefix[] = "viseme_";

    PD_ASSERT((unsigned)set < PD_SPEECH_SETS);
    if (sets[set].rows == oculus && !strncmp(name, prefix, sizeof prefix - 1)) name += sizeof prefix - 1;
    for (const pd_speech_named *row = sets[set].rows; row->name; row++)
        if (!(sets[set].any_case ? strcasecmp(name, row->name) : strcmp(name, row->name))) return row;
    return NULL;
}

const char *pd_speech_set_names(pd_speech_set set)
{
    PD_ASSERT((unsigned)set < PD_SPEECH_SETS);
    return sets[set].names;
}
