/* One animal's motion on another: a walk that this test makes,
 * on other proportions, joints, sizes and directions. */
#include "core/animal/clip.h"
#include "tests/support/animals.h"
#include "tests/support/cmocka.h"

#define RATE 30.0

typedef struct scene {
    animal from, to;
    pd_animal from_creature, to_creature;
    animal_walk walk;
    pd_anim_clip clip;
} scene;

static void pose(void *context, int frame, pd_quat *rotations, pd_vec3 *places)
{
    const animal_walk *w = context;
    memcpy(rotations, w->rotations + frame * w->joints, (size_t)w->joints * sizeof *rotations);
    memcpy(places, w->places + frame * w->joints, (size_t)w->joints * sizeof *places);
}

static pd_status move(scene *c, const animal_spec *from, const animal_spec *to, const animal_gait *gait,
                      pd_error *err)
{
    pd_error none;
    animal_make(&c->from, from), animal_make(&c->to, to);
    animal_walk_make(&c->walk, &c->from, gait);
    assert_int_equal(pd_animal_match(&c->from_creature, &c->from.s, c->from.names, PD_CREATURE_ANY, &none),
                     PD_OK);
    assert_int_equal(pd_animal_match(&c->to_creature, &c->to.s, c->to.names, PD_CREATURE_ANY, &none), PD_OK);
    const pd_animal_job job = {.from = {&c->from.s, &c->from_creature, c->from.names},
                               .to = {&c->to.s, &c->to_creature, c->to.names},
                               .pose = pose,
                               .context = &c->walk,
                               .frame_count = gait->frames,
                               .rate = gait->rate};
    return pd_animal_clip(&c->clip, &job, err);
}

static void free_scene(scene *c)
{
    animal_walk_free(&c->walk);
    pd_anim_clip_deinit(&c->clip);
}

static void a_clip_retargeted_to_its_own_animal_is_unchanged(void **state)
{
    (void)state;
    for (int pairs = 1; pairs <= 4; pairs *= 2) {
        const animal_spec spec = {
            .pairs = pairs, .on_ground = pairs == 2, .yaw = pairs == 1 ? 1.5707963267948966 : 0};
        const animal_gait gait = {.frames = 45, .rate = RATE, .turn = 0.4};
        scene c;
        assert_int_equal(move(&c, &spec, &spec, &gait, NULL), PD_OK);
        for (int t = 0; t < gait.frames; t++) {
            pd_vec3 p[PD_ANIM_MAX_JOINTS];
            pd_quat q[PD_ANIM_MAX_JOINTS];
            pd_anim_clip_pose(p, q, &c.clip, t);
            for (int k = 0; k < c.to.s.joint_count; k++) {
                if (!c.to.s.depth[k] && spec.on_ground) continue; /* the root has no part in it */
                const double off = pd_vec3_distance(p[k], c.walk.places[t * c.walk.joints + k]);
                if (off > 1e-4) fail_msg("%d pairs, frame %d: %s is %g m away", pairs, t, c.to.names[k], off);
            }
        }
        free_scene(&c);
    }
}

/* What a stranger measures of the clip: feet that stand slide, how high they are then and in between, how far
 * the animal goes. */
typedef struct seen {
    double slide, low, high, lift, path;
} seen;

static seen look(const scene *c, int leg)
{
    const int tip = c->to.tips[leg];
    const double rest = c->to.rest[tip].y;
    seen s = {.low = INFINITY, .high = -INFINITY};
    pd_vec3 p[PD_ANIM_MAX_JOINTS], before = {0}, first = {0};
    for (int t = 0; t < c->clip.frame_count; t++) {
        pd_anim_clip_pose(p, NULL, &c->clip, t);
        const bool stands = c->walk.stands[t * c->from.legs + leg];
        const pd_vec3 middle = pd_vec3_scale(pd_vec3_add(p[c->to.hips], p[c->to.chest]), 0.5);
        if (!t) first = middle;
        s.path = hypot(middle.x - first.x, middle.z - first.z);
        if (stands) s.low = fmin(s.low, p[tip].y - rest), s.high = fmax(s.high, p[tip].y - rest);
        s.lift = fmax(s.lift, p[tip].y - rest);
        if (stands && t && c->walk.stands[(t - 1) * c->from.legs + leg])
            s.slide = fmax(s.slide, pd_vec3_distance(p[tip], before));
        before = p[tip];
    }
    return s;
}

