#include "core/rig/fingers.h"

#include "core/base/assert.h"
#include "core/math/mat3.h"
#include "core/base/disjoint.h"
#include "core/retarget/character/joint_names.h"
#include "core/math/tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FINGERS   5 /* largest number: the thumb first, then by distance from it */
#define FEWER     4 /* number of fingers of a cartoon figure */
#define PHALANGES 3
/* bones of the fingers, and one of the palm for each finger */
#define BONES     (PD_RIG_FINGER_JOINTS + FINGERS)
#define LASTING   0.12 /* of the hand's length: least persistence of a finger */
#define REACHING  0.35 /* of the hand's length: least d of a fingertip; nearer are folds and cuffs */
#define HELD      0.3f /* least weight of the wrist's bone for a vertex of the hand */
#define STARTING  1.3  /* d is 0 up to this times the least distance from the wrist, for a separate hand */
#define NEAREST   16   /* number of nearest vertices that are tried as ends of a bridge */
#define BRIDGE    0.06 /* of the hand's size: longest bridge */
#define FEWEST    40   /* least number of vertices of a hand */
/* Least ratio of the thumb's distance from the others to the least distance of two others, for four fingers.
 * Measured: 2.4 for a thumb, 1.2 for four fingers without one. */
#define APART     1.6
#define UNEQUAL   4.0  /* largest ratio of two fingers' lengths, without the thumb; 2.6 for a pointing hand */
#define ROOT      0.12 /* of the visible length: first point of a finger's direction */
#define LINE      0.45 /* of the visible length: second point */
#define RING      0.08 /* of the visible length: half of a ring's width */
#define CONFIDENT 0.8  /* factor from the wrist's confidence to that of the fingers */

/* Positions of joints along a finger: medians of eight people of docs/lab/rig.md and of human-male. These
 * meshes were also examined by eye. */
typedef struct finger_row {
    const char *name;     /* SMPL-X's */
    double knuckle;       /* from the web, as a share of the visible length; below 0: in the palm */
    double reach;         /* distance from knuckle to tip, as a share of that from wrist to tip */
    double second, third; /* second and third joint, as shares of the way from knuckle to tip */
} finger_row;
static const finger_row rows[FINGERS] = {{"thumb", -1.06, 0.60, 0.29, 0.65},
                                         {"index", -0.04, 0.37, 0.31, 0.62},
                                         {"middle", -0.22, 0.42, 0.37, 0.68},
                                         {"ring", -0.28, 0.42, 0.38, 0.66},
                                         {"pinky", -0.31, 0.36, 0.35, 0.61}};

typedef struct finger {
    int tip;         /* vertex of the hand */
    double far, web; /* d of the tip, and d where the finger meets another */
    double joints[PHALANGES][3], end[3];
    double root[3];   /* centre of its ring beside the web */
    double middle[3]; /* centre of its visible part */
    double across;    /* position along the row of knuckles */
} finger;

/* The skin of a hand: its vertices, numbered from 0, and their neighbours. */
typedef struct hand {
    pd_rig_result *rig;
    int wrist, count;
    int *vertices, *local;  /* (count) vertex of the mesh; (V) vertex of the hand, -1: not in the hand */
    int *start, *neighbour; /* neighbours of vertex i: neighbour[start[i]] to neighbour[start[i + 1] - 1] */
    double *far;            /* (count) d; infinite: no path to the wrist */
    int *order, *parent;    /* (count) scratch */
    int *finger_of;         /* (count) finger of each vertex; -1: palm */
    double length;
    finger fingers[FINGERS];
    int finger_count; /* FINGERS or FEWER, without the ring finger */
} hand;

/* Returns the row of the table for a finger. With four fingers the last one is the little finger. */
static const finger_row *fingers_row_of(const hand *h, int number)
{
    PD_ASSERT(number >= 0 && number < h->finger_count);
    return &rows[h->finger_count == FEWER && number == FEWER - 1 ? FINGERS - 1 : number];
}

static const double *point(const hand *h, int i)
{
    PD_DEBUG_ASSERT(i >= 0 && i < h->count);
    return h->rig->mesh.points + 3 * (size_t)h->vertices[i];
}

static float weight_of(const pd_rig_result *rig, int vertex, int bone)
{
    PD_DEBUG_ASSERT(vertex >= 0 && vertex < rig->mesh.vertex_count);
    for (int s = 0; s < 4; s++)
        if (rig->weights.bones[vertex][s] == bone) return rig->weights.values[vertex][s];
    return 0;
}

