/* Skeletons, scenes and retargeting piece by piece against what came out before: ground and walls, ways through scenes, legs and arms by formula, ranges of
 * joints, a motion of one skeleton on two others and put back on its feet, eyes and fingers, palms that touch. That they are right is for
 * tests/unit/core/anim; what no rule holds is seen here.
 *
 * tests/golden/steps/anim.txt: POSED_GOLDEN=write makes it anew, which a change of one of them asks for. */
#include "tests/support/golden_lines.h"

#include "core/anim/alive.h"
#include "core/retarget/avatar/touch.h"
#include "core/anim/biped.h"
#include "core/anim/leg.h"
#include "core/anim/parts.h"
#include "core/retarget/figure/answer.h"
#include "core/retarget/figure/arm.h"
#include "core/retarget/figure/collar.h"
#include "core/retarget/figure/onto_biped.h"
#include "core/anim/pole.h"
#include "core/anim/ranges.h"
#include "core/retarget/figure/replant.h"
#include "core/retarget/figure/retarget.h"
#include "core/anim/two_bone.h"
#include "core/anim/route.h"
#include "core/base/rng.h"
#include "tests/support/animals.h"
#include "tests/support/cmu.h"
#include "tests/support/human.h"

#define TOLERANCE 1e-7
#define FRAMES    60

static double number(pd_vec3 v)
{
    return v.x + 2 * v.y + 3 * v.z;
}

static double turn_number(pd_quat q)
{
    return number(pd_q_to_rotvec(q));
}

static pd_vec3 drawn(pd_rng *rng, double size)
{
    const double x = size * pd_rng_normal(rng), y = size * pd_rng_normal(rng);
    return pd_vec3_make(x, y, size * pd_rng_normal(rng));
}

/* One after the other: the order of a call's arguments is the compiler's. */
static void draw(pd_vec3 *out, int count, pd_rng *rng, double size)
{
    for (int i = 0; i < count; i++) out[i] = drawn(rng, size);
}

static pd_quat drawn_turn(pd_rng *rng, double size)
{
    return pd_q_from_rotvec(drawn(rng, size));
}

/* ---- scenes */

static void make_scene(pd_anim_scene *scene, pd_rng *rng, bool is_rough)
{
    assert_int_equal(pd_anim_scene_init(scene, 12, 4, 4, 3, "", NULL), PD_OK);
    assert_int_equal(pd_anim_scene_init_seats(scene, 4, "", NULL), PD_OK);
    for (int i = 0; i < 12; i++) {
        pd_anim_wall *w = &scene->walls[i];
        for (int c = 0; c < 2; c++) {
            w->from[c] = pd_rng_between(rng, -6, 6);
            w->to[c] = i == 5 ? w->from[c] : w->from[c] + pd_rng_between(rng, -3, 3);
        }
        w->width = pd_rng_between(rng, 0, 0.4);
    }
    for (int i = 0; i < 4; i++) {
        const double x = pd_rng_between(rng, -5, 5), z = pd_rng_between(rng, -5, 5),
                     r = pd_rng_between(rng, 0.3, 2);
        scene->jumps[i] = (pd_anim_jump_area){{x, z}, r, 0.5 + 0.3 * i};
        scene->crouches[i] = (pd_anim_crouch_area){{z, -x}, {1 + r, 2 + i}, 1 - 0.2 * i, i % 2 ? 0.3 * i : 0};
        scene->seats[i] = (pd_anim_seat){{-x, z}, x, 0.5 + 0.2 * i, 0.6};
        if (i < 3) scene->beams[i] = (pd_anim_beam){{-z, x}, {-z + r, x - 2}, 0.2 + 0.1 * i};
    }
    if (!is_rough) return;
    assert_int_equal(
        pd_anim_ground_init(&scene->ground, (pd_anim_ground_grid){31, 25, -6, -7, 0.5}, "", NULL), PD_OK);
    for (int i = 0; i < 31 * 25; i++)
        scene->ground.heights[i] =
            (float)(0.2 * sin(0.8 * (i % 25)) * cos(0.5 * (i / 25)) + (i % 25 > 14 ? 0.5 : 0));
}

