#ifndef PD_TRAIN_WARDROBE_GARMENT_H
#define PD_TRAIN_WARDROBE_GARMENT_H
/* MakeHuman's garments: a mesh (.obj) and how it is bound to the base mesh (.mhclo).
 *
 *     x_i = sum_k w_ik v_ik + (s_x dx, s_y dy, s_z dz)_i        s_c = |v_ac - v_bc| along axis c, over the file's length
 *
 * .mhclo   lines of words; `#` begins a comment. After `verts 0` a line for each vertex of the mesh: one vertex (it sits there), or three,
 *          their weights (which leave 0..1) and an offset. `x_scale a b length` (y, z) size the offsets; `delete_verts` lists vertices that
 *          the garment hides, numbers and ranges `a - b`. Anything else is ignored.
 * .obj     v, vt and faces of three or four v/vt. A corner is a vertex with one texture coordinate; faces are cut into triangles of corners.
 *
 * Units    the files are in decimetres; everything here is metres. Spaces as the base mesh.
 * Memory   outputs are owned by their struct; _deinit frees and zeroes it.
 * Errors   ERR_FORMAT or ERR_RANGE with name:line; the output is then empty. Every index is checked.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_TRAIN_GARMENT_MAX 65535 /* vertices, corners */

typedef struct pd_train_bound {
    int vertices[3];
    float weights[3], offset[3]; /* metres at scale 1 */
} pd_train_bound;

typedef struct pd_train_binding {
    int vertex_count, hide_count;
    pd_train_bound *bound;    /* (vertex_count) */
    int scale_vertices[3][2]; /* of x, y, z; -1: offsets stay as they are */
    float scale_length[3];    /* metres */
    uint16_t *hides;          /* (hide_count) ascending, below the limit given to _parse */
} pd_train_binding;

/* base_count: vertices of the base mesh; hides from skin_count on are left out. */
pd_status pd_train_binding_parse(pd_train_binding *out, pd_bytes text, int base_count, int skin_count,
                                 const char *name, pd_error *err);
void pd_train_binding_deinit(pd_train_binding *binding);
/* out (vertex_count,3) on a base mesh (base_count,3). */
void pd_train_binding_place(float *out, const pd_train_binding *binding, const float *base);

typedef struct pd_train_garment {
    int vertex_count, corner_count, face_count;
    uint16_t *corners; /* (corner_count) the vertex of each                       */
    float *uvs;        /* (corner_count,2) as glTF: (0,0) is the upper left corner */
    uint16_t *faces;   /* (face_count,3) corners                                  */
} pd_train_garment;

pd_status pd_train_garment_parse(pd_train_garment *out, pd_bytes text, const char *name, pd_error *err);
void pd_train_garment_deinit(pd_train_garment *garment);

#endif
