#ifndef PD_WARDROBE_OWN_H
#define PD_WARDROBE_OWN_H
/* Makes an item of the wardrobe of a garment that a user has made: a glTF binary file (.glb), rigged or not.
 *
 *  1. Joints    of a rigged file are found by the names of the body model's joints (SMPL's and SMPL-X's, the
 *               original L_Hip too), or by the names of a known rig, if the file has a whole person. Others
 *               count as the joint above them.
 *  2. Pose      a rigged garment goes from its rest pose to the T-pose of the body's template:
 *                    t = sum_k w_k (R_k (v - g_k) + p_k)
 *               g, p: the joint in the file and in the template; R: the smallest rotation from the direction
 *               to the next joint in the file to that in the template. An unrigged garment has to be around
 *               the template as it stands; its soles may be at the template's height or at y = 0.
 *  3. Skin      each vertex gets its anchors at the nearest point of the template's skin, and the weights of
 *               the file or, unrigged, of that skin. Vertices less than PD_WARDROBE_OWN_OVER outside of the
 *               skin are moved out to it.
 *  4. Cover     skin below its opaque triangles is hidden, but for two rings at its edges: where the normal
 *               of the skin meets one within 80 mm. Glasses hide nothing.
 *  5. Material  colour with its opacity, roughness, normal map and both sides are kept. What materials of the
 *               wardrobe do not have is left out, and `note` names it.
 *
 * It has no directions: its distance from the skin is the same on every body.
 *
 * Fits      the median distance of the vertices from the skin, and the share of vertices that are deep in the
 *           body, are bounded; what does not fit is refused with these figures.
 * Spaces    template of the body model, T-pose, metres.
 * Memory    one owner: pd_wardrobe_own_deinit.
 * Threads   pure function.
 * Errors    ERR_INVALID at "/fit", "/rig": it does not fit, or has no known joint; those of pd_io_look_read.
 */
#include "core/base/size.h"
#include "core/smpl/model.h"
#include "core/wardrobe/wardrobe.h"

#define PD_WARDROBE_OWN_OVER      0.004f /* metres */
#define PD_WARDROBE_OWN_MEDIAN    0.06f  /* metres: largest median distance from the skin */
#define PD_WARDROBE_OWN_DEEP      0.03f  /* metres inside of the skin that count as deep ... */
#define PD_WARDROBE_OWN_DEEP_MOST 0.1f   /* ... and the largest share of vertices that are */
#define PD_WARDROBE_OWN_SIDE      1024   /* pixels: largest side of a picture */
#define PD_WARDROBE_OWN_TEXTURES  (2 * PD_WARDROBE_PARTS_MAX) /* colour and normals of each part */

typedef struct pd_wardrobe_own {
    pd_wardrobe_item item; /* textures and folds are numbers of `textures` */
    pd_wardrobe_texture textures[PD_WARDROBE_OWN_TEXTURES];
    int texture_count;
    int joint_count;  /* joints of the file that were found; 0: it is not rigged */
    float median;     /* metres: distance of the vertices from the skin */
    float deep;       /* share of vertices that were deep in the skin */
    char note[320];   /* what of the file is left out; "": nothing */
    int vertex_count; /* vertices of the body model that it was made for */
} pd_wardrobe_own;

typedef struct pd_wardrobe_own_job {
    pd_bytes file;
    size_t json_memory;
    const char *name;      /* of the item */
    pd_wardrobe_slot slot; /* OUTFIT, SHOES, HAT or GLASSES */
    int half;              /* as in pd_wardrobe_item */
    const pd_smpl_model *model;
} pd_wardrobe_own_job;

pd_status pd_wardrobe_own_make(pd_wardrobe_own *out, const pd_wardrobe_own_job *job, pd_error *err);
/* Returns the bytes that a garment has allocated. */
size_t pd_wardrobe_own_bytes(const pd_wardrobe_own *own);
void pd_wardrobe_own_deinit(pd_wardrobe_own *own);

#endif
