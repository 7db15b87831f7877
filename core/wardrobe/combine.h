#ifndef PD_WARDROBE_COMBINE_H
#define PD_WARDROBE_COMBINE_H
/* Makes an outfit of the top of one outfit and the bottom of another.
 *
 * Halves    a part of an outfit is of the bottom if it ends at least PD_WARDROBE_HALF_BELOW below the
 *           outfit's highest point, and else of the top. An outfit with a part that is higher than
 *           PD_WARDROBE_HALF_MOST (overalls, dungarees) is one piece and has no halves.
 * Overlap   the bottom is left out more than PD_WARDROBE_HALF_UNDER above the top's hem. Where the halves
 *           overlap, the top is moved out along its normals until it is PD_WARDROBE_HALF_APART outside of the
 *           bottom, and vertices of the bottom that are still outside are moved in.
 * Waist     where no top covers the bottom's waist, it is cut to a smooth line 2 cm below its highest
 *           vertices.
 * Skin      each half hides the skin that it is nearer to than the other half of its own outfit, except
 *           within PD_WARDROBE_HALF_EDGE of hem and waist.
 *
 * Spaces    template of the wardrobe, metres. Hem and waist are found by direction around the vertical axis.
 * Memory    _combine allocates the arrays of *out.   Threads  pure functions.
 * Errors    ERR_INVALID: an outfit that is one piece; ERR_MEMORY; ERR_LIMIT: too many vertices or parts.
 */
#include "core/wardrobe/wardrobe.h"

#define PD_WARDROBE_HALF_BELOW 0.40f
#define PD_WARDROBE_HALF_MOST  0.75f
#define PD_WARDROBE_HALF_UNDER 0.06f
#define PD_WARDROBE_HALF_APART 0.004f
#define PD_WARDROBE_HALF_EDGE  0.04f

/* X(id, name) */
#define PD_WARDROBE_HALF_TABLE(X) X(TOP, "top") X(BOTTOM, "bottom")
typedef enum pd_wardrobe_half {
#define PD_WARDROBE_HALF_ENUM(id, name) PD_WARDROBE_HALF_##id,
    PD_WARDROBE_HALF_TABLE(PD_WARDROBE_HALF_ENUM)
#undef PD_WARDROBE_HALF_ENUM
        PD_WARDROBE_HALF_COUNT
} pd_wardrobe_half;

/* Finds the facts of an item (wardrobe.h) that its arrays have. */
void pd_wardrobe_measure(pd_wardrobe_item *item);
/* Returns whether an item is an outfit with a half of its own. */
bool pd_wardrobe_has_half(const pd_wardrobe_item *item, pd_wardrobe_half half);

/* Makes an outfit. halves: the items whose top and bottom are taken; -1: none. skin (skin_vertex_count,3):
 * the template of the skin. */
pd_status pd_wardrobe_combine(pd_wardrobe_item *out, const pd_wardrobe *wardrobe, const float *skin,
                              const int halves[PD_WARDROBE_HALF_COUNT], pd_error *err);

/* Colours a half of an outfit (COUNT: all of it): its largest part, and parts of the same colour. color:
 * linear RGB. The item owns its parts. is_plain: a part with a picture of several colours or of denim keeps
 * its own colour. */
void pd_wardrobe_color_half(pd_wardrobe_item *item, const pd_wardrobe *wardrobe, pd_wardrobe_half half,
                            const float color[3], bool is_plain);

#endif
