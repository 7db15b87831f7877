#ifndef PD_API_MOTION_MOTION_H
#define PD_API_MOTION_MOTION_H
/* POST /v1/motions/rollout: a script in, a motion out.
 *
 *     json     {"model","rate","frames","joint_names","parents","offsets","translation":[[3]],"rotations":[[[4]]],"root","yaw",
 *               "contacts","events"}
 *     bvh      the network's joints
 *     glb      the body (retargeted, feet planted), or bare bones with "body":"none"
 *     npz      AMASS-like: poses, trans, mocap_framerate, betas
 *     measure  npz of points in time, core/fit/track_file.h
 */
#include "api/http/call.h"
#include "api/motion/script.h"
#include "api/motion/scenes.h"
#include "core/pfnn/rollout.h"

typedef struct pd_api_rollout {
    pd_api_script script;
    pd_pfnn_rig figure;
    int format;                      /* pd_api_format */
    int bare;                        /* glb of bones  */
    pd_api_model body;               /* acquired when the format needs one */
    pd_api_scene *scene;             /* retained when the script names one */
    const pd_api_problems *problems; /* whose warnings JSON tells; or NULL */
} pd_api_rollout;

pd_api_handler pd_api_handle_rollout;
extern const pd_api_field pd_api_rollout_query_fields[];

/* Writes the reply. ERR_MEMORY, ERR_UNSUPPORTED, ERR_LIMIT. */
pd_status pd_api_rollout_encode(pd_buffer *out, const pd_api_rollout *job, const pd_pfnn_rollout *rollout,
                                const pd_executor *executor, pd_error *err);

#endif
