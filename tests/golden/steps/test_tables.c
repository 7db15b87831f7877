/* Tables that no rule holds, row by row: plans of animals, MakeHuman's sliders, markers, joints, ranges, keypoint sets, expressions, vertices of keypoints,
 * skeletons of motion capture.
 *
 * tests/golden/steps/tables.txt: POSED_GOLDEN=write makes it anew. A number that changes here changes what is learned, or where somebody's marker is looked for. */
#include "core/anim/biped.h"
#include "core/anim/ranges.h"
#include "core/anim/source.h"
#include "core/ik/solve/solvers.h"
#include "core/observe/keypoint.h"
#include "core/observe/take/markers.h"
#include "core/rig/plan.h"
#include "core/smpl/data/keypoint.h"
#include "train/body/expression.h"
#include "train/body/joints.h"
#include "train/body/proportion.h"
#include "train/makehuman/slider.h"
#include "train/wardrobe/catalogue.h"
#include "tests/support/golden_text.h"

#define FILE_PATH "tests/golden/steps/tables.txt"

static const char *text_of(const char *text)
{
    return text ? text : "-";
}

static void add_plans(pd_buffer *out)
{
    for (int p = 0; p < PD_RIG_PLANS; p++) {
        const pd_rig_plan *plan = &pd_rig_plans[p];
        pd_buffer_printf(out, "plan %s: %s\n", plan->name, plan->doc);
        for (int i = 0; i < plan->count; i++) {
            const pd_rig_plan_row *row = &plan->rows[i];
            pd_buffer_printf(out, "  %d %s %d %d %.10g %.10g %.10g %u\n", i, row->name, row->parent,
                             row->mirror, row->at[0], row->at[1], row->at[2], row->flags);
        }
    }
}

static void add_sliders(pd_buffer *out)
{
    pd_buffer_printf(out, "sliders %d, %d of the body\n", pd_train_slider_count, pd_train_body_slider_count);
    for (int i = 0; i < pd_train_slider_count; i++) {
        const pd_train_slider *s = &pd_train_sliders[i];
        pd_buffer_printf(out, "  %s %s %s %.10g %.10g %d\n", s->path, text_of(s->negative),
                         text_of(s->positive), s->sd, s->depot, s->kind);
    }
    for (int i = 0; i < pd_train_female_shape_count; i++)
        pd_buffer_printf(out, "  woman %s\n", pd_train_female_shapes[i]);
    for (int i = 0; i < pd_train_male_shape_count; i++)
        pd_buffer_printf(out, "  man %s\n", pd_train_male_shapes[i]);
}

static void add_markers(pd_buffer *out)
{
    for (const pd_observe_marker *m = pd_observe_markers; m->name; m++)
        pd_buffer_printf(
            out,
            "marker %s %d %s %s %.10g shift %.10g %.10g %.10g along %.10g %.10g %.10g across %.10g: %s\n",
            m->name, m->sided, text_of(m->from), text_of(m->to), m->share, m->shift[0], m->shift[1],
            m->shift[2], m->along[0], m->along[1], m->along[2], m->across, text_of(m->doc));
}

static void add_joints(pd_buffer *out)
{
    for (int i = 0; i < PD_TRAIN_POINT_COUNT; i++) {
        const pd_train_joint_row *row = &pd_train_joints[i];
        pd_buffer_printf(out, "joint %d %s %d %d %s:", i, row->name, row->parent, row->mirror,
                         text_of(row->bones));
        for (int c = 0; c < PD_TRAIN_POINT_CUBES && row->cubes[c]; c++)
            pd_buffer_printf(out, " %s", row->cubes[c]);
        pd_buffer_text(out, "\n");
    }
    const pd_train_skeleton *const skeletons[] = {&pd_train_smpl, &pd_train_smplx};
    for (int s = 0; s < 2; s++)
        for (int j = 0; j < skeletons[s]->joint_count; j++)
            pd_buffer_printf(out, "  %d %d: %d below %d, mirror %d\n", s, j, skeletons[s]->points[j],
                             pd_train_skeleton_parent(skeletons[s], j),
                             pd_train_skeleton_mirror(skeletons[s], j));
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        const pd_anim_biped_joint *b = &pd_anim_biped_joints[j];
        pd_buffer_printf(out, "biped %d %s %d %.10g %.10g %.10g %d %d\n", j, b->name, b->parent, b->x, b->y,
                         b->z, b->mirror, b->masked);
    }
}

