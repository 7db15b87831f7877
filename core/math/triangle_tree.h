#ifndef PD_MATH_TRIANGLE_TREE_H
#define PD_MATH_TRIANGLE_TREE_H
/* Finds the first of many triangles that a line segment meets: a tree of bounding boxes (Ericson 2005,
 * section 6.2).
 *
 * Each box is split along its longest axis at the mean of its triangles' centroids. Boxes are stored in
 * depth-first order, each with the index of the next box outside of it, so that a search needs no stack.
 *
 * Spaces   any; triangles and lines in the same one. float32, as meshes are.
 * Memory   borrows the triangles; owns the rest until pd_triangle_tree_deinit.
 * Threads  const after pd_triangle_tree_build: any number of searches at a time.
 */
#include <stdbool.h>

typedef struct pd_triangle_box {
    float low[3], high[3];
    int behind;       /* index of the next box that is not inside this one             */
    int first, count; /* range in `order` of a leaf's triangles; count 0: not a leaf   */
} pd_triangle_box;

typedef struct pd_triangle_tree {
    const float *triangles; /* (n,9) corners a, b, c of each triangle; borrowed    */
    pd_triangle_box *boxes; /* (box_count) depth first                             */
    int box_count;
    int *order; /* (n) numbers of triangles; those of a leaf lie together */
} pd_triangle_tree;

/* The segment from + t along, with nearest <= t <= farthest. */
typedef struct pd_triangle_line {
    float from[3], along[3]; /* start; unit direction                              */
    float nearest, farthest; /* distances from the start                           */
    /* 1: only triangles met from behind (normal along the line); -1: only those met from the front;
     * 0: both */
    float sign;
} pd_triangle_line;

/* Builds the tree of triangles (count,9), which must outlive it.
 * Returns false when out of memory; *tree is then empty. */
bool pd_triangle_tree_build(pd_triangle_tree *tree, const float *triangles, int count);
/* Frees the tree's memory and zeroes it. An empty tree is allowed. */
void pd_triangle_tree_deinit(pd_triangle_tree *tree);
/* Returns the number of the first triangle that the segment meets, and its distance in *far; -1, with *far
 * unchanged, when it meets none. Among triangles at the same distance the lowest number is returned. */
int pd_triangle_tree_meet(float *far, const pd_triangle_tree *tree, const pd_triangle_line *line);

#endif
