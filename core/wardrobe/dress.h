#ifndef PD_WARDROBE_DRESS_H
#define PD_WARDROBE_DRESS_H
/* Puts items on a body: their vertices and normals as the body stands, and which of its skin is still seen.
 *
 *     C_k = G_k inverse(G*_k)                             core/smpl/pose.h
 *     r_j = v_template + S beta + E psi,  l_j = sum_k w_jk C_k r_j        the skin at rest, and by plain skinning
 *     c_j = s_j - l_j                                                     the rest of the skin's displacement
 *     t_i = T_i + D_i beta + sum_a a_ia (E psi)_a
 *     v_i = sum_k w_ik C_k t_i + sum_a a_ia c_a
 *
 * Normals are those of the triangles, by area; of hair, whose cards stand on edge, they are bent away from the head (outward.h).
 *
 * c holds pose blend shapes, other skinning, contact, translation and ground, so that cloth does what the skin below it does.
 *
 * Space    the skin's: frame gltf, metres.
 * Memory   scratch and outputs are the caller's. Threads  any; models are const.
 */
#include "core/smpl/body.h"
#include "core/wardrobe/transfer.h"

/* Of cards that have one normal for both of their sides: hair (outward.h). */
static inline bool pd_wardrobe_is_carded(const pd_wardrobe_item *item)
{
    return item->slot == PD_WARDROBE_HAIR;
}

/* What all items of one body share. */
typedef struct pd_wardrobe_wearer {
    const pd_smpl_model *model;
    const pd_smpl_body *body;
    struct pd_smpl_pose *pose;
    float *expression;                       /* (V,3) E psi, or NULL: none */
    const pd_wardrobe_transfer *transfer;    /* NULL: garments are of this model           */
    double fitted[PD_WARDROBE_FITTED_BETAS]; /* betas of the garments' model               */
    float *
        beyond; /* (V,3) what the skin at rest has that they have not (betas of proportion), or NULL: nothing */
    float *rest;       /* (V,3) r                    */
    float *correction; /* (V,3) c                    */
} pd_wardrobe_wearer;

/* ERR_INVALID, `wear`, when the wardrobe is of another model; that may still wear it (pd_wardrobe_transfers). */
pd_status pd_wardrobe_fits(const pd_wardrobe *wardrobe, const pd_smpl_model *model, pd_error *err);

/* transfer: of garments that are another model's (pd_wardrobe_transfers), or NULL. skin (V,3): the body as it was made; body->rotations NULL: at rest. ERR_MEMORY. */
pd_status pd_wardrobe_wearer_init(pd_wardrobe_wearer *out, const pd_smpl_model *model,
                                  const pd_wardrobe_transfer *transfer, const pd_smpl_body *body,
                                  const float *skin, pd_error *err);
void pd_wardrobe_wearer_deinit(pd_wardrobe_wearer *wearer);

/* vertices, normals (corner_count,3) of an item; scratch (3,vertex_count,3). normals NULL: none. */
void pd_wardrobe_dress(float *vertices, float *normals, const pd_wardrobe_item *item,
                       const pd_wardrobe_wearer *wearer, float *scratch);

/* Skin that is hidden by what is worn over `slot`: covered (V) of it 1. Socks under trousers are not seen there, nor hair under a hat; nothing
 * covers any other. */
void pd_wardrobe_covered(unsigned char *covered, const pd_wardrobe *wardrobe,
                         const pd_wardrobe_outfit *outfit, pd_wardrobe_slot slot, int vertex_count);
/* The triangles of a part of an item but for those that are over covered skin with all corners, of hair with any: out (face_count,3); how
 * many. */
int pd_wardrobe_seen_part(uint16_t *out, const pd_wardrobe_item *item, const pd_wardrobe_part *part,
                          const unsigned char *covered);
/* The triangles of the skin of which no corner is hidden by what is worn: out (face_count,3); how many. hidden: (V) scratch. */
int pd_wardrobe_seen_faces(uint32_t *out, unsigned char *hidden, const pd_wardrobe *wardrobe,
                           const pd_wardrobe_outfit *outfit, const uint32_t *faces, int face_count,
                           int vertex_count);

#endif
