#include "train/scan/sample.h"

#include "core/base/sort.h"
#include "core/math/tree.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MORTON_BITS 21    /* of each axis */
#define NEIGHBOURS  17    /* nearest points that a point is linked to, itself among them */
#define FOURTH      4     /* number of the neighbour whose distance measures the spacing */
#define USUAL       0.95  /* share of the points whose spacing is usual */
#define REACH       2.5   /* spacings */
#define REACH_LEAST 0.03  /* metres */
#define REACH_MOST  0.25  /* metres */
#define STRAY_PIECE 0.015 /* share of the points that a piece of strays has at most */
#define STRAYS_MOST 0.1   /* share of the points above which none is a stray */
#define CELL_BITS   20    /* of the number of a cell along an axis */

/* A point of the scan with its place on the curve. */
typedef struct ordered {
    uint64_t key;
    const float *at;
    const float *normal; /* or NULL */
} ordered;

/* State of making a sample. */
typedef struct sampling {
    pd_train_sample *out;
    ordered *all;    /* (count) */
    int *piece;      /* (drawn) union-find: a point of the same piece */
    int *sizes;      /* (drawn) points of the piece of each root */
    int *links;      /* (drawn, NEIGHBOURS) nearest points */
    double *far2;    /* (drawn, NEIGHBOURS) their squared distances */
    double *scratch; /* (drawn) */
} sampling;

/* ---- order */

/* Spreads the low 21 bits of a number so that two zeros lie between each two of them: the
 * usual masks of a Morton code in three dimensions. */
static uint64_t spread_bits(uint64_t x)
{
    x &= 0x1fffff;
    x = (x | x << 32) & 0x1f00000000ffffULL;
    x = (x | x << 16) & 0x1f0000ff0000ffULL;
    x = (x | x << 8) & 0x100f00f00f00f00fULL;
    x = (x | x << 4) & 0x10c30c30c30c30c3ULL;
    x = (x | x << 2) & 0x1249249249249249ULL;
    return x;
}

/* Compares rows of three floats as numbers. */
static int compare_rows(const float *a, const float *b)
{
    for (int c = 0; c < 3; c++)
        if (a[c] != b[c]) return a[c] < b[c] ? -1 : 1;
    return 0;
}

/* Orders by the place on the curve, then by position, then by normal. */
static int by_place(const void *a, const void *b)
{
    const ordered *p = a;
    const ordered *q = b;

    if (p->key != q->key) return p->key < q->key ? -1 : 1;
    const int order = compare_rows(p->at, q->at);
    return order || !p->normal ? order : compare_rows(p->normal, q->normal);
}

/* Sorts all points along the curve. */
static void order_points(ordered *all, const float *points, const float *normals, int count)
{
    double low[3] = {INFINITY, INFINITY, INFINITY};
    double high[3] = {-INFINITY, -INFINITY, -INFINITY};
    double side = 0;

    for (size_t i = 0; i < (size_t)count; i++)
        for (size_t c = 0; c < 3; c++) {
            low[c] = fmin(low[c], (double)points[3 * i + c]);
            high[c] = fmax(high[c], (double)points[3 * i + c]);
        }
    for (int c = 0; c < 3; c++) side = fmax(side, high[c] - low[c]);

    const double steps = side > 0 ? ((1 << MORTON_BITS) - 1) / side : 0;
    for (size_t i = 0; i < (size_t)count; i++) {
        all[i] = (ordered){.at = points + 3 * i, .normal = normals ? normals + 3 * i : NULL};
        for (size_t c = 0; c < 3; c++)
            all[i].key |= spread_bits((uint64_t)(((double)points[3 * i + c] - low[c]) * steps)) << c;
    }

    qsort(all, (size_t)count, sizeof *all, by_place);
}

/* ---- strays */

/* Returns the root of the piece of a point, and shortens the way to it. */
static int root_of(int *piece, int i)
{
    while (piece[i] != i) {
        piece[i] = piece[piece[i]];
        i = piece[i];
    }

    return i;
}

