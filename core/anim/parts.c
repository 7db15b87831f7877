#include "core/anim/parts.h"

#include "core/base/assert.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

typedef struct ending {
    const char *text;
    pd_anim_part part;
} ending;

/* The first ending that fits decides, so "forearm" comes before "arm". */
static const ending endings[] = {
    {"forearm", PD_ANIM_PART_ELBOW},     {"lowerarm", PD_ANIM_PART_ELBOW}, {"elbow", PD_ANIM_PART_ELBOW},
    {"shoulder", PD_ANIM_PART_SHOULDER}, {"arm", PD_ANIM_PART_SHOULDER},   {"upleg", PD_ANIM_PART_HIP},
    {"upperleg", PD_ANIM_PART_HIP},      {"thigh", PD_ANIM_PART_HIP},      {"hip", PD_ANIM_PART_HIP},
    {"leg", PD_ANIM_PART_KNEE},          {"knee", PD_ANIM_PART_KNEE},      {"shin", PD_ANIM_PART_KNEE},
    {"calf", PD_ANIM_PART_KNEE},         {"head", PD_ANIM_PART_HEAD},      {"neck", PD_ANIM_PART_HEAD},
    {"spine", PD_ANIM_PART_SPINE},       {"chest", PD_ANIM_PART_SPINE},    {"torso", PD_ANIM_PART_SPINE},
    {"lowerback", PD_ANIM_PART_SPINE},
};

/* Writes the next word of a name to out, in lower case, and advances *name. Returns false at the end.
 * "LHipJoint" has the words l, hip, joint. */
static bool next_word(char out[PD_ANIM_NAME_BYTES], const char **name)
{
    const char *s = *name;
    int n = 0;

    while (*s && !isalnum((unsigned char)*s)) s++;

    /* A word ends before a capital letter that begins the next word. */
    for (; isalnum((unsigned char)*s) && n < PD_ANIM_NAME_BYTES - 1; s++) {
        const bool hump = isupper((unsigned char)s[0]) &&
                          (islower((unsigned char)s[1]) || (n && islower((unsigned char)s[-1])));
        if (n && hump) break;
        out[n++] = (char)tolower((unsigned char)*s);
    }

    out[n] = 0;
    *name = s;

    return n > 0;
}

pd_anim_part pd_anim_part_of(const char *name, int *side)
{
    char base[2 * PD_ANIM_NAME_BYTES] = "";
    char word[PD_ANIM_NAME_BYTES];
    int found = 0;

    /* Remove letters and words for a side from the name. */
    while (strlen(base) < PD_ANIM_NAME_BYTES && next_word(word, &name)) {
        if (!strcmp(word, "l") || !strcmp(word, "left"))
            found = 1;
        else if (!strcmp(word, "r") || !strcmp(word, "right"))
            found = -1;
        else {
            PD_ASSERT(strlen(base) + strlen(word) < sizeof base);
            strcat(base, word);
        }
    }

    if (side) *side = found;

    /* Find the part by the ending of the name, without numbers. */
    size_t length = strlen(base);
    while (length && isdigit((unsigned char)base[length - 1])) base[--length] = 0;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t size = strlen(endings[i].text);
        if (length >= size && !strcmp(base + length - size, endings[i].text)) return endings[i].part;
    }

    return PD_ANIM_PART_OTHER;
}

/* Returns the lowest spine joint above a joint, or the root. */
static int lowest_spine(const pd_anim_skeleton *skeleton, int joint)
{
    int lowest = skeleton->root;
    for (int up = skeleton->parents[joint]; up >= 0; up = skeleton->parents[up])
        if (pd_anim_part_of(skeleton->names[up], NULL) == PD_ANIM_PART_SPINE) lowest = up;
    return lowest;
}

int pd_anim_limb_root(const pd_anim_skeleton *skeleton, int joint)
{
    if (pd_anim_part_of(skeleton->names[joint], NULL) == PD_ANIM_PART_HEAD)
        return lowest_spine(skeleton, joint);

    for (int up = skeleton->parents[joint]; up >= 0; up = skeleton->parents[up]) {
        pd_anim_part part = pd_anim_part_of(skeleton->names[up], NULL);
        if (part == PD_ANIM_PART_SHOULDER || part == PD_ANIM_PART_HIP) return up;
        if (part == PD_ANIM_PART_HEAD) return lowest_spine(skeleton, joint);
    }

    return skeleton->root;
}

int pd_anim_limb_grown(const pd_anim_skeleton *skeleton, int joint, int from)
{
    int up = skeleton->parents[from];

    if (up < 0) return -1;

    /* From hips and spine extend to the root, to the spine at its lowest joint, otherwise by one joint. */
    const pd_anim_part part = pd_anim_part_of(skeleton->names[from], NULL);
    if (part == PD_ANIM_PART_HIP || part == PD_ANIM_PART_SPINE) return skeleton->root;
    const pd_anim_part above = pd_anim_part_of(skeleton->names[up], NULL);

    return above == PD_ANIM_PART_SPINE ? lowest_spine(skeleton, joint) : up;
}
