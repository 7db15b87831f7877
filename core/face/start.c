#include "core/face/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GRID         320   /* cells along the longer side of the map */
#define SAMPLES      140   /* points of the template that are compared */
#define CAP          0.012 /* metres: largest error of a point */
#define TURN         0.008 /* metres for a normal that is 90 degrees off */
#define SIZE_STEP    1.12  /* factor between two sizes */
#define STEP         0.007 /* metres between two places */
#define PLACES_LEAST 0.75  /* cells of the map between two places */
#define APART        0.015 /* metres: places that count as different */

/* What is seen from the front. */
typedef struct start_map {
    int width, height;
    double cell, low[2];
    float (*seen)[4]; /* (height,width) depth and normal; depth -INFINITY: nothing */
} start_map;

/* Draws the triangles into the map. */
static void draw_start_map(start_map *map, const pd_face_mesh *m)
{
    for (int i = 0; i < map->width * map->height; i++) map->seen[i][0] = -INFINITY;
    for (int f = 0; f < m->face_count; f++) {
        const int *c = m->faces[f];
        double p[3][2];
        for (int k = 0; k < 3; k++)
            for (int x = 0; x < 2; x++) p[k][x] = (m->at[c[k]][x] - map->low[x]) / map->cell - 0.5;
        const double area =
            (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[0][0]);
        if (fabs(area) < 1e-12) continue;
        const int x0 = (int)fmax(0, ceil(fmin(p[0][0], fmin(p[1][0], p[2][0]))));
        const int x1 = (int)fmin(map->width - 1, floor(fmax(p[0][0], fmax(p[1][0], p[2][0]))));
        const int y0 = (int)fmax(0, ceil(fmin(p[0][1], fmin(p[1][1], p[2][1]))));
        const int y1 = (int)fmin(map->height - 1, floor(fmax(p[0][1], fmax(p[1][1], p[2][1]))));
        for (int y = y0; y <= y1; y++)
            for (int x = x0; x <= x1; x++) {
                double w[3];
                for (int k = 0; k < 3; k++) {
                    const double *a = p[(k + 1) % 3], *b = p[(k + 2) % 3];
                    w[k] = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area;
                }
                if (w[0] < -1e-9 || w[1] < -1e-9 || w[2] < -1e-9) continue;
                const double z = w[0] * m->at[c[0]][2] + w[1] * m->at[c[1]][2] + w[2] * m->at[c[2]][2];
                float *cell = map->seen[y * map->width + x];
                if (z <= (double)cell[0]) continue;
                cell[0] = (float)z;
                for (int k = 0; k < 3; k++)
                    cell[1 + k] = (float)(w[0] * m->normals[c[0]][k] + w[1] * m->normals[c[1]][k] +
                                          w[2] * m->normals[c[2]][k]);
            }
    }
}

/* Returns the middle one of the numbers (count), which it reorders. */
static double median_of(double *numbers, int count)
{
    int low = 0, high = count - 1;
    const int middle = count / 2;

    /* Hoare's selection. */
    while (low < high) {
        const double pivot = numbers[middle];
        int i = low, j = high;
        while (i <= j) {
            while (numbers[i] < pivot) i++;
            while (numbers[j] > pivot) j--;
            if (i > j) break;
            const double swap = numbers[i];
            numbers[i++] = numbers[j];
            numbers[j--] = swap;
        }
        if (j < middle) low = i;
        if (i > middle) high = j;
    }

    return numbers[middle];
}

/* Compares the template's points with the map at a place; *depth: shift along z in metres. */
static double compare_at(double *depth, const start_map *map, const double (*points)[6], int count,
                         double scale, const double at[2])
{
    double off[SAMPLES], sorted[SAMPLES];
    double turn = 0;
    int used = 0;

    for (int i = 0; i < count; i++) {
        const int x = (int)floor((points[i][0] / scale + at[0] - map->low[0]) / map->cell);
        const int y = (int)floor((points[i][1] / scale + at[1] - map->low[1]) / map->cell);
        if (x < 0 || y < 0 || x >= map->width || y >= map->height) continue;
        const float *cell = map->seen[y * map->width + x];
        if (!(cell[0] > -INFINITY)) continue;
        off[used++] = (double)cell[0] * scale - points[i][2];
        turn += 1 - (points[i][3] * (double)cell[1] + points[i][4] * (double)cell[2] +
                     points[i][5] * (double)cell[3]);
    }
    if (2 * used < count) return INFINITY;

    /* Points beside the surface cost as much as the worst. */
    memcpy(sorted, off, (size_t)used * sizeof *sorted);
    *depth = median_of(sorted, used);
    double sum = (CAP + TURN) * (count - used) + TURN * turn;
    for (int i = 0; i < used; i++) sum += fmin(CAP, fabs(off[i] - *depth));

    return sum / count;
}

