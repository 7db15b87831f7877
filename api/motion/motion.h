#ifndef PD_API_MOTION_MOTION_H
#define PD_API_MOTION_MOTION_H
/* POST /v1/motions/rollout: a script in, a motion out.
 *
 *     json     {"model","rate","frames","joint_names","parents","offsets","translation":[[3]],"rotations":[[[4]]],"root","yaw",
 *               "contacts","events"}
 *     bvh      the network's joints
 *     glb      the body (retargeted, feet planted), dressed as meshes are where the wardrobe is of its model (then without morphs), or bare
 *              bones with "body":"none"
 *     npz      AMASS-like: poses, trans, mocap_framerate, betas
 *              with "character": the user's own skeleton in bvh, their own file with an animation in glb
 *     measure  npz of points in time, core/retarget/track_file.h
 *     vrma     a VRM animation, which fits every VRM: core/retarget/vrm_animation.h
 */
#include "api/body/wear.h"
#include "api/http/call.h"
#include "api/ik/skeletons.h"
#include "api/motion/script.h"
#include "api/motion/scenes.h"
#include "core/pfnn/rollout/rollout.h"

#include <stdbool.h>

typedef struct pd_api_rollout pd_api_rollout;

/* A format of the reply, all there is to know of it. */
typedef struct pd_api_rollout_format {
    pd_api_format format;     /* its name and media type: call.h */
    bool has_body;            /* it is of a body model, unless the script says "body": "none" */
    const char *no_body;      /* why "none" is refused; NULL: it is not */
    const char *no_character; /* why a user's own character is refused; NULL: it is not */
    pd_status (*write)(pd_buffer *out, const pd_api_rollout *job, const pd_pfnn_rollout *rollout,
                       const pd_executor *executor, pd_error *err);
} pd_api_rollout_format;

extern const pd_api_rollout_format
    pd_api_rollout_formats[]; /* in the order of the query's choices; ends with one that has no write */

struct pd_api_rollout {
    pd_api_script script;
    pd_api_mover mover;
    pd_pfnn_rig figure;
    const pd_api_rollout_format *format;
    int bare;                        /* "body": "none": bones alone */
    pd_retarget_names names;         /* of the joints of a GLB or BVH */
    int correctives;                 /* morph targets of a GLB in place of pose blend shapes; 0: none */
    int face;                        /* a GLB has the body's expressions as morph targets */
    pd_api_model body;               /* acquired when the format needs one */
    pd_api_wear_values worn;         /* as asked for */
    pd_api_wear wear;                /* of a GLB of the wardrobe's model */
    pd_api_skeleton *character;      /* retained when the script names one */
    pd_api_scene *scene;             /* retained when the script names one */
    const pd_api_problems *problems; /* their warnings go into JSON; or NULL */
    const pd_cancel *cancel;         /* of the call, while it runs */
};

pd_api_handler pd_api_handle_rollout;
pd_api_cost pd_api_rollout_cost;
extern const pd_api_field pd_api_rollout_query_fields[];

#endif
