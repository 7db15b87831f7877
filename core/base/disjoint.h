#ifndef PD_BASE_DISJOINT_H
#define PD_BASE_DISJOINT_H
/* Disjoint sets (union-find), as a forest in an array (Tarjan 1975, with path halving).
 *
 * parent[i] == i marks the root of a set. Begin with parent[i] = i for all i; join the sets of a and b with
 * parent[pd_disjoint_find(parent, a)] = pd_disjoint_find(parent, b). */

/* Returns the root of the set that i belongs to. Shortens the path in `parent` on the way. */
static inline int pd_disjoint_find(int *parent, int i)
{
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

#endif
