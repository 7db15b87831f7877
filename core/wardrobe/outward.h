#ifndef PD_WARDROBE_OUTWARD_H
#define PD_WARDROBE_OUTWARD_H
/* Bends the normals of hair away from the head, so that cards of hair are shaded like a round head of hair.
 *
 * Hair consists of cards: strips of triangles, many of which stand on edge. A card's own normal n would shade
 * it as a wall, lit along the visible edge; hair should be shaded as the round body that it belongs to. On
 * the head that is an ellipsoid with the centre c and the half sizes h of the bounding box of all anchors,
 * which are on the scalp. Hair outside it (a tail, a braid, hair on the shoulders) curves around the centre
 * m(y) of all hair outside at the same height:
 *
 *     q = (p - c) / h,  t = smoothstep(|q|)                        0 on the head, 1 outside
 *     d = (1 - t) unit(q / h) + t unit(p - m), unit length
 *         below c the ellipsoid's normal is that for a quarter of q_y
 *     n' = d + RELIEF (n . d) n, unit length                        locks keep some of their own shape
 *
 * n' does not depend on the winding of a card, and it is the normal of both of its sides: a renderer must not
 * flip it for back faces (pd_wardrobe_is_carded, dress.h). p is at rest; d is rotated with the vertex to the
 * pose.
 *
 * Spaces   the skin's, metres.   Memory  allocates nothing.   Threads  pure functions.   Errors  none.
 */
#include "core/wardrobe/wardrobe.h"

#define PD_WARDROBE_HAIR_SLICES 16

typedef struct pd_wardrobe_head {
    double middle[3], half[3];                 /* c and h, metres; half sizes above 0 */
    double low, step;                          /* slices by height: lowest y, and height of each */
    double slices[PD_WARDROBE_HAIR_SLICES][2]; /* m: x, z of the centre of the hair outside, for each slice */
} pd_wardrobe_head;

/* Computes the head. skin (V,3), hair (n,3): at rest, with the same shape. */
void pd_wardrobe_head_find(pd_wardrobe_head *out, const pd_wardrobe_item *item, const float *skin,
                           const float *hair);
/* Computes d at a point at rest; up at the centre itself. out may be point. */
void pd_wardrobe_outward(float out[3], const pd_wardrobe_head *head, const float point[3]);
/* Replaces unit normals (count,3) of the triangles by n'. outward (count,3): d. */
void pd_wardrobe_bend_normals(float *normals, const float *outward, int count);

#endif
