#ifndef PD_WARDROBE_PIERCE_H
#define PD_WARDROBE_PIERCE_H
/* Skin through cloth: how many vertices of the skin that is drawn stand outside of the cloth over them.
 *
 * A vertex of the seen skin is pierced when the ray from it into the body, against its normal, meets a triangle of clothes or shoes within
 * `depth`, from outside: cloth lies below the skin there. It is counted among those that are covered when such a ray outward meets one; the
 * hem of a sleeve over bare skin is neither.
 *
 * Space    the skin's, metres. Rays start 0.1 mm from the vertex, so that cloth that touches it counts for neither.
 * Memory   allocates a grid while it runs. Threads  any.
 */
#include "core/wardrobe/dress.h"

#define PD_WARDROBE_PIERCE_DEPTH 0.03f /* metres: what lies deeper is another limb's */

typedef struct pd_wardrobe_pierced {
    int seen;      /* vertices of the skin of which a triangle is drawn */
    int covered;   /* of those, below cloth   */
    int pierced;   /* of those, outside of it */
    float deepest; /* metres: the farthest that one stands outside */
} pd_wardrobe_pierced;

/* A body that wears the outfit. */
typedef struct pd_wardrobe_pierce_job {
    const pd_wardrobe *wardrobe;
    const pd_wardrobe_outfit *outfit;
    const pd_wardrobe_wearer *wearer;
    const float *skin, *normals; /* (V,3) as it was made */
    const unsigned char *among; /* (V) look at no others, or NULL; those that cloth touches at rest, so that a
                                    hand beside the thigh does not count */
} pd_wardrobe_pierce_job;

/* touched (V): which are covered or pierced, or NULL. ERR_MEMORY. */
pd_status pd_wardrobe_pierce(pd_wardrobe_pierced *out, unsigned char *touched,
                             const pd_wardrobe_pierce_job *job, pd_error *err);

#endif
