#ifndef PD_FACTORY_WARDROBE_MADE_MADE_H
#define PD_FACTORY_WARDROBE_MADE_MADE_H
/* Items that are modelled by code, since MakeHuman's data has none: hats, glasses, beards, clipped hair
 * (short_hair.h).
 *
 *     hats      surface c + d (h(d) + offset) over directions d, h(d) = max_i (v_i - c) . d over the skin of
 *               the skull, which is smooth and outside of it; from a ring above ears and brows to the top;
 *               with cuff, visor or brim
 *     glasses   rims along superellipses |x/a|^n + |y/b|^n = 1 before the eyes, lenses, bridge, and arms to
 *               the ears. Every vertex is an affine sum of three vertices of the skin (temples and bridge of
 *               the nose; for the arms temple, ear and bridge), so that the frame keeps its shape and fits
 *               every head. It stands forward so far that its rims touch the face of few people, whatever
 *               their expression
 *     beards    rows of hair over each other like shingles, and a layer of roots below, which fade where hair
 *               is sparse. Each vertex is rooted in a point of the skin and moves with it. Density by the
 *               skin's map of beards (skin_paint.h)
 *
 * Spaces   template of the model, T-pose, metres. Memory _make allocates the arrays of the item. Threads pure
 *          functions.
 * Errors   ERR_MEMORY; those of pd_factory_skin_marks_find. Equal inputs give equal bytes.
 */
#include "core/smpl/model.h"
#include "factory/skin/skin_paint.h"

/* X(id, name, slot, parts, description) */
#define PD_FACTORY_MADE_TABLE(X)                                                                             \
    X(BEANIE, "beanie", HAT, 2, "knitted cap with a cuff")                                                   \
    X(CAP, "cap", HAT, 2, "baseball cap")                                                                    \
    X(BUCKET, "bucket-hat", HAT, 2, "cotton hat with a soft brim")                                           \
    X(STRAW, "straw-hat", HAT, 2, "straw hat with a wide brim")                                              \
    X(ROUND, "glasses-round", GLASSES, 2, "round glasses with a metal frame")                                \
    X(SQUARE, "glasses-square", GLASSES, 2, "glasses with a square frame")                                   \
    X(NARROW, "glasses-narrow", GLASSES, 2, "narrow reading glasses")                                        \
    X(AVIATOR, "glasses-aviator", GLASSES, 2, "glasses with drop-shaped lenses")                             \
    X(FULL, "beard-full", BEARD, 1, "full beard with moustache")                                             \
    X(GOATEE, "beard-goatee", BEARD, 1, "beard about mouth and chin")                                        \
    X(MOUSTACHE, "moustache", BEARD, 1, "moustache")                                                         \
    X(BUZZ, "hair-buzz", HAIR, 1, "hair clipped to half a centimetre")
typedef enum pd_factory_made_id {
#define PD_FACTORY_MADE_ENUM(id, name, slot, parts, doc) PD_FACTORY_MADE_##id,
    PD_FACTORY_MADE_TABLE(PD_FACTORY_MADE_ENUM)
#undef PD_FACTORY_MADE_ENUM
        PD_FACTORY_MADE_COUNT
} pd_factory_made_id;

/* Body on which hats, glasses and beards are modelled: its data and the marks of its skin. */
typedef struct pd_factory_maker {
    const pd_smpl_data *model;
    pd_factory_skin_marks marks;
    float *normals;     /* (V,3) of the template */
    float *lips, *ears; /* (V) shares */
    float *head;        /* (V) share of the joints of the head */
} pd_factory_maker;

/* wardrobe: has the items lashes and brows, which tell where the eyes are. folder: the makehuman folder. */
pd_status pd_factory_maker_init(pd_factory_maker *out, const pd_smpl_data *model, const pd_wardrobe *wardrobe,
                                const char *folder, pd_error *err);
void pd_factory_maker_deinit(pd_factory_maker *maker);

/* Makes the mesh of an item, with name, slot, texts, and one row of parts (white,
 * no texture) for each part. */
pd_status pd_factory_made(pd_wardrobe_item *out, const pd_factory_maker *maker, pd_factory_made_id id,
                          pd_error *err);

#endif
