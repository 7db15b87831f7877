#ifndef PD_RETARGET_OWN_FACE_H
#define PD_RETARGET_OWN_FACE_H
/* The face of a user's own character: the blend shapes and eye joints of its file, and their movement from
 * frame to frame.
 *
 * Shapes   the names of the file's morph targets and of VRM's expressions (core/io/surface/gltf_face.h).
 * Eyes     joints named so (LeftEye, eye.L, VRM's leftEye ...) below the head. They turn with the gaze of
 *          core/anim/alive.h about the axes of the character, whatever the axes of their nodes. Without both
 *          joints the gaze moves the shapes that look: ARKit's eyeLook shapes, or VRM's lookUp to lookRight.
 * Lids     close by eyeBlinkLeft and eyeBlinkRight, by other programs' names for them (blinkLeft, Blink_L,
 *          the names of VRoid and of Character Creator), or by one shape `blink` for both eyes.
 * Hands    have fingers where own_hand.h finds them. A hand that is not requested is as in the file.
 * Requests move weights as in core/retarget/face.h. Lids and gaze are the larger of the request and of the
 *          eyes' own movement. viseme_sil is known where a viseme is, and is the mouth at rest.
 *
 *     r_eye = F^-1 g F          g: gaze in the head, F: the match's facing
 *
 * Spaces   world, metres, seconds; rotations local in the skeleton's frames.
 * Memory   pd_retarget_own_face has one owner and is const after _read; the live state is a plain struct.
 * Errors   ERR_INVALID at "/blend_shapes/NAME"; ERR_UNSUPPORTED at "/blend_shapes", "/left_hand".
 */
#include "core/io/fields/fields.h"
#include "core/io/surface/gltf_face.h"
#include "core/retarget/character/drive.h"
#include "core/retarget/character/skin.h"
#include "core/anim/alive.h"
#include "core/retarget/face.h"
#include "core/retarget/lips.h"
#include "core/retarget/mood.h"
#include "core/retarget/own_hand.h"

/* What a shape does for lids and gaze: first the weights of core/anim/alive.h, then shapes of both eyes. */
enum {
    PD_OWN_BLINK = PD_ANIM_EYE_WEIGHTS,
    PD_OWN_LOOK_UP,
    PD_OWN_LOOK_DOWN,
    PD_OWN_LOOK_LEFT,
    PD_OWN_LOOK_RIGHT,
    PD_OWN_ROLES
};

typedef struct pd_retarget_own_face {
    pd_io_gltf_face shapes;
    int roles[PD_OWN_ROLES]; /* Shape of each role; -1: none. */
    int head, eyes[2];       /* Joints; eyes: left, right, or both -1. */
    pd_retarget_lips lips;   /* Shapes that speak. */
    pd_retarget_mood mood;   /* Shapes of emotions. */
    pd_retarget_own_hands hands;
} pd_retarget_own_face;

/* A request resolved for a face. */
typedef struct pd_retarget_own_goal {
    float weights[PD_IO_GLTF_FACE_SHAPES];
    int hands[2]; /* left, right: a pd_smpl_hand_pose; -1: at rest */
    double seconds;
} pd_retarget_own_goal;

/* State of one character. All zero but the seed of `alive`: no request and no frame yet. */
typedef struct pd_retarget_own_live {
    pd_anim_alive alive;
    pd_retarget_own_goal goal;
    float begin[PD_IO_GLTF_FACE_SHAPES];            /* Weights at the start of the transition. */
    pd_quat begin_fingers[PD_RETARGET_OWN_FINGERS]; /* Fingers at its start; valid with is_asked. */
    double elapsed;
    bool is_asked;
    /* Mouth shapes of speech in this frame, set before every frame; all 0: silence. */
    float visemes[PD_RETARGET_LIPS_VISEMES];
    pd_anim_manner_shown manner; /* Valid with has_manner; of the last _behave. */
    bool has_manner;
} pd_retarget_own_live;

/* Reads the face of a character's file. A face without shapes and eyes is empty, which is no error. */
pd_status pd_retarget_own_face_read(pd_retarget_own_face *out, const pd_retarget_skin *skin,
                                    const pd_retarget_match *match, pd_bytes file, size_t json_memory,
                                    pd_error *err);
void pd_retarget_own_face_deinit(pd_retarget_own_face *face);

/* Resolves a request. Names that the file does not have are left out and listed in `unknown`; the error of
 * the first one is returned if it has none of them. */
pd_status pd_retarget_own_face_goal(pd_retarget_own_goal *out, pd_retarget_face_unknown *unknown,
                                    const pd_retarget_face_request *request, const pd_retarget_own_face *face,
                                    pd_error *err);
/* Starts a transition from the present weights to the goal. */
void pd_retarget_own_live_set(pd_retarget_own_live *live, const pd_retarget_own_face *face,
                              const pd_retarget_own_goal *goal);
/* Advances by one frame after pd_retarget_drive_step, and sets the rotations of eyes and fingers in
 * drive->rotations. look may be NULL. */
void pd_retarget_own_live_step(pd_retarget_own_live *live, const pd_retarget_own_face *face,
                               pd_retarget_drive *drive, const pd_anim_alive_look *look, double dt);
/* Shows a person's manner in this frame: turns the head before _step, and sets the shapes of the face. */
void pd_retarget_own_live_behave(pd_retarget_own_live *live, const pd_retarget_own_face *face,
                                 pd_retarget_drive *drive, const pd_anim_manner_shown *shown);
/* Advances by one frame like pd_retarget_own_live_step. Head and eyes then have the rotations of `led`, which
 * come from an observed person, and the lids follow the requested weights alone. */
void pd_retarget_own_live_lead(pd_retarget_own_live *live, const pd_retarget_own_face *face,
                               pd_retarget_drive *drive, const pd_anim_alive_led *led, double dt);
/* Writes the weights of the last frame (face->shapes.count). */
void pd_retarget_own_live_weights(float *out, const pd_retarget_own_live *live,
                                  const pd_retarget_own_face *face);

/* _put writes the state that the next step reads; _get reads it (core/io/fields/fields.h). */
void pd_retarget_own_live_put(pd_fields_writer *writer, const pd_retarget_own_live *live);
bool pd_retarget_own_live_get(pd_retarget_own_live *live, pd_fields_reader *reader);
void pd_retarget_own_goal_put(pd_fields_writer *writer, const pd_retarget_own_goal *goal);
bool pd_retarget_own_goal_get(pd_retarget_own_goal *goal, pd_fields_reader *reader);
/* Returns a hash of the tables of fields. */
uint64_t pd_retarget_own_fields_hash(void);

#endif