static void scenes(golden_lines *g)
{
    pd_arena arena;
    assert_true(pd_arena_init(&arena, pd_anim_route_bytes()));
    for (int k = 0; k < 4; k++) {
        pd_anim_scene scene = {0};
        pd_rng rng;
        pd_rng_init(&rng, (uint64_t)k);
        make_scene(&scene, &rng, k % 2);
        for (int i = 0; i < 60; i++) {
            const double p[2] = {pd_rng_between(&rng, -8, 8), pd_rng_between(&rng, -8, 8)};
            double pushed[2] = {p[0], p[1]}, near_pushed[2] = {p[0], p[1]}, held[2] = {p[0], p[1]};
            pd_anim_near near;
            const double keep = 0.1 * (i % 5);
            const int hit = pd_anim_scene_push(pushed, &scene, keep);
            pd_anim_scene_near(&near, &scene, p, 0.7);
            const int near_hit = pd_anim_scene_push_near(near_pushed, &scene, &near, keep);
            const bool on = pd_anim_scene_balance(held, &scene);
            golden_lines_add(g, "place",
                             (double[]){hit, pushed[0], pushed[1], near.count, near_hit, near_pushed[0],
                                        near_pushed[1], on, held[0], held[1], pd_anim_scene_jump(&scene, p),
                                        pd_anim_scene_crouch(&scene, p),
                                        pd_anim_scene_bump(&scene, p, 0.2 + keep),
                                        pd_anim_scene_height(&scene, p[0], p[1]),
                                        number(pd_anim_ground_normal(&scene.ground, p[0], p[1]))},
                             15, TOLERANCE);
        }
        for (int i = 0; i < 25; i++) {
            pd_anim_route route;
            const pd_anim_seat own = {{1, 1}, 0.4, 0.8, 0.5};
            const pd_anim_route_job job = {
                .scene = i % 9 ? &scene : NULL,
                .own = i % 3 ? NULL : &own,
                .from = {pd_rng_between(&rng, -7, 7), pd_rng_between(&rng, -7, 7)},
                .to = {pd_rng_between(&rng, i == 7 ? -30 : -7, i == 7 ? 30 : 7), pd_rng_between(&rng, -7, 7)},
                .keep = PD_ANIM_ROUTE_KEEP,
                .tight = i % 2 ? PD_ANIM_ROUTE_TIGHT : 0};
            const bool found = pd_anim_route_find(&route, &job, &arena);
            double sum = 0;
            for (int n = 0; found && n < route.count; n++)
                sum += (1 + n) * (route.points[n][0] + 2 * route.points[n][1]);
            golden_lines_add(g, "route", (double[]){found, found ? route.count : 0, sum}, 3, TOLERANCE);
        }
        pd_anim_scene_deinit(&scene);
    }
    pd_arena_deinit(&arena);
}

/* ---- limbs */

static void limbs(golden_lines *g)
{
    pd_rng rng;
    pd_rng_init(&rng, 4);
    for (int i = 0; i < 60; i++) {
        pd_anim_two_bone_job job = {
            .root = drawn(&rng, 0.3), .bend_axis = drawn(&rng, 1), .has_pole = i % 3 == 0};
        job.middle = pd_vec3_add(job.root, drawn(&rng, 0.3));
        job.tip = i % 10 == 9 ? pd_vec3_fma(job.middle, 0.9, pd_vec3_sub(job.middle, job.root)) /* straight */
                              : pd_vec3_add(job.middle, drawn(&rng, 0.3));
        job.target = pd_vec3_add(job.root, drawn(&rng, i % 4 ? 0.3 : 0.7));
        job.pole = drawn(&rng, 1);
        if (i % 5 == 2) job.bend_axis = pd_vec3_make(0, 0, 0);
        if (i == 17) job.target = job.root;
        if (i == 23) job.middle = job.root;
        pd_anim_two_bone_run(&job);
        golden_lines_add(g, "two_bone",
                         (double[]){turn_number(job.root_rotation), turn_number(job.middle_rotation),
                                    number(job.middle_at), number(job.tip_at), job.reachable},
                         5, TOLERANCE);

        pd_vec3 d[9];
        draw(d, 9, &rng, 1);
        const pd_vec3 hip = {0.1, 0.9, 0}, toe = pd_vec3_fma(pd_vec3_make(0.1, 0, 0.1), 0.1, d[0]),
                      heel = pd_vec3_fma(pd_vec3_make(0.1, 0.08, -0.03), 0.1, d[1]);
        const double own = pd_rng_between(&rng, 0.4, 1.1), part = pd_rng_uniform(&rng);
        golden_lines_add(g, "leg",
                         (double[]){pd_anim_leg_soft(own, 0.85, 0.01 * i), pd_anim_leg_soft(own, 0.85, -0.02),
                                    pd_anim_leg_contrast(own, 0.42, 0.44, 0.02 * i),
                                    number(pd_anim_leg_heel(toe, heel, d[2], 0.16)),
                                    number(pd_anim_leg_raise(heel, toe, hip, own, 0.16)),
                                    pd_anim_leg_drop(hip, heel, own),
                                    turn_number(pd_anim_pole_rotation(d[3], d[4], d[5])),
                                    turn_number(pd_retarget_answer_align(d[6], d[7])),
                                    turn_number(pd_retarget_answer_part(pd_q_from_rotvec(d[8]), part))},
                         9, TOLERANCE);

        pd_quat upper = drawn_turn(&rng, 0.8), fore = drawn_turn(&rng, 0.8);
        const double side = i % 2 ? -1 : 1;
        const pd_retarget_arm arm = {&upper,          &fore,           drawn_turn(&rng, 0.5),
                                     {side, 0.02, 0}, {side, 0, 0.03}, i % 2};
        pd_retarget_arm_set(&arm, 0.1 * (i % 7) - 0.3);
        golden_lines_add(g, "arm", (double[]){turn_number(upper), turn_number(fore)}, 2, TOLERANCE);

        pd_vec3 samples[24];
        int hung = 0;
        for (int n = 0; n < 24; n++) {
            pd_vec3 c[3];
            draw(c, 3, &rng, 0.2);
            hung += pd_retarget_collar_sample(&samples[hung], pd_q_from_rotvec(c[0]), pd_q_from_rotvec(c[1]),
                                              pd_vec3_fma(pd_vec3_make(0, -1, 0), 2.5, c[2]));
        }
        golden_lines_add(g, "collar",
                         (double[]){hung, hung ? turn_number(pd_retarget_collar_rest(samples, hung)) : 0}, 2,
                         TOLERANCE);
    }
}

