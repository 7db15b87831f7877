#include "core/math/tree.h"

#include "core/base/assert.h"
#include "core/math/elementary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAF 8 /* points that are looked at one by one */

static void tree_swap(pd_tree *t, int a, int b)
{
    PD_DEBUG_ASSERT(a >= 0 && a < t->count && b >= 0 && b < t->count);
    float hold[6];
    memcpy(hold, t->points[a], sizeof hold);
    memcpy(t->points[a], t->points[b], sizeof hold);
    memcpy(t->points[b], hold, sizeof hold);
    const int index = t->index[a];
    t->index[a] = t->index[b];
    t->index[b] = index;
}

/* Returns the axis along which the points are farthest apart. */
static int widest(const pd_tree *t, int first, int last)
{
    PD_DEBUG_ASSERT(first >= 0 && first < last && last <= t->count);
    float low[6], high[6];
    int best = 0;
    for (int c = 0; c < 6; c++) low[c] = high[c] = t->points[first][c];
    for (int i = first + 1; i < last; i++)
        for (int c = 0; c < 6; c++) {
            const float x = t->points[i][c];
            low[c] = x < low[c] ? x : low[c];
            high[c] = x > high[c] ? x : high[c];
        }
    for (int c = 1; c < 6; c++)
        if (high[c] - low[c] > high[best] - low[best]) best = c;

    return best;
}

/* Moves the median by that axis to the middle (Hoare's selection). */
static void select_middle(pd_tree *t, int first, int last, int middle, int axis)
{
    PD_DEBUG_ASSERT(first <= middle && middle < last && axis >= 0 && axis < 6);
    int low = first;
    int high = last - 1;
    while (low < high) {
        const float pivot = t->points[(low + high) / 2][axis];
        int i = low;
        int j = high;
        while (i <= j) {
            while (t->points[i][axis] < pivot) i++;
            while (t->points[j][axis] > pivot) j--;
            if (i <= j) tree_swap(t, i++, j--);
        }

        if (middle <= j)
            high = j;
        else if (middle >= i)
            low = i;
        else
            return;
    }
}

/* Splits the range around its median, recursively; ranges of up to LEAF points stay as they are. */
static void split_tree(pd_tree *t, int first, int last)
{
    while (last - first > LEAF) {
        const int middle = (first + last) / 2;
        const int axis = widest(t, first, last);
        select_middle(t, first, last, middle, axis);
        t->axes[middle] = (unsigned char)axis;
        split_tree(t, first, middle);
        first = middle + 1;
    }
}

bool pd_tree_build(pd_tree *t, const double *points, const double *normals, int count, double scale)
{
    PD_ASSERT(count >= 0);
    PD_ASSERT(points || !count);

    if (count > t->room) {
        pd_tree_deinit(t);
        t->points = malloc((size_t)count * sizeof *t->points);
        t->index = malloc((size_t)count * sizeof *t->index);
        t->axes = malloc((size_t)count);
        if (!t->points || !t->index || !t->axes) {
            pd_tree_deinit(t);
            return false;
        }

        t->room = count;
    }

    /* Six numbers a point: the position and the scaled normal. */
    t->count = count;
    t->scale = normals ? (float)scale : 0;
    for (int i = 0; i < count; i++) {
        for (int c = 0; c < 3; c++) {
            t->points[i][c] = (float)points[3 * i + c];
            t->points[i][3 + c] = normals ? (float)(scale * normals[3 * i + c]) : 0;
        }

        t->index[i] = i;
    }

    split_tree(t, 0, count);

    return true;
}

void pd_tree_deinit(pd_tree *tree)
{
    free(tree->points);
    free(tree->index);
    free(tree->axes);
    memset(tree, 0, sizeof *tree);
}

typedef struct query {
    const pd_tree *tree;
    float at[6];
    int *found; /* places in the tree, nearest first */
    float *distance;
    int count, most;
    float reach; /* squared distance of the farthest that is kept */
} query;

/* Keeps the point at `place` if it is among the nearest so far. */
static void offer(query *q, int place)
{
    PD_DEBUG_ASSERT(place >= 0 && place < q->tree->count && q->count <= q->most);
    const float *p = q->tree->points[place];
    float d = 0;
    for (int c = 0; c < 6; c++) d += (p[c] - q->at[c]) * (p[c] - q->at[c]);
    if (d >= q->reach) return;

    /* Insert it by distance; a full list loses its farthest. */
    int slot = q->count < q->most ? q->count++ : q->most - 1;
    for (; slot > 0 && q->distance[slot - 1] > d; slot--) {
        q->distance[slot] = q->distance[slot - 1];
        q->found[slot] = q->found[slot - 1];
    }

    PD_DEBUG_ASSERT(slot >= 0 && slot < q->most);
    q->distance[slot] = d;
    q->found[slot] = place;
    if (q->count == q->most) q->reach = q->distance[q->most - 1];
}

/* Searches the range [first, last). */
static void tree_descend(query *q, int first, int last)
{
    if (last - first <= LEAF) {
        for (int i = first; i < last; i++) offer(q, i);
        return;
    }

    /* First the half in which the point lies. The other one only when it can hold something nearer. */
    const int middle = (first + last) / 2;
    const int axis = q->tree->axes[middle];
    PD_DEBUG_ASSERT(first <= middle && middle < last && axis < 6);
    const float off = q->at[axis] - q->tree->points[middle][axis];
    if (off < 0)
        tree_descend(q, first, middle);
    else
        tree_descend(q, middle + 1, last);
    if (off * off >= q->reach) return;
    offer(q, middle);
    if (off < 0)
        tree_descend(q, middle + 1, last);
    else
        tree_descend(q, first, middle);
}

/* Prepares the query of a point, with its normal scaled as in the tree. */
static void begin_tree(query *q, const pd_tree *tree, const double point[3], const double normal[3])
{
    q->tree = tree;
    for (int c = 0; c < 3; c++) {
        q->at[c] = (float)point[c];
        q->at[3 + c] = normal ? tree->scale * (float)normal[c] : 0;
    }
}

int pd_tree_nearest(const pd_tree *tree, const double point[3], const double normal[3], double reach2)
{
    int found = -1;
    float distance = 0;
    query q = {.found = &found, .distance = &distance, .most = 1, .reach = (float)pd_fmin(reach2, 1e30)};

    begin_tree(&q, tree, point, normal);
    tree_descend(&q, 0, tree->count);
    PD_ASSERT(!q.count || (found >= 0 && found < tree->count));

    return q.count ? tree->index[found] : -1;
}

int pd_tree_several(int *found, double *distance2, int count, const pd_tree *tree, const double point[3],
                    const double normal[3])
{
    float distance[64];

    PD_ASSERT(count >= 1);
    query q = {.found = found, .distance = distance, .most = count < 64 ? count : 64, .reach = 1e30f};
    begin_tree(&q, tree, point, normal);
    tree_descend(&q, 0, tree->count);
    PD_ASSERT(q.count <= q.most);
    for (int i = 0; i < q.count; i++) {
        found[i] = tree->index[found[i]];
        distance2[i] = (double)distance[i];
    }

    return q.count;
}