/* Adds a place to the list, if it is better than those near it. */
static int add_start(pd_face_start out[PD_FACE_STARTS], int count, const pd_face_start *new)
{
    int at = count;

    for (int i = 0; i < count; i++) {
        const double size = fabs(log(out[i].frame.scale / new->frame.scale));
        const double x = (out[i].frame.shift[0] - new->frame.shift[0]);
        const double y = (out[i].frame.shift[1] - new->frame.shift[1]);
        if (size > 1.5 * log(SIZE_STEP) || x * x + y * y > APART * APART) continue;
        if (out[i].cost <= new->cost) return count;
        memmove(out + i, out + i + 1, (size_t)(count - i - 1) * sizeof *out);
        count--;
        i--;
    }
    for (at = count; at > 0 && out[at - 1].cost > new->cost;) at--;
    if (at == PD_FACE_STARTS) return count;
    count = count < PD_FACE_STARTS ? count + 1 : count;
    memmove(out + at + 1, out + at, (size_t)(count - at - 1) * sizeof *out);
    out[at] = *new;

    return count;
}

int pd_face_start_find(pd_face_start out[PD_FACE_STARTS], const pd_face_mesh *mesh, const pd_face_template *t,
                       double least, double most)
{
    start_map map = {0};
    double points[SAMPLES][6];
    double high[2] = {-INFINITY, -INFINITY};
    int count = 0, faces = 0, found = 0;

    /* The map, over the whole mesh. */
    map.low[0] = map.low[1] = INFINITY;
    for (int v = 0; v < mesh->count; v++)
        for (int x = 0; x < 2; x++) {
            map.low[x] = fmin(map.low[x], mesh->at[v][x]);
            high[x] = fmax(high[x], mesh->at[v][x]);
        }
    map.cell = fmax(high[0] - map.low[0], high[1] - map.low[1]) / GRID;
    if (!(map.cell > 0)) return 0;
    map.width = (int)((high[0] - map.low[0]) / map.cell) + 1;
    map.height = (int)((high[1] - map.low[1]) / map.cell) + 1;
    map.seen = malloc((size_t)map.width * (size_t)map.height * sizeof *map.seen);
    if (!map.seen) return -1;
    draw_start_map(&map, mesh);

    /* Points of the template, relative to the middle of its face. */
    for (int i = 0; i < t->count; i++) faces += t->is_face[i];
    for (int i = 0, k = 0; i < t->count && count < SAMPLES; i++) {
        if (!t->is_face[i] || (long)k++ * SAMPLES / faces < count) continue;
        for (int x = 0; x < 3; x++) {
            points[count][x] = t->mesh.rest[i][x] - t->middle[x];
            points[count][3 + x] = t->mesh.normals[i][x];
        }
        count++;
    }

    for (double scale = most; scale > least; scale /= SIZE_STEP) {
        const double step = fmax(STEP / scale, PLACES_LEAST * map.cell), margin = 0.4 * t->height / scale;
        for (double y = map.low[1] + margin; y < high[1] - margin / 2; y += step)
            for (double x = map.low[0] + margin / 2; x < high[0] - margin / 2; x += step) {
                pd_face_start one = {.frame = {.rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .scale = scale}};
                const double at[2] = {x, y};
                double depth = 0;
                one.cost = compare_at(&depth, &map, (const double(*)[6])points, count, scale, at);
                if (!(one.cost < INFINITY)) continue;
                one.frame.shift[0] = t->middle[0] - scale * x;
                one.frame.shift[1] = t->middle[1] - scale * y;
                one.frame.shift[2] = t->middle[2] - depth;
                found = add_start(out, found, &one);
            }
    }
    free(map.seen);

    return found;
}