/* ---- skin of the hand ---- */

typedef struct bridge {
    int a, b;
    double length;
} bridge;

/* Lists the neighbours of each vertex along edges of triangles and bridges.
 * An edge of two triangles is listed twice. */
static bool link_up(hand *h, const bridge *bridges, int bridge_count)
{
    const pd_rig_mesh *m = &h->rig->mesh;
    const int sides = 3 * m->face_count;

    /* Two passes over the edges: the first counts the neighbours, the second stores them. */
    memset(h->start, 0, ((size_t)h->count + 2) * sizeof *h->start);
    for (int pass = 0; pass < 2; pass++) {
        for (int e = 0; e < sides + bridge_count; e++) {
            const int next = e % 3 == 2 ? e - 2 : e + 1;
            const int a = e < sides ? h->local[m->faces[e]] : bridges[e - sides].a;
            const int b = e < sides ? h->local[m->faces[next]] : bridges[e - sides].b;
            if (a < 0 || b < 0) continue;
            if (pass) {
                h->neighbour[h->start[a + 1]++] = b;
                h->neighbour[h->start[b + 1]++] = a;
            } else {
                h->start[a + 1]++;
                h->start[b + 1]++;
            }
        }

        if (pass) break;

        /* Turn start[i + 1] from a count into the index of the first neighbour. The second pass increases it
         * to the end. */
        int sum = 0;
        for (int i = 0; i < h->count; i++) {
            const int own = h->start[i + 1];
            h->start[i + 1] = sum;
            sum += own;
        }

        int *neighbour = realloc(h->neighbour, ((size_t)sum + 1) * sizeof *neighbour);
        if (!neighbour) return false;
        h->neighbour = neighbour;
    }

    return true;
}

static int by_length(const void *a, const void *b)
{
    const bridge *x = a;
    const bridge *y = b;
    if (x->length != y->length) return x->length < y->length ? -1 : 1;
    return x->a != y->a ? x->a - y->a : x->b - y->b;
}

/* Computes the connected components. sets (count): disjoint sets. */
static void unite(const hand *h, int *sets)
{
    for (int i = 0; i < h->count; i++) sets[i] = i;
    for (int i = 0; i < h->count; i++)
        for (int e = h->start[i]; e < h->start[i + 1]; e++)
            sets[pd_disjoint_find(sets, i)] = pd_disjoint_find(sets, h->neighbour[e]);
}

/* Connects separate pieces of a hand that are close (gauntlets, jointed dolls). Bridges join their nearest
 * vertices, the shortest first. */
static bool join_pieces(hand *h)
{
    const size_t n = (size_t)h->count;

    double(*points)[3] = malloc((n + 1) * sizeof *points), size = 0;
    bridge *bridges = malloc((n * NEAREST + 1) * sizeof *bridges);
    pd_tree tree = {0};
    int count = 0, kept = 0;

    /* The longest bridge is relative to the hand's size. */
    for (int i = 0; points && i < h->count; i++) {
        memcpy(points[i], point(h, i), sizeof *points);
        size = fmax(size, pd_distance3(points[i], h->rig->joints[h->wrist]));
    }

    /* Pairs of near vertices of different pieces. */
    unite(h, h->parent);
    bool good = points && bridges && pd_tree_build(&tree, points[0], NULL, h->count, 0);
    for (int i = 0; good && i < h->count; i++) {
        int found[NEAREST];
        double square[NEAREST];
        const int near = pd_tree_several(found, square, NEAREST, &tree, points[i], NULL);
        for (int k = 0; k < near; k++)
            if (square[k] <= BRIDGE * BRIDGE * size * size &&
                pd_disjoint_find(h->parent, i) != pd_disjoint_find(h->parent, found[k]))
                bridges[count++] = (bridge){i, found[k], square[k]};
    }

    /* Keep the shortest bridges that join two separate pieces (Kruskal). */
    if (good) {
        PD_ASSERT((size_t)count <= n * NEAREST);
        qsort(bridges, (size_t)count, sizeof *bridges, by_length);
        for (int k = 0; k < count; k++) {
            const int a = pd_disjoint_find(h->parent, bridges[k].a);
            const int b = pd_disjoint_find(h->parent, bridges[k].b);
            if (a == b) continue;
            h->parent[a] = b;
            bridges[kept++] = bridges[k];
        }

        good = !kept || link_up(h, bridges, kept);
    }

    pd_tree_deinit(&tree);
    free(points);
    free(bridges);

    return good;
}