/* How high the trunk stands; of eight legs, which bend over it, how far their feet are from it. */
static double size_of(const animal *a)
{
    double sum = 0;
    for (int leg = 0; leg < a->legs; leg++)
        sum += pd_vec3_distance(a->rest[a->hips], a->rest[a->tips[leg]]) / a->legs;
    return a->legs == 8 ? sum : a->height;
}

static void feet_are_planted_when_those_of_the_source_are(void **state)
{
    /* proportions, joints and directions of the other */
    static const animal_spec others[] = {{.long_leg = 1.4, .long_trunk = 0.8},
                                         {.long_leg = 0.7, .long_trunk = 1.3, .spines = 4, .tails = 6},
                                         {.size = 12, .no_toes = true, .spines = 1, .tails = 2},
                                         {.size = 0.02, .on_ground = true, .yaw = 1.5707963267948966}};
    static const double turns[] = {0, 0.5};
    (void)state;
    for (int pairs = 1; pairs <= 4; pairs *= 2)
        for (int i = 0; i < 4; i++)
            for (int n = 0; n < 2; n++) {
                const animal_spec from = {.pairs = pairs};
                const animal_gait gait = {.frames = 60, .rate = RATE, .turn = turns[n]};
                animal_spec to = others[i];
                scene c;
                to.pairs = pairs;
                assert_int_equal(move(&c, &from, &to, &gait, NULL), PD_OK);
                const double scale = size_of(&c.to) / size_of(&c.from);
                for (int leg = 0; leg < c.to.legs; leg++) {
                    const seen s = look(&c, leg);
                    if (s.slide > 0.002 * scale || s.low < -0.002 * scale || s.high > 0.002 * scale)
                        fail_msg("%d pairs, %d, turn %g, leg %d: slides %g, stands at %g to %g", pairs, i,
                                 turns[n], leg, s.slide / scale, s.low / scale, s.high / scale);
                    if (s.lift < 0.17 * scale || s.lift > 0.23 * scale)
                        fail_msg("%d pairs, %d, leg %d: rises %g", pairs, i, leg, s.lift / scale);
                }
                /* as far as the other goes, by the size; less where the legs cannot step so far */
                const pd_vec3 *one = c.walk.places, *last = one + 59 * c.walk.joints;
                const int h = c.from.hips, f = c.from.chest;
                const double went = 0.5 * scale *
                                    hypot(last[h].x + last[f].x - one[h].x - one[f].x,
                                          last[h].z + last[f].z - one[h].z - one[f].z),
                             path = look(&c, 0).path;
                if (path > 1.05 * went || path < 0.6 * went)
                    fail_msg("%d pairs, %d: goes %g; the other %g", pairs, i, path, went);
                free_scene(&c);
            }
}

/* By how much a joint of a leg changes its speed at most from frame to frame, degrees a second. */
static double jolt(const animal *a, const pd_quat *worlds, int frames)
{
    double most = 0;
    for (int leg = 0; leg < a->legs; leg++)
        for (int k = a->s.parents[a->tips[leg]]; k != a->s.parents[a->tops[leg]]; k = a->s.parents[k]) {
            pd_vec3 before = {0};
            pd_quat last = {0};
            for (int t = 0; t < frames; t++) {
                const pd_quat *w = worlds + t * a->s.joint_count,
                              own = pd_q_inv_mul(w[a->s.parents[k]], w[k]);
                const pd_vec3 speed = pd_q_to_rotvec(pd_q_inv_mul(last, own));
                if (t > 1) most = fmax(most, pd_vec3_distance(speed, before));
                last = own, before = speed;
            }
        }
    return most * 180 / 3.14159265358979323846;
}

static void knees_of_straight_legs_do_not_jump(void **state)
{
    static const double turns[] = {0, 0.4};
    (void)state;
    for (int pairs = 1; pairs <= 2; pairs++)
        for (int n = 0; n < 2; n++) {
            const animal_spec from = {.pairs = pairs, .no_toes = true, .bent = 3},
                              to = {.pairs = pairs, .no_toes = n == 1, .bent = 0.3};
            const animal_gait gait = {.frames = 120, .rate = 60, .turn = turns[n], .soft = true};
            scene c;
            assert_int_equal(move(&c, &from, &to, &gait, NULL), PD_OK);
            pd_quat *worlds = malloc((size_t)(gait.frames * c.to.s.joint_count) * sizeof *worlds);
            assert_non_null(worlds);
            for (int t = 0; t < gait.frames; t++)
                pd_anim_clip_pose(NULL, worlds + t * c.to.s.joint_count, &c.clip, t);
            const double theirs = gait.rate * jolt(&c.from, c.walk.rotations, gait.frames),
                         own = gait.rate * jolt(&c.to, worlds, gait.frames);
            free(worlds);
            if (theirs > 120 || own > 275)
                fail_msg("%d pairs, turn %g: speeds change by %g degrees a second; the other's by %g", pairs,
                         turns[n], own, theirs);
            free_scene(&c);
        }
}

