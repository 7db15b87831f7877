#ifndef PD_DRAW_HAIR_H
#define PD_DRAW_HAIR_H
/* Prepares hair for the renderer: directions of strands without seams, and triangles that are divided so that
 * outlines are round.
 *
 * A mesh of hair consists of sheets and cards with few triangles. Its texture has strands along v. The
 * derivative of position by v at constant u is therefore the direction of the strands d_f on triangle f, but
 * it jumps where the coordinates do, and v may run either way. Directions are axes, so they are averaged as
 * matrices, over all vertices at one place P and then over neighbours:
 *
 *     1. S_P = sum_f w_f d_f d_f^T over the triangles at P; w_f is the triangle's area on the texture times
 *        |dp/dv|
 *     2. S_P = S_P / 2 + mean_Q S_Q / 2           over the neighbours Q of P; PD_DRAW_HAIR_ROUNDS times
 *     3. the axis at P is the eigenvector of S_P with the largest eigenvalue
 *     4. an axis has the sign of its neighbour, along a tree through each connected component; v grows along
 *        most axes of a component
 *
 * Then each triangle is divided into four. New vertices are on the curved surface of Boubekeur and Alexa 2008
 * ("Phong Tessellation"): with the middle m of an edge and the projections m_a, m_b of m onto the planes
 * through its ends along their normals,
 *
 *     m' = m / 2 + (m_a + m_b) / 4
 *
 * which is on a circle through both ends but for terms of the fourth order. (The paper has 1/4 and 3/8, which
 * bulge by as much as the chord is inside.) Normals of vertices at one place are averaged first, so that the
 * divided surface has no cracks.
 *
 * Shapes   V vertices, F triangles; the result has 6 F vertices and 4 F triangles.   Units  metres.
 * Memory   _init allocates, the caller frees with _deinit.   Threads  pure function.   Errors  ERR_MEMORY.
 */
#include "core/draw/draw.h"

/* Chosen by looking at five heads of hair: with 0, bright spots stay where cards end; 4 and 10 look alike. */
#define PD_DRAW_HAIR_ROUNDS 4

typedef struct pd_draw_hair {
    float *vertices, *normals, *strands; /* (6F,3) */
    float *uvs;                          /* (6F,2) */
    uint32_t *faces;                     /* (4F,3) */
    int vertex_count, face_count;
} pd_draw_hair;

/* Makes the hair of a surface with texture coordinates. strand_uvs (V,2): texture coordinates by which
 * directions are found: surface->uvs, or others if v of these does not run along the strands everywhere. */
pd_status pd_draw_hair_init(pd_draw_hair *out, const pd_draw_surface *surface, const float *strand_uvs,
                            pd_error *err);
void pd_draw_hair_deinit(pd_draw_hair *hair);
/* Gives the surface these arrays. */
void pd_draw_hair_use(pd_draw_surface *surface, const pd_draw_hair *hair);

#endif
