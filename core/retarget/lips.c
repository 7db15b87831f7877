#include "core/retarget/lips.h"

#include "core/base/assert.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

#define NAME_BYTES 64

typedef struct lip_part {
    const char *name; /* reduced: letters and digits in lower case */
    float weight;
} lip_part;

/* clang-format off */
static const char *const oculus[PD_RETARGET_LIPS_VISEMES] = {
    "pp", "ff", "th", "dd", "kk", "ch", "ss", "nn", "rr", "aa", "e", "i", "o", "u"};
/* Oculus' own names of the last three. */
static const char *const long_names[PD_RETARGET_LIPS_VISEMES] = {[11] = "ih", [12] = "oh", [13] = "ou"};
static const char *const prefixes[] = {"viseme", "v"};

/* Vowels of VRM, in each spelling, and the vowel of each viseme. */
enum { A, I, U, E, O, VOWELS };
static const char *const vowels[][VOWELS] = {{"aa", "ih", "ou", "ee", "oh"},
                                             {"a", "i", "u", "e", "o"},
                                             {"fclmtha", "fclmthi", "fclmthu", "fclmthe", "fclmtho"},
                                             {"moutha", "mouthi", "mouthu", "mouthe", "moutho"}};
static const struct {
    int vowel;
    float weight;
} as_vowel[PD_RETARGET_LIPS_VISEMES] = {
    {A, 0}, {I, 0.1f}, {I, 0.2f}, {I, 0.2f}, {I, 0.2f}, {U, 0.4f}, {I, 0.3f}, {I, 0.2f}, {U, 0.3f},
    {A, 1}, {E, 1}, {I, 1}, {O, 1}, {U, 1}};

/* Sums of ARKit's shapes. */
static const lip_part arkit[PD_RETARGET_LIPS_VISEMES][PD_RETARGET_LIPS_PARTS] = {
    /* PP */ {{"mouthclose", 0.1f}, {"mouthpressleft", 0.4f}, {"mouthpressright", 0.4f},
              {"mouthrolllower", 0.3f}, {"mouthrollupper", 0.3f}},
    /* FF */ {{"mouthrolllower", 0.6f}, {"mouthupperupleft", 0.3f}, {"mouthupperupright", 0.3f},
              {"jawopen", 0.05f}},
    /* TH */ {{"jawopen", 0.15f}, {"tongueout", 0.2f}},
    /* DD */ {{"jawopen", 0.12f}, {"mouthlowerdownleft", 0.1f}, {"mouthlowerdownright", 0.1f}},
    /* kk */ {{"jawopen", 0.15f}},
    /* CH */ {{"mouthfunnel", 0.6f}, {"jawopen", 0.1f}},
    /* SS */ {{"mouthstretchleft", 0.3f}, {"mouthstretchright", 0.3f}, {"jawopen", 0.03f}},
    /* nn */ {{"jawopen", 0.12f}},
    /* RR */ {{"mouthfunnel", 0.3f}, {"jawopen", 0.15f}},
    /* aa */ {{"jawopen", 0.6f}},
    /* E  */ {{"jawopen", 0.35f}, {"mouthstretchleft", 0.3f}, {"mouthstretchright", 0.3f}},
    /* I  */ {{"jawopen", 0.15f}, {"mouthstretchleft", 0.4f}, {"mouthstretchright", 0.4f}},
    /* O  */ {{"mouthfunnel", 0.5f}, {"jawopen", 0.35f}},
    /* U  */ {{"mouthpucker", 0.8f}, {"jawopen", 0.1f}},
};
/* clang-format on */

/* Names of the shapes of a face. */
typedef struct shape_names {
    const char *(*name)(const void *ctx, int i);
    const void *ctx;
    int count;
} shape_names;

static void reduce_shape(char out[NAME_BYTES], const char *name)
{
    size_t size = 0;
    const char *dot = strrchr(name, '.');

    /* Without the name of a mesh or of a set before the last dot. */
    if (dot && dot[1]) name = dot + 1;
    for (; *name && size + 1 < NAME_BYTES; name++)
        if (isalnum((unsigned char)*name)) out[size++] = (char)tolower((unsigned char)*name);
    out[size] = 0;
}