static void ranges(golden_lines *g)
{
    pd_rng rng;
    pd_rng_init(&rng, 6);
    for (int table = 0; table < 2; table++)
        for (const pd_anim_range *r = table ? pd_anim_ranges_anatomical : pd_anim_ranges; r->name; r++)
            for (int i = 0; i < 6; i++) {
                double angles[3];
                const int side = i % 2 ? -1 : 1;
                const pd_quat q = drawn_turn(&rng, 0.3 + 0.3 * i);
                pd_anim_range_split(angles, r, side, q);
                golden_lines_add(g, r->name,
                                 (double[]){angles[0], angles[1], angles[2],
                                            turn_number(pd_anim_range_join(angles, r, side)),
                                            turn_number(pd_anim_range_clamp(q, r, side, 3 * (i % 3))),
                                            pd_anim_range_excess(q, r, side)},
                                 6, TOLERANCE);
            }
}

/* ---- one skeleton's motion on others */

static void make_cmu(pd_anim_clip *clip, const pd_anim_source **source)
{
    static pd_anim_skeleton s;
    pd_quat reference[PD_ANIM_MAX_JOINTS];
    assert_int_equal(pd_anim_skeleton_init(&s, cmu_joints, CMU_COUNT, NULL), PD_OK);
    *source = pd_anim_source_of(&s);
    pd_anim_source_repair(&s, *source);
    assert_int_equal(pd_anim_clip_init(clip, &s, FRAMES, 60, NULL), PD_OK);
    pd_anim_source_reference(reference, &s, *source);
    for (int t = 0; t < FRAMES; t++) {
        for (int j = 0; j < s.joint_count; j++)
            pd_anim_clip_frame(clip, t)[j] =
                pd_q_mul(reference[j],
                         pd_q_from_rotvec(pd_vec3_make(0.4 * sin(0.13 * t + j), 0.3 * sin(0.09 * t + 2 * j),
                                                       0.3 * cos(0.11 * t + 3 * j))));
        clip->roots[t] = pd_vec3_make(0.01 * t, 0.9 + 0.05 * sin(0.2 * t), 0.02 * t);
    }
}

static void add_clip(golden_lines *g, const char *name, const pd_anim_clip *clip)
{
    for (int t = 0; t < clip->frame_count; t += 4) {
        pd_vec3 p[PD_ANIM_MAX_JOINTS];
        double turns = 0, places = 0;
        pd_anim_clip_pose(p, NULL, clip, t);
        for (int j = 0; j < clip->skeleton.joint_count; j++) {
            turns += (1 + 0.1 * j) * turn_number(pd_anim_clip_frame(clip, t)[j]);
            places += (1 + 0.1 * j) * number(p[j]);
        }
        golden_lines_add(g, name, (double[]){turns, places, number(clip->roots[t])}, 3, TOLERANCE);
    }
}

