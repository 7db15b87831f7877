#ifndef PD_FACTORY_WARDROBE_CUT_RIGGED_H
#define PD_FACTORY_WARDROBE_CUT_RIGGED_H
/* Poses a dressed person as a program poses the rigged file of that person: by plain linear blend skinning of
 * the skin and clothes in the file.
 *
 *     v_i = sum_s w_is C_j(s) v_rest,i        s: the four weights of a vertex that the file has; C:
 *                                             core/smpl/pose.h
 *
 * So there are no pose blend shapes and no contact, and cloth is not raised in the pose
 * (core/wardrobe/dress.h). pierce.h counts the skin that comes through.
 *
 *     pd_factory_rigged_init(&rigged, wardrobe, model, own, &outfit, &body, err);     the file
 *     pd_factory_rigged_morph(&rigged, weights, count);
 *         another shape, by the file's morph targets
 *     pd_factory_rigged_pose(&rigged, rotations);
 *         rigged.skin, normals, worn
 *
 * Shapes   V vertices of the model, K joints.
 * Spaces   the model's, metres.
 * Memory   _init allocates; _deinit frees. Wardrobe, models and the arrays of the body must outlive the
 *          struct.
 * Threads  any number, each with its own struct.
 * Errors   ERR_MEMORY.
 */
#include "core/wardrobe/export/export.h"

typedef struct pd_factory_rigged {
    const pd_smpl_model *model;
    pd_smpl_body body; /* at rest */
    pd_wardrobe_outfit outfit;
    const pd_wardrobe *wardrobe;
    pd_wardrobe_export dressed;
    float *rest;           /* (V,3) skin of the file */
    float *weights;        /* (V,4) */
    uint8_t *joints;       /* (V,4) */
    float *skin, *normals; /* out (V,3) posed skin, unit normals */
    /* out (corner_count,3) posed corners of each slot's item, or NULL */
    const float *worn[PD_WARDROBE_SLOT_COUNT];
    float *cloth;   /* memory of worn and unposed */
    float *unposed; /* (all corners,3) positions of the layers in the file, morphed */
} pd_factory_rigged;

/* Makes what the rigged file of a person holds. own: model of the garments, as in pd_wardrobe_request. body:
 * betas and expression; its pose is ignored. *out is empty on failure. */
pd_status pd_factory_rigged_init(pd_factory_rigged *out, const pd_wardrobe *wardrobe,
                                 const pd_smpl_model *model, const pd_smpl_model *own,
                                 const pd_wardrobe_outfit *outfit, const pd_smpl_body *body, pd_error *err);
/* Adds morph targets of the file: betas as offsets from those of its body. As in glTF, joints stay. */
void pd_factory_rigged_morph(pd_factory_rigged *rigged, const float *weights, int count);
/* Poses skin and clothes. rotations (K,3,3); NULL: rest. */
void pd_factory_rigged_pose(pd_factory_rigged *rigged, const float *rotations);
void pd_factory_rigged_deinit(pd_factory_rigged *rigged);

#endif
