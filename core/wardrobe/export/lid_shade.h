#ifndef PD_WARDROBE_LID_SHADE_H
#define PD_WARDROBE_LID_SHADE_H
/* The shade of lids on eyes. A renderer of one surface lights an eyeball as if no lid were before it, and the
 * white looks like a sticker from corner to corner. The shade is painted into the picture of the eyes, so
 * that every program and every atlas shows it:
 *
 *     open(q) = max(LEAST, 1 - DEPTH sum_p k(p - q - s) covered(p)),
 *         k a cone of radius REACH with sum 1, s a shift upward, for light comes from above
 *
 * p and q are directions from the eye's centre in the head's frame, on a grid of angles. A direction is
 * covered if it meets the skin in front of the eyeball: lids, however far they are closed, and both corners.
 * The picture's linear colour is multiplied by open, red by less than blue, because the lids reflect red
 * light.
 *
 * The head's frame is that of both eyes and the crown, compared with that of the template, so it holds for
 * any pose and gaze. A rig has the shade of its body at rest: lids that close cover it, eyes that turn take
 * it with them.
 *
 * Spaces   skin and eyes in one space, metres; pictures RGB.
 * Memory   allocates scratch.
 * Threads  pure.
 * Errors   ERR_MEMORY. */
#include "core/io/mesh/png.h"
#include "core/wardrobe/wardrobe.h"

typedef struct pd_wardrobe_lids {
    const pd_wardrobe_item *eyes;
    const float *worn;     /* (C,3) corners of the eyes on the body */
    const float *skin;     /* (V,3) the body */
    const float *template; /* (V,3) the model's template */
    const uint32_t *faces; /* (face_count,3) triangles of the whole skin */
    int vertex_count, face_count;
} pd_wardrobe_lids;

/* Writes the openness, LEAST to 1, of directions from an eye's centre: out (count) for dirs (count,3), which
 * need no unit length, in the space of the skin. joint: of the eye. */
pd_status pd_wardrobe_lids_open(float *out, const float *dirs, int count, const pd_wardrobe_lids *lids,
                                int joint, pd_error *err);
/* Darkens the picture of the eyes. */
pd_status pd_wardrobe_lids_paint(pd_io_image *picture, const pd_wardrobe_lids *lids, pd_error *err);

#endif
