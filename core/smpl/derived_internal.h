#ifndef PD_SMPL_DERIVED_INTERNAL_H
#define PD_SMPL_DERIVED_INTERNAL_H
/* Parts of a body model that take time and memory and that many programs never use: made when they are first
 * requested.
 *
 * A model is const; these parts are in an object of their own that it points to and frees. Each part is
 * published once it is complete. Threads that request a part at the same time may each make one; the first
 * that is finished is kept and the others are freed.
 */
#include "core/base/arena.h"
#include "core/smpl/contact.h"
#include "core/smpl/skin/tiles.h"

struct pd_smpl_derived {
    /* Atomic. Tiles for DQS and SBS; NULL: not made yet, or the model's tiles are used for them. */
    pd_smpl_tiles *tiles_dqs;
    pd_smpl_contact *contacts[PD_SMPL_CONTACT_KINDS]; /* Atomic. Results of pd_smpl_model_contact by kind. */
    struct pd_smpl_capsules *capsules;                /* Atomic. Result of pd_smpl_model_capsules. */
    struct pd_smpl_patches *patches;                  /* Atomic. Result of pd_smpl_model_patches. */
    struct pd_io_glb_packed *faces;                   /* Atomic. Result of pd_smpl_model_packed_faces. */
    unsigned char *expressive;                        /* Atomic. Result of pd_smpl_model_expressive. */
    /* Atomic. Memory of what measurements need of a model and find once: parts, their triangles, landmarks,
     * shape directions (core/smpl/measure/tape.c). */
    pd_arena *tape;
    /* Input of tiles_dqs besides the model's data, set when the model is built. pattern_count 0: there are no
     * separate tiles to make. */
    pd_smpl_sparse_dirs sparse; /* Sparse directions without the array `values`, which only LBS uses. */
    float *softdirs;
};

#endif
