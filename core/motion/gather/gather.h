#ifndef PD_MOTION_GATHER_GATHER_H
#define PD_MOTION_GATHER_GATHER_H
/* Makes one npz of members from a file with a body's motion, whatever holds it. amass.h reads such an npz,
 * so a member means the same in every kind of file.
 *
 *     npz            as it is; one person of arrays with an axis of people, (P,T,...); dicts in it (GRAB)
 *     npy            a dict, or a list of dicts (numpy.save); one array by its shape (array.h)
 *     pickle, torch, joblib
 *                    files of known programs (regressed.h), else people in dicts (tree.h)
 *     safetensors    its tensors, and the texts of its metadata
 *     MVNX           positions of Xsens' segments (mvnx.h)
 *     JSON           as a dict; not in a query, where bodies are fields of requests
 *
 * A member that is not carried into the npz is named in the notes.
 *
 * Memory   *npz refers to the file's bytes, or to `written`, which is the caller's.
 * Errors   where is "name" or "name: member".
 */
#include "core/base/buffer.h"
#include "core/io/tensor/npz.h"
#include "core/motion/gather/regressed.h"

#define PD_MOTION_GATHER_NOTES PD_MOTION_REGRESSED_NOTES

/* Returns whether the bytes begin as a file that pd_motion_gather converts: all kinds above but npz. */
bool pd_motion_gather_is(pd_bytes file, bool is_query);
/* Sets *npz to the file if it is an npz of plain members, otherwise to one that is made in `written`. notes
 * (PD_MOTION_GATHER_NOTES): what was assumed and left out, one sentence per line. options may be NULL. */
pd_status pd_motion_gather(pd_bytes *npz, pd_buffer *written, char *notes, pd_bytes file, const char *name,
                           const pd_motion_regressed_options *options, pd_error *err);
/* Returns whether an npz has positions of joints and no rotations: a take to be fitted. */
bool pd_motion_gather_has_joints_alone(const pd_npz *npz);

#endif
