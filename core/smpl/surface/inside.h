#ifndef PD_SMPL_INSIDE_H
#define PD_SMPL_INSIDE_H
/* Finds the vertices of a posed surface that are inside it, and their penetration depth; fast enough for
 * contact in every frame.
 *
 * inside  a vertex is inside if the surface winds around the point 0.1 mm above it at least once. This is
 *         counted by signed crossings of a ray along z, and confirmed by a ray along x or, where that one
 *         does not confirm it, along y. Points are sorted into a grid and triangles are rasterized over it,
 *         so that each pair is tested once.
 * depth   the distance to the nearest of these triangles: the vertex is behind it, is not a neighbour of it,
 *         and either is closer to it than half of their distance at rest, or the two face each other and the
 *         vertex was in front of it at rest. The depth is at most the distance to where the winding ends
 *         along the ray that confirmed it. If several triangles share the nearest point, the one whose plane
 *         the vertex is farthest behind is taken, whatever their order. A vertex whose own triangles cover
 *         the point above it, as at the bottom of a closed crease, has passed through no triangle: its depth
 *         is that of its neighbours on the walls.
 * again   after pd_smpl_inside_moved a search repeats only what the moved triangles change. A vertex whose
 *         point stayed keeps its winding along z, less the crossings of these triangles where they were, plus
 *         those where they are. It keeps its depth if none of them was or is within it.
 *
 * Shapes   V vertices, F triangles. Metres, any space.
 * Memory   scratch from the caller's arena.
 * Threads  a pd_smpl_inside is scratch of one thread.
 */
#include "core/base/arena.h"
#include "core/kernel/body/passed.h"
#include "core/kernel/body/rays.h"
#include "core/smpl/data/data.h"

#include <stdbool.h>

#define PD_SMPL_INSIDE_FARTHEST 0.2f /* Largest depth, metres. */

typedef struct pd_smpl_penetration {
    float depth;      /* Metres. */
    float behind;     /* Distance behind the triangle's plane, metres. */
    int face;         /* Triangle; -1: none. */
    float weights[3]; /* Weights of the triangle's corners at the nearest point. */
} pd_smpl_penetration;

typedef struct pd_smpl_inside {
    const pd_smpl_data *data;
    const float *p; /* (V,3)                              */
    float (*plane)
        [4]; /* (F) Plane: unit normal n, n . a; of triangles in `near`, as are `middle` and is_shut. */
    /* (F) Centre of the triangle, and the largest distance of its corners from there. */
    float (*middle)[4];
    float *normals;         /* (V,3) Unit normals. */
    unsigned char *is_shut; /* (V) 1: the vertex's own triangles cover the point above it. */
    float *box;             /* (6,F) Bounding boxes of the triangles, see kernel/rays.h. */
    /* Vertices that may change before pd_smpl_inside_moved, and triangles that then have another box or a
     * corner with another normal. */
    int *watched, *watched_faces, watched_count, watched_face_count;
    /* Changes of the last _surface or _moved. was (V,3): the vertices after it; changed (V): 1 for those that
     * moved; dirty (V): 1 for vertices with another normal; dirty_faces: triangles with such a corner. */
    float *was;
    unsigned char *changed, *dirty;
    int *dirty_faces, dirty_face_count;
    /* Triangles with a corner that moved: corners and boxes before and after, and boxes of both by
     * PD_K_PASSED_LANES. moved_count is -1 when there are too many, and then everything is searched again. */
    int moved_count;
    float *moved_corners[2], *moved_boxes[2];
    float (*moved_blocks)[6][PD_K_PASSED_LANES];
    uint32_t *moved_faces; /* (moved_count,3) Numbers of the corners in moved_corners. */
    /* Results of the searches, by vertex; valid where `search`
     * or `depth_search` is the number of the search before. */
    int search_count, *search, *depth_search, *kept;
    bool is_searched; /* The surface has been searched since it changed. */
    signed char *wound;
    pd_smpl_penetration *depths;
    float *depth_end; /* `end` that the depth was found with. */
    int *cell_start;  /* Ranges of the cells of the points' grid. */
    /* (3,N) Tested points: across the ray in two directions, and along it; as asked, and sorted by cells with
     * their places among those asked. */
    float *points, *sorted;
    int *cell, *sorted_index;
    signed char *winding;           /* (V) Winding numbers of the tested vertices. */
    int *sums;                      /* (N) Scratch of the ray kernel. */
    int *again;                     /* (V)                      */
    pd_k_rays_crossings *crossings; /* (V) Crossings of the confirming rays. */
    float *end;                     /* (V) Distance at which the winding ends, metres. */
    int *near,
        *near_key; /* (F) Triangles near a vertex that is inside, and their cubes along the Z-order curve. */
    int *order_start, *order; /* Ranges of these cubes; (F) the triangles in that order. */
    int near_count, block_count;
    /* The ordered triangles by PD_K_PASSED_LANES: planes and centres (kernel/passed.h), boxes of these
     * blocks, and boxes of as many blocks each. */
    float (*blocks)[PD_K_PASSED_ROWS][PD_K_PASSED_LANES];
    float (*block_boxes)[6][PD_K_PASSED_LANES], (*group_boxes)[6][PD_K_PASSED_LANES];
    /* Per cube: 1: triangles whose box begins there may be near a vertex that is inside. */
    unsigned char *is_wanted;
    const float *rest;       /* (V,3) */
    float (*rest_faces)[8];  /* (F) At rest: plane; centre and farthest corner; where has_rest is 1. */
    unsigned char *has_rest; /* (F) */
    unsigned char *is_near;  /* (F) 1: in `near` */
    float low[3], bin;
    int size[3];
    /* Work of all calls since _take, nanoseconds, computed from the number of comparisons, not timed: the
     * same on every machine. */
    double work_ns;
} pd_smpl_inside;