/* Onto the other's feet: where the source's toes were, over ground that is not flat, sitting down towards the end. */
static void replanted(golden_lines *g, pd_anim_clip *body, const pd_anim_clip *source, double scale)
{
    static pd_vec3 toes[2 * FRAMES], hips[FRAMES];
    static float ground[2 * FRAMES], floor[3 * FRAMES], seated[FRAMES];
    const pd_anim_skeleton *s = &source->skeleton;
    for (int t = 0; t < FRAMES; t++) {
        pd_vec3 p[PD_ANIM_MAX_JOINTS];
        pd_anim_clip_pose(p, NULL, source, t);
        toes[2 * t] = p[pd_anim_skeleton_find(s, "LeftToeBase")],
                 toes[2 * t + 1] = p[pd_anim_skeleton_find(s, "RightToeBase")];
        hips[t] = pd_vec3_scale(
            pd_vec3_add(p[pd_anim_skeleton_find(s, "LeftUpLeg")], p[pd_anim_skeleton_find(s, "RightUpLeg")]),
            0.5);
        for (int f = 0; f < 2; f++) ground[2 * t + f] = (float)(0.03 * sin(0.1 * t + f));
        floor[3 * t] = (float)source->roots[t].x, floor[3 * t + 1] = (float)(0.02 * sin(0.1 * t)),
                  floor[3 * t + 2] = (float)source->roots[t].z;
        seated[t] = (float)fmax(0, (t - 45) / 15.0);
    }
    pd_retarget_replant job = {.toes = toes,
                               .hips = hips,
                               .ground = ground,
                               .floor = floor,
                               .seated = seated,
                               .toe_rest = PD_ANIM_BIPED_TOE,
                               .scale = scale};
    for (int f = 0; f < 2; f++) job.legs[f] = (pd_retarget_replant_leg){1 + f, 4 + f, 7 + f, 10 + f, 0.02};
    assert_int_equal(pd_retarget_replant_run(body, &job, NULL), PD_OK);
    add_clip(g, "replanted", body);
}

static void motions(golden_lines *g)
{
    static pd_retarget retarget;
    static pd_retarget_onto_biped onto;
    const pd_anim_source *source;
    pd_anim_clip clip, out;
    pd_anim_skeleton human;
    human_init(&human);
    make_cmu(&clip, &source);
    for (int clamp = 0; clamp < 2; clamp++) {
        assert_int_equal(pd_retarget_init(&retarget, &human, &clip, source, NULL), PD_OK);
        golden_lines_add(g, "scale", (double[]){retarget.scale, retarget.elbow_tilt, retarget.is_ours}, 3,
                         TOLERANCE);
        retarget.clamp = clamp;
        assert_int_equal(pd_retarget_clip(&out, &retarget, &clip, NULL), PD_OK);
        add_clip(g, clamp ? "clamped" : "retargeted", &out);
        if (clamp) replanted(g, &out, &clip, retarget.scale);
        pd_anim_clip_deinit(&out);
    }

    assert_int_equal(pd_retarget_onto_biped_init(&onto, &clip.skeleton, clip.ends, source, NULL), PD_OK);
    golden_lines_add(
        g, "onto",
        (double[]){onto.scale, onto.elbow_tilt, onto.is_biped, onto.soles.foot[0], onto.soles.toe[1]}, 5,
        TOLERANCE);
    for (int k = 0; k < 3; k++) {
        const pd_retarget_soles soles = {{0.05, 0.06}, {0.01, 0.015}};
        const pd_quat collars[2] = {pd_q_from_rotvec(pd_vec3_make(0.02, 0.05, 0.1)),
                                    pd_q_from_rotvec(pd_vec3_make(0.03, -0.04, -0.12))};
        if (k == 1) pd_retarget_onto_biped_set_soles(&onto, &soles);
        if (k == 2) pd_retarget_onto_biped_set_collars(&onto, collars);
        assert_int_equal(pd_retarget_onto_biped_clip(&out, &onto, &clip, NULL), PD_OK);
        add_clip(g, "on_biped", &out);
        pd_anim_clip_deinit(&out);
        for (int t = 0; t < FRAMES; t += 10)
            for (int side = 0; side < 2; side++) {
                pd_vec3 sample = {0}, ankle, toe, tip;
                const int hangs = pd_retarget_onto_biped_collar(&sample, &onto, &clip, t, side);
                pd_retarget_onto_biped_foot(&ankle, &toe, &tip, &onto, &clip, t, side);
                golden_lines_add(g, "foot",
                                 (double[]){hangs, number(sample), number(ankle), number(toe), number(tip)},
                                 5, TOLERANCE);
            }
    }
    pd_anim_clip_deinit(&clip);
}

