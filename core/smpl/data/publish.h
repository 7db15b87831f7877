#ifndef PD_SMPL_PUBLISH_H
#define PD_SMPL_PUBLISH_H
/* A body model in the layout of the published files, for other programs: the reverse of import.h.
 *
 *   key                     from                                       shape
 *   v_template              v_template                                 (V,3)
 *   shapedirs               shapedirs, expressiondirs behind           (V,3,B); with expressions (V,3,400): SMPL-X's readers take
 *                                                                      columns 0 .. 299 as betas, 300 .. 399 as expressions,
 *                                                                      so that both are followed by zeros
 *   num_betas, num_expression_coeffs   how many of them are not zeros  (1)
 *   posedirs                P_0, dense                                 (V,3,9(K-1))
 *   J_regressor             dense                                      (K,V) float64
 *   J                       J_regressor v_template                     (K,3) float64
 *   weights, f              the same                                   (V,K), (F,3) uint32
 *   kintree_table           parents and ids, the root's 4294967295     (2,K) uint32
 *   vert_sym_idx            mirror, where there is one                 (V)
 *   hands_meanl, ...        hands; of 52 and 55 joints always: without any, zero and the unit matrix    (45), (C,45)
 *   lmk_faces_idx, lmk_bary_coords, dynamic_lmk_...   face_points, where there are any; else of 55 joints, as SMPL-X's readers
 *                                    stop without them: those of our own mesh (keypoint.h), or all 51 at the first triangle's first
 *                                    corner, which are no face's
 *   eigvec                  softdirs, where there are any              (V,3,D)
 *
 * What the layout has no place for is left out: pose blend shapes of their own for DQS, those that grow with betas, names of joints
 * and expressions, landmarks, texts but the gender (in a pickle). Reading it back gives the same bits of all that is in it.
 *
 * Numbers  float32 as they are in pd_smpl_data, if not said otherwise.
 * Memory   the dense arrays are made and freed within; the file is in out. About 8(K-1) floats a vertex and as much again for out.
 */
#include "core/base/buffer.h"
#include "core/smpl/data/data.h"

#define PD_SMPL_PUBLISHED_BETAS       300
#define PD_SMPL_PUBLISHED_EXPRESSIONS 100

typedef enum pd_smpl_published {
    PD_SMPL_PUBLISHED_NPZ, /* what smplx reads of SMPL-H and SMPL-X */
    PD_SMPL_PUBLISHED_PKL  /* what smplx reads of SMPL: pickle.load(file, encoding="latin1") gives a dict */
} pd_smpl_published;

/* data has been checked. ERR_LIMIT: more betas or expressions than the layout has columns for, or an array of 4 GiB. ERR_UNSUPPORTED:
 * expressions in a model that is neither of SMPL-X's joints nor of FLAME's. */
pd_status pd_smpl_publish(pd_buffer *out, const pd_smpl_data *data, pd_smpl_published format, pd_error *err);

#endif
