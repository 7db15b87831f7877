#ifndef PD_WARDROBE_DRESS_H
#define PD_WARDROBE_DRESS_H
/* Puts items on a body: computes their vertices and normals for the body's pose, and which skin remains
 * visible.
 *
 *     C_k = G_k inverse(G*_k)                             core/smpl/pose.h
 *     r_j = v_template + S beta + E psi,  l_j = sum_k w_jk C_k r_j
 *         the skin at rest, and with plain skinning
 *     c_j = s_j - l_j                                                     the rest of the skin's displacement
 *     t_i = T_i + sum_a a_ia (r_a - S_a) + D_i b
 *         S: template of the garments' model, b: its betas (transfer.h)
 *     t_i = T_i + f_i + sum_a a_ia (E psi)_a + D_i b
 *         eyeballs, teeth, tongue: f is what the skin at their anchors, or the eye, moves by beyond those
 *         betas; teeth and tongue also go back until they lie behind the lips of the closed mouth
 *     v_i = sum_k w_ik C_k t_i + sum_a a_ia c_a
 *
 * Clothes and shoes stay out of the skin. With h(p, s, n) = n . (p - sum_a a_ia s_a), the height over a skin
 * s along its normal n at the anchors:
 *
 *     t_i += max(0, min(CLEARANCE, h(T_i, S, n_r)) - h(t_i, r, n_r)) n_r
 *         where this body is wider than the cloth was learned for
 *     v_i += max(0, min(CLEARANCE, h(t_i, r, n_r)) - h(v_i, s, n_s)) n_s
 *         where a bent joint brings the skin nearer; limited in folds
 *
 * The second line holds for posed meshes; a rig has only the first, at the betas of its body: its morph
 * targets of betas are linear. Skin and clothes of a rig are fitted to each other instead (rig_fit.h).
 *
 * Normals are those of the triangles, weighted by area. Hair consists of cards that stand on edge; its
 * normals are bent away from the head (outward.h).
 *
 * c contains pose blend shapes, other skinning, contact, translation and ground, so cloth follows the skin
 * below it.
 *
 * Spaces   the skin's: frame gltf, metres.
 * Memory   the caller owns scratch and outputs; _wearer_init allocates.
 * Threads  any number; models are const.
 * Errors   ERR_INVALID "wear"; ERR_MEMORY.
 */
#include "core/smpl/body.h"
#include "core/wardrobe/transfer.h"

/* Metres over the skin to which cloth is raised. Skin through coveralls on 400 bodies: .10 % of points
 * without, .04 at 3 mm, .02 at 5, .01 at 8. */
#define PD_WARDROBE_CLEARANCE 0.008

/* Returns whether an item consists of cards, which have one normal for both of their sides:
 * hair and beards (outward.h). */
static inline bool pd_wardrobe_is_carded(const pd_wardrobe_item *item)
{
    return item->slot == PD_WARDROBE_HAIR || item->slot == PD_WARDROBE_BEARD;
}

/* Returns whether an item lies in the head: eyeballs, teeth, tongue. Its directions are its whole
 * displacement by the fitted betas, because the skin at its anchors moves otherwise. */
static inline bool pd_wardrobe_is_inner(const pd_wardrobe_item *item)
{
    return item->slot == PD_WARDROBE_EYES || item->slot == PD_WARDROBE_TEETH ||
           item->slot == PD_WARDROBE_TONGUE;
}

/* Returns whether all vertices of an item follow the later betas by the same displacement, the mean over
 * their anchors and what keeps them behind the lips:
 * teeth and tongue keep their shape when lips and jaw change theirs. */
static inline bool pd_wardrobe_is_rigid(const pd_wardrobe_item *item)
{
    return item->slot == PD_WARDROBE_TEETH || item->slot == PD_WARDROBE_TONGUE;
}

/* Returns coordinate c of the displacement of an eyeball per unit of a beta: that of the joint it turns
 * about, and for features of the face, which move lids without moving all of the skin that the joint is
 * computed from, the mean of the middles of both lids. */
double pd_wardrobe_eye_direction(const pd_smpl_model *model, int joint, size_t c, int beta);

