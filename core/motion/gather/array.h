#ifndef PD_MOTION_GATHER_ARRAY_H
#define PD_MOTION_GATHER_ARRAY_H
/* Reads one array without names by its shape, as data sets of text-to-motion store a take, and writes its
 * members as an npz.
 *
 *     (T,263)    HumanML3D's features: joints (T,22,3) are recovered from them, 20 frames per second, +Y up
 *     (T,322)    Motion-X: root_orient 3, pose_body 63, pose_hand 90, pose_jaw 3, expression 50, face_shape
 *                100, trans 3, betas 10; 30 frames per second
 *     (T,J,3)    joints, if the bones between them keep their lengths (J 22 or 24 of SMPL), or J is no count
 *                of joints of SMPL
 *
 * HumanML3D's features of a frame, of J = 22 joints, are: the root's turn about the vertical to the next
 * frame, halved; its way to the next frame in x and z, seen from the root; its height; the positions of the
 * other joints seen from the root (J - 1, 3); their rotations in six numbers; velocities (J, 3); contacts of
 * the feet (4). Position of the root p and its halved heading a follow from sums:
 *
 *     a_t = sum_{i < t} turn_i        p_t = p_(t-1) + Ry(-2 a_t) way_(t-1)        x = Ry(-2 a_t) x' + p_t
 *
 * (Guo et al., Generating Diverse and Natural 3D Human Motions from Text, CVPR 2022).
 *
 * Errors   where is "name". ERR_UNSUPPORTED names the shape and what is read.
 */
#include "core/base/buffer.h"
#include "core/io/tensor/array.h"

/* Appends the npz to out. notes (notes_bytes): what was assumed. */
pd_status pd_motion_array_npz(pd_buffer *out, char *notes, size_t notes_bytes, const pd_array *array,
                              const char *name, pd_error *err);

#endif
