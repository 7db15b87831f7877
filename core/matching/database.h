#ifndef PD_MATCHING_DATABASE_H
#define PD_MATCHING_DATABASE_H
/* Captured motion in searchable form: a list of frames. Each frame has a pose, the root's step to the next
 * frame, and labels.
 *
 *     root      frame with its origin on the floor below the (smoothed) hips, +Z in the figure's facing, +X
 *               to its left
 *     pose      position of the hips in the root's frame, and rotations of the joints that rotate: that of
 *               the hips in the root's frame, all others local to their parents
 *     step      motion of the root from this frame to the next, in this frame's root frame: x, z and the
 *               increase of the yaw
 *
 * A frame takes 6 D + 21 bytes with D rotating joints: 171 for 25. Values are stored as integers in these
 * units:
 *
 *     rotations  x, y, z of the quaternion with w >= 0, 1/32767
 *         (near half a turn w is uncertain by up to 0.006)
 *     hips       PD_MATCHING_PLACE metres steps PD_MATCHING_STEP metres, PD_MATCHING_TURN radians phase
 *                cycles/65536
 *
 * A copy is one use of a clip: unchanged or mirrored, bent to an arc (a constant yaw rate is added to the
 * root's), at another pace. Copies share the frames of their clip. A copy takes memory only in the index
 * (index.h).
 *
 * Shapes   F frames, J joints, D of them rotate, C clips, V copies.
 * Units    metres, seconds, radians. Offsets in the parent's frame; +Y up, +Z forward.
 * Memory   the struct owns every pointer; a zeroed struct is empty.   Threads  plain data.
 * Errors   _check checks everything that playing relies on. Its error names the tensor, the index and the
 *          value.
 * Files    safetensors of kind "matching" (docs/reference/pfnn.md).
 */
#include "core/anim/skeleton.h"
#include "core/io/tensor/model_file.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_MATCHING_KIND       "matching"
#define PD_MATCHING_VERSION    "1.0"
#define PD_MATCHING_JOINTS     64
#define PD_MATCHING_GAITS      6 /* stand, walk, jog, crouch, jump, bump */
/* left heel, left toe, right heel, right toe; of an animal left front, right front, left hind, right hind */
#define PD_MATCHING_CONTACTS   4
#define PD_MATCHING_LEGS       4 /* legs of an animal, in the order of its contacts */
#define PD_MATCHING_PLACE      (1.0 / 16384)
#define PD_MATCHING_STEP       (1.0 / 65536)
#define PD_MATCHING_TURN       (1.0 / 65536)
#define PD_MATCHING_MAX_FRAMES 2000000
#define PD_MATCHING_MAX_CLIPS  20000
#define PD_MATCHING_MAX_COPIES 100000

/* Joints of a leg of an animal: the joint that swings the leg, the joint that bends it, the last joint above
 * the ground, and the tip of the foot. */
enum { PD_MATCHING_HIP, PD_MATCHING_BEND, PD_MATCHING_PAW, PD_MATCHING_TIP, PD_MATCHING_LEG_JOINTS };

/* One use of a clip. */
typedef struct pd_matching_copy {
    int clip;
    bool mirror;
    /* rad/s added to the root's yaw rate, positive to the left; fades out below 0.5 m/s. |arc| <= 4 */
    double arc;
    double time; /* seconds that a second of the clip takes, 0.5 to 2; above 1 is slower */
} pd_matching_copy;

typedef struct pd_matching_database {
    int joint_count;            /* J */
    pd_model_name *joint_names; /* (J) */
    int *parents;               /* (J) -1 for joint 0, parents before children */
    float *offsets;             /* (J,3) */
    int turning_count;          /* D */
    int *turning;               /* (D) joints that rotate, ascending, 0 first */

    int frame_count; /* F */
    float frame_rate;
    int16_t *rotations; /* (F,D,3) */
    int16_t *hips;      /* (F,3) */
    int16_t *steps;     /* (F,3) */
    uint16_t *phases;   /* (F) */
    uint8_t *contacts;  /* (F) bits, the first contact in the lowest */
    uint8_t *gaits;     /* (F,6) 0 to 255 */

    int clip_count; /* C */
    int *firsts;    /* (C + 1) first frame of each clip, then F */
    bool has_legs;  /* the database has the cycles of a four-legged animal (paces.h) */
    int legs[PD_MATCHING_LEGS][PD_MATCHING_LEG_JOINTS]; /* valid if has_legs */
    int copy_count;                                     /* V */
    pd_matching_copy *copies;                           /* (V) */
    pd_model_text text;
} pd_matching_database;

/* A pose of a database in doubles. */
typedef struct pd_matching_pose {
    pd_quat rotations[PD_MATCHING_JOINTS]; /* (J) local; that of joint 0 in the root's frame */
    pd_vec3 hips;                          /* position of joint 0 in the root's frame */
} pd_matching_pose;

/* Allocates zeroed arrays for these counts; the caller fills joints and clips. ERR_RANGE, ERR_MEMORY. */
pd_status pd_matching_database_init(pd_matching_database *database, int joints, int turning, int frames,
                                    int clips, int copies, pd_error *err);
void pd_matching_database_deinit(pd_matching_database *database);
pd_status pd_matching_database_check(const pd_matching_database *database, pd_error *err);

/* Reads a database; `bytes` remain the caller's. On failure *database is empty. */
pd_status pd_matching_database_parse(pd_matching_database *database, const void *bytes, size_t size,
                                     const char *name, pd_error *err);
/* Check the database, then write it. _encode appends to out.
 * _save writes the complete file, or none after an error. */
pd_status pd_matching_database_encode(pd_buffer *out, const pd_matching_database *database, pd_error *err);
pd_status pd_matching_database_save(const pd_matching_database *database, const char *path, pd_error *err);

/* Convert the pose of a frame to the database's integers and back. mirror (J): for a mirrored pose, the joint
 * on the other side of each joint; NULL: not mirrored. */
void pd_matching_pose_write(pd_matching_database *database, int frame, const pd_matching_pose *pose);
void pd_matching_pose_read(pd_matching_pose *pose, const pd_matching_database *database, int frame,
                           const int *mirror);

#endif
