#ifndef PD_API_MOTION_SCRIPT_H
#define PD_API_MOTION_SCRIPT_H
/* Reads scripts: what a character does in a roll-out, which is simulated faster than real time (POST
 * /v1/motions/rollout, `posedctl rollout`).
 *
 *     {"seconds":10,"scene":{...},"position":[0,0],"facing":0,
 *      "script":[{"t":0,"move":[0,1],"gait":"walk"},{"t":6,"move":[0,0]}]}
 *
 * A field of an entry of `script` holds until a later entry changes it. Instead of `script` there may be
 * "pursue" or "follow" {"path":[[x,z],...]}, or "random" {"kind":"play"|"stick"}, which generates inputs from
 * `seed`. With any of them there may be the lists "reach" [{"t","joint","target",...}], "gaze"
 * [{"t","point",...}], "sit" [{"t","seat",...}], "play" [{"t","clip",...}], "faces"
 * [{"t","blend_shapes",...}] and "speech" [{"t","text",...}] with the fields of the stream's messages reach,
 * look, sit, play, face and speak (overlay.h), and "control" {"preset":"original","walk_speed":1.4} with
 * constants of the controller (control.h).
 *
 * Memory   The scene is allocated with malloc; pd_api_script_deinit frees it. Everything else is in the pool;
 *          nothing is borrowed from the document.
 */
#include "api/motion/overlay.h"
#include "api/motion/face.h"
#include "api/motion/speech.h"
#include "api/motion/input.h"
#include "api/motion/mover.h"
#include "api/motion/scene.h"
#include "api/http/pool.h"
#include "core/motion/write.h"
#include "core/character/control/control_preset.h"
#include "core/character/rollout/rollout.h"

#include <stdbool.h>

/* Values of pd_api_script_fields; json_t members are borrowed from the document. */
typedef struct pd_api_script_values {
    const char *model, *body, *character;
    const json_t *scene, *position, *script, *pursue, *follow, *random, *betas, *reach, *gaze, *sit, *play,
        *faces, *speech, *feel, *control, *style;
    double seconds, seed, facing, breathing;
    int mode, motion, variation, soft;
} pd_api_script_values;

extern const pd_api_field pd_api_script_fields[];

typedef struct pd_api_script {
    const char *model;    /* id of the motion network or database; NULL: the default one */
    pd_api_motion motion; /* kind of motion source (mover.h) */
    const char *scene_id; /* id of a scene that a client put; NULL: `scene` holds */
    const char *body;     /* id of the body model; NULL: the default one; "none": a skeleton without a mesh */
    const char *character; /* id of a character that a client put; NULL: none */
    float betas[PD_RETARGET_MOTION_BETAS];
    int beta_count;
    bool is_soft;                 /* true: the body's soft tissue follows the motion */
    double breathing;             /* breaths per minute; 0: no breathing */
    pd_character_control control; /* constants of the controller */
    pd_character_rollout_job job; /* checked, except for values that depend on the network */
    pd_api_play_cues plays;       /* clips, found by pd_api_play_cues_find */
    pd_api_speech_cues speech;    /* utterances */
    pd_api_feel_cues feel;        /* emotions and liveliness */
    pd_api_face_cues faces;       /* expressions and hands, checked but for the names of shapes */
    pd_anim_scene scene;          /* scene of the script itself; without one the ground is flat */
    /* ground of `scene`, which the run generates first (pd_api_scene_make_ground) */
    pd_api_ground_plan ground;
} pd_api_script;

/* Returns the initial values: the defaults of the fields. */
pd_api_script_values pd_api_script_begin(void);
/* Makes a checked script of values. seconds_most: value of limits.rollout_seconds. Returns false if an error
 * was noted; *out needs pd_api_script_deinit in both cases. */
bool pd_api_script_read(pd_api_script *out, const pd_api_script_values *values, double seconds_most,
                        pd_api_pool *pool, pd_api_problems *problems);
void pd_api_script_deinit(pd_api_script *script);

#endif
