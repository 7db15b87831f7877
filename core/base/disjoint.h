#ifndef PD_BASE_DISJOINT_H
#define PD_BASE_DISJOINT_H
/* Disjoint sets as a forest (Tarjan 1975; path halving): parent[i] == i is a set's root, and two sets become one by giving one root the other as its
 * parent. */

/* The root of i's set. */
static inline int pd_disjoint_find(int *parent, int i)
{
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

#endif
