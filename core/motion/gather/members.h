#ifndef PD_MOTION_GATHER_MEMBERS_H
#define PD_MOTION_GATHER_MEMBERS_H
/* The one table of members of files with the motion or the parameters of a body: npz, npy, pickles,
 * safetensors and JSON. A row has the names under which programs and data sets write one thing, the shapes
 * that are read, and what it becomes. Readers ask for a thing by its role, so a name that is added to a
 * row is read from every kind of file and in every command.
 *
 * A member that a reader has not used is named in a note, with the reason: its row says that no motion needs
 * it, another member was read in its place, or no row has its name. Nothing is left out in silence.
 *
 * Shapes   T frames, J joints, B betas, E expressions, D directions of soft tissue.
 * Memory   texts of the table are static; notes belong to the caller.
 */
#include "core/io/tensor/npz.h"

#include <stdbool.h>
#include <stddef.h>

/* What a member contains. The table in members.c has the shape, a description and the names of each. */
typedef enum pd_motion_role {
    PD_MOTION_ROLE_POSES,       /* all joints, in the world or a camera's frame */
    PD_MOTION_ROLE_WORLD_POSES, /* the same in the world, in files that also have them in a camera's frame */
    PD_MOTION_ROLE_ROOT,        /* parts of a pose */
    PD_MOTION_ROLE_ROOT_ORIGIN, /* rotation of the whole body about the origin, not about its pelvis */
    PD_MOTION_ROLE_BODY,
    PD_MOTION_ROLE_JAW,
    PD_MOTION_ROLE_EYES,
    PD_MOTION_ROLE_LEFT_EYE,
    PD_MOTION_ROLE_RIGHT_EYE,
    PD_MOTION_ROLE_HANDS,
    PD_MOTION_ROLE_LEFT_HAND,
    PD_MOTION_ROLE_RIGHT_HAND,
    PD_MOTION_ROLE_TRANS, /* positions of the root */
    PD_MOTION_ROLE_WORLD_TRANS,
    PD_MOTION_ROLE_CAMERA_TRANS,
    PD_MOTION_ROLE_TRANS_SCALING,
    PD_MOTION_ROLE_RATE,
    PD_MOTION_ROLE_INTERVAL,
    PD_MOTION_ROLE_TIMES,
    PD_MOTION_ROLE_LENGTH,
    PD_MOTION_ROLE_BETAS,
    PD_MOTION_ROLE_GENDER,
    PD_MOTION_ROLE_TYPE,
    PD_MOTION_ROLE_POSED_MODEL,
    PD_MOTION_ROLE_UP,
    PD_MOTION_ROLE_EXPRESSIONS,
    PD_MOTION_ROLE_SOFT,
    PD_MOTION_ROLE_FLAT_HANDS,
    PD_MOTION_ROLE_PCA,
    PD_MOTION_ROLE_SCALE,
    PD_MOTION_ROLE_COUNT_OF,    /* counts of frames, joints, betas: they follow from the arrays */
    PD_MOTION_ROLE_JOINTS,      /* positions of joints, without rotations */
    PD_MOTION_ROLE_JOINT_NAMES, /* names of those joints */
    PD_MOTION_ROLE_IDLE,        /* nothing that a motion needs */
} pd_motion_role;

#define PD_MOTION_MEMBER_NAMES 32

typedef struct pd_motion_member {
    pd_motion_role role;
    const char *shapes;                        /* shapes that are read, for documents and messages */
    const char *text;                          /* what it becomes; of PD_MOTION_ROLE_IDLE what it is */
    const char *names[PD_MOTION_MEMBER_NAMES]; /* ends with NULL; the first that a file has is used */
} pd_motion_member;

/* The table, and its number of rows. */
extern const pd_motion_member pd_motion_members[];
int pd_motion_member_count(void);

/* Returns the names of a role, ending with NULL. */
const char *const *pd_motion_member_names(pd_motion_role role);
/* Returns the row that has a name, or NULL. */
const pd_motion_member *pd_motion_member_of(const char *name);

#define PD_MOTION_UNREAD_BYTES 360

/* Members that a reader does not use, by reason. A zeroed struct has none. */
typedef struct pd_motion_unread {
    char idle[PD_MOTION_UNREAD_BYTES]; /* no motion needs them */
    /* another member was read in their place, or they have another form */
    char beside[PD_MOTION_UNREAD_BYTES];
    char unknown[PD_MOTION_UNREAD_BYTES]; /* no row has the name */
    int left_out[3];                      /* members for which a list has no room */
} pd_motion_unread;

/* Adds a member. shape: as in "(4, 72)", or "" for none. A name with dots ("body.params.n") is looked up
 * by its last part. */
void pd_motion_unread_add(pd_motion_unread *unread, const char *name, const char *shape);
/* Adds all members of the npz that were not taken (pd_npz_take). */
void pd_motion_unread_npz(pd_motion_unread *unread, pd_npz *npz);
/* Appends a note for each reason to notes (notes_bytes). */
void pd_motion_unread_note(char *notes, size_t notes_bytes, const pd_motion_unread *unread);

#endif
