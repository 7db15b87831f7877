#ifndef PD_FACTORY_BODY_PART_EXPRESSION_H
#define PD_FACTORY_BODY_PART_EXPRESSION_H
/* Adds facial expressions as blend shape directions: ARKit's 52 blend shapes and 14 visemes, from MakeHuman's
 * face units and expression targets.
 *
 * A face unit is a frame of poseunits/face-poseunits.bvh. It rotates each bone of the face about the bone's
 * head, in world axes (the file has +Z up). Units add as rotation vectors, less those of the frame Rest. A
 * bone also moves the bones below it:
 *
 *     D_b = D_parent(b) T(h_b) R_b T(-h_b),      v' = sum_b w_b D_b v,
 *         e = v' - v + sum_t weight_t target_t
 *
 * on the face of an average adult of the model's sex. The direction is the displacement by the expression at
 * 1; between 0 and 1, and on other faces, the displacement is taken as linear. The left and right direction
 * of a row are exact mirror images; the others are exactly symmetric.
 *
 * Space    metres, model space (the head has the same position in T-pose and A-pose).
 */
#include "core/smpl/data/data.h"
#include "factory/makehuman/asset.h"
#include "core/math/vec3.h"
#include "factory/body/shape/mesh.h"

#include <stdbool.h>

typedef struct pd_factory_expression_row {
    /* name, for example "eyeBlinkLeft"; a name that ends in Left stands
     * for a pair with one that ends in Right */
    const char *name;
    const char *recipe; /* "UNIT weight ..."; t:TARGET stands for an expression target */
    bool one_side;      /* the units are symmetric, and only the left side of their displacement is kept */
} pd_factory_expression_row;

/* Rows in Apple's order of ARKit's shapes (a left row stands for its right twin too), then the visemes. */
extern const pd_factory_expression_row pd_factory_expressions[];
extern const int pd_factory_expression_row_count;
/* Returns the number of expressions of a model, with left and right counted separately. */
int pd_factory_expression_count(void);

/* Adds the expressions to a model that has none. folder contains poseunits/ and targets/expression/units/.
 * gender: 0 a woman, 1 a man. ERR_FORMAT when a unit, a bone or a target is missing; ERR_MEMORY. */
pd_status pd_factory_expressions_add(pd_smpl_data *model, const pd_factory_asset *asset,
                                     const pd_factory_mesh *mesh, const char *folder, double gender,
                                     pd_error *err);
/* Sets displacements under a micrometre to zero: rounding errors of bones that do not turn. Most of the body
 * is not part of the face. */
void pd_factory_expressions_clear(pd_smpl_data *model);

/* Source of face movements: folder contains poseunits/ and targets/expression/units/;
 * gender selects the average adult. */
typedef struct pd_factory_face_source {
    const pd_factory_asset *asset;
    const pd_factory_mesh *mesh;
    const char *folder;
    double gender;
} pd_factory_face_source;

enum { PD_FACTORY_FACE_JAW, PD_FACTORY_FACE_LEFT_EYE, PD_FACTORY_FACE_RIGHT_EYE, PD_FACTORY_FACE_JOINTS };

/* Displacement of the skin by the whole rig of the face,
 * and the rotation vectors of jaw and eyes; model space. */
typedef struct pd_factory_face_pose {
    float *moves; /* (V,3) metres, allocated by the caller */
    pd_vec3 turns[PD_FACTORY_FACE_JOINTS];
} pd_factory_face_pose;

/* Computes the displacement for recipes (count) written as in pd_factory_expression_row, with any weights. */
pd_status pd_factory_face_poses(pd_factory_face_pose *out, const char *const *recipes, int count,
                                const pd_factory_face_source *source, pd_error *err);

#endif
