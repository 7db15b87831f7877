#ifndef PD_API_BODY_MHR_H
#define PD_API_BODY_MHR_H
/* Bodies of MHR in requests, in MHR's own words, and answers of SAM 3D Body as they are.
 *
 *     model_parameters   204 numbers in MHR's order, fewer with zeros behind them, or an object of names: {"l_elbow_bend": 0.5}
 *     identity_coeffs    45
 *     face_expr_coeffs   72
 *     sam3d              an answer with mhr_model_params, shape_params and expr_params, or a list of them: a body each
 *
 * An answer's other members are not looked at, but for pred_cam_t with in_camera: then the body stands where it was seen, in metres of a
 * camera at the origin that looks along -Z. (The answer itself has y and z the other way round.)
 *
 * Names that the model does not have, other counts, numbers beyond PD_MHR_LARGEST and scales that no joint has are noted at their pointers:
 * "/bodies/3/model_parameters/l_elbow_bnd". An answer with fewer numbers than the model has is of another model, and refused.
 *
 * Spaces   model axes: +Y up, +Z forward, metres.
 * Memory   arrays in the call's pool.
 */
#include "api/body/mesh_run.h"
#include "core/mhr/body.h"

/* As decoded by PD_API_MHR_FIELDS: borrowed from the document. */
typedef struct pd_api_mhr_values {
    const json_t *parameters, *identity, *expression, *sam3d, *translation; /* NULL: not given */
    int in_camera, without_correctives;
} pd_api_mhr_values;

/* Rows of a table; values is the offset of the pd_api_mhr_values in the struct that is filled. Where the body stands is a row of its own: the
 * routes' documents have it among the fields of all bodies. */
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
         .preset = "[]",                                                                                     \
         .example = "[1.5,-0.5,...]",                                                                        \
         .doc = "Shape of an MHR body: up to 45 coefficients, 20 of the body, 20 of the head and 5 of the "  \
                "hands; missing ones are 0. Only for MHR."},                                                 \
        {.name = "face_expr_coeffs",                                                                         \
         .type = PD_API_NUMBERS,                                                                             \
         .offset = (values) + offsetof(pd_api_mhr_values, expression),                                       \
         .min = -PD_MHR_LARGEST,                                                                             \
         .max = PD_MHR_LARGEST,                                                                              \
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
         .preset = "false",                                                                                  \
         .doc = "True places the bodies of `sam3d` where their pred_cam_t says, in front of a camera at "    \
                "the origin that looks along -Z. Only for MHR."},                                            \
    {                                                                                                        \
        .name = "without_correctives", .type = PD_API_BOOLEAN,                                               \
        .offset = (values) + offsetof(pd_api_mhr_values, without_correctives), .preset = "false",            \
        .doc = "True leaves out the pose correctives of a model that has them. Only for MHR."                \
    }

/* The job of a mesh call on MHR, empty, with what runs it: bodies one after the other, each with the scratch of one. 0: out of memory. */
int pd_api_mhr_begin(pd_api_call *call);
/* Bodies from what stands outside and, where there are any, from `bodies`. 0 after errors. */
int pd_api_mhr_read(pd_api_call *call, const pd_api_mhr_values *values, const json_t *bodies);
/* Adds all that the bodies depend on. */
void pd_api_mhr_hash(pd_api_hash *hash, const pd_api_call *call);

#endif
