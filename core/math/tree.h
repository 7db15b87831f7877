#ifndef PD_MATH_TREE_H
#define PD_MATH_TREE_H
/* Nearest oriented points: a k-d tree (Friedman, Bentley, Finkel 1977) over (p, s n).
 *
 *     d(a, b)^2 = |p_a - p_b|^2 + s^2 |n_a - n_b|^2
 *
 * so that the back of a hand finds a back and not the palm through it. s is the tree's; s = 0: places alone.
 * Space    any, the same for both; units of length are the caller's, normals are unit.
 * Memory   one owner: pd_tree_deinit; _build again reuses it for as many points.   Threads  const after _build.
 */
#include <stdbool.h>

typedef struct pd_tree {
    int count, room;
    float (*points)[6];  /* (count) in the tree's order         */
    int *index;          /* (count) of the caller's points      */
    unsigned char *axes; /* (count) where the node at this place is split */
    float scale;
} pd_tree;

/* points (count,3), normals (count,3) or NULL. false: out of memory. */
bool pd_tree_build(pd_tree *tree, const double *points, const double *normals, int count, double scale);
void pd_tree_deinit(pd_tree *tree);

/* The nearest of the points, and its squared distance in the six numbers. normal may be NULL (then 0). -1: none within reach2. */
int pd_tree_nearest(const pd_tree *tree, const double point[3], const double normal[3], double reach2);
/* The `count` nearest, nearest first: how many were found. distance2 (count). */
int pd_tree_several(int *found, double *distance2, int count, const pd_tree *tree, const double point[3],
                    const double normal[3]);

#endif
