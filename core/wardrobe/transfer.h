#ifndef PD_WARDROBE_TRANSFER_H
#define PD_WARDROBE_TRANSFER_H
/* Lets a body model wear garments that were made for another model with the same mesh and joints, such as
 * person-female in the garments of person.
 *
 *     r = T' + S' beta'                                    the wearer's skin at rest, by its own model
 *     b = argmin |T + S b - r|^2 + SIGMA^2 |b|^2           the garments' model: its first
 *                                                          PD_WARDROBE_FITTED_BETAS betas
 *     e = r - T - S b                                      remaining displacement
 *
 * Garments take the shape of b and move by e at their anchors (dress.h), so their distance from the wearer's
 * skin is that from a body of shape b. Everything is linear in r - T: directions of betas are transferred by
 * the same sums.
 *
 * Spaces   model space at rest, metres. Memory `own` is borrowed.
 * Threads  const after _init.
 * Errors   ERR_INVALID in _transfers.
 */
#include "core/smpl/model.h"
#include "core/wardrobe/wardrobe.h"

/* Number of betas of the garments' model that are fitted: those of the body.
 * Proportions and features of the face follow */
#define PD_WARDROBE_FITTED_BETAS 16

typedef struct pd_wardrobe_transfer {
    /* the garments' model; NULL: garments have no directions and follow the skin (borrow.h) */
    const pd_smpl_model *own;
    double factor[PD_WARDROBE_FITTED_BETAS * PD_WARDROBE_FITTED_BETAS]; /* factor of S'S + SIGMA^2 */
} pd_wardrobe_transfer;

/* Checks that the wardrobe belongs to the model `own` and that `model` can wear it. ERR_INVALID, `wear`:
 * vertices, triangles or joints differ, or a joint at rest is more than PD_WARDROBE_TRANSFER_MOST away, which
 * is another rest pose. */
#define PD_WARDROBE_TRANSFER_MOST 0.25 /* metres */
pd_status pd_wardrobe_transfers(const pd_wardrobe *wardrobe, const pd_smpl_model *own,
                                const pd_smpl_model *model, pd_error *err);

/* The transfer of garments without directions. */
extern const pd_wardrobe_transfer pd_wardrobe_follow;

/* Factors the equations. own->beta_count must be at least PD_WARDROBE_FITTED_BETAS. */
void pd_wardrobe_transfer_init(pd_wardrobe_transfer *out, const pd_smpl_model *own);
/* Splits moves (V,3), which is r - T or a direction of it: betas receives b, and moves becomes e. */
void pd_wardrobe_transfer_split(double betas[PD_WARDROBE_FITTED_BETAS], float *moves,
                                const pd_wardrobe_transfer *transfer);

#endif
