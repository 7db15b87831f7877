#ifndef PD_CHARACTER_ACTION_CLIP_SET_H
#define PD_CHARACTER_ACTION_CLIP_SET_H
/* A file of clips with names: the emotes and gestures that ship with posed. Safetensors of the kind "clips":
 *
 *     frames     I32 (C)        frames T_c of each clip
 *     roots      F32 (N,6)      N = sum of T_c: x, z, yaw; hips x, y, z (clip.h)
 *     rotations  U16 (N,31,3)   packed
 *     contacts   U8 (N)
 *     metadata   names, masks, modes and fades, one word for each clip; source/NAME: where it was captured
 *
 * Memory   reference-counted (atomic): _load gives one reference, _release drops one. Clips of the set may
 *          outlive it.
 * Threads  const after loading.
 * Errors   as core/io/tensor/model_file.h and clip.h say, with the file's name and the clip's.
 */
#include "core/base/buffer.h"
#include "core/character/action/clip.h"
#include "core/io/tensor/model_file.h"

#define PD_CHARACTER_CLIP_SET_KIND "clips"
#define PD_CHARACTER_CLIP_SET_MOST 1024 /* most clips of a file */

typedef struct pd_character_clip_item {
    pd_model_name name, mask; /* mask: the part of the body that it is meant for (play.h) */
    bool loops;               /* its end fits its beginning */
    double fade;              /* seconds in which a pose changes to it */
    const pd_character_clip *clip;
    char *source; /* NULL: the file does not tell */
} pd_character_clip_item;

typedef struct pd_character_clip_set {
    int references; /* atomic */
    pd_model_text text;
    uint64_t content_hash;
    size_t resident_bytes;
    pd_character_clip_item *items; /* (count) sorted by name */
    int count;
} pd_character_clip_set;

pd_status pd_character_clip_set_load(pd_character_clip_set **out, const char *path, pd_error *err);
/* Reads a file in memory. name: of the file, for errors. */
pd_status pd_character_clip_set_parse(pd_character_clip_set **out, pd_bytes file, const char *name,
                                      pd_error *err);
/* Writes a set; its references and hash are ignored. */
pd_status pd_character_clip_set_save(const char *path, const pd_character_clip_set *set, pd_error *err);
pd_character_clip_set *pd_character_clip_set_retain(pd_character_clip_set *set);
void pd_character_clip_set_release(pd_character_clip_set *set); /* NULL is allowed */
/* Returns the item of that name, or NULL. */
const pd_character_clip_item *pd_character_clip_set_find(const pd_character_clip_set *set, const char *name);

#endif
