#ifndef PD_WARDROBE_EXPORT_H
#define PD_WARDROBE_EXPORT_H
/* Prepares dressed bodies for the glTF writer: layers, materials, textures, and the visible skin.
 *
 *     pd_wardrobe_export_init(&dressed, &request, err);
 *     pd_wardrobe_export_apply(&glb, &mesh, &dressed);     glb.mesh points to mesh, which is a copy of the caller's
 *
 * Memory   the struct owns its arrays and borrows wardrobe, model and bodies, which must outlive it.   Threads  one thread.   Errors  ERR_MEMORY.
 */
#include "core/io/mesh/glb.h"
#include "core/wardrobe/dress.h"
#include "core/wardrobe/palette.h"

typedef struct pd_wardrobe_request {
    const pd_wardrobe *wardrobe;
    const pd_smpl_model *model;
    /* model of the garments if it is another one (pd_wardrobe_transfers); otherwise NULL */
    const pd_smpl_model *own;
    pd_wardrobe_outfit outfit;
    pd_wardrobe_palette palette;
    const pd_smpl_body *bodies; /* (body_count) */
    const float *skins;         /* (body_count,V,3) the finished bodies */
    int body_count;
    bool at_rest; /* skins are at rest: rotations, translation and ground of the bodies are ignored */
    bool has_normals;
    bool no_morphs;              /* writes no morph targets for betas although the skins are at rest */
    const pd_io_glb_pose *poses; /* (body_count) poses whose correctives garments follow, or NULL */
    int corrective_count;
    /* (V,3,morph_count) with no_morphs: directions of the skin (expressions) that layers follow; or NULL */
    const float *morphs;
    int morph_count;
} pd_wardrobe_request;

typedef struct pd_wardrobe_export {
    int layer_count, material_count, texture_count, face_count;
    pd_io_glb_layer layers[PD_WARDROBE_SLOT_COUNT];
    pd_io_glb_part parts[PD_WARDROBE_SLOT_COUNT][PD_WARDROBE_PARTS_MAX];
    pd_io_glb_material materials[1 + PD_WARDROBE_SLOT_COUNT * PD_WARDROBE_PARTS_MAX];
    pd_io_glb_texture textures[PD_WARDROBE_TEXTURES_MAX];
    uint16_t *layer_faces[PD_WARDROBE_SLOT_COUNT];
    /* directions of a rig or of request.morphs; NULL: the item's own */
    float *layer_dirs[PD_WARDROBE_SLOT_COUNT];
    pd_io_glb_worn *worn;    /* (body_count,layer_count) */
    float *block;            /* memory that worn points into */
    float *corrective_block; /* memory of worn's correctives */
    uint32_t *faces;         /* (face_count,3) visible triangles of the skin */
} pd_wardrobe_export;

/* Prepares the export. Check pd_wardrobe_fits before. ERR_MEMORY; *out is empty on failure. */
pd_status pd_wardrobe_export_init(pd_wardrobe_export *out, const pd_wardrobe_request *request, pd_error *err);
void pd_wardrobe_export_deinit(pd_wardrobe_export *dressed);
/* Returns the bytes that _init allocates at most plus those that the layers add to the file. rig_betas: number of morph targets of either kind. */
size_t pd_wardrobe_export_bytes(const pd_wardrobe *wardrobe, const pd_wardrobe_outfit *outfit, int body_count,
                                int rig_betas, int rig_correctives);
void pd_wardrobe_export_apply(pd_io_glb *glb, pd_io_mesh *mesh, const pd_wardrobe_export *dressed);

#endif
