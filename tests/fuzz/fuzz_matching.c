/* Fuzzes matching databases. An accepted database writes and reads back to the same bytes, the search by
 * boxes finds what brute force finds, and for any input the player stays
 * in the database and gives finite poses. */
#include "core/matching/player.h"
#include "core/matching/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect_same_file(const pd_matching_database *database)
{
    pd_buffer once = {0}, twice = {0};
    pd_matching_database again;
    if (pd_matching_database_encode(&once, database, NULL)) abort();
    if (pd_matching_database_parse(&again, once.data, once.size, "again", NULL)) abort();
    if (pd_matching_database_encode(&twice, &again, NULL)) abort();
    if (once.size != twice.size || memcmp(once.data, twice.data, once.size)) abort();
    pd_buffer_deinit(&once);
    pd_buffer_deinit(&twice);
    pd_matching_database_deinit(&again);
}

static void search(const pd_matching_index *index)
{
    for (int e = 0; e < index->entry_count; e += 1 + index->entry_count / 20) {
        _Alignas(64) float query[PD_MATCHING_ROW];
        memcpy(query, index->rows + (size_t)e * PD_MATCHING_ROW, sizeof query);
        query[e % PD_MATCHING_FEATURES] += 0.5f;
        pd_matching_found a = pd_matching_search_ref(query, 3, INFINITY, index),
                          b = pd_matching_search(query, 3, INFINITY, index);
        if (a.entry != b.entry || a.cost != b.cost) abort();
    }
}

static void play(const pd_matching_index *index)
{
    pd_matching_root root = {{0, 0}, 0};
    pd_matching_player player;
    pd_matching_frame frame;
    pd_matching_player_begin(&player, &root, index);
    for (int t = 0; t < 100; t++) {
        pd_matching_goal goal = {{t % 40 < 20 ? 0 : 1.5, t % 30 < 15 ? 3 : 0}, t * 0.1, t % 30 < 15};
        pd_matching_player_step(&frame, &player, &goal, &root, index);
        if (player.entry < 0 || player.entry >= index->entry_count) abort();
        for (int j = 0; j < index->skeleton.joint_count; j++)
            if (!pd_q_finite(frame.pose.rotations[j])) abort();
        if (!pd_vec3_finite(frame.pose.hips) || !isfinite(frame.turn) || !isfinite(frame.step[0])) abort();
        root.at[0] += frame.step[0], root.at[1] += frame.step[1], root.yaw += frame.turn;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_matching_database database;
    pd_matching_model *model;
    if (pd_matching_database_parse(&database, data, size, "fuzz", NULL)) return 0;
    expect_same_file(&database);
    if (database.copy_count > 200) {
        pd_matching_database_deinit(&database);
        return 0;
    }
    if (pd_matching_model_build(&model, &database, NULL)) return 0;
    search(&model->index);
    play(&model->index);
    pd_matching_model_release(model);
    return 0;
}
