#ifndef PD_TRAIN_WARDROBE_PIERCE_H
#define PD_TRAIN_WARDROBE_PIERCE_H
/* Skin through cloth: how many points of the skin that is drawn stand outside of the cloth over them.
 *
 * A point of the seen skin (a vertex, or the middle of a triangle) is pierced when the ray from it into the body, against its normal, meets a triangle of clothes, shoes or hair within
 * `depth`, from outside: cloth lies below the skin there. It is covered when such a ray outward meets one; skin beside
 * the hem of a sleeve is neither.
 *
 * Hair that lies behind an ear is not pierced by it: where the ray leaves the body before it meets hair, it is passed over. Nor is scalp that is a part of hair: it lies in the
 * head.
 *
 * Space    the skin's, metres. Rays start 0.1 mm from the point, so that cloth that touches the skin is neither.
 * Memory   allocates a grid while it runs. Threads  any.
 */
#include "core/wardrobe/dress.h"

#define PD_WARDROBE_PIERCE_DEPTH 0.03f /* metres: cloth at greater depth is another limb's */

typedef struct pd_train_pierced {
    int seen;      /* points of the skin that is drawn */
    int covered;   /* of those, below cloth   */
    int pierced;   /* of those, outside of it */
    float deepest; /* metres: the farthest that one stands outside */
} pd_train_pierced;

/* What a pierced point stands outside of. */
typedef struct pd_wardrobe_hit {
    int vertex;            /* of the skin; the first of a triangle's              */
    bool is_middle;        /* of a triangle                                       */
    float depth;           /* metres                                              */
    pd_wardrobe_slot slot; /* none of a face                                      */
    uint16_t corners[3];   /* of the cloth's triangle, in that slot's item        */
} pd_wardrobe_hit;

/* A body that wears the outfit. */
typedef struct pd_train_pierce_job {
    const pd_wardrobe *wardrobe;
    const pd_wardrobe_outfit *outfit;
    const pd_wardrobe_wearer *wearer;
    const float *skin, *normals; /* (V,3) as it was made */
    const unsigned char *among; /* (V) look at no others, or NULL; those that cloth touches at rest, so that a
                                    hand beside the thigh does not count; of a triangle all three */
    bool has_middles;           /* look at the middles of triangles too */
    pd_wardrobe_hit *hits;      /* (hit_most) out, the first ones that are found; or NULL */
    int hit_most;
} pd_train_pierce_job;

/* touched (V): which vertices are covered or pierced, or NULL. hits that are written are out->pierced, at most hit_most. ERR_MEMORY. */
pd_status pd_train_pierce(pd_train_pierced *out, unsigned char *touched, const pd_train_pierce_job *job,
                          pd_error *err);

#endif
