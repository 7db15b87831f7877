#ifndef PD_API_BODY_MHR_H
#define PD_API_BODY_MHR_H
/* Reads MHR bodies from requests: by the parameters of MHR, or as the unchanged output of SAM 3D Body.
 *
 *     model_parameters   up to 204 numbers in MHR's order, the missing ones 0, or an object by name: {"l_elbow_bend": 0.5}
 *     identity_coeffs    up to 45 numbers
 *     random             seed of identity_coeffs from the standard normal distribution, instead of identity_coeffs
 *     face_expr_coeffs   up to 72 numbers
 *     sam3d              one output of SAM 3D Body (mhr_model_params, shape_params, expr_params), or a list with one for each body
 *
 * Other members of such an output are ignored, except pred_cam_t with in_camera: it places the body where it was seen, in metres, in front of a
 * camera at the origin that looks along -Z. (The output itself has y and z with the opposite sign.)
 *
 * Errors   Unknown names, wrong counts, numbers beyond PD_MHR_LARGEST and scales that no joint has are noted at their pointers, such as
 *          "/bodies/3/model_parameters/l_elbow_bnd". An output of SAM 3D Body with fewer numbers than the model has is refused, because it belongs
 *          to another model.
 * Spaces   Model axes: +Y up, +Z forward, metres.
 * Memory   Arrays are in the call's pool.
 */
#include "api/body/mesh_run.h"
#include "core/mhr/body.h"

/* Values of PD_API_MHR_FIELDS, borrowed from the parsed document. */
typedef struct pd_api_mhr_values {
    const json_t *parameters, *identity, *expression, *sam3d, *translation; /* NULL: not given */
    pd_api_seed random;                                                     /* identity_coeffs from N(0,1) */
    int in_camera, without_correctives;
} pd_api_mhr_values;

#define PD_API_NO_MHR_VALUES                                                                                 \
    {                                                                                                        \
        .random = { -1, false }                                                                              \
    }

/* Rows of a table of fields; `values` is the offset of the pd_api_mhr_values in the struct that is filled. The translation and `random` are not
 * among them, because the docs of the routes have them among the fields of all bodies. */
#define PD_API_MHR_RANDOM_FIELD(values)                                                                      \
    {                                                                                                        \
        .name = "random", .type = PD_API_SEED, .offset = (values) + offsetof(pd_api_mhr_values, random),     \
        .min = 0, .max = 999999, .example = "7", .doc = PD_API_RANDOM_DOC                                    \
    }
#define PD_API_MHR_TRANSLATION_DOC "Translation of the MHR body in metres: x, y, z."
#define PD_API_MHR_FIELDS(values)                                                                            \
    {.name = "model_parameters",                                                                             \
     .type = PD_API_ANY,                                                                                     \
     .offset = (values) + offsetof(pd_api_mhr_values, parameters),                                           \
     .schema = "{\"anyOf\":[{\"type\":\"array\",\"items\":{\"type\":\"number\"}},{\"type\":\"object\","      \
               "\"additionalProperties\":{\"type\":\"number\"}}]}",                                          \
     .example = "{\"l_elbow_bend\":0.5,\"scale_uplegs\":0.2,...}",                                           \
     .doc = "Pose and lengths of an MHR body: its 204 model parameters in the model's order (pose, then "    \
            "lengths), or an object by parameter name; rotations in radians, lengths in the model's own "    \
            "form. Missing ones are 0. Only for MHR."},                                                      \
        {.name = "identity_coeffs",                                                                          \
         .type = PD_API_NUMBERS,                                                                             \
         .offset = (values) + offsetof(pd_api_mhr_values, identity),                                         \
         .min = -PD_MHR_LARGEST,                                                                             \
         .max = PD_MHR_LARGEST,                                                                              \
         .is_conditional = true,                                                                             \
         .preset = "[]",                                                                                     \
         .example = "[1.5,-0.5,...]",                                                                        \
         .doc = "Shape of an MHR body: up to 45 coefficients, 20 of the body, 20 of the head and 5 of the "  \
                "hands; missing ones are 0. Only for MHR."},                                                 \
        {.name = "face_expr_coeffs",                                                                         \
         .type = PD_API_NUMBERS,                                                                             \
         .offset = (values) + offsetof(pd_api_mhr_values, expression),                                       \
         .min = -PD_MHR_LARGEST,                                                                             \
         .max = PD_MHR_LARGEST,                                                                              \
         .is_conditional = true,                                                                             \
         .preset = "[]",                                                                                     \
         .example = "[0,0.3,...]",                                                                           \
         .doc = "Expression of an MHR body: up to 72 coefficients; missing ones are 0. Only for MHR."},      \
        {.name = "sam3d",                                                                                    \
         .type = PD_API_ANY,                                                                                 \
         .offset = (values) + offsetof(pd_api_mhr_values, sam3d),                                            \
         .schema =                                                                                           \
             "{\"anyOf\":[{\"type\":\"object\"},{\"type\":\"array\",\"items\":{\"type\":\"object\"}}]}",     \
         .example = "{\"mhr_model_params\":[0,0,0,...],\"shape_params\":[...],\"expr_params\":[...]}",       \
         .doc = "Output of SAM 3D Body, unchanged, or a list of outputs, one per body; instead of "          \
                "model_parameters, identity_coeffs and face_expr_coeffs. Members that are not needed are "   \
                "ignored. Only for MHR."},                                                                   \
        {.name = "in_camera",                                                                                \
         .type = PD_API_BOOLEAN,                                                                             \
         .offset = (values) + offsetof(pd_api_mhr_values, in_camera),                                        \
         .is_conditional = true,                                                                             \
         .preset = "false",                                                                                  \
         .doc = "True places the bodies of `sam3d` where their pred_cam_t says, in front of a camera at "    \
                "the origin that looks along -Z. Only for MHR."},                                            \
    {                                                                                                        \
        .name = "without_correctives", .type = PD_API_BOOLEAN,                                               \
        .offset = (values) + offsetof(pd_api_mhr_values, without_correctives), .is_conditional = true,       \
        .preset = "false",                                                                                   \
        .doc = "True leaves out the pose correctives of a model that has them. Only for MHR."                \
    }

/* Creates an empty job for a mesh call on MHR and sets the function that runs it, which computes the bodies one after the other and needs
 * scratch memory for one body only. Returns 0 if allocation failed. */
int pd_api_mhr_begin(pd_api_call *call);
/* Reads the bodies of a request from the shared values and, if it is not NULL, from the array `bodies`. Returns 0 if an error was noted. */
int pd_api_mhr_read(pd_api_call *call, const pd_api_mhr_values *values, const json_t *bodies);
/* Adds everything on which the bodies of the call depend to a hash. */
void pd_api_mhr_hash(pd_api_hash *hash, const pd_api_call *call);

#endif