static void add_parts(golden_lines *g, const pd_anim_skeleton *s)
{
    pd_quat local[PD_ANIM_MAX_JOINTS], world[PD_ANIM_MAX_JOINTS];
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_rng rng;
    pd_rng_init(&rng, (uint64_t)s->joint_count);
    for (int j = 0; j < s->joint_count; j++) local[j] = drawn_turn(&rng, 0.4);
    pd_anim_skeleton_forward(at, world, s, local, pd_vec3_make(0.1, 0.2, 0.3));
    for (int j = 0; j < s->joint_count; j++) {
        int side = 0, root = pd_anim_limb_root(s, j);
        const pd_anim_part part = pd_anim_part_of(s->names[j], &side);
        golden_lines_add(g, "part",
                         (double[]){part, side, root, pd_anim_limb_grown(s, j, root),
                                    pd_anim_limb_grown(s, j, j),
                                    pd_anim_skeleton_common(s, j, s->joint_count / 2), s->order[j],
                                    s->depth[j], number(at[j]), turn_number(world[j])},
                         10, TOLERANCE);
    }
}

static void skeletons(golden_lines *g)
{
    static animal cat;
    pd_anim_skeleton s;
    human_init(&s), add_parts(g, &s);
    pd_anim_biped_skeleton(&s), add_parts(g, &s);
    assert_int_equal(pd_anim_skeleton_init(&s, cmu_joints, CMU_COUNT, NULL), PD_OK);
    add_parts(g, &s);
    animal_make(&cat, &(animal_spec){.pairs = 2});
    add_parts(g, &cat.s);
}

/* ---- what keeps a figure alive, and what it touches */

static void eyes(golden_lines *g)
{
    enum { HEAD = 1, FINGERS = 4, ALL = FINGERS + PD_ANIM_ALIVE_FINGERS };
    static const char *const fingers[] = {"index", "middle", "pinky", "ring", "thumb"};
    static float means[2][45];
    static pd_anim_skeleton s;
    char names[ALL][PD_ANIM_NAME_BYTES] = {"pelvis", "head", "left_eye_smplhf", "right_eye_smplhf"};
    int parents[ALL] = {-1, 0, HEAD, HEAD};
    double rest[3 * ALL] = {0, 1, 0, 0, 1.6, 0, 0.03, 1.7, 0.08, -0.03, 1.7, 0.08};
    pd_anim_alive_rig rig;
    pd_anim_alive alive = {.seed = 5};
    for (int i = 0; i < PD_ANIM_ALIVE_FINGERS; i++) {
        snprintf(names[FINGERS + i], sizeof names[0], "%s_%s%d", i < 15 ? "left" : "right",
                 fingers[i % 15 / 3], 1 + i % 3);
        for (int c = 0; c < 3; c++) means[i / 15][3 * (i % 15) + c] = (float)(0.1 * sin(i + 2 * c));
    }
    assert_int_equal(
        pd_anim_skeleton_from_rest(&s, (const char(*)[PD_ANIM_NAME_BYTES])names, parents, rest, ALL, NULL),
        PD_OK);
    pd_anim_alive_init(&rig, &s, (const float *const[2]){means[0], means[1]});
    for (int t = 0; t < 900; t++) {
        pd_quat q[ALL];
        double sum = 0;
        for (int j = 0; j < ALL; j++) q[j] = pd_q_identity();
        q[HEAD] =
            pd_q_from_rotvec(pd_vec3_make(0.2 * sin(0.02 * t), t / 300 % 2 ? 1.2 * sin(0.05 * t) : 0, 0));
        const pd_anim_alive_look look = {{1, 1.5 + 0.3 * sin(0.03 * t), 2}, 0.7};
        pd_anim_alive_step(&alive, q, pd_vec3_make(0, 1, 0), &rig, t / 200 % 2 ? &look : NULL, 1 / 60.0);
        for (int j = 0; j < ALL; j++) sum += (1 + 0.1 * j) * turn_number(q[j]);
        if (t % 6 == 0)
            golden_lines_add(g, "alive",
                             (double[]){sum, turn_number(q[2]), turn_number(q[3]), alive.lids, alive.until,
                                        alive.blink_at, alive.jumps, alive.blinks, number(alive.aim)},
                             9, TOLERANCE);
    }
}

