#ifndef PD_WARDROBE_EXPORT_H
#define PD_WARDROBE_EXPORT_H
/* Prepares dressed bodies for the glTF writer: layers, materials, textures, and the visible skin.
 *
 *     pd_wardrobe_export_init(&dressed, &request, err);
 *     pd_wardrobe_export_apply(&glb, &mesh, &dressed);     glb.mesh points to mesh, which is a copy of the
 *                                                          caller's
 *
 * Spaces   those of the body model, metres.
 * Memory   the struct owns its arrays and borrows wardrobe, model and bodies, which must outlive it.
 * Threads  one thread.
 * Errors   ERR_MEMORY.
 */
#include "core/io/mesh/glb.h"
#include "core/wardrobe/dress.h"
#include "core/wardrobe/palette.h"

/* Texels along a side of the skin's textures in a file, unless another size is asked for. */
#define PD_WARDROBE_SKIN_SIDE 512

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
    /* normals of eyes are those of their wet surface (cornea.h), so that renderers of one surface show
     * highlights there */
    bool has_cornea;
    bool has_corners; /* draws triangles of the skin's corners, where the wardrobe has them for this model */
    /* side of the skin's textures in texels, a power of two (complexion.h),
     * drawn with has_corners; 0: none are drawn */
    int texture_side;
    /* largest side of the garments' pictures, in texels: larger ones are halved;
     * 0: pictures stay as they are */
    int picture_most;
    bool is_read_again; /* the skin's pictures are for a program that reads them: they are not compressed */
    bool has_webp;      /* all pictures are written as WebP, otherwise as PNG */
    bool has_folds;     /* garments have their folds and shade, for writers and renderers that show them */
    bool no_morphs;     /* writes no morph targets for betas although the skins are at rest */
    const pd_io_glb_pose *poses; /* (body_count) poses whose correctives garments follow, or NULL */
    int corrective_count;
    /* (V,3,morph_count) directions of the skin (expressions)
     * that layers follow if no_morphs is set; or NULL */
    const float *morphs;
    const unsigned char *morphs_moved; /* (V) 0: none of these directions moves the vertex; NULL: not known */
    int morph_count;
    /* (morph_count) names of the morphs: eyeballs turn with those of gaze (gaze.h),
     * if `poses` is given too; or NULL */
    const char *const *morph_names;
} pd_wardrobe_request;

typedef struct pd_wardrobe_export {
    int layer_count, material_count, texture_count, face_count;
    pd_io_glb_layer layers[PD_WARDROBE_SLOT_COUNT];
    pd_io_glb_part parts[PD_WARDROBE_SLOT_COUNT][PD_WARDROBE_PARTS_MAX];
    pd_io_glb_material materials[1 + PD_WARDROBE_SLOT_COUNT * PD_WARDROBE_PARTS_MAX];
    pd_io_glb_texture textures[PD_WARDROBE_TEXTURES_MAX + 3];
    pd_buffer files[PD_WARDROBE_TEXTURES_MAX + 3]; /* pictures that were encoded for this request */
    bool has_webp, is_read_again;
    const pd_wardrobe_skin *skin; /* skin that the corners belong to; only if has_corners */
    pd_wardrobe_slot layer_slots[PD_WARDROBE_SLOT_COUNT]; /* slot of each layer's item */
    const float *layer_rests[PD_WARDROBE_SLOT_COUNT];     /* (n,3) template of each layer's item */
    /* texture coordinates of each layer's item, whose v grows along the strands of hair also where the
     * layer's own show that hair is lost */
    const float *strands[PD_WARDROBE_SLOT_COUNT];
    /* the hair if some is lost (hair_loss.h) or a hat is over it (hat.h); else empty */
    pd_wardrobe_item worn_hair;
    uint16_t *layer_faces[PD_WARDROBE_SLOT_COUNT];
    /* directions of a rig or of request.morphs; NULL: the item's own */
    float *layer_dirs[PD_WARDROBE_SLOT_COUNT];
    /* (n) 1: the morph moves the item; only with request.morphs, otherwise NULL */
    unsigned char *layer_moved[PD_WARDROBE_SLOT_COUNT];
    pd_io_glb_worn *worn;    /* (body_count,layer_count) */
    float *block;            /* memory that worn points into */
    float *corrective_block; /* memory of worn's correctives */
    int vertex_count;        /* vertices of the model */
    unsigned char *hidden;   /* (V) 1 for skin that worn items hide */
    float *rest;             /* (body_count,V,3) at_rest, with an outfit: the skin (rig_fit.h); else NULL */
    float *spread;           /* memory of what _apply repeats on the skin's seams */
    pd_io_mesh_body *spread_bodies;
    pd_io_glb_pose *spread_poses;
    pd_io_glb_correctives *spread_correctives;
    unsigned char *spread_face; /* (corner_count) glb.face of the skin's corners */
    pd_io_glb_rig spread_rig;
    uint32_t *faces;  /* (face_count,3) visible triangles of the skin, of vertices or of the skin's corners */
    bool has_corners; /* faces are of the skin's corners (pd_wardrobe_skin), which have texture coordinates */
} pd_wardrobe_export;

/* Prepares the export. Check pd_wardrobe_fits before. ERR_MEMORY; *out is empty on failure. */
pd_status pd_wardrobe_export_init(pd_wardrobe_export *out, const pd_wardrobe_request *request, pd_error *err);
/* Frees the arrays of an export. */
void pd_wardrobe_export_deinit(pd_wardrobe_export *dressed);
/* Returns the bytes that _init allocates at most plus those that the layers add to the file. rig_betas:
 * number of morph targets of either kind. texture_side: as in the request. */
size_t pd_wardrobe_export_bytes(const pd_wardrobe *wardrobe, const pd_wardrobe_outfit *outfit, int body_count,
                                int rig_betas, int rig_correctives, int texture_side);
/* Makes the file wear the layers and materials. With corners, vertices, weights, morph targets and
 * correctives of mesh, rig and poses are repeated on the skin's seams behind the model's own vertices. The
 * model's order is kept. Returns false when out of memory. */
bool pd_wardrobe_export_apply(pd_io_glb *glb, pd_io_mesh *mesh, pd_wardrobe_export *dressed);

#endif
