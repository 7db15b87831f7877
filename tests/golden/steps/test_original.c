/* Rows of training from the original's clips, number by number against what they were: of flat ground, of a walk over patches and of a beam. That they are the
 * original's is for tests/golden/test_import.c and for its own program.
 *
 * tests/golden/steps/original.txt: POSED_GOLDEN=write makes it anew. */
#include "tests/support/fixture.h"
#include "tests/support/golden_lines.h"

#include "core/anim/biped.h"
#include "train/original/database.h"

#define TOLERANCE 1e-7

enum { FRAMES = 320, POINTS = 8, PATCHES = 12, BEST = 3 };

/* Who walks on a winding way with halts and swings all joints; each turns about z, y and x. */
static pd_bvh walk(void)
{
    pd_bvh bvh = {
        .joint_count = 31, .channel_count = 3 + 3 * 31, .frame_count = FRAMES, .frame_seconds = 1 / 60.0};
    bvh.joints = calloc(31, sizeof *bvh.joints);
    bvh.values = calloc((size_t)(FRAMES * bvh.channel_count), sizeof *bvh.values);
    for (int j = 0; j < 31; j++) {
        const pd_anim_biped_joint *row = &pd_anim_biped_joints[j];
        pd_bvh_joint *joint = &bvh.joints[j];
        snprintf(joint->name, sizeof joint->name, "%s", row->name);
        joint->parent = row->parent;
        joint->offset = pd_vec3_make(100 * row->x, 100 * row->y, 100 * row->z);
        joint->channel_start = j ? 3 + 3 * j : 0, joint->channel_count = j ? 3 : 6;
        for (int c = 0; c < joint->channel_count; c++)
            joint->channels[c] = (unsigned char)(j ? 5 - c : c < 3 ? c : 8 - c);
    }
    for (int t = 0; t < FRAMES; t++) {
        double *v = bvh.values + t * bvh.channel_count;
        const int at = t - (t % 20 < 6 ? t % 20 : 0); /* stands still for six frames of twenty */
        v[0] = 60 * sin(at * 0.02), v[1] = 95 + 3 * sin(at * 0.2), v[2] = 2.5 * at;
        for (int i = 3; i < bvh.channel_count; i++)
            v[i] = (i == 4 ? 40 : 6) * sin(0.013 * (i % 7 + 1) * at + i);
    }
    return bvh;
}

static void add_clip(golden_lines *g, const pd_train_original_clip *clip)
{
    for (int t = 0; t < clip->frame_count; t += 40) {
        double numbers[16] = {clip->phase[t]};
        int count = 1;
        for (int k = 0; k < 6; k++) numbers[count++] = clip->gaits[t][k];
        for (int j = 0; j < 31; j += 15) {
            const pd_vec3 p = clip->positions[t * 31 + j];
            numbers[count++] = p.x, numbers[count++] = p.y, numbers[count++] = p.z;
        }
        golden_lines_add(g, "clip", numbers, count, TOLERANCE);
    }
    for (int c = 0; c < clip->cycle_count; c++)
        golden_lines_add(g, "cycle", (double[]){clip->cycles[c].first, clip->cycles[c].last}, 2, 0.5);
}

static double uneven; /* the last table's ground */