static void trunk_tail_and_ears_take_the_rotation_left_by_the_others(void **state)
{
    const animal_spec from = {.pairs = 2}, to = {.pairs = 2,
                                                 .size = 3,
                                                 .long_leg = 1.2,
                                                 .tails = 6,
                                                 .spines = 4,
                                                 .yaw = 3.141592653589793};
    const animal_gait gait = {.frames = 30, .rate = RATE};
    scene c;
    (void)state;
    assert_int_equal(move(&c, &from, &to, &gait, NULL), PD_OK);
    for (int t = 0; t < gait.frames; t++) {
        pd_quat q[PD_ANIM_MAX_JOINTS];
        const pd_quat *w = c.walk.rotations + t * c.walk.joints;
        const int pairs[][2] = {{c.from.hips, c.to.hips},
                                {c.from.chest, c.to.chest},
                                {c.from.head, c.to.head},
                                {c.from.tail, c.to.tail},
                                {c.from.ear, c.to.ear}};
        pd_anim_clip_pose(NULL, q, &c.clip, t);
        for (int i = 0; i < 5; i++) {
            const pd_quat own = pd_q_mul(pd_q_mul(c.to_creature.facing, q[pairs[i][1]]),
                                         pd_q_conjugate(c.to_creature.facing));
            if (pd_q_angle(own, w[pairs[i][0]]) > 1e-6)
                fail_msg("frame %d, joint %s: %g radians", t, c.to.names[pairs[i][1]],
                         pd_q_angle(own, w[pairs[i][0]]));
        }
    }
    free_scene(&c);
}

static void a_walk_on_the_spot_slides_by_the_size(void **state)
{
    const animal_spec from = {.pairs = 2}, to = {.pairs = 2, .size = 2};
    const animal_gait gait = {.frames = 45, .rate = RATE, .on_the_spot = true};
    scene c;
    (void)state;
    assert_int_equal(move(&c, &from, &to, &gait, NULL), PD_OK);
    for (int leg = 0; leg < 4; leg++) {
        const seen s = look(&c, leg);
        const double slide = 2 * 0.6 / 0.65 / RATE; /* of the gait, twice as large */
        assert_true(fabs(s.slide - slide) < 0.01 * slide && s.path < 0.2);
    }
    free_scene(&c);
}

static void a_flying_animal_does_not_touch_the_ground(void **state)
{
    const animal_spec from = {.pairs = 1}, to = {.pairs = 1, .long_leg = 0.6, .size = 3};
    const animal_gait gait = {.frames = 30, .rate = RATE, .flies = true};
    scene c;
    (void)state;
    assert_int_equal(move(&c, &from, &to, &gait, NULL), PD_OK);
    double most = 0;
    for (int t = 0; t < gait.frames; t++) {
        pd_vec3 p[PD_ANIM_MAX_JOINTS];
        pd_quat q[PD_ANIM_MAX_JOINTS];
        pd_anim_clip_pose(p, q, &c.clip, t);
        for (int leg = 0; leg < 2; leg++) assert_true(p[c.to.tips[leg]].y > 0.9 * c.to.height);
        most = fmax(most, pd_q_angle(q[c.to.wing], q[c.to.chest]));
    }
    assert_true(fabs(most - 0.5) < 0.01); /* wings beat as wide */
    free_scene(&c);
}

static void a_clip_of_an_animal_with_another_number_of_legs_is_refused(void **state)
{
    const animal_spec from = {.pairs = 4}, to = {.pairs = 2};
    const animal_gait gait = {.frames = 2, .rate = RATE};
    pd_error err;
    scene c;
    (void)state;
    assert_int_equal(move(&c, &from, &to, &gait, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/clip");
    assert_string_equal(err.detail, "the clip is of a spider; one of a quadruped expected");
    free_scene(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clip_retargeted_to_its_own_animal_is_unchanged),
        cmocka_unit_test(feet_are_planted_when_those_of_the_source_are),
        cmocka_unit_test(knees_of_straight_legs_do_not_jump),
        cmocka_unit_test(trunk_tail_and_ears_take_the_rotation_left_by_the_others),
        cmocka_unit_test(a_walk_on_the_spot_slides_by_the_size),
        cmocka_unit_test(a_flying_animal_does_not_touch_the_ground),
        cmocka_unit_test(a_clip_of_an_animal_with_another_number_of_legs_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
