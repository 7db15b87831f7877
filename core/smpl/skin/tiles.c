#include "core/smpl/skin/tiles.h"

#include "core/base/machine/pages.h"
#include "core/base/size.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define L PD_K_LANES

void *pd_smpl_tiles_take(size_t count, size_t element_bytes)
{
    size_t bytes;

    if (!pd_size_mul(&bytes, count, element_bytes) || bytes > SIZE_MAX / 2) return NULL;
    bytes = (bytes + 64) / 64 * 64;
    void *block = aligned_alloc(64, bytes);
    if (block) pd_pages_fetch(block, bytes);

    return block;
}

void *pd_smpl_tiles_alloc(size_t count, size_t element_bytes)
{
    void *block = pd_smpl_tiles_take(count, element_bytes);
    return block ? memset(block, 0, count * element_bytes) : NULL;
}

pd_status pd_smpl_tiles_build(pd_smpl_tiles **out, const pd_smpl_data *data, pd_error *err)
{
    pd_smpl_tiles *tiles = calloc(1, sizeof *tiles);

    *out = NULL;
    if (tiles) {
        tiles->vertex_count = data->vertex_count;
        tiles->joint_count = data->joint_count;
        tiles->tile_count = (data->vertex_count + L - 1) / L;
    }

    /* List the faces around each vertex: count them, then fill the lists. Filling moves start[v + 1] from the
     * start of list v to its end. */
    const size_t corners = 3 * (size_t)data->face_count;
    const size_t vertices = (size_t)data->vertex_count;
    uint32_t *start = NULL;
    if (tiles && pd_smpl_tiles_pack_blend(tiles, data) && pd_smpl_tiles_pack_skin(tiles, data)) {
        start = tiles->around_start = calloc(vertices + 2, sizeof *start);
        tiles->around = malloc((corners + 1) * sizeof *tiles->around);
    }

    if (!start || !tiles->around) {
        pd_smpl_tiles_free(tiles);
        return pd_fail(err, PD_ERR_MEMORY, "model", "out of memory");
    }

    for (size_t i = 0; i < corners; i++) start[data->faces[i] + 2]++;
    for (size_t v = 0; v < vertices; v++) start[v + 2] += start[v + 1];
    for (size_t i = 0; i < corners; i++) tiles->around[start[data->faces[i] + 1]++] = (uint32_t)(i / 3);

    size_t n = (size_t)tiles->tile_count;
    size_t entry = L * sizeof(float) + sizeof(int32_t);
    size_t entries = (size_t)tiles->lbs.start[n] + (size_t)tiles->dqs.start[n] + (size_t)tiles->sbs.start[n];
    tiles->bytes =
        sizeof *tiles + tiles->tile_narrow[n] + tiles->tile_plain[n] * PD_K_TILE * sizeof(float) +
        entries * entry + n * 10 * sizeof(int) + (size_t)tiles->tile_block_start[n] * sizeof(uint16_t) +
        (size_t)tiles->sets.member_count * 3 * sizeof(int) +
        ((size_t)tiles->vertex_count + tiles->around_start[tiles->vertex_count]) * sizeof(uint32_t);

    *out = tiles;
    return PD_OK;
}

static void free_list(pd_smpl_skin_list *list)
{
    free(list->start);
    free(list->index);
    free(list->weights);
}

void pd_smpl_tiles_free(pd_smpl_tiles *tiles)
{
    if (!tiles) return;
    free(tiles->wide);
    if (tiles->is_mapped) {
        free(tiles);
        return;
    }

    free(tiles->block_feature);
    free(tiles->block_rows);
    free(tiles->tile_block_start);
    free(tiles->tile_blocks);
    free(tiles->tile_betas);
    free(tiles->tile_half);
    free(tiles->tile_rows);
    free(tiles->tile_plain);
    free(tiles->plain);
    free(tiles->tile_narrow);
    free(tiles->tile_scales);
    free(tiles->narrow);
    free(tiles->pairs);
    free_list(&tiles->lbs);
    free_list(&tiles->dqs);
    free_list(&tiles->sbs);
    free(tiles->sets.member_joint);
    free(tiles->sets.member_pivot);
    free(tiles->sets.member_centre);
    free(tiles->sets.centre_start);
    free(tiles->sets.centre_joint);
    free(tiles->around_start);
    free(tiles->around);
    free(tiles);
}