/* Returns the bytes of arena that _take takes for the model. */
size_t pd_smpl_inside_scratch_bytes(const pd_smpl_data *data);
/* Takes the arrays from the arena; they are valid as long as it is. */
void pd_smpl_inside_take(pd_smpl_inside *inside, const pd_smpl_data *data, pd_arena *scratch);

/* Sets the surface: vertices (V,3), borrowed, must not change while it is in use. */
void pd_smpl_inside_surface(pd_smpl_inside *inside, const float *vertices);
/* Announces which vertices change before pd_smpl_inside_moved: moves (V), 1 for those. */
void pd_smpl_inside_watch(pd_smpl_inside *inside, const unsigned char *moves);
/* Does what pd_smpl_inside_surface does, for a surface of which only the vertices announced to _watch have
 * changed since the last call of _surface or _moved. */
void pd_smpl_inside_moved(pd_smpl_inside *inside, const float *vertices);
/* Sets the shape at rest: vertices (V,3), borrowed, must not change while it is in use. */
void pd_smpl_inside_rest(pd_smpl_inside *inside, const float *rest);
/* Writes to found the vertices of asked (count) that are inside, in the same order. Returns their number.
 * found may be the same array as asked. */
int pd_smpl_inside_find(int *found, pd_smpl_inside *inside, const int *asked, int count);
/* Lowers the largest depth that pd_smpl_inside_penetration finds for a vertex. */
void pd_smpl_inside_bound(pd_smpl_inside *inside, int vertex, float depth);
/* Sorts the triangles near the vertices found (count), of which the last pd_smpl_inside_find wrote every one.
 * Call it, and pd_smpl_inside_rest once, before the first pd_smpl_inside_penetration of one of them. */
void pd_smpl_inside_sort(pd_smpl_inside *inside, const int *found, int count);
/* Returns the depth of a vertex that is inside, and the triangle that it has passed through. guess: a
 * triangle that is tried first, such as that of the last search or of a neighbour; -1: none. It saves time,
 * and decides only between triangles that are equally near. */
pd_smpl_penetration pd_smpl_inside_penetration(pd_smpl_inside *inside, int vertex, int guess);
/* Returns true when the triangle faced the vertex in the rest shape. Then nothing lies between the two;
 * otherwise a limb may. */
bool pd_smpl_inside_had_in_front(const pd_smpl_inside *inside, int vertex, int face);

#endif
