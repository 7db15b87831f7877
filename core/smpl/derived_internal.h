#ifndef PD_SMPL_DERIVED_INTERNAL_H
#define PD_SMPL_DERIVED_INTERNAL_H
/* Parts of a body model that take time and memory and that many programs never need: made when they are first asked for.
 *
 * A model is const and never changes; these parts are an object of their own that it points to and frees. Each part appears once,
 * whole: threads that ask at the same time may each make one, the first that is ready is kept and the others are freed.
 */
#include "core/smpl/contact.h"
#include "core/smpl/skin/tiles.h"

struct pd_smpl_derived {
    pd_smpl_tiles
        *tiles_dqs; /* atomic; for DQS and SBS. NULL: not made yet, or the model's tiles serve them */
    pd_smpl_contact *contact; /* atomic; of pd_smpl_model_contact                                      */
    pd_smpl_contact *soft;    /* atomic; of pd_smpl_model_soft_contact                                 */
    struct pd_smpl_capsules *capsules; /* atomic; of pd_smpl_model_capsules */
    /* what tiles_dqs are made from, besides the model's data; set when the model is built. pattern_count 0: nothing to make */
    pd_smpl_sparse_dirs sparse; /* without values */
    float *softdirs;
};

#endif
