#ifndef PD_AVATAR_FIGURE_H
#define PD_AVATAR_FIGURE_H
/* The surface of a dressed body as one list of vertices: the visible skin and every part of every layer, with
 * skin weights and morph targets. It is made from the input of the glTF writer (core/io/mesh/glb.h). lod.h
 * removes triangles, atlas.h changes the texture coordinates.
 *
 *     v' = v + sum_t w_t d_t        before skinning; only vertices that some target moves have a row of d
 *
 * Shapes   N vertices, M rows, T targets, K joints.
 * Spaces   model space at rest, metres, +Y up, facing +Z.
 * Memory   one owner: pd_avatar_figure_deinit. Names and materials are borrowed from the pd_io_glb.
 * Threads  one thread.
 * Errors   ERR_MEMORY.
 */
#include "core/io/mesh/glb.h"

#include <stdbool.h>

/* A part of one material. Its vertices are its own. */
typedef struct pd_avatar_piece {
    const char *role; /* "skin", or the layer's role: "outfit", "hair" */
    int material;     /* number of the pd_io_glb's material            */
    int first_vertex, vertex_count;
    uint32_t *corners; /* (corner_count) vertices of the figure; owned */
    size_t corner_count;
    double detail; /* triangles per area relative to the other pieces (d of lod.h) */
} pd_avatar_piece;

typedef struct pd_avatar_figure {
    int vertex_count;
    float *positions, *normals; /* (N,3) */
    float *uvs;                 /* (N,2) */
    uint8_t *joints;            /* (N,4) */
    float *weights;             /* (N,4) sum 1 */
    int *rows;                  /* (N) row of a vertex in moves; -1: no target moves it */
    float *moves;               /* (M,3,T) metres */
    int row_count, target_count;
    const char **target_names; /* (T) */
    pd_avatar_piece *pieces;
    int piece_count;
} pd_avatar_figure;

/* Makes the figure of body 0 of the glb, with the morph targets that the list has (profile.h). */
pd_status pd_avatar_figure_init(pd_avatar_figure *out, const pd_io_glb *glb, const char *morphs,
                                pd_error *err);
void pd_avatar_figure_deinit(pd_avatar_figure *figure);

/* Returns whether the piece has this role. */
bool pd_avatar_piece_is(const pd_avatar_piece *piece, const char *role);

#endif