static void add_range(pd_buffer *out, const char *name, const pd_anim_range *r, int side)
{
    if (r)
        pd_buffer_printf(out, "%s (%s %d) %d %d %d: %.10g %.10g, %.10g %.10g, %.10g %.10g\n", name,
                         text_of(r->name), side, r->paired, r->twist, r->box, r->min_deg[0], r->max_deg[0],
                         r->min_deg[1], r->max_deg[1], r->min_deg[2], r->max_deg[2]);
    else
        pd_buffer_printf(out, "%s -\n", name);
}

static void add_ranges(pd_buffer *out)
{
    for (const pd_anim_range *r = pd_anim_ranges; r->name; r++) {
        add_range(out, "range", r, 0);
        add_range(out, "anatomical", pd_anim_ranges_anatomical + (r - pd_anim_ranges), 0);
    }
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        int side = 0;
        const char *name = pd_anim_biped_joints[j].name;
        const pd_anim_range *r = pd_anim_range_of_biped(name, &side);
        add_range(out, name, r, side);
    }
    for (int j = 0; j < PD_TRAIN_JOINT_COUNT; j++) {
        int side = 0;
        const char *name = pd_train_joints[j].name;
        const pd_anim_range *r = pd_anim_anatomical_of(name, &side);
        add_range(out, name, r, side);
    }
}

static void add_sets(pd_buffer *out)
{
    for (const pd_observe_set *s = pd_observe_sets; s->name; s++) {
        pd_buffer_printf(out, "set %s, %d from %d on, %d %d: %s\n", s->name, s->count, s->least,
                         s->is_tracked, s->is_worn, s->doc);
        for (int i = 0; i < s->count; i++)
            pd_buffer_printf(out, "  %s %s, mirror %d\n", s->keypoints[i].name, s->keypoints[i].place,
                             pd_observe_set_mirror(s, i));
    }
}

static void add_expressions(pd_buffer *out)
{
    for (int r = 0; r < pd_train_expression_row_count; r++)
        pd_buffer_printf(out, "expression %s: %s %d\n", pd_train_expressions[r].name,
                         pd_train_expressions[r].recipe, pd_train_expressions[r].one_side);
    pd_buffer_printf(out, "%d of them, %d proportions\n", pd_train_expression_count(),
                     PD_TRAIN_PROPORTION_COUNT);
}

static void add_solvers(pd_buffer *out)
{
    for (int i = 0; i < PD_IK_SOLVER_COUNT; i++) {
        const pd_ik_solver_row *s = &pd_ik_solvers[i];
        pd_buffer_printf(out, "solver %d %s %d: %.10g ms, lacks %u, hands over %d, %d%d%d%d%d%d%d%d%d%d %s\n",
                         i, s->name, (int)s->id, s->usual_ms, s->lacks, s->hands_over, s->is_damped,
                         s->is_sequential, s->is_sequential_with_limits, s->wants_all_positions,
                         s->moves_root, s->takes_couplings, s->has_singular_values, s->has_prior,
                         s->has_network, s->attempts != NULL, s->doc);
    }
}

static void add_items(pd_buffer *out)
{
    for (int i = 0; i < pd_train_item_count; i++) {
        const pd_train_item *item = &pd_train_items[i];
        pd_buffer_printf(out,
                         "item %s (%s) %s: slot %d carrier %d, %d %d %.6g, texture %d tint %d, %.6g %d skirt "
                         "%d, %d colours",
                         item->name, item->about, item->files, (int)item->slot, (int)item->carrier,
                         item->dir_count, item->smoothing, (double)item->clearance, item->texture,
                         (int)item->tint, (double)item->roughness, item->is_two_sided, item->skirt,
                         item->color_count);
        for (int c = 0; c < PD_TRAIN_COLORS_MAX; c++)
            pd_buffer_printf(out, " %d %d %d", item->colors[c][0], item->colors[c][1], item->colors[c][2]);
        pd_buffer_text(out, "\n");
    }
}

