/* Packs skinning into tiles: lists the table rows that move each tile, which are joints (LBS), pairs of joint
 * and pivot (DQS), or members of joint sets (SBS). */
#include "core/smpl/skin/tiles.h"

#include "core/base/assert.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define L PD_K_LANES

static bool grow_ints(int **array, int *size, int count)
{
    if (count <= *size) return true;
    int bigger = count + count / 2 + 64;
    int *moved = realloc(*array, (size_t)bigger * sizeof **array);
    if (!moved) return false;
    *array = moved;
    *size = bigger;

    return true;
}

/* --- dictionary that numbers lists of integers (pairs, joint sets) --- */

typedef struct dict {
    int *items, *start; /* all lists in a row; list id is items[start[id] .. start[id + 1]) */
    int *slots;         /* (slot_count) a hash table of ids, -1 where free                            */
    int count, item_count, item_size, start_size, slot_count;
} dict;

static void dict_deinit(dict *d)
{
    free(d->items);
    free(d->start);
    free(d->slots);
}

static uint32_t hash_ints(const int *list, int n)
{
    uint32_t h = 2166136261u;
    for (int i = 0; i < n; i++) h = (h ^ (uint32_t)list[i]) * 16777619u;
    return h ^ h >> 15;
}

static bool dict_rehash(dict *d)
{
    const int count = d->slot_count ? 2 * d->slot_count : 256;
    const uint32_t mask = (uint32_t)count - 1;
    int *slots = malloc((size_t)count * sizeof *slots);

    if (!slots) return false;

    for (int i = 0; i < count; i++) slots[i] = -1;
    for (int id = 0; id < d->count; id++) {
        uint32_t at = hash_ints(d->items + d->start[id], d->start[id + 1] - d->start[id]) & mask;
        while (slots[at] >= 0) at = (at + 1) & mask;
        slots[at] = id;
    }

    free(d->slots);
    d->slots = slots;
    d->slot_count = count;

    return true;
}

/* Returns the number of a list, and adds the list if it is new. Returns -1 when out of memory. */
static int dict_number(dict *d, const int *list, int n)
{
    const size_t bytes = (size_t)n * sizeof *list;

    if (2 * (d->count + 1) > d->slot_count && !dict_rehash(d)) return -1;

    const uint32_t mask = (uint32_t)d->slot_count - 1;
    uint32_t at = hash_ints(list, n) & mask;
    for (; d->slots[at] >= 0; at = (at + 1) & mask) {
        const int id = d->slots[at];
        if (d->start[id + 1] - d->start[id] == n && !memcmp(d->items + d->start[id], list, bytes)) return id;
    }

    if (!grow_ints(&d->start, &d->start_size, d->count + 2)) return -1;
    if (!grow_ints(&d->items, &d->item_size, d->item_count + n)) return -1;
    memcpy(d->items + d->item_count, list, bytes);
    d->start[d->count] = d->item_count;
    d->item_count += n;
    d->start[d->count + 1] = d->item_count;

    return d->slots[at] = d->count++;
}

/* --- skin lists --- */

typedef struct lister {
    int *start, *index, *slot_of_row; /* slot_of_row: slot of the row in the open tile, or a slot before it */
    float *weights;
    int used, index_size, row_size, tile;
    size_t weight_size;
} lister;

/* Sets the weight of a lane in the open tile's entry for a row, and adds the entry if needed. Returns false
 * when out of memory. */
static bool lister_add(lister *s, int row, int lane, float weight)
{
    const int size = s->row_size;

    if (row >= size && !grow_ints(&s->slot_of_row, &s->row_size, row + 1)) return false;
    for (int i = size; i < s->row_size; i++) s->slot_of_row[i] = -1;

    if (s->slot_of_row[row] < s->start[s->tile]) {
        if (!grow_ints(&s->index, &s->index_size, s->used + 1)) return false;
        if (((size_t)s->used + 1) * L > s->weight_size) {
            size_t bigger = s->weight_size + s->weight_size / 2 + 1024 * L;
            float *moved = realloc(s->weights, bigger * sizeof *moved);
            if (!moved) return false;
            s->weights = moved;
            s->weight_size = bigger;
        }

        memset(s->weights + (size_t)s->used * L, 0, L * sizeof *s->weights);
        s->index[s->used] = row;
        s->start[s->tile + 1] = s->used + 1;
        s->slot_of_row[row] = s->used++;
    }

    s->weights[(size_t)s->slot_of_row[row] * L + (size_t)lane] = weight;

    return true;
}

static bool lister_finish(pd_smpl_skin_list *out, lister *s)
{
    out->weights = pd_smpl_tiles_alloc((size_t)s->used * L, sizeof *out->weights);
    if (!out->weights) return false;
    if (s->used) memcpy(out->weights, s->weights, (size_t)s->used * L * sizeof *out->weights);
    out->start = s->start;
    out->index = s->index;
    s->start = NULL;
    s->index = NULL;

    return true;
}

