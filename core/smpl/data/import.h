#ifndef PD_SMPL_IMPORT_H
#define PD_SMPL_IMPORT_H
/* Imports published model files as pd_smpl_data: SMPL .pkl; SMPL, SMPL-H, SMPL-X and STAR .npz; SUPR .npy.
 *
 *   key                  becomes                       shape
 *   v_template           v_template                    (V,3)
 *   shapedirs            shapedirs, expressiondirs     (V,3,N): N betas; SMPL-X and FLAME store expressions
 *                                                      after the shape: of 400 the last 100, of 20 the last
 *                                                      10
 *   posedirs             posedirs                      (V,3,9(K-1))
 *   weights              weights                       (V,K)
 *   J_regressor          J_regressor                   (K,V) scipy csc, csr, coo or dense
 *   kintree_table        parents                       (2,K) parents' ids, ids; the root's 4294967295 becomes
 *                                                      -1
 *   f                    faces                         (F,3)
 *   vert_sym_idx         mirror                        (V)
 *   hands_meanl, -r      hands[0].mean, hands[1].mean  (45) SMPL-H, SMPL-X; hands_mean of MANO
 *   hands_componentsl,   hands[0].components           (C,45); hands_components of MANO
 *   -r
 *   lmk_faces_idx,       face_points                   (51), (51,3) SMPL-X, FLAME; the outline, where
 *                                                      present, as
 *   lmk_bary_coords                                    dynamic_lmk_faces_idx (79,17), dynamic_lmk_bary_coords
 *                                                      (79,17,3)
 *   eigvec               softdirs                      (V,3,D) DMPL
 *   num_betas,           how many of the 300 and 100   one integer each; only in files of publish.h
 *   num_expression_coeffs   columns are used
 *   pose_training_info   text.gender                   otherwise from the file's name, or a folder called
 *                                                      "male"
 *   bs_style             skinning                      "lbs" or "dqbs" (dual quaternion blend skinning);
 *                                                      missing: lbs
 * J, J_regressor_prior, weights_prior and bs_type are recognised and not used; bs_type must be "lrotmin" when
 * present. Other keys are ignored.
 *
 * The pose blend shapes of STAR (Osman et al. 2020) and SUPR (Osman et al. 2022) are linear in quaternions,
 * which is recognised by the number of their columns:
 *
 *   STAR   posedirs (V,3,4(K-1)+1) of joints 1 .. K-1; the last column is multiplied by betas[1] and moves
 *          the surface, not the joints: it is added to shapedirs, and the joints of J_regressor are stored as
 *          joints, joint_shapedirs
 *   SUPR   posedirs (V,3,4K) of joints 0 .. K-1; J_regressor (3K,3V+1), joints affine in all coordinates. A
 *          constrained file (axis_meta), whose hinges have other features, is refused: the unconstrained one
 *          has the same shapes.
 *
 * Angles beyond pi are reduced to the shorter rotation; the code of STAR and SUPR takes the quaternion's
 * other sign there.
 *
 * Joints get their public names by number: 24 SMPL, 52 SMPL-H, 55 SMPL-X, 16 MANO, 5 FLAME; the first 22 of
 * SUPR's 75; others are joint_22, joint_23 ... Numbers may be f16, f32, f64 or integers, in C or Fortran
 * order, plain or inside chumpy objects.
 */
#include "core/io/tensor/npz.h"
#include "core/io/tensor/pickle_numpy.h"
#include "core/smpl/data/data.h"

#include <stdbool.h>

/* Returns true when the bytes begin like a pickle or a zip. */
bool pd_smpl_import_sniff(const void *bytes, size_t size);
/* Imports a file into *data, which must be empty. On failure it may be partly filled. pd_smpl_data_check
 * checks the rest. */
pd_status pd_smpl_import(pd_smpl_data *data, const void *bytes, size_t size, const char *name, pd_error *err);
/* Replaces the soft-tissue directions by those of a DMPL file (`eigvec`), at most `most` of them; 0: all. */
pd_status pd_smpl_import_soft(pd_smpl_data *data, const char *path, int most, pd_error *err);
/* Prefix of the provenance of every imported model.
 * It shows that betas have the meaning of the published model. */
#define PD_SMPL_IMPORTED "imported by posed from "

/* Writes the public name of a joint, "left_knee" for example, to name (PD_SMPL_NAME_BYTES). */
void pd_smpl_joint_name(char *name, int joint, int joint_count);

/* A file of named fields, pickle or npz: private to core/smpl/data/import*.c. */
#define PD_SMPL_SOURCE_MAX 32

typedef struct pd_smpl_source {
    const char *name; /* Name of the file. */
    pd_npz npz;
    const pd_pickle_value *root;           /* The dict, when the file is a pickle. */
    pd_pickle pickles[PD_SMPL_SOURCE_MAX]; /* The file itself, or object members of the npz. */
    void *owned[PD_SMPL_SOURCE_MAX];       /* Arrays that had to be assembled. */
    int is_npz, pickle_count, owned_count;
    pd_error *err;
} pd_smpl_source;

typedef struct pd_smpl_field {
    const pd_pickle_value *value; /* Value in a pickle or in an object member. */
    pd_array array;               /* The array, when value is NULL. */
    int is_there;
} pd_smpl_field;

/* Opens a file of any of these formats, by its bytes, which are borrowed until _close.
 * `name` is the file's, for messages. */
pd_status pd_smpl_source_open(pd_smpl_source *source, const void *bytes, size_t size, const char *name,
                              pd_error *err);
/* Frees what _open allocated. */
void pd_smpl_source_close(pd_smpl_source *source);
/* Finds a key. out->is_there is 0 when the file has no such key. */
pd_status pd_smpl_source_find(pd_smpl_field *out, pd_smpl_source *source, const char *key);
/* Finds a key that is an array. A missing key is ERR_FORMAT when `wanted`, else *is_there is 0. */
pd_status pd_smpl_source_array(pd_array *out, int *is_there, pd_smpl_source *source, const char *key,
                               int wanted);
/* Finds a key that is a sparse or dense matrix, and converts it to compressed rows. A missing key is
 * ERR_FORMAT. Free *out with pd_csr_deinit. */
pd_status pd_smpl_source_csr(pd_csr *out, pd_smpl_source *source, const char *key);
/* Reads a text; "" when the key is missing or not a text. dict:
 * name of a dict that contains the key, or NULL. */
void pd_smpl_source_text(char *out, size_t out_bytes, pd_smpl_source *source, const char *dict,
                         const char *key);

#endif
