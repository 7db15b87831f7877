#ifndef PD_FACTORY_SKIN_SKIN_LAYOUT_H
#define PD_FACTORY_SKIN_SKIN_LAYOUT_H
/* Texture coordinates of the skin: corners and their places on the texture.
 *
 * A corner is a vertex with one texture coordinate. The first V corners are the vertices in order; the others
 * are the further coordinates of vertices on seams. MakeHuman's layout gives the head a fifth of the texture;
 * here its island is turned upright and takes the upper half, and body, hands, feet and mouth share the lower
 * one.
 *
 * Shapes   M corners, M >= V; F triangles of the model.   Memory  the struct owns its arrays.
 * Errors   ERR_FORMAT: the base mesh has no quad that a triangle of the model was cut from; ERR_MEMORY; those
 *          of pd_factory_garment_parse.
 */
#include "core/smpl/data/data.h"
#include "core/base/size.h"

typedef struct pd_factory_skin_layout {
    int corner_count;
    uint16_t *corners; /* (M) vertex of each corner */
    float *uvs;        /* (M,2) texture coordinates as in glTF */
    float *pictures;   /* (M,2) those of MakeHuman, which its pictures of skins have */
    uint16_t *faces;   /* (F,3) corners of the model's triangles */
} pd_factory_skin_layout;

/* base: text of 3dobjs/base.obj, whose first vertices are the model's. */
pd_status pd_factory_skin_layout_init(pd_factory_skin_layout *out, const pd_smpl_data *model, pd_bytes base,
                                      pd_error *err);
void pd_factory_skin_layout_deinit(pd_factory_skin_layout *layout);

#endif
