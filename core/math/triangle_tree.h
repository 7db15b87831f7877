#ifndef PD_MATH_TRIANGLE_TREE_H
#define PD_MATH_TRIANGLE_TREE_H
/* Where a short line first meets one of many triangles: a tree of their boxes, each split in the middle of its triangles' middles
 * (Ericson 2005, section 6.2). Boxes stand in the order in which they are looked at, each with the place behind all that are in it.
 *
 * Space    any, the same for both. Float, as meshes are.
 * Memory   borrows the triangles; owns the rest: pd_triangle_tree_deinit.   Threads  const after _build.
 */
#include <stdbool.h>

typedef struct pd_triangle_box {
    float low[3], high[3];
    int behind;       /* the next box that is not in this one               */
    int first, count; /* of `order`; count 0: not a leaf                    */
} pd_triangle_box;

typedef struct pd_triangle_tree {
    const float *triangles; /* (n,9)                           */
    pd_triangle_box *boxes; /* (box_count)                     */
    int box_count;
    int *order; /* (n) triangles, those of a leaf together */
} pd_triangle_tree;

/* A line from `from` along a unit direction, between two distances. */
typedef struct pd_triangle_line {
    float from[3], along[3];
    float nearest, farthest;
    float sign; /* 1: triangles that look the way of the line, which are met from behind; -1: the others */
} pd_triangle_line;

/* false: out of memory. */
bool pd_triangle_tree_build(pd_triangle_tree *tree, const float *triangles, int count);
void pd_triangle_tree_deinit(pd_triangle_tree *tree);
/* The first triangle that the line meets, and how far along; -1: none. Of equally far ones the lowest number. */
int pd_triangle_tree_meet(float *far, const pd_triangle_tree *tree, const pd_triangle_line *line);

#endif
