#ifndef PD_MOTION_GATHER_PEOPLE_H
#define PD_MOTION_GATHER_PEOPLE_H
/* Chooses one of several people of a file: the one that the caller names, else the one with the most frames,
 * with a note of who else is there.
 *
 * Memory   ids are copied.   Errors   ERR_NOT_FOUND with the ids that the file has.
 */
#include "core/motion/gather/regressed.h"

#include <stddef.h>

#define PD_MOTION_PEOPLE_ID 64 /* bytes of an id */

/* A zeroed struct has met nobody. */
typedef struct pd_motion_people {
    char ids[160];                /* ids of all people, for messages */
    char id[PD_MOTION_PEOPLE_ID]; /* id of the chosen one */
    size_t length;                /* frames of the chosen one */
    int count;
    bool is_wanted; /* the caller's person was found */
} pd_motion_people;

/* Considers a person, who has so many frames. Returns whether they are chosen in place of those before. */
bool pd_motion_people_offer(pd_motion_people *people, const pd_motion_regressed_options *options,
                            const char *id, size_t length);
/* Checks the choice, and makes a note of it in notes (notes_bytes) if the caller did not name the person. */
pd_status pd_motion_people_finish(const pd_motion_people *people, char *notes, size_t notes_bytes,
                                  const pd_motion_regressed_options *options, const char *file,
                                  pd_error *err);

#endif
