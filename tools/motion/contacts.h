#ifndef PD_TOOLS_MOTION_CONTACTS_H
#define PD_TOOLS_MOTION_CONTACTS_H
/* Reads corrected contacts: an edited NAME.json of posedctl label replaces the automatic labels.
 *
 *     {"frames": 240, "contacts": {"left_heel": [[0, 101], [131, 239]], "left_toe": [...], "right_heel":
 *     [...], "right_toe": [...]}, ...}
 *
 * Each pair is a run of frames, both ends included. Of the other members only `frames` is read: it must equal
 * the number of frames of the clip at 60 per second.
 */
#include "core/character/capture/motion.h"

/* Writes the path without ending: FOLDER/cmu/bvh/02_01 for "cmu/bvh/02_01.bvh". Names from the command line
 * lose their folders. */
void pd_tool_label_stem(char *out, size_t out_bytes, const char *folder, const char *name);

/* For a motion that is not labelled yet: reads FOLDER/NAME.json if there is one, otherwise leaves the motion
 * as it is. *found (may be NULL) counts the files that were read. ERR_FORMAT, ERR_RANGE at the file and the
 * member; ERR_MEMORY. */
pd_status pd_tool_contacts_read(pd_character_motion *motion, int *found, const char *folder, pd_error *err);

#endif
