#ifndef PD_WARDROBE_BORROW_H
#define PD_WARDROBE_BORROW_H
/* Makes garments fit a body model with another mesh or other joints, such as SMPL's in the garments of
 * person. The result is a wardrobe of that model, which dress.h and export.h take as if it had been made for
 * it.
 *
 *     1. the garments' model is fitted to the other model at rest: betas and pose (core/mhr/convert), or
 *        betas alone where both have one mesh
 *     2. e_j = nearest point of the other skin - fitted skin s_j, smoothed over the fitted skin what the fit
 *        leaves
 *     3. t_i = garment on the fitted body + sum_a a_ia e_a, then moved out to its own distance from the skin,
 *        at most CLEARANCE
 *     4. anchors of i: the corners of the triangle of the other skin that is nearest to sum_a a_ia (s_a +
 *        e_a)
 *     5. w_i = J w'_i + (w at the anchors - J w' at the own anchors), the four largest; w' are weights of the
 *        garments' model, and J moves them to joints of the same name, or of the nearest ancestor that has
 *        one
 *     6. a vertex of the other skin is hidden when the places of it and of its neighbours are hidden on the
 *        garments' model
 *
 * Such garments have no directions of betas: they follow the skin at their anchors (pd_wardrobe.is_borrowed).
 * Where the meshes differ, eyes, lashes, teeth and tongue are left out, because the other mesh has its own or
 * no opening for them, and the skin has no textures.
 *
 * Guesses   everything above; the report has the distances of the surfaces.
 * Spaces    model space at rest, metres.
 * Memory    entries are made once for each model and kept with the wardrobe until it is freed; about 60 bytes
 *           per vertex of all items.
 * Threads   _find and _make may run on any thread at once; two that make the same entry keep the first.
 * Errors    ERR_INVALID "wear": too few joints in common, more than 65,535 vertices, or surfaces that are too
 *           far apart. ERR_MEMORY.
 */
#include "core/mhr/convert/wrap.h"
#include "core/smpl/model.h"
#include "core/wardrobe/wardrobe.h"

/* Largest mean distance of the fitted skin and the other one:
 * beyond it the model is no human body. Metres. */
#define PD_WARDROBE_BORROW_MOST 0.03

typedef struct pd_wardrobe_borrowed {
    /* wardrobe of the other model; its textures belong to the wardrobe that it was made from */
    pd_wardrobe wardrobe;
    uint64_t own_hash, model_hash;         /* content hashes of the garments' model and of the other one */
    bool has_same_mesh;                    /* the meshes are equal; only joints and shapes differ */
    double mean, largest;                  /* distances of the fitted skin and the other one, metres */
    bool left_out[PD_WARDROBE_SLOT_COUNT]; /* slots without items */
    struct pd_wardrobe_borrowed *next;
} pd_wardrobe_borrowed;

/* Returns the entry of a model, or NULL: it was not made yet. */
const pd_wardrobe_borrowed *pd_wardrobe_borrow_find(const pd_wardrobe *wardrobe, const pd_smpl_model *own,
                                                    const pd_smpl_model *model);
/* Makes the entry of a model. own: the garments' model (pd_wardrobe_fits). Takes one to three seconds where
 * the meshes differ. */
pd_status pd_wardrobe_borrow_make(const pd_wardrobe_borrowed **out, const pd_wardrobe *wardrobe,
                                  const pd_smpl_model *own, const pd_smpl_model *model, pd_error *err);
/* Garments on the posed surface of a body of MHR. The garments' model is fitted to that body
 * (core/mhr/convert) and dressed in the same pose. Steps 2 to 6 then transfer the garments to the posed
 * surface, which is a model with one joint and without shapes. Only the items of an outfit are made. */
typedef struct pd_wardrobe_statue {
    pd_smpl_model *model; /* the posed surface, metres */
    pd_wardrobe_borrowed *garments;
    pd_wardrobe_outfit outfit; /* items of garments->wardrobe */
} pd_wardrobe_statue;

/* Makes the garments of an outfit. wrap: correspondence between the meshes of the garments' model `own` and
 * of MHR (core/mhr/convert/wrap.h). vertices (V,3), joints (K,3): the posed body of MHR. The caller frees the
 * result with _deinit, also after a failure. The first wrap of a model takes seconds, each body about one. */
pd_status pd_wardrobe_statue_make(pd_wardrobe_statue *out, const pd_wardrobe *wardrobe,
                                  const pd_smpl_model *own, const pd_mhr_convert_wrap *wrap,
                                  const float *vertices, const float *joints,
                                  const pd_wardrobe_outfit *outfit, pd_error *err);
/* Frees the arrays of the garments. */
void pd_wardrobe_statue_deinit(pd_wardrobe_statue *statue);
/* Frees the entries of a wardrobe. Called by pd_wardrobe_deinit. */
void pd_wardrobe_borrow_deinit(pd_wardrobe *wardrobe);

#endif
