#ifndef PD_FACTORY_MAKEHUMAN_GARMENT_H
#define PD_FACTORY_MAKEHUMAN_GARMENT_H
/* Reads MakeHuman's garments: a mesh (.obj) and its binding to the base mesh (.mhclo).
 *
 *     x_i = sum_k w_ik v_ik + (s_x dx, s_y dy, s_z dz)_i        position of garment vertex i on a base mesh v
 *     s_c = |v_ac - v_bc| along axis c / length_c               scale of the offsets with the body
 *
 * .mhclo   lines of words; `#` begins a comment. After `verts 0` comes one line for each vertex of the mesh:
 *          either one vertex of the base mesh, at which it lies, or three vertices, three weights and an
 *          offset. Weights may be negative or exceed 1. `x_scale a b length` (also y, z) gives the scale;
 *          `delete_verts` lists the vertices that the garment hides, as numbers and ranges `a - b`. Other
 *          lines are ignored.
 * .obj     v, vt, and faces of three or four v/vt. A corner is a pair of vertex and texture coordinate; faces
 *          are cut into triangles of corners.
 *
 * Spaces   the space of the base mesh. Files are in decimetres, everything here in metres.
 * Memory   _parse allocates, the struct owns its arrays, _deinit frees and zeroes it.
 * Threads  pure functions of their arguments.
 * Errors   ERR_FORMAT or ERR_RANGE with name:line, ERR_MEMORY; the output is then empty. Every index of a
 *          file is checked.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_FACTORY_GARMENT_MAX 65535 /* most vertices, and most corners, of a garment */

/* Binding of one vertex of a garment to the base mesh. */
typedef struct pd_factory_bound {
    int vertices[3];  /* vertices of the base mesh, v_ik */
    float weights[3]; /* w_ik; one vertex alone has weights 1, 0, 0      */
    float offset[3];  /* dx, dy, dz in metres, before they are scaled    */
} pd_factory_bound;

typedef struct pd_factory_binding {
    int vertex_count, hide_count;
    pd_factory_bound *bound;  /* (vertex_count)                                             */
    int scale_vertices[3][2]; /* a and b for x, y, z; -1 where the offsets are not scaled   */
    float scale_length[3];    /* length_c, metres                                           */
    uint16_t *hides;          /* (hide_count) skin that is not drawn, ascending             */
} pd_factory_binding;

/* Reads a .mhclo text. `base_count`: vertices of the base mesh. Hidden vertices with index skin_count or
 * above are left out, since they are no skin. `name` stands in errors. */
pd_status pd_factory_binding_parse(pd_factory_binding *out, pd_bytes text, int base_count, int skin_count,
                                   const char *name, pd_error *err);
void pd_factory_binding_deinit(pd_factory_binding *binding);

/* Puts the garment on a body: out (vertex_count,3) from the base mesh `base` (base_count,3). */
void pd_factory_binding_place(float *out, const pd_factory_binding *binding, const float *base);

typedef struct pd_factory_garment {
    int vertex_count, corner_count, face_count;
    uint16_t *corners; /* (corner_count) vertex of each corner                    */
    float *uvs;        /* (corner_count,2) texture coordinates as in glTF: (0,0) is the upper left corner */
    uint16_t *faces;   /* (face_count,3) corners of each triangle                 */
} pd_factory_garment;

/* Reads an .obj text. `name` stands in errors. */
pd_status pd_factory_garment_parse(pd_factory_garment *out, pd_bytes text, const char *name, pd_error *err);
void pd_factory_garment_deinit(pd_factory_garment *garment);

#endif
