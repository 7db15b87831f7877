#ifndef PD_WARDROBE_TRANSFER_H
#define PD_WARDROBE_TRANSFER_H
/* What was learned for one body model, worn by another of the same mesh and joints: person-female in the garments of person.
 *
 *     r = T' + S' beta'                                    the wearer's skin at rest, by its own model
 *     b = argmin |T + S b - r|^2 + SIGMA^2 |b|^2           the garments' model: its first PD_WARDROBE_FITTED_BETAS betas
 *     e = r - T - S b                                      what they leave
 *
 * Garments take the shape of b and go with e at their anchors (dress.h), so that cloth stands off the wearer's skin as it does off that of a person
 * of the shape b. All of it is linear in r - T: directions of betas are turned over by the same sums.
 *
 * Space    model space at rest, metres. Memory  `own` is borrowed. Threads  any; const after _init.
 */
#include "core/smpl/model.h"
#include "core/wardrobe/wardrobe.h"

#define PD_WARDROBE_FITTED_BETAS 32 /* of the model that garments were learned with: body and face */

typedef struct pd_wardrobe_transfer {
    const pd_smpl_model *own;                                           /* the garments' model */
    double factor[PD_WARDROBE_FITTED_BETAS * PD_WARDROBE_FITTED_BETAS]; /* of S'S + SIGMA^2  */
} pd_wardrobe_transfer;

/* Whether the wardrobe is of the model `own` and can be worn by `model`. ERR_INVALID, `wear`: vertices, triangles or joints differ, or a joint
 * at rest is more than PD_WARDROBE_TRANSFER_MOST off: another rest pose. */
#define PD_WARDROBE_TRANSFER_MOST 0.25 /* metres */
pd_status pd_wardrobe_transfers(const pd_wardrobe *wardrobe, const pd_smpl_model *own,
                                const pd_smpl_model *model, pd_error *err);

/* own->beta_count is at least PD_WARDROBE_FITTED_BETAS. */
void pd_wardrobe_transfer_init(pd_wardrobe_transfer *out, const pd_smpl_model *own);
/* moves (V,3): r - T, or a direction of it; e of it afterwards. betas: b. */
void pd_wardrobe_transfer_split(double betas[PD_WARDROBE_FITTED_BETAS], float *moves,
                                const pd_wardrobe_transfer *transfer);

#endif