/* Finds the vertices of a hand and their neighbours. Returns false when out of memory; the caller frees. */
static bool hand_init(hand *h, pd_rig_result *rig, int wrist)
{
    const pd_rig_mesh *m = &rig->mesh;
    const size_t n = (size_t)m->vertex_count;

    *h = (hand){.rig = rig, .wrist = wrist};

    h->local = malloc(n * sizeof *h->local);
    if (!h->local) return false;

    /* Vertices with enough weight of the wrist's bone. */
    for (int i = 0; i < m->vertex_count; i++)
        h->local[i] = weight_of(rig, i, wrist) >= HELD ? h->count++ : -1;

    const size_t count = (size_t)h->count + 1;
    h->vertices = malloc(count * sizeof *h->vertices);
    h->start = malloc((count + 1) * sizeof *h->start);
    h->far = malloc(count * sizeof *h->far);
    h->order = malloc(count * sizeof *h->order);
    h->parent = malloc(count * sizeof *h->parent);
    h->finger_of = malloc(count * sizeof *h->finger_of);
    if (!h->vertices || !h->start || !h->far || !h->order || !h->parent || !h->finger_of) return false;
    for (int i = 0; i < m->vertex_count; i++)
        if (h->local[i] >= 0) h->vertices[h->local[i]] = i;
    const bridge none = {0};

    return link_up(h, &none, 0);
}

typedef struct entry {
    double far;
    int vertex;
} entry;

/* Restores the heap's order after its top was replaced. */
static void sift_down(entry *heap, int size)
{
    const entry own = heap[0];
    int at = 0;

    for (int child; (child = 2 * at + 1) < size; at = child) {
        if (child + 1 < size && heap[child + 1].far < heap[child].far) child++;
        if (heap[child].far >= own.far) break;
        heap[at] = heap[child];
    }

    heap[at] = own;
}

/* Computes d by Dijkstra's algorithm, for the piece with the largest area. */
static bool measure_fingers(hand *h)
{
    const pd_rig_result *rig = h->rig;
    const int forearm = pd_rig_joints[h->wrist].parent;
    entry *heap = malloc(((size_t)h->start[h->count] + (size_t)h->count + 1) * sizeof *heap);
    bool *is_start = calloc((size_t)h->count + 1, sizeof *is_start);
    bool any = false;
    double least = INFINITY;
    int size = 0, best = 0;

    if (!heap || !is_start) {
        free(heap);
        free(is_start);
        return false;
    }

    /* Mark the piece with the largest area: parent is 1 in it, 0 elsewhere. far is scratch here. */
    unite(h, h->order);
    for (int i = 0; i < h->count; i++) h->far[i] = 0;
    for (int i = 0; i < h->count; i++)
        h->far[pd_disjoint_find(h->order, i)] += rig->mesh.areas[h->vertices[i]];
    for (int i = 1; i < h->count; i++)
        if (h->far[i] > h->far[best]) best = i;
    for (int i = 0; i < h->count; i++) h->parent[i] = pd_disjoint_find(h->order, i) == best;

    /* d is 0 where the hand meets the forearm, or at the vertices nearest
     * to the wrist for a separate hand. */
    for (int i = 0; i < h->count; i++) {
        if (h->parent[i] != 1) continue;
        is_start[i] = weight_of(rig, h->vertices[i], forearm) >= HELD;
        any = any || is_start[i];
        least = fmin(least, pd_distance3(point(h, i), rig->joints[h->wrist]));
    }

    for (int i = 0; !any && i < h->count; i++)
        is_start[i] =
            h->parent[i] == 1 && pd_distance3(point(h, i), rig->joints[h->wrist]) <= STARTING * least;

    /* Outdated entries of the heap are skipped. */
    h->length = 0;
    for (int i = 0; i < h->count; i++) {
        h->far[i] = is_start[i] ? 0 : INFINITY;
        if (is_start[i]) heap[size++] = (entry){0, i};
    }

    free(is_start);
    while (size) {
        const entry now = heap[0];
        heap[0] = heap[--size];
        if (size) sift_down(heap, size);
        if (now.far > h->far[now.vertex]) continue;
        h->length = fmax(h->length, now.far);
        for (int e = h->start[now.vertex]; e < h->start[now.vertex + 1]; e++) {
            const int w = h->neighbour[e];
            const double there = now.far + pd_distance3(point(h, now.vertex), point(h, w));
            if (there >= h->far[w]) continue;
            h->far[w] = there;
            int at = size++;
            for (; at && heap[(at - 1) / 2].far > there; at = (at - 1) / 2) heap[at] = heap[(at - 1) / 2];
            heap[at] = (entry){there, w};
        }
    }

    free(heap);

    return true;
}