/* Marks strays: sizes of their pieces become 0. Returns false when out of memory. */
static bool find_strays(sampling *s)
{
    pd_train_sample *out = s->out;
    const int count = out->drawn;
    pd_tree tree = {0};

    /* The nearest points of each, and the usual spacing. */
    if (!pd_tree_build(&tree, out->points[0], NULL, count, 0)) return false;
    for (size_t i = 0; i < (size_t)count; i++) {
        int *near = s->links + NEIGHBOURS * i;
        double *far2 = s->far2 + NEIGHBOURS * i;
        const int found = pd_tree_several(near, far2, NEIGHBOURS, &tree, out->points[i], NULL);
        for (int k = found; k < NEIGHBOURS; k++) {
            near[k] = (int)i;
            far2[k] = INFINITY;
        }

        s->scratch[i] = far2[FOURTH];
        s->piece[i] = (int)i;
    }

    pd_tree_deinit(&tree);
    pd_sort_doubles(s->scratch, (size_t)count);
    const double spacing = sqrt(pd_sorted_percentile(s->scratch, (size_t)count, USUAL));
    out->reach = fmin(fmax(REACH * spacing, REACH_LEAST), REACH_MOST);

    /* Link what is within reach. */
    for (size_t i = 0; i < (size_t)count; i++)
        for (size_t k = 0; k < NEIGHBOURS; k++) {
            if (!(s->far2[NEIGHBOURS * i + k] <= out->reach * out->reach)) continue;
            const int a = root_of(s->piece, (int)i);
            const int b = root_of(s->piece, s->links[NEIGHBOURS * i + k]);
            s->piece[a > b ? a : b] = a > b ? b : a;
        }

    /* Small pieces are strays, unless they are many. */
    int strays = 0;
    for (int i = 0; i < count; i++) s->sizes[i] = 0;
    for (int i = 0; i < count; i++) s->sizes[root_of(s->piece, i)]++;
    for (int i = 0; i < count; i++)
        if (s->piece[i] == i && s->sizes[i] <= STRAY_PIECE * count) strays += s->sizes[i];
    if (strays > STRAYS_MOST * count) return true;
    for (int i = 0; i < count; i++)
        if (s->piece[i] == i && s->sizes[i] <= STRAY_PIECE * count) s->sizes[i] = 0;

    return true;
}

/* Takes the strays out of the points. */
static void drop_strays(sampling *s)
{
    pd_train_sample *out = s->out;

    out->count = 0;
    for (int i = 0; i < out->drawn; i++) {
        if (!s->sizes[root_of(s->piece, i)]) {
            if (out->stray_count < PD_TRAIN_SAMPLE_NAMED)
                memcpy(out->strays[out->stray_count], out->points[i], sizeof *out->strays);
            out->stray_count++;
            continue;
        }

        memmove(out->points[out->count], out->points[i], sizeof *out->points);
        if (out->normals) memmove(out->normals[out->count], out->normals[i], sizeof *out->normals);
        out->count++;
    }
}

/* ---- mix */

/* Exchanges two points of the sample. */
static void exchange_points(pd_train_sample *s, int i, int j)
{
    double kept[3];

    memcpy(kept, s->points[i], sizeof kept);
    memcpy(s->points[i], s->points[j], sizeof kept);
    memcpy(s->points[j], kept, sizeof kept);
    if (!s->normals) return;
    memcpy(kept, s->normals[i], sizeof kept);
    memcpy(s->normals[i], s->normals[j], sizeof kept);
    memcpy(s->normals[j], kept, sizeof kept);
}

/* Returns the number of the cell of a point, which is never 0. */
static uint64_t cell_number(const double p[3], double side)
{
    uint64_t key = 1;

    for (int c = 0; c < 3; c++) {
        const int64_t at = (int64_t)floor(p[c] / side);
        key = key << CELL_BITS | ((uint64_t)at & ((1u << CELL_BITS) - 1));
    }

    return key;
}

/* Enters a cell into a table of `room` slots, a power of two (open addressing). Returns whether it was not
 * there. The factor is 2^64 over the golden ratio (Knuth's multiplicative hashing). */
static bool enter_cell(uint64_t *table, size_t room, uint64_t key)
{
    size_t slot = (size_t)((key * 0x9e3779b97f4a7c15ULL) >> 20) & (room - 1);

    while (table[slot] && table[slot] != key) slot = (slot + 1) & (room - 1);
    const bool is_new = !table[slot];
    table[slot] = key;
    return is_new;
}

/* A point with a number that looks random and depends on its position alone. */
typedef struct shuffled {
    uint64_t number;
    double at[3], normal[3];
} shuffled;

/* Orders by the number, then by position and normal. */
static int by_number(const void *a, const void *b)
{
    const shuffled *p = a;
    const shuffled *q = b;

    if (p->number != q->number) return p->number < q->number ? -1 : 1;
    for (int c = 0; c < 3; c++)
        if (p->at[c] != q->at[c]) return p->at[c] < q->at[c] ? -1 : 1;
    for (int c = 0; c < 3; c++)
        if (p->normal[c] != q->normal[c]) return p->normal[c] < q->normal[c] ? -1 : 1;
    return 0;
}

