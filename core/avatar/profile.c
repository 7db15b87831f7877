#include "core/avatar/profile.h"

#include "core/base/assert.h"

#include <string.h>

#define FACE   "arkit,visemes"
#define VISEME "viseme_"

static const pd_avatar_profile profiles[PD_AVATAR_PROFILE_COUNT] = {
    [PD_AVATAR_PROFILE_NONE] = {.names = PD_NAMES_OWN, .morphs = "none"},
    [PD_AVATAR_PROFILE_TALKINGHEAD] =
        {.names = PD_NAMES_MIXAMO, .is_bare = true, .root = "Armature", .has_ends = true, .morphs = FACE},
    [PD_AVATAR_PROFILE_VRM] = {.names = PD_NAMES_VRM, .root = "Armature", .morphs = FACE, .vrm = 1},
    [PD_AVATAR_PROFILE_VRM0] = {.names = PD_NAMES_VRM, .root = "Armature", .morphs = FACE, .vrm = -1},
    [PD_AVATAR_PROFILE_THREE] = {.names = PD_NAMES_MIXAMO,
                                 .root = "Armature",
                                 .has_ends = true,
                                 .morphs = FACE},
    [PD_AVATAR_PROFILE_UNITY] =
        {.names = PD_NAMES_MIXAMO, .is_bare = true, .root = "Armature", .has_ends = true, .morphs = FACE},
    [PD_AVATAR_PROFILE_UNREAL] = {.names = PD_NAMES_UNREAL,
                                  .root = "root",
                                  .is_a_pose = true,
                                  .morphs = FACE},
    [PD_AVATAR_PROFILE_SMPLX] = {.names = PD_NAMES_OWN, .morphs = "none"},
    [PD_AVATAR_PROFILE_READYPLAYERME] = {.names = PD_NAMES_MIXAMO,
                                         .is_bare = true,
                                         .root = "Armature",
                                         .has_ends = true,
                                         .morphs = FACE ",mixes",
                                         .has_parts = true},
};

/* mouthOpen opens the mouth about half as far as jawOpen does, as in the closed service's files. */
const pd_avatar_mix pd_avatar_mixes[PD_AVATAR_MIXES] = {
    {"mouthOpen", {"jawOpen", NULL}, 0.5f},
    {"mouthSmile", {"mouthSmileLeft", "mouthSmileRight"}, 1},
    {"eyesClosed", {"eyeBlinkLeft", "eyeBlinkRight"}, 1},
    {"eyesLookUp", {"eyeLookUpLeft", "eyeLookUpRight"}, 1},
    {"eyesLookDown", {"eyeLookDownLeft", "eyeLookDownRight"}, 1},
};

const pd_avatar_profile *pd_avatar_profile_of(pd_avatar_profile_id id)
{
    PD_ASSERT(id >= 0 && id < PD_AVATAR_PROFILE_COUNT);
    return &profiles[id];
}

/* Reads the next word of a list, without blanks around it.
 * Returns the rest of the list, or NULL at the end. */
static const char *next_word(const char **word, int *length, const char *list)
{
    while (*list == ' ' || *list == ',') list++;
    if (!*list) return NULL;
    *word = list;
    size_t n = strcspn(list, ",");
    list += n;
    while (n && (*word)[n - 1] == ' ') n--;
    *length = (int)n;

    return list;
}

static bool is_word(const char *word, int length, const char *text)
{
    return strlen(text) == (size_t)length && !memcmp(word, text, (size_t)length);
}

static bool is_viseme(const char *name)
{
    return !strncmp(name, VISEME, strlen(VISEME));
}

bool pd_avatar_morph_wanted(const char *list, const char *name)
{
    const char *word;
    int length;

    while ((list = next_word(&word, &length, list)) != NULL) {
        if (is_word(word, length, "all") || is_word(word, length, name)) return true;
        if (is_word(word, length, "arkit") && !is_viseme(name)) return true;
        if (is_word(word, length, "visemes") && is_viseme(name)) return true;
    }

    return false;
}

bool pd_avatar_mix_wanted(const char *list, const pd_avatar_mix *mix)
{
    const char *word;
    int length;

    while ((list = next_word(&word, &length, list)) != NULL)
        if (is_word(word, length, "mixes") || is_word(word, length, mix->name)) return true;

    return false;
}

const char *pd_avatar_morph_unknown(const char *list, const char *const *names, int count, int *length)
{
    static const char *const groups[] = {"arkit", "visemes", "mixes", "all", "none"};
    const char *word;

    while ((list = next_word(&word, length, list)) != NULL) {
        bool found = false;
        for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
            found |= is_word(word, *length, groups[i]);
        for (int i = 0; i < count; i++) found |= is_word(word, *length, names[i]);
        for (int i = 0; i < PD_AVATAR_MIXES; i++) found |= is_word(word, *length, pd_avatar_mixes[i].name);
        if (!found) return word;
    }

    return NULL;
}
