#ifndef PD_TRAIN_RIG_BODIES_H
#define PD_TRAIN_RIG_BODIES_H
/* Bodies to learn rigging from: our own models in other shapes and poses, dressed in tubes, with their true joints.
 *
 *     pose      arms out, half down, down; walking. Each a little off in every joint, and turned a little about y
 *     shape     the model's betas, normal with a deviation of 1.3; or WILD: the template of core/rig/base/template.h with lengths and girths
 *               of its parts at random (logarithms' deviation .15 and .2, both sides alike), the head up to 3 times as large
 *     dressed   tubes about parts of the body, each ring an ellipse about what it holds: a skirt, a robe with sleeves, a hat, hair, a pack.
 *               In every second one the legs below a skirt or a robe are cut away
 *
 * Everything follows from (seed, index) alone. Garments of core/wardrobe have no part in it: they are kept to measure with.
 *
 * Space    the model's: metres, +Y up, +Z forward.   Memory   one owner: pd_train_rig_body_deinit.
 */
#include "core/base/rng.h"
#include "core/rig/base/template.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_TRAIN_RIG_POSES(X) X(T, "T") X(A, "A") X(DOWN, "arms down") X(WALK, "walking")
typedef enum pd_train_rig_pose {
#define PD_TRAIN_RIG_ENUM(id, name) PD_TRAIN_RIG_##id,
    PD_TRAIN_RIG_POSES(PD_TRAIN_RIG_ENUM) PD_TRAIN_RIG_POSE_COUNT
} pd_train_rig_pose;
#define PD_TRAIN_RIG_KINDS(X)                                                                                \
    X(PLAIN, "plain")                                                                                        \
    X(WILD, "wild")                                                                                          \
    X(SKIRT, "skirt")                                                                                        \
    X(ROBE, "robe") X(LEGLESS, "robe, legs cut away") X(HAT, "hat") X(HAIR, "hair") X(PACK, "pack")
typedef enum pd_train_rig_kind {
    PD_TRAIN_RIG_KINDS(PD_TRAIN_RIG_ENUM) PD_TRAIN_RIG_KIND_COUNT
#undef PD_TRAIN_RIG_ENUM
} pd_train_rig_kind;
extern const char *const pd_train_rig_pose_names[PD_TRAIN_RIG_POSE_COUNT];
extern const char *const pd_train_rig_kind_names[PD_TRAIN_RIG_KIND_COUNT];

typedef struct pd_train_rig_body {
    float *vertices; /* (vertex_count,3) the skin's first */
    uint32_t *faces; /* (face_count,3) */
    int vertex_count, skin_count, face_count;
    double joints[PD_RIG_JOINTS][3];
} pd_train_rig_body;

typedef struct pd_train_rig_want {
    const pd_rig_template *template; /* of the model */
    pd_train_rig_pose pose;
    pd_train_rig_kind kind;
    uint64_t seed;
} pd_train_rig_want;

/* ERR_MEMORY; empty then. */
pd_status pd_train_rig_body_make(pd_train_rig_body *out, const pd_train_rig_want *want, pd_error *err);
void pd_train_rig_body_deinit(pd_train_rig_body *body);

#endif
