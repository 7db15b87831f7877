#include "core/math/triangle_tree.h"

#include "core/base/assert.h"
#include "core/math/elementary.h"
#include "core/math/triangle.h"

#include <stdlib.h>
#include <string.h>

#define LEAF 4 /* triangles */

/* Moves the triangles whose centroid is below the mean along the box's longest axis to the front. Returns how
 * many they are, or half of the triangles when that separates none from the others. */
static int part(pd_triangle_tree *tree, const pd_triangle_box *box, int first, int count)
{
    int axis = 0;
    int low = first;
    double mean = 0;

    /* Longest axis of the box, and the mean of the centroids along it. */
    for (int c = 1; c < 3; c++)
        if (box->high[c] - box->low[c] > box->high[axis] - box->low[axis]) axis = c;
    for (int i = first; i < first + count; i++) {
        const float *v = tree->triangles + 9 * (size_t)tree->order[i] + axis;
        mean += (double)(v[0] + v[3] + v[6]) / count;
    }

    /* Partition by the mean. */
    for (int i = first; i < first + count; i++) {
        const int t = tree->order[i];
        const float *v = tree->triangles + 9 * (size_t)t + axis;
        if ((double)(v[0] + v[3] + v[6]) >= mean) continue;
        tree->order[i] = tree->order[low];
        tree->order[low++] = t;
    }

    const int before = low - first;
    PD_DEBUG_ASSERT(before >= 0 && before <= count);

    return before > 0 && before < count ? before : count / 2;
}

/* Appends the box of a range and, depth first, the boxes of its parts. */
static void add_box(pd_triangle_tree *tree, int first, int count)
{
    PD_DEBUG_ASSERT(first >= 0 && count > 0);
    pd_triangle_box *box = &tree->boxes[tree->box_count++];

    /* Bounds of the triangles. */
    for (int c = 0; c < 3; c++) {
        box->low[c] = INFINITY;
        box->high[c] = -INFINITY;
    }

    for (int i = first; i < first + count; i++) {
        const float *v = tree->triangles + 9 * (size_t)tree->order[i];
        for (int k = 0; k < 9; k++) { /* fminf would be a call */
            const int c = k % 3;
            box->low[c] = v[k] < box->low[c] ? v[k] : box->low[c];
            box->high[c] = v[k] > box->high[c] ? v[k] : box->high[c];
        }
    }

    /* A large box has no triangles of its own, but two parts behind it. */
    *box = (pd_triangle_box){.low = {box->low[0], box->low[1], box->low[2]},
                             .high = {box->high[0], box->high[1], box->high[2]},
                             .first = first,
                             .count = count <= LEAF ? count : 0};
    if (count > LEAF) {
        const int before = part(tree, box, first, count);
        PD_ASSERT(before > 0 && before < count);
        add_box(tree, first, before);
        add_box(tree, first + before, count - before);
    }

    box->behind = tree->box_count;
}

bool pd_triangle_tree_build(pd_triangle_tree *tree, const float *triangles, int count)
{
    PD_ASSERT(count >= 0 && (triangles || !count));
    const size_t n = (size_t)count;
    *tree = (pd_triangle_tree){.triangles = triangles,
                               .boxes = malloc((2 * n + 1) * sizeof *tree->boxes),
                               .order = malloc((n + 1) * sizeof *tree->order)};
    if (!tree->boxes || !tree->order) {
        pd_triangle_tree_deinit(tree);
        return false;
    }

    for (int t = 0; t < count; t++) tree->order[t] = t;
    if (count) add_box(tree, 0, count);
    PD_ASSERT(tree->box_count <= 2 * count);

    return true;
}

void pd_triangle_tree_deinit(pd_triangle_tree *tree)
{
    free(tree->boxes);
    free(tree->order);
    memset(tree, 0, sizeof *tree);
}

/* Tells whether the boxes are disjoint. */
static bool triangle_tree_apart(const pd_triangle_box *box, const float low[3], const float high[3])
{
    return box->low[0] > high[0] || box->high[0] < low[0] || box->low[1] > high[1] || box->high[1] < low[1] ||
           box->low[2] > high[2] || box->high[2] < low[2];
}

int pd_triangle_tree_meet(float *far, const pd_triangle_tree *tree, const pd_triangle_line *line)
{
    float low[3], high[3];
    float least = INFINITY;
    int found = -1;

    /* The bounding box of the segment. */
    for (int c = 0; c < 3; c++) {
        const float to = line->from[c] + line->along[c] * line->farthest;
        low[c] = pd_fminf(line->from[c], to);
        high[c] = pd_fmaxf(line->from[c], to);
    }

    /* Boxes are in depth-first order: skip everything inside a box that the segment's box does not touch. */
    for (int b = 0; b < tree->box_count;) {
        const pd_triangle_box *box = &tree->boxes[b];
        PD_DEBUG_ASSERT(box->behind > b && box->behind <= tree->box_count);
        if (triangle_tree_apart(box, low, high)) {
            b = box->behind;
            continue;
        }

        for (int i = box->first; i < box->first + box->count; i++) {
            const int t = tree->order[i];
            const float *v = tree->triangles + 9 * (size_t)t;
            float facing = 0;
            const float at = pd_triangle_meet(line->from, line->along, v, v + 3, v + 6, &facing);
            if (!(at >= line->nearest && at <= line->farthest) || facing * line->sign < 0) continue;
            if (at < least || (at == least && t < found)) {
                least = at;
                found = t;
            }
        }

        b++;
    }

    if (found >= 0) *far = least;

    return found;
}