/* Sorts the points by numbers made from their positions, so that other points do not change their order.
 * Returns false when out of memory. */
static bool shuffle_points(pd_train_sample *s)
{
    shuffled *all = malloc((size_t)s->count * sizeof *all);

    if (!all) return false;
    for (int i = 0; i < s->count; i++) {
        shuffled *one = &all[i];
        uint64_t number = 0x9e3779b97f4a7c15ULL;
        *one = (shuffled){.number = 0};
        for (int c = 0; c < 3; c++) {
            uint64_t bits;
            one->at[c] = s->points[i][c] + 0.0; /* -0 becomes 0 */
            one->normal[c] = s->normals ? s->normals[i][c] : 0;
            memcpy(&bits, &one->at[c], sizeof bits);

            /* The mixer of splitmix64 (Steele, Lea and Flood 2014). */
            number = (number ^ bits) + 0x9e3779b97f4a7c15ULL;
            number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9ULL;
            number = (number ^ number >> 27) * 0x94d049bb133111ebULL;
            number ^= number >> 31;
        }

        one->number = number;
    }

    qsort(all, (size_t)s->count, sizeof *all, by_number);
    for (int i = 0; i < s->count; i++) {
        memcpy(s->points[i], all[i].at, sizeof *s->points);
        if (s->normals) memcpy(s->normals[i], all[i].normal, sizeof *s->normals);
    }

    free(all);
    return true;
}

bool pd_train_sample_spread(pd_train_sample *s)
{
    static const double sides[] = {0.12, 0.06, 0.04, 0.02};
    size_t room = 64;
    int first = 0;

    /* Room for twice as many cells as points keeps the table half empty. */
    while (room < 2 * (size_t)s->count) room *= 2;
    uint64_t *table = malloc(room * sizeof *table);
    if (!table) return false;

    /* Cells of 12 cm first, then smaller ones (sides, metres): a point in a new cell comes next. */
    for (size_t k = 0; k < sizeof sides / sizeof *sides; k++) {
        memset(table, 0, room * sizeof *table);
        for (int i = 0; i < first; i++) enter_cell(table, room, cell_number(s->points[i], sides[k]));
        for (int i = first; i < s->count; i++)
            if (enter_cell(table, room, cell_number(s->points[i], sides[k]))) exchange_points(s, first++, i);
    }

    free(table);
    return true;
}

/* ---- all of it */

/* Draws points from the ordered ones. */
static void draw_points(sampling *s, int count)
{
    pd_train_sample *out = s->out;

    for (int i = 0; i < out->drawn; i++) {
        const ordered *from = &s->all[(size_t)((double)i * count / out->drawn)];
        for (int c = 0; c < 3; c++) out->points[i][c] = (double)from->at[c];
        for (int c = 0; c < 3 && out->normals; c++) out->normals[i][c] = (double)from->normal[c];
    }
}

pd_status pd_train_sample_make(pd_train_sample *out, const float *points, const float *normals, int count,
                               int most, pd_error *err)
{
    *out = (pd_train_sample){.drawn = count < most ? count : most};
    const size_t drawn = (size_t)out->drawn;
    sampling s = {.out = out,
                  .all = malloc((size_t)count * sizeof *s.all),
                  .piece = malloc(drawn * sizeof *s.piece),
                  .sizes = malloc(drawn * sizeof *s.sizes),
                  .links = malloc(drawn * NEIGHBOURS * sizeof *s.links),
                  .far2 = malloc(drawn * NEIGHBOURS * sizeof *s.far2),
                  .scratch = malloc(drawn * sizeof *s.scratch)};

    /* Memory of the result. */
    out->points = malloc(drawn * sizeof *out->points);
    out->normals = normals ? malloc(drawn * sizeof *out->normals) : NULL;
    bool good = s.all && s.piece && s.sizes && s.links && s.far2 && s.scratch && out->points &&
                (out->normals || !normals);

    /* Order, draw, leave out strays, mix. */
    if (good) {
        order_points(s.all, points, normals, count);
        draw_points(&s, count);
        good = find_strays(&s);
    }

    if (good) {
        drop_strays(&s);
        good = shuffle_points(out);
    }

    free(s.all);
    free(s.piece);
    free(s.sizes);
    free(s.links);
    free(s.far2);
    free(s.scratch);
    if (good) return PD_OK;
    pd_train_sample_deinit(out);

    return pd_fail(err, PD_ERR_MEMORY, "scan", "out of memory for %d points", count);
}

void pd_train_sample_deinit(pd_train_sample *s)
{
    free(s->points);
    free(s->normals);
    *s = (pd_train_sample){0};
}
