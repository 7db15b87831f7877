#ifndef PD_RETARGET_CHARACTER_H
#define PD_RETARGET_CHARACTER_H
/* A user's own rigged character: the correspondence of its joints to a humanoid's bones, and motion on it as
 * a clip and as a file.
 *
 * File     .glb or .vrm, read by pd_retarget_skin_read (core/retarget/character/skin.h). The mesh is used
 *          only for three measurements: the girth of the body (core/retarget/character/touch.h), the soles of
 *          the feet (core/retarget/figure/sole.h), and whether the skeleton fits the mesh
 *          (core/retarget/character/skin_fit.h).
 * Clip     on the character's own skeleton, in its file's units. The path of a character much larger or
 *          smaller than people is scaled with it (core/retarget/character/drive.h).
 * GLB      the file itself with an animation (core/io/mesh/gltf_animate.h): nodes that the motion does not
 *          move keep their transforms.
 *
 * Sources  character.c: match, clip and file. character_mesh.c: _measure. character_capture.c: _capture,
 *          _own_clip, _person.
 *
 * Spaces   the file's world.
 * Threads  pure functions.
 * Errors   ERR_UNSUPPORTED "/match": not a person; ERR_INVALID "/match/LeftHand": no such joint.
 */
#include "core/retarget/character/drive.h"
#include "core/retarget/own_face.h"
#include "core/anim/clip.h"
#include "core/anim/track.h"
#include "core/base/buffer.h"
#include "core/retarget/character/skin.h"
#include "core/io/surface/gltf_clip.h"

#include <stdbool.h>

/* The caller's choice of a bone's joint: the node's name, or NULL to omit the bone. */
typedef struct pd_retarget_character_wanted {
    const char *bone; /* "LeftUpperArm" or "leftUpperArm" */
    const char *joint;
} pd_retarget_character_wanted;

/* Reads a character. If the file has several skeletons, takes the one that is a person. options->take is the
 * widest choice of joints: the joints of the skins are used unless they are no person, or, with
 * PD_IO_TAKE_MOVED, unless an animation moves more of a person's bones than they have. Errors describe the
 * largest skeleton. Release skin by pd_retarget_skin_deinit, also when the match failed (it is empty if the
 * file could not be read). ERR_INVALID: two people. */
pd_status pd_retarget_character_read(pd_retarget_skin *skin, pd_retarget_match *match, pd_bytes file,
                                     const pd_io_skin_options *options,
                                     const pd_retarget_character_wanted *wanted, int count, pd_error *err);
/* Matches the joints of the skin to a humanoid's bones. wanted (count) may be NULL. */
pd_status pd_retarget_character_match(pd_retarget_match *out, const pd_retarget_skin *skin,
                                      const pd_retarget_character_wanted *wanted, int count, pd_error *err);

/* Measures the character's mesh: fills match's girth and soles, and adds a doubt at the hips when the
 * skeleton does not fit the mesh. They stay unknown if there is no readable mesh (none, compressed, too
 * large). ERR_RANGE at "/accessors/3": the file declares more data than it has; ERR_MEMORY. */
pd_status pd_retarget_character_measure(pd_retarget_match *match, const pd_retarget_skin *skin, pd_bytes file,
                                        size_t json_memory, pd_error *err);

/* Converts an animation of a .glb or .vrm that moves a person's joints to a clip of SMPL's 24 joints in
 * metres (core/retarget/character/human_clip.h). *metres: metres per unit of the file. Fingers and faces are
 * omitted. ERR_UNSUPPORTED: no person, no animation; ERR_INVALID: no animation of that name. */
pd_status pd_retarget_character_capture(pd_anim_clip *out, double *metres, pd_bytes file,
                                        const pd_io_gltf_clip_options *options, pd_error *err);
/* Reads an animation of a .glb or .vrm that has the character's own skeleton: for each joint of the character
 * the file has a joint with its name (without "mixamorig:"), the same parent and the same rest position, up
 * to one scale. The rotations of all joints are copied, also those of fingers and of other joints without a
 * bone. The position of the hips is that of the file times the scale. For a file with another skeleton
 * *is_own is false and out empty. Errors as above. */
pd_status pd_retarget_character_own_clip(pd_anim_clip *out, bool *is_own, const pd_retarget_skin *skin,
                                         const pd_retarget_match *match, pd_bytes file,
                                         const pd_io_gltf_clip_options *options, pd_error *err);
/* Converts a clip of any person's skeleton, in metres, to SMPL's 24 joints as _capture does. Joints are found
 * by names or shape. If the rest pose does not stand, the pose of the frame that stands best takes its place.
 * What was assumed is appended to note (note_bytes), one sentence a line. *facing is the rotation from the
 * clip's world to that of the result, in which the rest pose stands along +Y and faces +Z. */
pd_status pd_retarget_character_person(pd_anim_clip *out, double *metres, pd_quat *facing, char *note,
                                       size_t note_bytes, const pd_anim_clip *clip, pd_error *err);

/* Movement of eyes, lids and blend shapes that a motion gets. */
typedef struct pd_retarget_character_life {
    const pd_retarget_own_face *face;
    uint32_t seed;                     /* of the small movements of eyes and lids */
    const pd_anim_alive_look *looks;   /* (T) targets of the eyes; NULL: none */
    const pd_retarget_own_goal *goals; /* (goal_count) requests, and the frames in which they begin, rising */
    const int *goal_frames;
    int goal_count;
    const float *visemes;              /* (T,PD_RETARGET_LIPS_VISEMES) mouth shapes of speech; NULL: none */
    const pd_anim_manner_shown *shown; /* (T) manner; NULL: none */
    float *weights; /* (T, face->shapes.count) output: weights of the shapes in each frame */
} pd_retarget_character_life;

/* Transfers the motion of a biped to the character. track: ground, root and facing of a rollout; the
 * character has its own size in this world (drive.h). track NULL: a clip on level ground at height 0. It
 * faces as the hips do, and its path is scaled to the length of the character's legs. life NULL: eyes and
 * shapes stay as they are. Release out by pd_anim_clip_deinit. */
pd_status pd_retarget_character_clip(pd_anim_clip *out, const pd_retarget_skin *skin,
                                     const pd_retarget_match *match, const pd_anim_clip *motion,
                                     const pd_anim_track *track, const pd_retarget_character_life *life,
                                     pd_error *err);
/* Changes a clip of pd_retarget_character_clip to the skeleton in which carried joints are children of their
 * limbs, as formats without joint translations need (BVH). carry NULL: no change. */
void pd_retarget_character_hang(pd_anim_clip *clip, const pd_retarget_carry *carry);
/* Writes the file that the skin was read from, with a clip of pd_retarget_character_clip as an animation.
 * carry: that of the match, whose joints get translations too; NULL: none. life: weights of the shapes, which
 * are animated too; NULL: none. */
pd_status pd_retarget_character_glb(pd_buffer *out, const pd_retarget_skin *skin,
                                    const pd_retarget_carry *carry, pd_bytes file, const pd_anim_clip *clip,
                                    const char *name, const pd_retarget_character_life *life, pd_error *err);

#endif
