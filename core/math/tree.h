#ifndef PD_MATH_TREE_H
#define PD_MATH_TREE_H
/* Finds the nearest of many points with normals: a k-d tree (Friedman, Bentley, Finkel 1977) over the six
 * numbers (p, s n).
 *
 *     d(a, b)^2 = |p_a - p_b|^2 + s^2 |n_a - n_b|^2
 *         s: scale, in units of length; 0 compares positions alone
 *
 * With normals, a point on the back of a hand finds another on the back, not one on the palm just behind it.
 *
 * Spaces   any; points and queries in the same one. Lengths are the caller's unit, normals have unit length.
 * Memory   one owner: zeros to begin, pd_tree_deinit at the end. Building again for no more points than
 *          before reuses the memory.
 * Threads  const after pd_tree_build: any number of queries at a time.
 */
#include <stdbool.h>

typedef struct pd_tree {
    int count, room;     /* points in the tree; points that the memory holds             */
    float (*points)[6];  /* (count) p and s n, in the tree's order                       */
    int *index;          /* (count) the caller's number of each point                    */
    unsigned char *axes; /* (count) axis, 0 to 5, along which the node at that place is split */
    float scale;         /* s */
} pd_tree;

/* Builds the tree of points (count,3) with normals (count,3) or NULL, which makes s 0.
 * Returns false when out of memory. */
bool pd_tree_build(pd_tree *tree, const double *points, const double *normals, int count, double scale);
/* Frees the tree's memory and zeroes it. */
void pd_tree_deinit(pd_tree *tree);

/* Returns the caller's number of the nearest point; -1 when none has a squared distance d^2 below reach2.
 * `normal` may be NULL, which counts as zero. */
int pd_tree_nearest(const pd_tree *tree, const double point[3], const double normal[3], double reach2);
/* Writes the caller's numbers of the `count` (at most 64) nearest points to found (count) and their d^2 to
 * distance2 (count), nearest first. Returns how many it found. */
int pd_tree_several(int *found, double *distance2, int count, const pd_tree *tree, const double point[3],
                    const double normal[3]);

#endif