/* Data shared by all items of one body. */
typedef struct pd_wardrobe_wearer {
    const pd_smpl_model *model;
    const pd_smpl_body *body;
    struct pd_smpl_pose *pose;
    float *expression;                       /* (V,3) E psi, or NULL: no expression */
    const pd_wardrobe_transfer *transfer;    /* NULL: the garments belong to this model */
    double fitted[PD_WARDROBE_FITTED_BETAS]; /* betas of the garments' model */
    /* (V,3) displacement of the skin at rest that the garments' model lacks (betas
     * of proportion), or NULL: none */
    float *beyond;
    const float *skin;  /* (V,3) s, borrowed */
    float *rest;        /* (V,3) r */
    float *correction;  /* (V,3) c */
    float *rest_facing; /* (V,3) unit normals of r */
    float *facing;      /* (V,3) unit normals of s; NULL at rest */
} pd_wardrobe_wearer;

/* Returns ERR_INVALID, `wear`, if the wardrobe belongs to another model, which may still be able to wear it
 * (pd_wardrobe_transfers). */
pd_status pd_wardrobe_fits(const pd_wardrobe *wardrobe, const pd_smpl_model *model, pd_error *err);

/* Prepares a body for dressing. transfer: how garments of another model are adapted (pd_wardrobe_transfers;
 * pd_wardrobe_follow for borrowed ones, borrow.h), or NULL. skin (V,3): the finished vertices of the body,
 * which the caller keeps. body->rotations NULL: the body is at rest. ERR_MEMORY. */
pd_status pd_wardrobe_wearer_init(pd_wardrobe_wearer *out, const pd_smpl_model *model,
                                  const pd_wardrobe_transfer *transfer, const pd_smpl_body *body,
                                  const float *skin, pd_error *err);
/* Frees the arrays of a wearer. */
void pd_wardrobe_wearer_deinit(pd_wardrobe_wearer *wearer);

/* Computes the unit normals of a skin's vertices, out (V,3): the mean normal of the triangles at each vertex,
 * weighted by area. */
void pd_wardrobe_skin_normals(float *out, const float *skin, const pd_smpl_data *data);

/* Computes vertices and normals (corner_count,3) of an item; scratch (3,vertex_count,3).
 * normals NULL: not computed. */
void pd_wardrobe_dress(float *vertices, float *normals, const pd_wardrobe_item *item,
                       const pd_wardrobe_wearer *wearer, float *scratch);

/* Finds the skin that items worn over `slot` hide: sets covered (V) to 1 there. Trousers cover socks; no
 * other slot is covered. */
void pd_wardrobe_covered(unsigned char *covered, const pd_wardrobe *wardrobe,
                         const pd_wardrobe_outfit *outfit, pd_wardrobe_slot slot, int vertex_count);
/* Writes the triangles of a part of an item to out (face_count,3), except those whose corners all lie over
 * covered skin. Returns the number of written triangles. */
int pd_wardrobe_seen_part(uint16_t *out, const pd_wardrobe_item *item, const pd_wardrobe_part *part,
                          const unsigned char *covered);
/* Writes to out (face_count,3) the triangles of the skin that have no corner hidden by worn items, and
 * returns their number. hidden (V): set to 1 for hidden skin, else 0. bare (V): 1 for skin that hair does not
 * hide because it is lost there (hair_loss.h); NULL: none. */
int pd_wardrobe_seen_faces(uint32_t *out, unsigned char *hidden, const pd_wardrobe *wardrobe,
                           const pd_wardrobe_outfit *outfit, const unsigned char *bare, const uint32_t *faces,
                           int face_count, int vertex_count);

/* Returns whether the skin's corners of the wardrobe are those of this mesh: each corner of a triangle is of
 * the triangle's vertex. */
bool pd_wardrobe_skin_fits(const pd_wardrobe *wardrobe, const uint32_t *faces, int face_count);
/* Does what pd_wardrobe_seen_faces does, for triangles of the skin's corners (pd_wardrobe_skin). hidden: as
 * it left it. */
int pd_wardrobe_seen_corners(uint32_t *out, const unsigned char *hidden, const pd_wardrobe *wardrobe);

#endif
