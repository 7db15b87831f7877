#ifndef PD_FACTORY_RIG_BODIES_H
#define PD_FACTORY_RIG_BODIES_H
/* Generates bodies for training the rigging: our own models in other shapes and poses, some dressed in tubes,
 * with their true joints.
 *
 *     pose      arms out, half down, down; walking. Each joint deviates a little, and the body is turned a
 *               little about y
 *     shape     the model's betas, normal with a deviation of 1.3; or WILD: the template of
 *               core/rig/base/template.h with random lengths and girths of its parts (deviations of the
 *               logarithms .15 and .2, both sides alike), the head up to 3 times as large
 *     dressed   tubes about parts of the body, each ring an ellipse about what it encloses: a skirt, a robe
 *               with sleeves, a hat, hair, a pack. In every second body with a skirt or a robe, the legs
 *               below it are cut away
 *
 * (seed, index) alone determine a body. Garments of core/wardrobe are not used here, because they serve for
 * measuring.
 *
 * Space    the model's: metres, +Y up, +Z forward.
 * Memory   the caller owns a body: pd_factory_rig_body_deinit.
 */
#include "core/base/rng.h"
#include "core/rig/base/template.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_FACTORY_RIG_POSES(X) X(T, "T") X(A, "A") X(DOWN, "arms down") X(WALK, "walking")
typedef enum pd_factory_rig_pose {
#define PD_FACTORY_RIG_ENUM(id, name) PD_FACTORY_RIG_##id,
    PD_FACTORY_RIG_POSES(PD_FACTORY_RIG_ENUM) PD_FACTORY_RIG_POSE_COUNT
} pd_factory_rig_pose;
#define PD_FACTORY_RIG_KINDS(X)                                                                              \
    X(PLAIN, "plain")                                                                                        \
    X(WILD, "wild")                                                                                          \
    X(SKIRT, "skirt")                                                                                        \
    X(ROBE, "robe") X(LEGLESS, "robe, legs cut away") X(HAT, "hat") X(HAIR, "hair") X(PACK, "pack")
typedef enum pd_factory_rig_kind {
    PD_FACTORY_RIG_KINDS(PD_FACTORY_RIG_ENUM) PD_FACTORY_RIG_KIND_COUNT
#undef PD_FACTORY_RIG_ENUM
} pd_factory_rig_kind;
extern const char *const pd_factory_rig_pose_names[PD_FACTORY_RIG_POSE_COUNT];
extern const char *const pd_factory_rig_kind_names[PD_FACTORY_RIG_KIND_COUNT];

typedef struct pd_factory_rig_body {
    float *vertices; /* (vertex_count,3) metres; the skin's vertices come first */
    uint32_t *faces; /* (face_count,3) */
    int vertex_count, skin_count, face_count;
    double joints[PD_RIG_JOINTS][3];
} pd_factory_rig_body;

typedef struct pd_factory_rig_want {
    const pd_rig_template *template; /* template of the model */
    pd_factory_rig_pose pose;
    pd_factory_rig_kind kind;
    uint64_t seed;
} pd_factory_rig_want;

/* Makes a body. On ERR_MEMORY *out is empty. */
pd_status pd_factory_rig_body_make(pd_factory_rig_body *out, const pd_factory_rig_want *want, pd_error *err);
void pd_factory_rig_body_deinit(pd_factory_rig_body *body);

#endif
