#ifndef PD_TRAIN_MODEL_PUBLISH_H
#define PD_TRAIN_MODEL_PUBLISH_H
/* Writes a body model in the layout of the published files, for other programs: the reverse of import.h.
 *
 *   key                     from                                       shape
 *   v_template              v_template                                 (V,3)
 *   shapedirs               shapedirs, then expressiondirs
 *       (V,3,B); with expressions (V,3,400): SMPL-X's readers take columns 0 .. 299 as betas, 300 .. 399 as
 *       expressions, so both are padded with zeros
 *   num_betas, num_expression_coeffs   columns that are not padding    (1)
 *   posedirs                P_0, dense                                 (V,3,9(K-1))
 *   J_regressor             dense                                      (K,V) float64
 *   J                       J_regressor v_template                     (K,3) float64
 *   weights, f              weights, faces                             (V,K), (F,3) uint32
 *   kintree_table           parents and ids, the root's 4294967295     (2,K) uint32
 *   vert_sym_idx            mirror, where present                      (V)
 *   hands_meanl, ...        hands; with 52 and 55 joints always: zero and the unit matrix where the model has
 *                           none (45), (C,45)
 *   lmk_faces_idx, lmk_bary_coords, dynamic_lmk_...   face_points, where present. With 55 joints always,
 *                                                     because SMPL-X's readers
 *                                    require them: those of our own mesh (keypoint.h), or all 51 at the first
 *                                    corner of the first triangle, which are placeholders
 *   eigvec                  softdirs, where present                    (V,3,D)
 *
 * Omitted, because the layout has no place for them: pose blend shapes for DQS, those that depend on betas,
 * names of joints and expressions, landmarks, and texts except the gender (in a pickle). What is in the file
 * reads back with the same bits.
 *
 * Numbers  float32 as in pd_smpl_data, unless stated otherwise.
 * Memory   dense arrays are made and freed within; the file is in out. About 8(K-1) floats per vertex, and as
 *          much again for out.
 */
#include "core/base/buffer.h"
#include "core/smpl/data/data.h"

#define PD_TRAIN_PUBLISHED_BETAS       300
#define PD_TRAIN_PUBLISHED_EXPRESSIONS 100

typedef enum pd_train_published {
    PD_TRAIN_PUBLISHED_NPZ, /* Format in which smplx reads SMPL-H and SMPL-X. */
    /* Format in which smplx reads SMPL: pickle.load(file, encoding="latin1") gives a dict. */
    PD_TRAIN_PUBLISHED_PKL
} pd_train_published;

/* Writes checked data. ERR_LIMIT: more betas or expressions than the layout has columns, or an array of 4
 * GiB. ERR_UNSUPPORTED: expressions in a model with neither SMPL-X's nor FLAME's joints. */
pd_status pd_train_publish(pd_buffer *out, const pd_smpl_data *data, pd_train_published format,
                           pd_error *err);

#endif
