#ifndef PD_WARDROBE_EXPORT_H
#define PD_WARDROBE_EXPORT_H
/* Dressed bodies for the glTF writer: layers, materials, textures, and the skin that is still seen.
 *
 *     pd_wardrobe_export_init(&dressed, &request, err);
 *     pd_wardrobe_export_apply(&glb, &mesh, &dressed);     glb.mesh points to mesh, which is a copy of the caller's
 *
 * Memory   the struct owns its arrays and borrows wardrobe, model and bodies, which must outlive it.
 */
#include "core/io/mesh/glb.h"
#include "core/wardrobe/dress.h"
#include "core/wardrobe/palette.h"

typedef struct pd_wardrobe_request {
    const pd_wardrobe *wardrobe;
    const pd_smpl_model *model;
    const pd_smpl_model
        *own; /* the garments' where they are of another one (pd_wardrobe_transfers); else NULL */
    pd_wardrobe_outfit outfit;
    pd_wardrobe_palette palette;
    const pd_smpl_body *bodies; /* (body_count) */
    const float *skins;         /* (body_count,V,3) the bodies as they were made */
    int body_count;
    bool at_rest; /* the skins are: rotations, translation and ground of the bodies do not count */
    bool has_normals;
    bool no_morphs;              /* at rest and yet nothing that betas move is written */
    const pd_io_glb_pose *poses; /* (body_count) whose correctives garments follow, or NULL */
    int corrective_count;
    const float *
        morphs; /* (V,3,morph_count) with no_morphs: directions of the skin, expressions, that layers go with; or NULL */
    int morph_count;
} pd_wardrobe_request;

typedef struct pd_wardrobe_export {
    int layer_count, material_count, texture_count, face_count;
    pd_io_glb_layer layers[PD_WARDROBE_SLOT_COUNT];
    pd_io_glb_part parts[PD_WARDROBE_SLOT_COUNT][PD_WARDROBE_PARTS_MAX];
    pd_io_glb_material materials[1 + PD_WARDROBE_SLOT_COUNT * PD_WARDROBE_PARTS_MAX];
    pd_io_glb_texture textures[PD_WARDROBE_TEXTURES_MAX];
    uint16_t *layer_faces[PD_WARDROBE_SLOT_COUNT];
    float *layer_dirs[PD_WARDROBE_SLOT_COUNT]; /* of a rig or of request.morphs; NULL: the item's own */
    pd_io_glb_worn *worn;                      /* (body_count,layer_count)             */
    float *block;                              /* what worn points at                  */
    float *corrective_block;                   /* what its correctives are             */
    uint32_t *faces;                           /* (face_count,3) of the skin, seen     */
} pd_wardrobe_export;

/* ERR_MEMORY; pd_wardrobe_fits has been asked. Empty on failure. */
pd_status pd_wardrobe_export_init(pd_wardrobe_export *out, const pd_wardrobe_request *request, pd_error *err);
void pd_wardrobe_export_deinit(pd_wardrobe_export *dressed);
/* Bytes that _init takes at most, and that the layers add to the file; rig_betas: morph targets of either kind. */
size_t pd_wardrobe_export_bytes(const pd_wardrobe *wardrobe, const pd_wardrobe_outfit *outfit, int body_count,
                                int rig_betas, int rig_correctives);
void pd_wardrobe_export_apply(pd_io_glb *glb, pd_io_mesh *mesh, const pd_wardrobe_export *dressed);

#endif