/* ---- fingers ---- */

static int by_far(const void *a, const void *b)
{
    const entry *x = a;
    const entry *y = b;
    if (x->far != y->far) return x->far < y->far ? 1 : -1;
    return x->vertex - y->vertex;
}

/* Finds the parts with enough persistence, stores the first FINGERS of them in h->fingers, and returns their
 * number. The part that never ends is one of them. -1: out of memory. */
static int find_parts(hand *h)
{
    entry *ranks = malloc(((size_t)h->count + 1) * sizeof *ranks);
    double *met = calloc((size_t)h->count + 1,
                         sizeof *met); /* by a part's first vertex: d where the part met another */
    int count = 0, reached = 0;

    if (!ranks || !met) {
        free(ranks);
        free(met);
        return -1;
    }

    /* Vertices from the farthest to the nearest. */
    for (int i = 0; i < h->count; i++) {
        h->parent[i] = -1;
        if (h->far[i] < INFINITY) ranks[reached++] = (entry){h->far[i], i};
    }

    qsort(ranks, (size_t)reached, sizeof *ranks, by_far);

    /* A vertex starts a part, or joins the parts of its neighbours. */
    for (int r = 0; r < reached; r++) {
        const int v = ranks[r].vertex;
        h->parent[v] = v;
        for (int e = h->start[v]; e < h->start[v + 1]; e++) {
            const int w = h->neighbour[e];
            if (h->parent[w] < 0) continue;
            int a = pd_disjoint_find(h->parent, v);
            int b = pd_disjoint_find(h->parent, w);
            if (a == b) continue;

            /* The first vertex of a part represents it. The farther of two represents their union. */
            if (h->far[a] < h->far[b]) {
                const int hold = a;
                a = b;
                b = hold;
            }

            h->parent[b] = a;

            /* A part with enough persistence is a finger. */
            if (!(h->far[b] - h->far[v] > LASTING * h->length) || h->far[b] < REACHING * h->length) continue;
            if (met[a] == 0) met[a] = h->far[v];
            if (met[b] == 0) met[b] = h->far[v];
            if (count < FINGERS) h->fingers[count] = (finger){.tip = b, .far = h->far[b], .web = met[b]};
            count++;
        }
    }

    /* The part with the farthest vertex never ends. */
    if (reached) {
        const int tip = pd_disjoint_find(h->parent, ranks[0].vertex);
        if (count < FINGERS) h->fingers[count] = (finger){.tip = tip, .far = h->far[tip], .web = met[tip]};
        count++;
    }

    free(ranks);
    free(met);

    return count;
}

/* Assigns to a finger the vertices beyond its web that are connected to its tip. */
static void flood(hand *h, int number)
{
    PD_ASSERT(number >= 0 && number < h->finger_count);
    const finger *f = &h->fingers[number];
    int size = 0;

    h->order[size++] = f->tip;
    h->finger_of[f->tip] = number;
    while (size) {
        const int v = h->order[--size];
        for (int e = h->start[v]; e < h->start[v + 1]; e++) {
            const int w = h->neighbour[e];
            if (h->finger_of[w] >= 0 || !(h->far[w] > f->web) || !(h->far[w] < INFINITY)) continue;
            h->finger_of[w] = number;
            h->order[size++] = w;
        }
    }
}

/* Computes the centre of a finger's ring at d. Returns false if the ring is empty. */
static bool fingers_middle(double out[3], const hand *h, int number, double d)
{
    const finger *f = &h->fingers[number];
    double sum[3] = {0}, total = 0;

    for (int i = 0; i < h->count; i++) {
        if (h->finger_of[i] != number || fabs(h->far[i] - d) > RING * (f->far - f->web)) continue;
        const double area = h->rig->mesh.areas[h->vertices[i]];
        for (int c = 0; c < 3; c++) sum[c] += area * point(h, i)[c];
        total += area;
    }

    for (int c = 0; c < 3 && total > 0; c++) out[c] = sum[c] / total;

    return total > 0;
}

