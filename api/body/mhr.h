#ifndef PD_API_BODY_MHR_H
#define PD_API_BODY_MHR_H
/* Reads MHR bodies from requests: by the parameters of MHR, or as the unchanged output of SAM 3D Body.
 *
 *     model_parameters   up to 204 numbers in MHR's order, the missing ones 0, or an object by name:
 *                        {"l_elbow_bend": 0.5}
 *     identity_coeffs    up to 45 numbers
 *     random             seed of identity_coeffs from the standard normal distribution, instead of
 *                        identity_coeffs
 *     face_expr_coeffs   up to 72 numbers
 *     sam3d              one output of SAM 3D Body (mhr_model_params, shape_params, expr_params), or a list
 *                        with one for each body
 *
 * Other members of such an output are ignored, except pred_cam_t with in_camera: it places the body where it
 * was seen, in metres, in front of a camera at the origin that looks along -Z. (The output itself has y and z
 * with the opposite sign.)
 *
 * Errors   Unknown names, wrong counts, numbers beyond PD_MHR_LARGEST and scales that no joint has are noted
 *          at their pointers, such as "/bodies/3/model_parameters/l_elbow_bnd". An output of SAM 3D Body with
 *          fewer numbers than the model has is refused, because it belongs to another model.
 * Spaces   Model axes: +Y up, +Z forward, metres.
 * Memory   Arrays are in the call's pool.
 */
#include "api/http/call.h"

/* Values of pd_api_mhr_fields, borrowed from the parsed document. */
typedef struct pd_api_mhr_values {
    const json_t *parameters, *identity, *expression, *sam3d, *translation; /* NULL: not given */
    pd_api_seed random;                                                     /* identity_coeffs from N(0,1) */
    int in_camera, without_correctives;
} pd_api_mhr_values;

#define PD_API_NO_MHR_VALUES                                                                                 \
    {                                                                                                        \
        .random = { -1, false }                                                                              \
    }

/* Table of the fields of an MHR body, which fills the pd_api_mhr_values of a pd_api_mesh_given. The docs list
 * `random` and `translation` once, among the fields of all bodies,
 * so a mesh call has them from a second table. */
extern const pd_api_field pd_api_mhr_fields[];

/* Meshes of MHR. The run computes the bodies one after the other
 * and needs scratch memory for one of them only. */
extern const struct pd_api_mesh_kind pd_api_mesh_of_mhr;

#endif
