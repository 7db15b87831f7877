#ifndef PD_FACTORY_WARDROBE_SHEETS_H
#define PD_FACTORY_WARDROBE_SHEETS_H
/* Fills the cells of contact sheets of people (dressed.h), by the name of the sheet:
 *
 *     street       twenty people by seed, as `random` of a request with wardrobe_version 1 gives them:
 *                  bodies, faces, clothes, colours; walking, standing
 *     components   the first principal components of a left hand, each at -1.2 and 1.2 radians about the mean
 *     hands        the named poses of a hand (core/smpl/part/hand.h), from the palm and from the back
 *     expressions  twelve faces with one expression each, made from the model's named expressions
 *     portraits    24 people by seed, 18 to 80 years old, each with a friendly face
 *     outfits      every outfit on a person of the gender that wears it more, from the front and turned away
 *                  in turn
 *     shoes        every pair of shoes, close up
 *     heads        every head of hair, hat, pair of glasses and beard
 *     hair         every head of hair from the front, the side, behind and above, on people by seed, an
 *                  expression each
 *
 * Hands are at rest on all sheets unless a cell is about them.
 * Memory   rotations (K,3,3 a cell, local) are the caller's.
 */
#include "factory/wardrobe/dressed.h"

#define PD_TOOL_SHEET_CELLS 96

/* Fills cells, whose rotations are set, and *count. ERR_NOT_FOUND: no such sheet, 0 cells; ERR_UNSUPPORTED: a
 * model without people. */
pd_status pd_tool_sheet_fill(pd_tool_dressed_cell *cells, int *count, const char *sheet,
                             const pd_smpl_model *model, const pd_wardrobe *wardrobe, int seed,
                             pd_error *err);
/* Sets the finger rotations of both hands to a named pose, in rotations (K,3,3), for a model with fingers. */
void pd_tool_hold(float *rotations, const pd_smpl_model *model, pd_smpl_hand_pose pose);

#endif