/* Computes the centre of a finger's visible part. */
static void fingers_whole(double out[3], const hand *h, int number)
{
    double total = 0;

    memset(out, 0, 3 * sizeof *out);

    for (int i = 0; i < h->count; i++) {
        if (h->finger_of[i] != number) continue;
        const double area = h->rig->mesh.areas[h->vertices[i]];
        for (int c = 0; c < 3; c++) out[c] += area * point(h, i)[c];
        total += area;
    }

    for (int c = 0; c < 3 && total > 0; c++) out[c] /= total;
}

static void fingers_swap(finger *a, finger *b)
{
    const finger hold = *a;
    *a = *b;
    *b = hold;
}

/* Returns the distance of a finger's root from the nearest other root. */
static double alone(const hand *h, int number)
{
    double least = INFINITY;
    for (int k = 0; k < h->finger_count; k++)
        if (k != number) least = fmin(least, pd_distance3(h->fingers[k].root, h->fingers[number].root));
    return least;
}

/* Computes the direction of the row of roots, away from the thumb: between the two roots that are farthest
 * apart, perpendicular to the direction from the wrist. */
static void measure_across(double out[3], const hand *h)
{
    double along[3] = {0}, length = 0, most = 0, towards = 0;

    /* Direction from the wrist to the fingers' roots. */
    for (int k = 1; k < h->finger_count; k++)
        for (int c = 0; c < 3; c++) along[c] += h->fingers[k].root[c] / (h->finger_count - 1);
    for (int c = 0; c < 3; c++) {
        out[c] = along[c] - h->fingers[0].root[c]; /* result if all roots coincide */
        along[c] -= h->rig->joints[h->wrist][c];
        length += along[c] * along[c];
    }

    /* Longest perpendicular distance between two roots. Its sign leads away from the thumb. */
    const double away[3] = {out[0], out[1], out[2]};
    for (int a = 1; a < h->finger_count; a++)
        for (int b = 1; b < a; b++) {
            double row[3];
            double on = 0, square = 0;
            for (int c = 0; c < 3; c++) row[c] = h->fingers[a].root[c] - h->fingers[b].root[c];
            for (int c = 0; c < 3; c++) on += row[c] * along[c] / (length > 0 ? length : 1);
            for (int c = 0; c < 3; c++) {
                row[c] -= on * along[c];
                square += row[c] * row[c];
            }

            if (square > most) {
                most = square;
                memcpy(out, row, sizeof row);
            }
        }
    for (int c = 0; c < 3; c++) towards += away[c] * out[c];
    for (int c = 0; c < 3 && towards < 0; c++) out[c] = -out[c];
}

/* Places the joints of a finger. The knuckle is the mean of two estimates: from the finger's visible length,
 * and from the distance between wrist and tip. Returns false if the finger has too few vertices. */
static bool place_joints(hand *h, int number)
{
    const finger_row *row = fingers_row_of(h, number);
    finger *f = &h->fingers[number];
    const double seen = f->far - f->web;
    double next[3];

    /* Direction of the visible part, from its root to a second point. */
    memcpy(f->end, point(h, f->tip), sizeof f->end);
    if (!fingers_middle(next, h, number, f->web + LINE * seen)) return false;
    const double straight = pd_distance3(f->root, next) / (LINE - ROOT);
    const double whole = pd_distance3(f->end, h->rig->joints[h->wrist]);
    if (!(straight > 0)) return false;

    /* Knuckle and joints as fractions of the way to the tip. */
    const double knuckle = 0.5 * (row->knuckle + 1 - row->reach * whole / straight);
    const double shares[PHALANGES] = {knuckle, knuckle + row->second * (1 - knuckle),
                                      knuckle + row->third * (1 - knuckle)};
    for (int k = 0; k < PHALANGES; k++) {
        if (shares[k] > ROOT && fingers_middle(f->joints[k], h, number, f->web + shares[k] * seen)) continue;

        /* A joint in the palm is extrapolated from the visible part's direction. */
        const double t = (shares[k] - ROOT) / (LINE - ROOT);
        for (int c = 0; c < 3; c++) f->joints[k][c] = f->root[c] + t * (next[c] - f->root[c]);
    }

    return true;
}