/* Returns the shape with this reduced name, -1 if there is none. */
static int find_lip(const shape_names *names, const char *prefix, const char *wanted)
{
    const size_t skip = strlen(prefix);

    for (int i = 0; i < names->count; i++) {
        char name[NAME_BYTES];
        reduce_shape(name, names->name(names->ctx, i));
        if (!strncmp(name, prefix, skip) && !strcmp(name + skip, wanted)) return i;
    }

    return -1;
}

int pd_retarget_lips_find(const char *(*name)(const void *ctx, int i), const void *ctx, int count,
                          const char *wanted)
{
    const shape_names names = {name, ctx, count};
    return find_lip(&names, "", wanted);
}

static void add_lip(pd_retarget_lips *out, int viseme, int shape, float weight)
{
    if (shape < 0 || !(weight > 0)) return;
    for (int p = 0; p < PD_RETARGET_LIPS_PARTS; p++) {
        if (out->parts[viseme][p].shape >= 0) continue;
        out->parts[viseme][p].shape = shape;
        out->parts[viseme][p].weight = weight;
        out->can_speak = true;
        return;
    }
}

/* Binds shapes named as visemes. Returns whether there are any. */
static bool bind_visemes(pd_retarget_lips *out, const shape_names *names)
{
    for (size_t p = 0; p < sizeof prefixes / sizeof *prefixes; p++) {
        if (find_lip(names, prefixes[p], "aa") < 0 || find_lip(names, prefixes[p], "pp") < 0) continue;
        for (int v = 0; v < PD_RETARGET_LIPS_VISEMES; v++) {
            int shape = find_lip(names, prefixes[p], oculus[v]);
            if (shape < 0 && long_names[v]) shape = find_lip(names, prefixes[p], long_names[v]);
            add_lip(out, v, shape, 1);
        }

        return true;
    }

    return false;
}

static bool bind_vowels(pd_retarget_lips *out, const shape_names *names)
{
    for (size_t s = 0; s < sizeof vowels / sizeof *vowels; s++) {
        if (find_lip(names, "", vowels[s][A]) < 0 || find_lip(names, "", vowels[s][U]) < 0) continue;
        for (int v = 0; v < PD_RETARGET_LIPS_VISEMES; v++)
            add_lip(out, v, find_lip(names, "", vowels[s][as_vowel[v].vowel]), as_vowel[v].weight);
        return true;
    }

    return false;
}

void pd_retarget_lips_bind(pd_retarget_lips *out, const char *(*name)(const void *ctx, int i),
                           const void *ctx, int count)
{
    const shape_names names = {name, ctx, count};

    *out = (pd_retarget_lips){.can_speak = false};
    for (int v = 0; v < PD_RETARGET_LIPS_VISEMES; v++)
        for (int p = 0; p < PD_RETARGET_LIPS_PARTS; p++) out->parts[v][p].shape = -1;
    if (bind_visemes(out, &names) || bind_vowels(out, &names) || find_lip(&names, "", "jawopen") < 0) return;
    for (int v = 0; v < PD_RETARGET_LIPS_VISEMES; v++)
        for (int p = 0; p < PD_RETARGET_LIPS_PARTS && arkit[v][p].name; p++)
            add_lip(out, v, find_lip(&names, "", arkit[v][p].name), arkit[v][p].weight);
}

void pd_retarget_lips_add(float *weights, const pd_retarget_lips *lips,
                          const float visemes[PD_RETARGET_LIPS_VISEMES])
{
    int shapes[PD_RETARGET_LIPS_VISEMES * PD_RETARGET_LIPS_PARTS];
    float sums[PD_RETARGET_LIPS_VISEMES * PD_RETARGET_LIPS_PARTS];
    int count = 0;

    /* Several visemes move one shape: their parts are summed. */
    for (int v = 0; v < PD_RETARGET_LIPS_VISEMES; v++) {
        if (!(visemes[v] > 0)) continue;
        for (int p = 0; p < PD_RETARGET_LIPS_PARTS && lips->parts[v][p].shape >= 0; p++) {
            int at = 0;
            while (at < count && shapes[at] != lips->parts[v][p].shape) at++;
            if (at == count) {
                shapes[count] = lips->parts[v][p].shape;
                sums[count++] = 0;
            }

            sums[at] += visemes[v] * lips->parts[v][p].weight;
        }
    }

    PD_ASSERT(count <= (int)(sizeof shapes / sizeof *shapes));
    for (int i = 0; i < count; i++)
        if (sums[i] > weights[shapes[i]]) weights[shapes[i]] = sums[i];
}
