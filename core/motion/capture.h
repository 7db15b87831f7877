#ifndef PD_MOTION_CAPTURE_H
#define PD_MOTION_CAPTURE_H
/* Reads motion capture files as clips in metres and upright: BVH, ASF with AMC, AMASS's npz, FBX and animated
 * characters. Known sources (core/anim/source.h) are repaired.
 *
 * Unknown skeletons are read unchanged: metres_per_unit and the rate come from the caller or the file, the
 * zero pose is the rest pose, and position channels of the root are absolute. The joints of a person's
 * skeleton are found by names or shape (_person). Position channels of other joints: their mean becomes the
 * joint's offset, and `stretch` is the largest deviation from it.
 *
 * Spaces   as in core/anim/clip.h: rotations local, roots in world space, metres, +Y up.
 * Memory   the clip is the caller's: pd_motion_capture_deinit.
 * Errors   as from the readers: "name:line".
 */
#include "core/anim/clip.h"
#include "core/anim/source.h"
#include "core/base/buffer.h"
#include "core/base/size.h"
#include "core/smpl/model.h"

#include <stdbool.h>

typedef struct pd_motion_capture_options {
    /* 0: of a BVH the source's if that makes a person, else the unit (core/base/text/length.h) that makes its
     * skeleton nearest to a person; of an AMC what its ASF states (core/io/mocap/asf.h). */
    double metres_per_unit;
    /* Frames per second; 0: the file's, else the source's, else 120 (AMC files do not state it). */
    double rate;
    int keep_all_frames; /* 1: keep frames before the source's first frame of motion. */
    /* True: keep the frames that slide into the motion, with which the shipped network was trained. */
    bool keep_slide;
    /* Largest memory: of the clip of a BVH or AMC (joints without channels take no text), of an unpacked npz;
     * 0: no limit. */
    size_t most_bytes;
    /* npz: properties that the file does not state; BVH: has_up and up alone; or NULL. */
    const struct pd_motion_amass_options *amass;
    /* (PD_MOTION_AMASS_NOTES) npz: what was assumed and ignored, one sentence per line; or NULL. */
    char *notes;
    const char *animation; /* GLB or FBX: name or number of the animation (core/io/surface/gltf_clip.h). */
    size_t json_memory;    /* GLB or FBX: largest memory of the JSON (core/io/surface/gltf_clip.h). */
    /* GLB or FBX: the character that the motion is for, or NULL. A file with its skeleton is read as a clip
     * of that skeleton, with all its joints (pd_retarget_character_own_clip). */
    const struct pd_retarget_skin *own;
    const struct pd_retarget_match *own_match;
} pd_motion_capture_options;

#define PD_MOTION_CAPTURE_NOTE 1280

typedef struct pd_motion_capture {
    pd_anim_clip clip;
    bool is_own; /* True: the clip is of the skeleton of options.own, in that file's units. */
    const pd_anim_source *source; /* NULL: an unknown skeleton. */
    double metres_per_unit;
    double stretch;  /* Largest distance of a joint's position channels from their mean, metres. */
    int first_frame; /* Frame of the file that became frame 0 of the clip. */
    /* True: the caller has stated that `up` is the up axis of a BVH's world,
     * so that _person does not look for it. */
    bool has_up;
    int up; /* pd_motion_up */
    /* What was assumed, one sentence a line: which of several animations was read and what was left out (GLB,
     * FBX), a unit that the file does not state, a rest pose that does not stand, a world with another axis
     * up; and what was kept but is probably a fault of the capture: single frames in the rest pose, and jumps
     * of the root. Or "". */
    char note[PD_MOTION_CAPTURE_NOTE];
} pd_motion_capture;

/* Read a file; options may be NULL in all readers. */
pd_status pd_motion_capture_bvh(pd_motion_capture *out, pd_bytes text, const char *name,
                                const pd_motion_capture_options *options, pd_error *err);
pd_status pd_motion_capture_amc(pd_motion_capture *out, pd_bytes asf, const char *asf_name, pd_bytes amc,
                                const char *amc_name, const pd_motion_capture_options *options,
                                pd_error *err);
/* Reads an animation of a person's .glb or .vrm, on SMPL's 24 joints. */
pd_status pd_motion_capture_glb(pd_motion_capture *out, pd_bytes file,
                                const pd_motion_capture_options *options, pd_error *err);
/* Reads an animation of an FBX, with or without a skin (core/io/fbx/fbx_figure.h),
 * at the file's frame rate. */
pd_status pd_motion_capture_fbx(pd_motion_capture *out, pd_bytes file, const char *name,
                                const pd_motion_capture_options *options, pd_error *err);
/* Reads AMASS's npz (amass.h) on a body's joints. */
pd_status pd_motion_capture_npz(pd_motion_capture *out, pd_bytes file, const char *name,
                                const pd_smpl_model *model, const pd_motion_capture_options *options,
                                pd_error *err);
/* Converts a capture of an unknown source, if it is of a person, to SMPL's 24 joints (avatar.h), whose source
 * is known. So is a known skeleton that lacks a joint of a limb, and the note says so. ERR_UNSUPPORTED: an
 * unknown skeleton that is not a person. The capture stays the caller's. */
pd_status pd_motion_capture_person(pd_motion_capture *capture, pd_error *err);
/* Reads a file by its name: .bvh, .glb, .vrm, .vrma, .fbx; .amc with the one .asf of its folder whose name it
 * starts with ("16_01.amc": 16.asf). */
pd_status pd_motion_capture_load(pd_motion_capture *out, const char *path,
                                 const pd_motion_capture_options *options, pd_error *err);
void pd_motion_capture_deinit(pd_motion_capture *capture);

/* Writes a clip as BVH in metres, "Zrotation Yrotation Xrotation", with the clip's joints and ends. */
pd_status pd_motion_capture_write_bvh(pd_buffer *out, const pd_anim_clip *clip, pd_error *err);

#endif