static void add_table(golden_lines *g, const pd_train_rows_table *table)
{
    const size_t width = (size_t)(table->layout.in_left + table->layout.out_count);
    golden_lines_add(g, "table", (double[]){(double)table->frame_count, (double)table->row_count}, 2, 0.5);
    double all[5] = {0}; /* of every row, those at a cycle's ends too */
    for (long r = 0; r < table->row_count; r++) {
        const pd_train_table_row *row = &table->rows[r];
        const double weight = golden_weight((size_t)(r % 97), 97);
        all[0] += weight * (double)row->phase, all[1] += weight * (double)row->height;
        all[2] += weight * row->frame, all[3] += weight * row->piece;
        all[4] += weight * golden_weighted(row->ground, PD_TRAIN_TABLE_GROUND);
    }
    golden_lines_add(g, "rows", all, 5, TOLERANCE);
    uneven = fabs(all[4]);
    for (long r = 0; r < table->row_count; r += 13) {
        const pd_train_table_row *row = &table->rows[r];
        golden_lines_add(g, "row",
                         (double[]){row->frame, row->piece, (double)row->phase, (double)row->height,
                                    row->held_out, golden_weighted(row->ground, PD_TRAIN_TABLE_GROUND)},
                         6, TOLERANCE);
    }
    for (long f = 0; f < table->frame_count; f += 7) {
        const float *frame = table->frames + (size_t)f * width;
        double numbers[40];
        int count = 0;
        for (size_t i = 0; i < width; i += 16)
            numbers[count++] = golden_weighted(frame + i, width - i < 16 ? width - i : 16);
        golden_lines_add(g, "frame", numbers, count, TOLERANCE);
    }
}

static void rows_are_what_they_were(void **state)
{
    static const pd_train_fit_kind kinds[] = {PD_TRAIN_FIT_FLAT, PD_TRAIN_FIT_WALK, PD_TRAIN_FIT_BEAM,
                                              PD_TRAIN_FIT_JUMP};
    pd_bvh bvh = walk();
    pd_sidecar_table phase = {FRAMES, 1, calloc(FRAMES, sizeof(float))},
                     gait = {FRAMES, 8, calloc(FRAMES * 8, sizeof(float))};
    pd_sidecar_step items[] = {{75, 118, 0}, {120, 163, 1}, {165, 215, 0}, {220, 255, 0}};
    pd_sidecar_steps steps = {4, items};
    pd_train_patches patches = {PATCHES, POINTS, 0.7, calloc(PATCHES * POINTS * POINTS, sizeof(float))};
    golden_lines g;
    pd_error err;
    (void)state;
    for (int t = 0; t < FRAMES; t++) {
        phase.values[t] = (float)(t % 45) / 45;
        for (int k = 0; k < 8; k++)
            gait.values[8 * t + k] = k == t / 30 % 8 ? 0.8f : k == (t / 30 + 3) % 8 ? 0.2f : 0;
    }
    for (int i = 0; i < PATCHES * POINTS * POINTS; i++) patches.heights[i] = (float)(i * 37 % 11) * 0.02F;

    golden_lines_begin(&g, "tests/golden/steps/original.txt");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const pd_train_original_source source = {"clip", kinds[k], &bvh, &phase, &gait, &steps, k % 2};
        pd_train_original_clip clip;
        pd_train_rows_table table;
        pd_train_random_state noise;
        pd_train_random_state_init(&noise, PD_TRAIN_ORIGINAL_SEED);
        const pd_train_original_how how = {.patches = &patches,
                                           .best = BEST,
                                           .noise = &noise,
                                           .held_out = k == 2,
                                           .kernel = (pd_train_fit_kernel)(k % 2)};
        pd_train_rows_table_init(&table, pd_pfnn_layout_of(12, 6, 31));
        if (pd_train_original_clip_make(&clip, &source, &err)) fail_msg("%s: %s", err.where, err.detail);
        add_clip(&g, &clip);
        if (pd_train_original_add(&table, &clip, &how, &pd_fixture_shuffled, &err))
            fail_msg("%s: %s", err.where, err.detail);
        add_table(&g, &table);
        assert_true(g.writes || (uneven > 1) == (kinds[k] != PD_TRAIN_FIT_FLAT)); /* feet stand on patches */
        pd_train_rows_table_deinit(&table);
        pd_train_original_clip_deinit(&clip);
    }
    golden_lines_end(&g);
    pd_bvh_deinit(&bvh);
    pd_sidecar_table_deinit(&phase), pd_sidecar_table_deinit(&gait);
    pd_train_patches_deinit(&patches);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_are_what_they_were)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