typedef struct packer {
    pd_smpl_tiles *tiles;
    const pd_smpl_data *data;
    lister lbs, dqs, sbs;
    dict pairs, sets, centres;
    int *set_member; /* (set) first member of each set */
    int set_size;
    int member_size[3];
} packer;

/* Returns the first member of a set of joints (list: pivot, then n - 1 joints), and makes the members if the
 * set is new. Returns -1 when out of memory. */
static int first_member(packer *p, const int *list, int n)
{
    pd_smpl_sets *sets = &p->tiles->sets;
    const int known = p->sets.count;
    const int set = dict_number(&p->sets, list, n);

    if (set < 0 || !grow_ints(&p->set_member, &p->set_size, set + 1)) return -1;
    if (set < known) return p->set_member[set];

    const int centre = dict_number(&p->centres, list + 1, n - 1);
    const int first = sets->member_count;
    if (centre < 0 || !grow_ints(&sets->member_joint, &p->member_size[0], first + n) ||
        !grow_ints(&sets->member_pivot, &p->member_size[1], first + n) ||
        !grow_ints(&sets->member_centre, &p->member_size[2], first + n))
        return -1;
    for (int i = 1; i < n; i++) {
        const int m = sets->member_count++;
        sets->member_joint[m] = list[i];
        sets->member_pivot[m] = list[0];
        sets->member_centre[m] = centre;
    }

    return p->set_member[set] = first;
}

static bool pack_lanes(packer *p)
{
    /* One list of entries for each method of skinning. */
    lister *all[3] = {&p->lbs, &p->dqs, &p->sbs};

    for (int i = 0; i < 3; i++) {
        all[i]->start = calloc((size_t)p->tiles->tile_count + 1, sizeof(int));
        if (!all[i]->start) return false;
    }

    for (int t = 0; t < p->tiles->tile_count; t++) {
        for (int i = 0; i < 3; i++) {
            all[i]->tile = t;
            all[i]->start[t] = all[i]->start[t + 1] = all[i]->used;
        }

        for (int lane = 0; lane < L; lane++) {
            const int v = pd_smpl_lane_vertex(p->tiles, t, lane);
            const float *w = p->data->weights + (size_t)v * (size_t)p->data->joint_count;

            /* List the pivot (the joint with the largest weight),
             * then the joints that move the vertex, ascending. */
            int list[PD_SMPL_MAX_JOINTS + 1];
            int n = 1;
            list[0] = 0;
            for (int k = 0; k < p->data->joint_count; k++) {
                if (w[k] > w[list[0]]) list[0] = k;
                if (w[k] > 0) list[n++] = k;
            }

            /* Add an entry for each joint, for each pair of joint and pivot,
             * and for each member of the set. */
            PD_ASSERT(n <= PD_SMPL_MAX_JOINTS + 1);
            const int member = first_member(p, list, n);
            if (member < 0) return false;
            for (int i = 1; i < n; i++) {
                const int pair = dict_number(&p->pairs, (int[2]){list[i], list[0]}, 2);
                if (pair < 0 || !lister_add(&p->lbs, list[i], lane, w[list[i]]) ||
                    !lister_add(&p->dqs, pair, lane, w[list[i]]) ||
                    !lister_add(&p->sbs, member + i - 1, lane, w[list[i]]))
                    return false;
            }
        }
    }

    return true;
}

int pd_smpl_tiles_pack_skin(pd_smpl_tiles *tiles, const pd_smpl_data *data)
{
    packer p = {.tiles = tiles, .data = data};
    bool good = pack_lanes(&p) && lister_finish(&tiles->lbs, &p.lbs) && lister_finish(&tiles->dqs, &p.dqs) &&
                lister_finish(&tiles->sbs, &p.sbs);

    /* Move the pairs and the joints of the centres to the tiles. */
    if (good) {
        tiles->pair_count = p.pairs.count;
        tiles->pairs = malloc((size_t)(p.pairs.count + 1) * sizeof *tiles->pairs);
        good = tiles->pairs != NULL;
    }

    if (good) {
        memcpy(tiles->pairs, p.pairs.items, (size_t)p.pairs.count * sizeof *tiles->pairs);
        tiles->sets.centre_count = p.centres.count;
        tiles->sets.centre_start = p.centres.start;
        tiles->sets.centre_joint = p.centres.items;
        p.centres.start = p.centres.items = NULL;
    }

    lister *all[3] = {&p.lbs, &p.dqs, &p.sbs};
    for (int i = 0; i < 3; i++) {
        free(all[i]->start);
        free(all[i]->index);
        free(all[i]->slot_of_row);
        free(all[i]->weights);
    }

    dict_deinit(&p.pairs);
    dict_deinit(&p.sets);
    dict_deinit(&p.centres);
    free(p.set_member);

    return good;
}