/* Vertices that say their own number: which of them a keypoint is, of each published mesh and of ours. */
static void add_vertices(pd_buffer *out)
{
    enum { MOST = 13380 };
    static const int meshes[][2] = {{6890, 24}, {6890, 52},  {10475, 55}, {778, 16},
                                    {5023, 5},  {13380, 24}, {13380, 55}};
    float *vertices = malloc(3 * MOST * sizeof *vertices);
    for (int v = 0; v < MOST; v++) vertices[3 * v] = vertices[3 * v + 1] = vertices[3 * v + 2] = (float)v;
    for (size_t m = 0; m < sizeof meshes / sizeof *meshes; m++) {
        pd_smpl_data data = {.vertex_count = meshes[m][0], .joint_count = meshes[m][1]};
        for (int level = 0; level < PD_SMPL_KEYPOINTS_CONTOUR; level++) {
            float points[3 * PD_SMPL_KEYPOINTS_MOST];
            pd_error err = {0};
            if (pd_smpl_keypoints_check(&data, (pd_smpl_keypoints)level, "keypoints", &err) != PD_OK) {
                pd_buffer_printf(out, "mesh of %d, %d: %s\n", meshes[m][0], meshes[m][1], err.detail);
                continue;
            }
            const int count = pd_smpl_keypoints_count(&data, (pd_smpl_keypoints)level);
            pd_smpl_keypoints_find(points, &data, (pd_smpl_keypoints)level, vertices, NULL);
            for (int i = 0; i < count; i++) {
                char name[PD_SMPL_NAME_BYTES];
                int triangle = -1, corner = -1;
                pd_smpl_keypoints_name(name, &data, i);
                pd_smpl_keypoints_triangle(&triangle, &corner, &data, i);
                pd_buffer_printf(out, "mesh of %d, %d: %s %.6g, triangle %d %d\n", meshes[m][0], meshes[m][1],
                                 name, (double)points[3 * i], triangle, corner);
            }
        }
    }
    free(vertices);
}

/* Each by a skeleton of its marks; the spine's first offset tells two of them apart, and the shin's two more. */
static void add_sources(pd_buffer *out)
{
    static const struct {
        const char *marks[3];
        pd_vec3 spine, shin;
    } rows[] = {{{"LHipJoint", "LeftFingerBase", "LowerBack"}, {0, 1, 0}, {0, -1, 0}},
                {{"LHipJoint", "LeftFingerBase", "LowerBack"}, {0, 1, 0}, {1, -1, 0}},
                {{"lhipjoint", "lfemur", "lowerback"}, {0, 1, 0}, {0, 0, 0}},
                {{"abdomen", "lShldr", "rButtock"}, {0, 1, 0}, {0, 0, 0}},
                {{"ToSpine", "LeftForeArm", "LeftToeBase"}, {1, 0.5, 0}, {0, 0, 0}},
                {{"ToSpine", "LeftForeArm", "LeftToeBase"}, {0.5, 1, 0}, {0, 0, 0}},
                {{"Chest4", "LeftCollar", "LeftToe"}, {0, 1, 0}, {0, 0, 0}},
                {{"spine.001", "shoulder.L", "shin.R"}, {0, 1, 0}, {0, 0, 0}},
                {{"left_hip", "spine3", "right_wrist"}, {0, 1, 0}, {0, 0, 0}},
                {{"left_hip", "spine3", "right_wrst"}, {0, 1, 0}, {0, 0, 0}}};
    pd_anim_skeleton *skeleton = calloc(1, sizeof *skeleton);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const char *const names[] = {rows[r].marks[0], rows[r].marks[1], rows[r].marks[2], "Spine1",
                                     "LeftLeg"};
        skeleton->joint_count = 5;
        for (int j = 0; j < 5; j++) snprintf(skeleton->names[j], sizeof skeleton->names[j], "%s", names[j]);
        skeleton->offsets[3] = rows[r].spine, skeleton->offsets[4] = rows[r].shin;
        const pd_anim_source *s = pd_anim_source_of(skeleton);
        pd_buffer_printf(out, "source %s: %s\n", s ? s->name : "-", s ? s->text : "-");
        if (!s) continue;
        pd_buffer_printf(out, "  %.10g %.10g %d %d %.10g %d\n", s->metres_per_unit, s->rate, s->first_frame,
                         s->adds_root_offset, s->elbow_tilt_deg, s->is_ours);
        for (const pd_anim_reference_rotation *t = s->reference; t->joint; t++)
            pd_buffer_printf(out, "  %s %.10g %.10g %.10g\n", t->joint, t->x_deg, t->y_deg, t->z_deg);
        for (int j = 0; j < PD_ANIM_SMPL_JOINTS; j++)
            pd_buffer_printf(out, "  %s is %s\n", pd_anim_smpl_names[j], text_of(s->smpl[j]));
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS && s->biped; j++)
            pd_buffer_printf(out, "  %s is %s\n", pd_anim_biped_joints[j].name, text_of(s->biped[j]));
    }
    free(skeleton);
}

static void tables_are_what_they_were(void **state)
{
    (void)state;
    pd_buffer out = {0};
    add_plans(&out);
    add_sliders(&out);
    add_markers(&out);
    add_joints(&out);
    add_ranges(&out);
    add_sets(&out);
    add_expressions(&out);
    add_solvers(&out);
    add_items(&out);
    add_vertices(&out);
    add_sources(&out);
    golden_text_check(FILE_PATH, &out, 0);
    pd_buffer_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tables_are_what_they_were)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