/* Orders the fingers and places their joints.
 * Returns the reason if the parts are no fingers, otherwise NULL. */
static const char *look_fingers(hand *h)
{
    static const char unclear[] = "its parts are not each a finger";
    double longest = 0, shortest = INFINITY, others = INFINITY;
    double across[3];
    int thumb = 0;

    /* Vertices, root and centre of each finger. */
    for (int i = 0; i < h->count; i++) h->finger_of[i] = -1;
    for (int k = 0; k < h->finger_count; k++) {
        finger *f = &h->fingers[k];
        if (h->finger_of[f->tip] >= 0) return unclear;
        flood(h, k);
        if (!fingers_middle(f->root, h, k, f->web + ROOT * (f->far - f->web))) return unclear;
        fingers_whole(f->middle, h, k);
    }

    /* The root of the thumb is farthest from all others, in any pose. */
    for (int k = 1; k < h->finger_count; k++)
        if (alone(h, k) > alone(h, thumb)) thumb = k;
    fingers_swap(&h->fingers[0], &h->fingers[thumb]);

    /* Order the others by their position across the palm, away from the thumb. */
    measure_across(across, h);
    for (int k = 1; k < h->finger_count; k++) {
        /* Mean of root and centre: with loose pieces, as of a doll,
         * a ring beside the web contains some of the palm. */
        const double *root = h->fingers[k].root;
        const double *seen = h->fingers[k].middle;
        for (int c = 0; c < 3; c++)
            h->fingers[k].across += across[c] * (0.5 * (root[c] + seen[c]) - h->fingers[0].root[c]);
    }

    /* The order changes the fingers' indices, so the vertices are assigned again. */
    for (int i = 1; i < h->finger_count; i++)
        for (int j = i; j > 1 && h->fingers[j].across < h->fingers[j - 1].across; j--)
            fingers_swap(&h->fingers[j], &h->fingers[j - 1]);
    for (int i = 0; i < h->count; i++) h->finger_of[i] = -1;
    for (int k = 0; k < h->finger_count; k++) flood(h, k);

    /* Four parts without a separate one may be a hand whose thumb was not found. */
    for (int k = 1; k < h->finger_count; k++) others = fmin(others, alone(h, k));
    if (h->finger_count != FINGERS && !(alone(h, 0) > APART * others))
        return "of its four parts none stands apart as a thumb does";

    /* Fingers of very different lengths are not fingers. */
    for (int k = 1; k < h->finger_count; k++) {
        longest = fmax(longest, h->fingers[k].far - h->fingers[k].web);
        shortest = fmin(shortest, h->fingers[k].far - h->fingers[k].web);
    }

    if (longest > UNEQUAL * shortest) return "of its parts one is more than 4 times as long as another";

    for (int k = 0; k < h->finger_count; k++)
        if (!place_joints(h, k)) return "its mesh has too few vertices along the fingers";
    return NULL;
}

/* ---- weights ---- */

/* Computes the bones allowed for each vertex. Palm: the palm's bones and the first bone of each finger.
 * Finger: its own bones and the palm's. A vertex without a path to the wrist
 * gets those of the nearest vertex with one. */
static bool allow(uint64_t *allowed, const hand *h)
{
    const uint64_t palm = ((1ull << h->finger_count) - 1) << (PHALANGES * h->finger_count);

    double(*reached)[3] = malloc(((size_t)h->count + 1) * sizeof *reached);
    pd_tree tree = {0};
    int count = 0;

    /* Vertices with a path to the wrist. */
    for (int i = 0; reached && i < h->count; i++) {
        if (!(h->far[i] < INFINITY)) continue;
        const int number = h->finger_of[i];
        allowed[i] = palm;
        for (int k = 0; k < h->finger_count; k++)
            allowed[i] |= (number == k ? 7ull : number < 0 ? 1ull : 0ull) << (PHALANGES * k);
        memcpy(reached[count], point(h, i), sizeof *reached);
        h->order[count++] = i;
    }

    /* Vertices without a path to the wrist. */
    const bool good = reached && pd_tree_build(&tree, reached[0], NULL, count, 0);
    for (int i = 0; good && i < h->count; i++)
        if (!(h->far[i] < INFINITY))
            allowed[i] = allowed[h->order[pd_tree_nearest(&tree, point(h, i), NULL, INFINITY)]];
    pd_tree_deinit(&tree);
    free(reached);

    return good;
}

