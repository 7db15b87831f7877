#include "api/motion/characters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void note(pd_api_problems *p, const char *pointer, const pd_error *err)
{
    pd_api_note(p, err->status, pointer, "%s%s%s", err->where, *err->where ? ": " : "", err->detail);
}

static bool keep_file(pd_api_skeleton *made, const pd_anim_match *match, pd_bytes file)
{
    made->match = malloc(sizeof *made->match);
    made->file = malloc(file.size);
    if (!made->match || !made->file) return false;
    *made->match = *match;
    memcpy(made->file, file.data, file.size);
    made->file_bytes = file.size;
    return true;
}

pd_api_skeleton *pd_api_character_read(pd_bytes file, const pd_fit_avatar_wanted *wanted, int count,
                                       size_t json_memory, const char *pointer, pd_api_problems *problems)
{
    const pd_io_skin_options options = {.skin = -1, .json_memory = json_memory};
    pd_fit_skin skin;
    pd_anim_match match;
    pd_error err;

    if (pd_fit_skin_read(&skin, file, &options, &err) != PD_OK) {
        note(problems, pointer, &err);
        return NULL;
    }
    if (pd_fit_avatar_match(&match, &skin, wanted, count, &err) != PD_OK) {
        note(problems, pointer, &err);
        pd_fit_skin_deinit(&skin);
        return NULL;
    }

    pd_api_skeleton *made = pd_api_skeleton_new("", skin.vrm ? "vrm" : "glb", &skin);
    if (made && keep_file(made, &match, file)) return made;
    pd_api_skeleton_release(made);
    pd_api_note(problems, PD_ERR_MEMORY, pointer, "out of memory");
    return NULL;
}
