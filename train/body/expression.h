#ifndef PD_TRAIN_BODY_EXPRESSION_H
#define PD_TRAIN_BODY_EXPRESSION_H
/* Expressions of the face as directions: ARKit's 52 blend shapes and 14 visemes, from MakeHuman's face units and expression targets.
 *
 * A face unit is a frame of poseunits/face-poseunits.bvh: a rotation of each bone of the face about its head, in axes of the world
 * (the file has +Z up). Units add as rotation vectors, less those of the frame Rest; a bone carries those below it,
 *
 *     D_b = D_parent(b) T(h_b) R_b T(-h_b),      v' = sum_b w_b D_b v,       e = v' - v + sum_t weight_t target_t
 *
 * on the face of an average adult of the model's sex. The direction is what the expression at 1 does; between, and on other faces, it
 * is taken as linear. Left and right of a row are exact mirror images, the others exactly symmetric.
 *
 * Space    metres, model space (the head stands in the T-pose as it does in the A-pose).
 */
#include "core/smpl/data/data.h"
#include "train/makehuman/asset.h"
#include "core/math/vec3.h"
#include "train/body/mesh.h"

#include <stdbool.h>

typedef struct pd_train_expression_row {
    const char *name;   /* "eyeBlinkLeft"; one that ends in Left has a twin that ends in Right */
    const char *recipe; /* "UNIT weight ..."; t:TARGET for an expression target               */
    bool one_side;      /* symmetric units: only the left side of what they do is kept        */
} pd_train_expression_row;

/* ARKit's in Apple's order (a left row is followed by its right twin, which the table leaves out), then visemes. */
extern const pd_train_expression_row pd_train_expressions[];
extern const int pd_train_expression_row_count;
/* Of the model: twins counted. */
int pd_train_expression_count(void);

/* Puts the expressions into a model that has none. folder: poseunits/ and targets/expression/units/ are below it. gender: 0 a woman, 1 a man.
 * ERR_FORMAT when a unit, a bone or a target is not there; ERR_MEMORY. */
pd_status pd_train_expressions_add(pd_smpl_data *model, const pd_train_asset *asset,
                                   const pd_train_mesh *mesh, const char *folder, double gender,
                                   pd_error *err);
/* Clears numbers under a micrometre, the rounding errors of bones that do not turn: most of the body is not part of the face. */
void pd_train_expressions_clear(pd_smpl_data *model);

/* What faces are made of: poseunits/ and targets/expression/units/ below folder, an average adult of that gender. */
typedef struct pd_train_face_source {
    const pd_train_asset *asset;
    const pd_train_mesh *mesh;
    const char *folder;
    double gender;
} pd_train_face_source;

enum { PD_TRAIN_FACE_JAW, PD_TRAIN_FACE_LEFT_EYE, PD_TRAIN_FACE_RIGHT_EYE, PD_TRAIN_FACE_JOINTS };

/* How the rig's whole face moves the skin, and the rotation vectors of its jaw and eyes; model space. */
typedef struct pd_train_face_pose {
    float *moves; /* (V,3) the caller's */
    pd_vec3 turns[PD_TRAIN_FACE_JOINTS];
} pd_train_face_pose;

/* recipes (count) as in pd_train_expression_row, with any weights. */
pd_status pd_train_face_poses(pd_train_face_pose *out, const char *const *recipes, int count,
                              const pd_train_face_source *source, pd_error *err);

#endif
