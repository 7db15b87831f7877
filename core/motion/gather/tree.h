#ifndef PD_MOTION_GATHER_TREE_H
#define PD_MOTION_GATHER_TREE_H
/* Finds the people in a file of Python's objects or JSON, whatever program wrote it, and writes the
 * members of one of them as an npz.
 *
 *     A dict with rotations (poses, or a body's part of them), or else with positions of joints, is a person.
 *     It may be the root (MoSh++), in other dicts (EMDB, GRAB), one of several beside others (InterHuman,
 *     PHC, OMOMO), or an item of a list. A dict whose `poses` is a list of arrays (3DPW) is one person an
 *     array. Dicts of one pose each in a list without ids, or under names of frames
 *     (000012, image_000012.jpg), are the frames of one person.
 *
 *     Members   the person's own. Those of the dicts around it, such as a common rate, follow where the
 *               person has none of that name; so do rate, gender, model and axes of dicts beside it.
 *               Other dicts are named with the number of their members.
 *     Left out  what is no number or text is named in a note.
 *
 * Memory   the npz is appended to out, which is the caller's.
 * Errors   where is "name" or "name: member". ERR_UNSUPPORTED: no person; detail lists what is there.
 */
#include "core/base/buffer.h"
#include "core/io/python/stored.h"
#include "core/motion/gather/regressed.h"

/* An object of a file, such as a member of an npz that holds a dict. */
typedef struct pd_motion_tree_root {
    const char *name; /* "" for the file itself */
    pd_stored *file;
    const pd_pickle_value *value;
} pd_motion_tree_root;

/* Writes a person of the roots. beside: an npz whose arrays of numbers
 * and texts are facts around all roots; NULL: none. */
pd_status pd_motion_tree_npz(pd_buffer *out, char *notes, size_t notes_bytes,
                             const pd_motion_tree_root *roots, size_t root_count, pd_npz *beside,
                             const char *name, const pd_motion_regressed_options *options, pd_error *err);
/* Returns whether there is a person under a value. */
bool pd_motion_tree_has_person(const pd_pickle_value *value);
/* Describes a value for messages: "a dict with trans (30, 3), camera (a dict of 4)". Returns out. */
const char *pd_motion_tree_describe(char *out, size_t out_bytes, const pd_pickle_value *value);

#endif
