#ifndef PD_WARDROBE_OUTWARD_H
#define PD_WARDROBE_OUTWARD_H
/* Normals of hair, bent away from what it covers.
 *
 * Heads of hair are made of cards: strips of triangles of which many stand on edge. A card's own normal n shades it as a wall, light along the
 * edge that is seen; hair is shaded as the round thing that it is a part of. About the head that is an ellipsoid with the middle c and the half
 * sizes h of the box of all anchors, which are on the scalp; what lies outside of it (a tail, a braid, hair on the shoulders) goes round the
 * middle m(y) of all hair there at the same height:
 *
 *     q = (p - c) / h,  t = smoothstep(|q|)                        0 on the head, 1 outside
 *     d = (1 - t) unit(q / h) + t unit(p - m), unit length          the ellipsoid's normal below c is that of a quarter of q_y
 *     n' = d + RELIEF (n . d) n, unit length                        locks keep some of their own shape
 *
 * n' does not depend on which way a card is wound, and it is the normal of both of its sides: a renderer must not flip it for
 * back faces (pd_wardrobe_is_carded, dress.h). p is at rest; d is turned with the vertex into the pose.
 *
 * Space    the skin's, metres. Memory  none. Threads  any.
 */
#include "core/wardrobe/wardrobe.h"

#define PD_WARDROBE_HAIR_SLICES 16

typedef struct pd_wardrobe_head {
    double middle[3], half[3];                 /* metres; half sizes above 0     */
    double low, step;                          /* of the slices: from, each      */
    double slices[PD_WARDROBE_HAIR_SLICES][2]; /* x, z of the middle of the hair outside */
} pd_wardrobe_head;

/* skin (V,3), hair (n,3): at rest, in one shape. */
void pd_wardrobe_head_find(pd_wardrobe_head *out, const pd_wardrobe_item *item, const float *skin,
                           const float *hair);
/* d at a point at rest; up in the middle itself. out may be point. */
void pd_wardrobe_outward(float out[3], const pd_wardrobe_head *head, const float point[3]);
/* normals (count,3), unit, of the triangles: n' of them. outward (count,3): d. */
void pd_wardrobe_bend_normals(float *normals, const float *outward, int count);

#endif
