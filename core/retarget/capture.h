#ifndef PD_RETARGET_CAPTURE_H
#define PD_RETARGET_CAPTURE_H
/* Reads files of motion capture as clips: BVH, ASF with AMC, AMASS's npz, FBX and animated characters, in metres and upright, repaired as their
 * source needs it.
 *
 * Unknown skeletons are taken as they are: metres_per_unit and the rate then come from the caller or the file,
 * the zero pose is the rest pose, position channels of the root are absolute. A person's are found by names or shape (_person).
 * Position channels of other joints move the skeleton's offsets to their mean; `stretch` says how far they go from it.
 *
 * Spaces   as core/anim/clip.h: rotations local, roots in world space, metres, +Y up.
 * Memory   the clip is the caller's: pd_anim_clip_deinit. Errors as the readers give them: "name:line".
 */
#include "core/anim/clip.h"
#include "core/anim/source.h"
#include "core/base/buffer.h"
#include "core/base/size.h"
#include "core/smpl/model.h"

typedef struct pd_retarget_capture_options {
    double metres_per_unit; /* 0: the source's, else 0.01         */
    double rate;            /* 0: the file's, else the source's, else 120 (AMC says nothing) */
    int keep_all_frames;    /* also those before the source's first */
    size_t
        most_bytes; /* of the clip of a BVH or AMC, whose joints without channels are no text; of an npz unpacked; 0: any */
    const struct pd_retarget_amass_options *amass; /* of an npz: what the file does not say; or NULL */
    char *
        notes; /* (PD_RETARGET_AMASS_NOTES) of an npz: what was assumed and left out, a sentence a line; or NULL */
    const char *animation; /* of a GLB or FBX: its name or number (core/io/surface/gltf_clip.h) */
    size_t json_memory;    /* likewise */
} pd_retarget_capture_options;

#define PD_RETARGET_CAPTURE_NOTE 1280

typedef struct pd_retarget_capture {
    pd_anim_clip clip;
    const pd_anim_source *source; /* NULL: unknown */
    double metres_per_unit;
    double stretch;  /* metres: the largest distance of a joint's position channels from their mean */
    int first_frame; /* of the file: frame 0 of the clip */
    char note
        [PD_RETARGET_CAPTURE_NOTE]; /* of an FBX: the animations among which one was chosen, and what was left out; "" */
} pd_retarget_capture;

/* options may be NULL. */
pd_status pd_retarget_capture_bvh(pd_retarget_capture *out, pd_bytes text, const char *name,
                                  const pd_retarget_capture_options *options, pd_error *err);
pd_status pd_retarget_capture_amc(pd_retarget_capture *out, pd_bytes asf, const char *asf_name, pd_bytes amc,
                                  const char *amc_name, const pd_retarget_capture_options *options,
                                  pd_error *err);
/* An animation of a .glb or .vrm of a person, on SMPL's 24 joints. */
pd_status pd_retarget_capture_glb(pd_retarget_capture *out, pd_bytes file,
                                  const pd_retarget_capture_options *options, pd_error *err);
/* The same of an FBX, with or without a skin (core/io/fbx/fbx_figure.h), at the file's frame rate. */
pd_status pd_retarget_capture_fbx(pd_retarget_capture *out, pd_bytes file, const char *name,
                                  const pd_retarget_capture_options *options, pd_error *err);
/* AMASS's npz (amass.h), on a body's joints. */
pd_status pd_retarget_capture_npz(pd_retarget_capture *out, pd_bytes file, const char *name,
                                  const pd_smpl_model *model, const pd_retarget_capture_options *options,
                                  pd_error *err);
/* Where the source is unknown: the clip of a person's skeleton becomes one of SMPL's 24 joints (avatar.h), whose source is known.
 * ERR_UNSUPPORTED: no person. The capture stays the caller's. */
pd_status pd_retarget_capture_person(pd_retarget_capture *capture, pd_error *err);
/* By the file's name: .bvh, .glb, .vrm, .fbx; .amc with the one .asf of its folder that its name starts with ("16_01.amc": 16.asf). */
pd_status pd_retarget_capture_load(pd_retarget_capture *out, const char *path,
                                   const pd_retarget_capture_options *options, pd_error *err);
void pd_retarget_capture_deinit(pd_retarget_capture *capture);

/* BVH text in metres, "Zrotation Yrotation Xrotation", with a comment-free header of the clip's joints and ends. */
pd_status pd_retarget_capture_write_bvh(pd_buffer *out, const pd_anim_clip *clip, pd_error *err);

#endif
