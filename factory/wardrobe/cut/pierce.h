#ifndef PD_FACTORY_WARDROBE_CUT_PIERCE_H
#define PD_FACTORY_WARDROBE_CUT_PIERCE_H
/* Finds skin that comes through cloth: counts the points of the visible skin that lie outside of the cloth
 * that should cover them.
 *
 * A point is a vertex of the visible skin, or the centre of one of its triangles. From each point two rays of
 * length PD_WARDROBE_PIERCE_DEPTH start:
 *
 *     outward, along the normal      meets the inner side of cloth, shoes or hair: the point is covered
 *     inward, against the normal     meets the outer side: the cloth lies below the skin, the point is
 *                                    pierced
 *
 * Skin that meets nothing is bare, for instance beside the hem of a sleeve. What cannot be seen does not
 * count:
 *
 *     beyond the body    the inward ray leaves the body before it meets the cloth: hair behind an ear, a
 *                        waistband below a fold of the belly
 *     in a hollow        most directions from the point meet other skin: the inner sides of lids, nose and
 *                        mouth
 *     in a fold          the outward ray leaves the body before it enters any: the point lies inside of
 *                        another part of it, as in a closed armpit
 *     scalp              the scalp that is a part of the hair lies inside the head
 *
 * The share that is reported is pierced / (covered + pierced). For hair all skin of head and neck is
 * examined, on every body: nothing is left out because hair ends in the skin there by design.
 *
 * Spaces   that of `skin`, metres. Rays start 0.1 mm from the point, so cloth that touches the skin neither
 *          covers nor pierces it.
 * Shapes   V vertices of the body model.
 * Memory   allocates trees of triangles while it runs.
 * Threads  any number; each call has its own output.
 * Errors   ERR_MEMORY.
 */
#include "core/wardrobe/dress.h"

#define PD_WARDROBE_PIERCE_DEPTH 0.03f /* metres; cloth farther away belongs to another limb */

typedef struct pd_factory_pierced {
    int seen;      /* points that were examined            */
    int covered;   /* points below cloth                   */
    int pierced;   /* points that come through cloth       */
    float deepest; /* largest depth of a pierced point, metres; 0 if none is */
} pd_factory_pierced;

/* One pierced point, and the triangle of cloth that it comes through. */
typedef struct pd_wardrobe_hit {
    int vertex;            /* vertex of the skin; for a centre, the first of its triangle  */
    bool is_middle;        /* the point is the centre of a triangle                        */
    float depth;           /* distance from the point to the cloth, metres                 */
    pd_wardrobe_slot slot; /* slot of the cloth; never one of the face's (eyes, teeth)     */
    uint16_t corners[3];   /* corners of the cloth's triangle in the item of that slot     */
} pd_wardrobe_hit;

/* A dressed body to examine. */
typedef struct pd_factory_pierce_job {
    const pd_wardrobe *wardrobe;
    const pd_wardrobe_outfit *outfit;
    const pd_wardrobe_wearer *wearer;
    const float *skin, *normals; /* (V,3) positions and normals of the posed skin */
    /* (PD_WARDROBE_SLOT_COUNT) positions (corner_count,3) of the corners of each slot's item, such as those
     * of a rigged file (rigged.h); NULL: where the wearer has them (dress.h).
     * With it wearer->model alone is used */
    const float *const *worn;
    /* (V) 1 for the vertices to examine; NULL examines all. Pass those that cloth touches at rest: then a
     * hand beside the thigh is not counted. A triangle needs all three of its vertices */
    const unsigned char *among;
    bool has_middles; /* examine the centres of triangles too */
    /* out (hit_most) the first pierced points, in the order of the vertices; or NULL */
    pd_wardrobe_hit *hits;
    int hit_most;
} pd_factory_pierce_job;

/* Examines the body. `touched` (V), or NULL: set to 1 for vertices that are covered or pierced, else 0.
 * Writes the smaller of out->pierced and hit_most hits. ERR_MEMORY. */
pd_status pd_factory_pierce(pd_factory_pierced *out, unsigned char *touched, const pd_factory_pierce_job *job,
                            pd_error *err);

#endif