/* Makes a separate mesh of the hand, with the data that heat diffusion needs. */
static bool cut_out(pd_rig_mesh *out, const hand *h)
{
    const pd_rig_mesh *m = &h->rig->mesh;
    const size_t n = (size_t)h->count;

    *out = (pd_rig_mesh){.vertex_count = h->count};

    /* The first pass counts the triangles, the second stores them. */
    for (int pass = 0; pass < 2; pass++) {
        if (pass) out->faces = malloc((3 * (size_t)out->face_count + 1) * sizeof *out->faces);
        if (pass && !out->faces) return false;
        out->face_count = 0;
        for (int f = 0; f < m->face_count; f++) {
            const uint32_t *face = m->faces + 3 * (size_t)f;
            if (h->local[face[0]] < 0 || h->local[face[1]] < 0 || h->local[face[2]] < 0) continue;
            for (int k = 0; pass && k < 3; k++)
                out->faces[3 * (size_t)out->face_count + (size_t)k] = (uint32_t)h->local[face[k]];
            out->face_count++;
        }
    }

    out->points = malloc(3 * n * sizeof *out->points);
    out->areas = malloc(n * sizeof *out->areas);
    for (int i = 0; out->points && out->areas && i < h->count; i++) {
        memcpy(out->points + 3 * (size_t)i, point(h, i), 3 * sizeof *out->points);
        out->areas[i] = m->areas[h->vertices[i]];
    }

    return out->points && out->areas;
}

/* Divides the wrist's weight of vertex i between palm and fingers in proportion to heat's weights, and keeps
 * the four largest weights. */
static void share_out_fingers(const hand *h, const pd_rig_weights *heat, int i, int first)
{
    const int v = h->vertices[i];
    uint8_t *bones = h->rig->weights.bones[v];
    uint8_t kept[8];
    float *values = h->rig->weights.values[v];
    float all[8];
    float sum = 0;
    int count = 0;

    /* All weights of the vertex, with the wrist's divided. */
    for (int s = 0; s < 4; s++) {
        if (!(values[s] > 0)) continue;
        if (bones[s] != h->wrist) {
            kept[count] = bones[s];
            all[count++] = values[s];
            continue;
        }

        float palm = 0;
        for (int t = 0; t < 4; t++) {
            const float part = values[s] * heat->values[i][t];
            if (heat->bones[i][t] >= PHALANGES * h->finger_count)
                palm += part;
            else if (part > 0) {
                kept[count] = (uint8_t)(first + heat->bones[i][t]);
                all[count++] = part;
            }
        }

        if (palm > 0) {
            kept[count] = (uint8_t)h->wrist;
            all[count++] = palm;
        }
    }

    /* The four largest, normalised. */
    PD_ASSERT(count <= 8);
    for (int s = 0; s < 4; s++) {
        int best = s;
        for (int t = s + 1; t < count; t++)
            if (all[t] > all[best]) best = t;
        bones[s] = s < count ? kept[best] : 0;
        values[s] = s < count ? all[best] : 0;
        if (s < count) {
            kept[best] = kept[s];
            all[best] = all[s];
        }

        sum += values[s];
    }

    for (int s = 0; s < 4; s++) values[s] /= sum;
}

/* Computes the weights of the fingers' bones, which come after number `first` of the rig, by heat on the
 * hand's skin alone. */
