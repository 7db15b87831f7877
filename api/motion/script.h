#ifndef PD_API_MOTION_SCRIPT_H
#define PD_API_MOTION_SCRIPT_H
/* What a character shall do in a run without a clock: POST /v1/motions/rollout, and the files of `posedctl rollout`.
 *
 *     {"seconds":10,"scene":{...},"position":[0,0],"facing":0,
 *      "script":[{"t":0,"move":[0,1],"gait":"walk"},{"t":6,"move":[0,0]}]}
 *
 * or, in place of script, "pursue" or "follow" {"path":[[x,z],...]}, or "random" {"kind":"play"|"stick"} made from `seed`.
 * A field of a script's entry holds until it is given again. Beside any of them "reach" [{"t","joint","target",...}] , "gaze" [{"t","point",...}] and
 * "sit" [{"t","seat",...}]: the fields of the stream's messages reach, look and sit (overlay.h).
 * "control" {"preset":"original","walk_speed":1.4}: the controller's constants (core/pfnn/control.h), over a preset's.
 * Memory   scenes are malloc'ed: pd_api_script_deinit. All else lives in the pool; nothing is borrowed from the document.
 */
#include "api/motion/input.h"
#include "api/motion/mover.h"
#include "api/motion/scene.h"
#include "api/http/pool.h"
#include "core/retarget/motion.h"
#include "core/pfnn/control_preset.h"
#include "core/pfnn/rollout/rollout.h"

typedef struct pd_api_script_values {
    const char *model, *body, *character;
    const json_t *scene, *position, *script, *pursue, *follow, *random, *betas, *reach, *gaze, *sit, *control,
        *style;
    double seconds, seed, facing, breathing;
    int mode, motion, variation, soft;
} pd_api_script_values;

extern const pd_api_field pd_api_script_fields[];

typedef struct pd_api_script {
    const char *model; /* the network's id, NULL: the default one                   */
    pd_api_motion motion;
    const char *scene_id;  /* of a scene that was put; NULL: scene, or none           */
    const char *body;      /* the body model's id; NULL: the default one, "none": bones */
    const char *character; /* id of a user's own character; NULL: none               */
    float betas[PD_RETARGET_MOTION_BETAS];
    int beta_count;
    bool is_soft;            /* the body's flesh follows its motion */
    double breathing;        /* breaths a minute                    */
    pd_pfnn_control control; /* the controller's constants          */
    pd_pfnn_rollout_job job; /* checked but for what needs the network */
    pd_anim_scene scene;
    pd_api_ground_plan ground; /* of scene: the run begins with pd_api_scene_make_ground */
} pd_api_script;

pd_api_script_values pd_api_script_begin(void);
/* 0 after errors; deinit is right in either case. seconds_most: the limit named limits.rollout_seconds. */
int pd_api_script_read(pd_api_script *out, const pd_api_script_values *values, double seconds_most,
                       pd_api_pool *pool, pd_api_problems *problems);
void pd_api_script_deinit(pd_api_script *script);

#endif