static pd_retarget_touch_pose drawn_pose(pd_rng *rng, double size)
{
    pd_retarget_touch_pose p;
    static const double parts[PD_TOUCH_PARTS][6] = {
        {0, 0.9, 0, 0, 1.1, 0},         {0, 1.1, 0, 0, 1.4, 0},          {0, 1.5, 0, 0, 1.7, 0.02},
        {0.1, 0.9, 0, 0.1, 0.5, 0.05},  {-0.1, 0.9, 0, -0.1, 0.5, 0.05}, {0.2, 1.4, 0, 0.4, 1.2, 0.1},
        {0.4, 1.2, 0.1, 0.2, 1.1, 0.3}, {-0.2, 1.4, 0, -0.4, 1.2, 0.1},  {-0.4, 1.2, 0.1, -0.2, 1, 0.3}};
    for (int k = 0; k < PD_TOUCH_PARTS; k++) {
        const double *x = parts[k];
        p.parts[k].from = pd_vec3_scale(pd_vec3_add(pd_vec3_make(x[0], x[1], x[2]), drawn(rng, 0.02)), size);
        p.parts[k].to = pd_vec3_scale(pd_vec3_add(pd_vec3_make(x[3], x[4], x[5]), drawn(rng, 0.02)), size);
        p.parts[k].front =
            pd_vec3_unit_or(pd_vec3_add(pd_vec3_make(0, 0, 1), drawn(rng, 0.2)), pd_vec3_make(0, 0, 1));
    }
    for (int h = 0; h < 2; h++) {
        p.palms[h] =
            pd_vec3_scale(pd_vec3_add(pd_vec3_make(h ? -0.12 : 0.12, 1.05, 0.12), drawn(rng, 0.1)), size);
        p.hands[h] = drawn_turn(rng, 0.5);
    }
    return p;
}

static void touches(golden_lines *g)
{
    pd_rng rng;
    pd_rng_init(&rng, 8);
    const pd_retarget_girth from = pd_retarget_girth_of_size(1);
    pd_retarget_girth to = pd_retarget_girth_of_size(1.2);
    for (int i = 0; i < 40; i++) {
        static float cloud[3 * 4000];
        const pd_retarget_touch_pose source = drawn_pose(&rng, 1), target = drawn_pose(&rng, 1.2);
        for (int n = 0; n < 4000; n++) {
            const pd_retarget_touch_axis *a = &target.parts[n % PD_TOUCH_PARTS];
            const double part = pd_rng_uniform(&rng);
            const pd_vec3 at =
                pd_vec3_add(pd_vec3_fma(a->from, part, pd_vec3_sub(a->to, a->from)), drawn(&rng, 0.08));
            cloud[3 * n] = (float)at.x, cloud[3 * n + 1] = (float)at.y, cloud[3 * n + 2] = (float)at.z;
        }
        if (i % 4 == 0)
            pd_retarget_girth_measure(&to, &target, cloud, 4000,
                                      pd_q_from_rotvec(pd_vec3_make(0, i % 8 ? 0.1 : 0, 0)));
        double girths = to.hand[0] + 2 * to.hand[1] + 3 * to.hand[2], over = 0, shares[2];
        pd_vec3 goals[2];
        for (int k = 0; k < PD_TOUCH_PARTS; k++) {
            for (int r = 0; r < PD_RETARGET_TOUCH_RINGS * PD_RETARGET_TOUCH_SECTORS; r++)
                girths += (1 + k + 0.03 * r) *
                          to.radius[k][r / PD_RETARGET_TOUCH_SECTORS][r % PD_RETARGET_TOUCH_SECTORS];
            over += (1 + k) * pd_retarget_touch_over(&to, &target, k, drawn(&rng, 1));
        }
        pd_retarget_touch_goals(goals, shares, &from, &source, &to, &target);
        golden_lines_add(g, "touch",
                         (double[]){girths, over, number(goals[0]), number(goals[1]), shares[0], shares[1]},
                         6, TOLERANCE);
    }
}

static void motion_is_what_it_was(void **state)
{
    golden_lines g;
    (void)state;
    golden_lines_begin(&g, "tests/golden/steps/anim.txt");
    scenes(&g);
    limbs(&g);
    ranges(&g);
    motions(&g);
    skeletons(&g);
    eyes(&g);
    touches(&g);
    golden_lines_end(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(motion_is_what_it_was)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
