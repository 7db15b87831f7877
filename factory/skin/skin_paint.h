#ifndef PD_FACTORY_SKIN_SKIN_PAINT_H
#define PD_FACTORY_SKIN_SKIN_PAINT_H
/* Appearance of the skin at a point of the body: pigment, blood, hair, oil and lines, as functions of the
 * position on the template.
 *
 * Places are relative to marks of the face (corners of the eyes, wings of the nose, corners of the mouth ...)
 * and to joints of the limbs. Features are sums of soft spots g(d/r) = exp(-(d/r)^2), and grooves along
 * curves. The skin is symmetric: places are those of the left half.
 *
 * Spaces   template of the model, T-pose, metres, +Y up, +Z forward, left at +X.
 * Memory   allocates nothing.   Threads  marks are const.
 * Errors   ERR_FORMAT: a mark that the model or the wardrobe lacks.
 */
#include "core/smpl/data/data.h"
#include "core/wardrobe/wardrobe.h"

/* Marks of the left half of the face, and joints. */
typedef struct pd_factory_skin_marks {
    float eye[3], eye_inner[3], eye_outer[3]; /* centre of the eyeball; corners of the lids */
    float brow_inner[3], brow_outer[3];
    /* height of the brow's middle line, metres, at equal steps from its inner to its outer end */
    float brow_arch[9];
    float nose_tip[3], nose_wing[3];
    float lip_top[3], lip_bottom[3],
        mouth[3];            /* upper and lower edge of the red of the lips; corner of the mouth */
    float corner[3];         /* where the lips meet */
    float lash_roots[64][3]; /* roots of the lashes of the left eye */
    int lash_root_count;
    float chin[3], head_top[3], nipple[3], neck[3];
    float elbow[3], knee[3], ankle[3], wrist[3];
    float fingers[5][4][3]; /* thumb to little finger: three joints and the tip */
    float nails[5][3];      /* direction in which the nail faces, unit */
} pd_factory_skin_marks;

/* A place on the skin. lips, ear, hand, foot, head: shares of the vertex that belong to the part, 0 to 1. */
typedef struct pd_factory_skin_place {
    float at[3], normal[3];
    float lips, ear, hand, foot, head;
} pd_factory_skin_place;

/* Properties at a place. */
typedef struct pd_factory_skin_look {
    float lips;           /* share of the lips, with the corners of the mouth: 0 to 1 */
    float melanin, blood; /* difference from the average of the body, -1 to 1 */
    float beard, scalp, nail,
        spot;        /* density of hairs, of freckles and age spots; nail: 1 on it; all 0 to 1 */
    float roughness; /* 0 to 1 */
    float wrinkle;   /* height of an old face's lines, -1 (groove) to 1 */
    float fold;      /* height of an old face's folds, -1 (hollow) to 1 */
    float pores;     /* strength, 0 to 1 */
    float brow_along, brow_across; /* place in the brow: 0 inner to 1 outer end; -1 to 1 over 12 mm, up */
    float brow;                    /* 1 near the brow */
    float lid_edge;                /* 1 where lashes grow */
} pd_factory_skin_look;

/* Finds the marks. lips (V): share of the lips at each vertex. */
pd_status pd_factory_skin_marks_find(pd_factory_skin_marks *out, const pd_smpl_data *model,
                                     const pd_wardrobe *wardrobe, const float *lips, pd_error *err);
/* Returns about how far a point of the head is inside of the hairline, metres: hair of the head grows where
 * it is positive. The line runs over the forehead, recedes a little beside its middle, falls at the temples
 * to the ears and behind them to the nape. */
float pd_factory_skin_inside_hairline(const pd_factory_skin_marks *marks, const float at[3]);
void pd_factory_skin_paint(pd_factory_skin_look *out, const pd_factory_skin_marks *marks,
                           const pd_factory_skin_place *place);

#endif