static pd_status weigh_fingers(const hand *h, int first, pd_error *err)
{
    PD_ASSERT(h->finger_count == FINGERS || h->finger_count == FEWER);
    uint64_t *allowed = malloc(((size_t)h->count + 1) * sizeof *allowed);
    pd_rig_segment segments[BONES];
    pd_rig_weights heat = {0};
    pd_rig_mesh skin = {0};
    pd_status status = PD_OK;

    /* Three bones for each finger, then bones of the palm from the wrist to each knuckle. */
    for (int k = 0; k < h->finger_count; k++) {
        const finger *f = &h->fingers[k];
        for (int p = 0; p < PHALANGES; p++) {
            pd_rig_segment *bone = &segments[PHALANGES * k + p];
            memcpy(bone->from, f->joints[p], sizeof bone->from);
            memcpy(bone->to, p + 1 < PHALANGES ? f->joints[p + 1] : f->end, sizeof bone->to);
        }

        pd_rig_segment *palm = &segments[PHALANGES * h->finger_count + k];
        memcpy(palm->from, h->rig->joints[h->wrist], sizeof palm->from);
        memcpy(palm->to, f->joints[0], sizeof palm->to);
    }

    /* Heat diffusion on the hand's mesh alone. */
    if (!allowed || !allow(allowed, h) || !cut_out(&skin, h))
        status = pd_fail(err, PD_ERR_MEMORY, "weights", "out of memory for %d vertices of a hand", h->count);
    const pd_rig_weights_job job = {.mesh = &skin,
                                    .bones = segments,
                                    .bone_count = (PHALANGES + 1) * h->finger_count,
                                    .allowed = allowed,
                                    .method = PD_RIG_BY_HEAT};
    if (status == PD_OK) status = pd_rig_weights_run(&heat, &job, err);
    for (int i = 0; status == PD_OK && i < h->count; i++) share_out_fingers(h, &heat, i, first);
    pd_rig_weights_deinit(&heat);
    free(skin.faces);
    free(skin.points);
    free(skin.areas);
    free(allowed);

    return status;
}

/* ---- both hands ---- */

/* Finds the parts of the skin as it is connected in the file. If they are not five, finds them with the
 * pieces joined, and takes these if they are five or four. Returns their number; -1: out of memory. */
static int fingers_see(hand *h)
{
    int count = measure_fingers(h) ? find_parts(h) : -1;

    if (count < 0 || count == FINGERS) return count;

    const int joined = join_pieces(h) ? measure_fingers(h) ? find_parts(h) : -1 : -1;
    if (joined < 0 || joined == FINGERS || joined == FEWER) return joined;
    if (count != FEWER) return count;

    /* The joined pieces have neither five nor four parts: return to the four of the separate pieces. */
    const bridge none = {0};
    return link_up(h, &none, 0) && measure_fingers(h) ? find_parts(h) : -1;
}

pd_status pd_rig_fingers(pd_rig_result *rig, pd_error *err)
{
    pd_status status = PD_OK;

    for (int side = 0; status == PD_OK && side < 2; side++) {
        pd_rig_hand *seen = &rig->hands[side];
        hand h;

        /* Find fingers, or the reason why there are none. */
        const int count = hand_init(&h, rig, side ? PD_RIG_R_WRIST : PD_RIG_L_WRIST) ? fingers_see(&h) : -1;
        *seen = (pd_rig_hand){.fingers = count};
        if (count < 0)
            status =
                pd_fail(err, PD_ERR_MEMORY, "weights", "out of memory for %d vertices of a hand", h.count);
        else if (h.count < FEWEST)
            seen->why = "it has fewer than 40 vertices";
        else if (count != FINGERS && count != FEWER)
            seen->why = "five parts that stand apart, or four, are expected, as of an open hand";
        else {
            h.finger_count = count;
            seen->why = look_fingers(&h);
        }

        /* Add the fingers' bones, then the weights. */
        if (status == PD_OK && !seen->why) {
            const int bones = rig->bone_count;
            seen->joints = PHALANGES * h.finger_count;
            for (int k = 0; k < PHALANGES * h.finger_count; k++) {
                const int first = k % PHALANGES == 0;
                char joint[PD_ANIM_NAME_BYTES];
                PD_ASSERT(rig->bone_count < PD_RIG_BONES_MOST);
                pd_rig_bone *bone = &rig->bones[rig->bone_count];
                *bone = (pd_rig_bone){.is_vrm = true,
                                      .parent = first ? h.wrist : rig->bone_count - 1,
                                      .confidence = CONFIDENT * rig->confidence[h.wrist]};
                snprintf(joint, sizeof joint, "%s_%s%d", side ? "right" : "left",
                         fingers_row_of(&h, k / PHALANGES)->name, k % PHALANGES + 1);
                pd_retarget_joint_name(bone->name, joint, PD_NAMES_VRM);
                memcpy(bone->at, h.fingers[k / PHALANGES].joints[k % PHALANGES], sizeof bone->at);
                rig->bone_count++;
            }

            status = weigh_fingers(&h, bones, err);
        }

        free(h.vertices);
        free(h.local);
        free(h.start);
        free(h.neighbour);
        free(h.far);
        free(h.order);
        free(h.parent);
        free(h.finger_of);
    }

    return status;
}
