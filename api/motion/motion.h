#ifndef PD_API_MOTION_MOTION_H
#define PD_API_MOTION_MOTION_H
/* POST /v1/motions/rollout: simulates a character that follows a script and returns its motion.
 *
 *     json     {"model","rate","frames","joint_names","parents","offsets","translation":[[3]],
 *              "rotations":[[[4]]],"root","yaw",
 *               "contacts","events"}
 *     bvh      the skeleton of the motion network; with "character" the skeleton of that character
 *     glb      the body with the motion retargeted to it and its feet planted, dressed as in mesh requests if
 *              the wardrobe fits its model (then without morph targets); with "body":"none" a skeleton
 *              without a mesh; with "character" the file of that character with an animation
 *     npz      arrays as in AMASS: poses, trans, mocap_framerate, betas
 *     measure  npz with the positions of points at each frame (core/motion/track_file.h)
 *     vrma     a VRM animation, which can be played on any VRM avatar (core/motion/vrm_animation.h)
 */
#include "api/body/wear.h"
#include "api/http/call.h"
#include "api/ik/skeletons.h"
#include "api/motion/script.h"
#include "api/motion/scenes.h"
#include "core/character/rollout/rollout.h"

#include <stdbool.h>

typedef struct pd_api_rollout pd_api_rollout;

/* One format of the reply. */
typedef struct pd_api_rollout_format {
    pd_api_format format;     /* format with its name and media type (call.h) */
    bool has_body;            /* true: the format needs a body model, unless the script has "body": "none" */
    const char *no_body;      /* reason why "body": "none" is refused; NULL: it is allowed */
    const char *no_character; /* reason why `character` is refused; NULL: it is allowed */
    pd_status (*write)(pd_buffer *out, const pd_api_rollout *job, const pd_character_rollout *rollout,
                       const pd_executor *executor, pd_error *err);
} pd_api_rollout_format;

extern const pd_api_rollout_format
    pd_api_rollout_formats[]; /* in the order of the query's choices; ends with one that has no write */

struct pd_api_rollout {
    pd_api_script script;
    pd_api_mover mover;
    pd_character_rig figure;
    const pd_api_rollout_format *format;
    int bare;                   /* 1: "body": "none", a skeleton without a mesh */
    pd_retarget_names names;    /* joint names of a GLB or BVH */
    int sculpts;                /* field of this name; -1: absent, 0: sculpts are left out */
    int correctives;            /* number of morph targets of a GLB that replace pose blend shapes; 0: none */
    int face;                   /* 1: a GLB has the body's expressions as morph targets */
    pd_api_model body;          /* body model, acquired if the format needs one */
    pd_api_wear_values worn;    /* clothes and colours in the request */
    pd_api_wear wear;           /* outfit of a GLB */
    pd_api_face_goals faces;    /* requests of face and hands for what moves */
    pd_api_talk talk;           /* speech and mood of all frames, while it runs */
    bool has_mood;              /* the script has a list `feel`, and what moves has shapes that show it */
    pd_api_skeleton *character; /* retained; NULL: the script names none */
    pd_api_scene *scene;        /* retained; NULL: the script names none */
    const pd_api_problems *problems; /* warnings for the JSON reply; NULL: none */
    const pd_cancel *cancel;         /* cancel flag of the call while it runs */
};

/* Returns whether the script moves the shapes of a face: by expressions, speech or emotions. */
bool pd_api_rollout_has_shapes(const pd_api_rollout *job);

pd_api_handler pd_api_handle_rollout;
pd_api_cost pd_api_rollout_cost;
extern const pd_api_field pd_api_rollout_query_fields[];

#endif
