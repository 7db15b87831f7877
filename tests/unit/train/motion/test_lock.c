/* Positions of locked feet, compared with a second implementation that follows the text of lock.h. */
#include "train/motion/lock.h"

#include "core/anim/leg.h"
#include "core/base/rng.h"
#include "train/motion/filter.h"
#include "tests/support/walk.h"

#include <stdlib.h>

enum { T = 160, HEEL = 0, TOE = 1 };

static const walk walking = {
    .frames = T, .speed = 1.0, .period = 60, .duty = 0.6, .lift = 0.1, .hips = 0.80, .skate = 0.006};

/* Writes the contacts of one foot: heel, both, toe, as in a step; a heel alone;
 * and runs that the ends of the clip cut. */
static void contacts_of(unsigned char (*contacts)[PD_PFNN_CONTACTS], int side)
{
    static const int heel[][2] = {{0, 14}, {40, 58}, {80, 84}, {110, 126}, {150, T}};
    static const int toe[][2] = {{6, 22}, {46, 66}, {116, 122}, {146, 152}};
    for (size_t i = 0; i < sizeof heel / sizeof *heel; i++)
        for (int t = heel[i][0]; t < heel[i][1]; t++)
            if (!side || t > 3) contacts[t][2 * side + HEEL] = 1;
    for (size_t i = 0; i < sizeof toe / sizeof *toe; i++)
        for (int t = toe[i][0]; t < toe[i][1]; t++) contacts[t][2 * side + TOE] = 1;
}

typedef struct foot {
    pd_vec3 was[T], goal[T], at[T];
    int on[T];
} foot;

static pd_vec3 at_length(pd_vec3 from, pd_vec3 to, double length)
{
    pd_vec3 d = pd_vec3_sub(to, from);
    return pd_vec3_fma(from, length / pd_vec3_length(d), d);
}

/* Returns the mean position in frames [first, last], on the floor. */
static pd_vec3 standing(const foot *f, int first, int last, double rest)
{
    pd_vec3 mean = {0};
    for (int t = first; t <= last; t++) mean = pd_vec3_fma(mean, 1.0 / (last - first + 1), f->was[t]);
    return pd_vec3_make(mean.x, rest, mean.z);
}

static int last_of(const unsigned char (*contacts)[PD_PFNN_CONTACTS], int t, int c, int without)
{
    while (t + 1 < T && contacts[t + 1][c] && (without < 0 || !contacts[t + 1][without])) t++;
    return t;
}

static void set_goals(foot *heel, foot *toe, const unsigned char (*contacts)[PD_PFNN_CONTACTS], int side,
                      double bone)
{
    int h = 2 * side + HEEL, o = 2 * side + TOE;
    for (int t = 0; t < T; t++) {
        toe->on[t] = contacts[t][o], heel->on[t] = contacts[t][h] || contacts[t][o];
        if (!contacts[t][o] || (t && contacts[t - 1][o])) continue;
        int last = last_of(contacts, t, o, -1);
        for (int i = t; i <= last; i++) toe->goal[i] = standing(toe, t, last, PD_ANIM_BIPED_TOE);
    }
    for (int t = 0; t < T; t++) { /* with its toe */
        if (!contacts[t][o]) continue;
        pd_vec3 p = heel->was[t];
        p.x += toe->goal[t].x - toe->was[t].x, p.z += toe->goal[t].z - toe->was[t].z;
        if (p.y < PD_ANIM_BIPED_ANKLE) p.y = PD_ANIM_BIPED_ANKLE;
        heel->goal[t] = at_length(toe->goal[t], p, bone);
    }
    for (int t = 0; t < T; t++) { /* alone */
        if (!contacts[t][h] || contacts[t][o] || (t && contacts[t - 1][h] && !contacts[t - 1][o])) continue;
        int last = last_of(contacts, t, h, o), before = t > 0 && heel->on[t - 1],
            behind = last + 1 < T && heel->on[last + 1];
        pd_vec3 place = standing(heel, t, last, PD_ANIM_BIPED_ANKLE);
        if (before && !behind) place = heel->goal[t - 1];
        if (behind && !before) place = heel->goal[last + 1];
        if (before && behind)
            place = pd_vec3_scale(pd_vec3_add(heel->goal[t - 1], heel->goal[last + 1]), 0.5);
        for (int i = t; i <= last; i++) heel->goal[i] = place;
    }
}

static double smooth(double s)
{
    return s * s * (3 - 2 * s);
}

static double mean_of_run(const double *exact, const int *on, int t)
{
    int first = t, last = t;
    double sum = 0;
    while (first > 0 && on[first - 1]) first--;
    while (last + 1 < T && on[last + 1]) last++;
    for (int i = first; i <= last; i++) sum += exact[i];
    return sum / (last - first + 1);
}

/* Computes c(t) of one coordinate. */
static void corrections(double *c, const double *exact, const int *on, int axis)
{
    double blurred[T];
    int first = 0, final = T - 1;
    while (!on[first]) first++;
    while (!on[final]) final--;
    for (int t = 0; t < T; t++) {
        int a = t, b = t;
        while (a >= 0 && !on[a]) a--;
        while (b < T && !on[b]) b++;
        if (a < 0) a = first, b = first;
        if (b >= T) a = b = final;
        c[t] = a == b ? exact[a] : exact[a] + smooth((t - a) / (double)(b - a)) * (exact[b] - exact[a]);
        if (a == b) continue;
        if (axis == 1) { /* by the means of the runs */
            double x = mean_of_run(exact, on, a), y = mean_of_run(exact, on, b);
            c[t] = x + smooth((t - a) / (double)(b - a)) * (y - x);
            c[t] += (exact[a] - x) * (1 - smooth(fmin(1, (t - a) / 12.0)));
            c[t] += (exact[b] - y) * (1 - smooth(fmin(1, (b - t) / 12.0)));
        }
        double room = fmin(12, 0.5 * (b - a));
        if (t - a < room && a > 0 && on[a - 1])
            c[t] += (exact[a] - exact[a - 1]) * (t - a) * pow(1 - (t - a) / room, 2);
        if (b - t < room && b + 1 < T && on[b + 1])
            c[t] += (exact[b] - exact[b + 1]) * (b - t) * pow(1 - (b - t) / room, 2);
    }
    memcpy(blurred, c, sizeof blurred);
    assert_int_equal(pd_train_gaussian(blurred, T, 1, 2, NULL), PD_OK);
    for (int t = 0; t < T; t++) c[t] = on[t] ? exact[t] : blurred[t];
    for (int edge = 0; edge < T; edge++)
        for (int step = -1; step <= 1 && on[edge]; step += 2)
            for (int i = 1; i <= 8 && edge + i * step >= 0 && edge + i * step < T && !on[edge + i * step];
                 i++)
                c[edge + i * step] += (1 - smooth(i / 9.0)) * (exact[edge] - blurred[edge]);
}

static void correct(foot *f)
{
    double exact[T], c[T];
    for (int axis = 0; axis < 3; axis++) {
        for (int t = 0; t < T; t++) exact[t] = f->on[t] ? (&f->goal[t].x)[axis] - (&f->was[t].x)[axis] : 0;
        corrections(c, exact, f->on, axis);
        for (int t = 0; t < T; t++) (&f->at[t].x)[axis] = (&f->was[t].x)[axis] + c[t];
    }
}

/* Returns 1 where the heel carries alone, fading over 8 frames where the toe is up as well. */
static double stays(const unsigned char (*contacts)[PD_PFNN_CONTACTS], int t, int side)
{
    double most = 0;
    if (contacts[t][2 * side + TOE]) return 0;
    for (int k = -8; k <= 8; k++)
        if (t + k >= 0 && t + k < T && contacts[t + k][2 * side + HEEL] && !contacts[t + k][2 * side + TOE])
            most = fmax(most, 1 - smooth(abs(k) / 9.0));
    return most;
}

/* Computes how heels of legs that would be too long rise about their toes. */
static void rise(foot *heel, const foot *toe, const pd_character_motion *m, int side)
{
    const int thigh = side ? PD_BIPED_R_THIGH : PD_BIPED_L_THIGH;
    const pd_vec3 *offsets = m->clip.skeleton.offsets;
    double reach = 0.9985 * pd_anim_two_bone_length(offsets[thigh + 1], offsets[thigh + 2]);
    double bone = pd_vec3_length(offsets[thigh + 3]), own[T];
    pd_vec3 p[PD_ANIM_MAX_JOINTS], hips[T], up[T];
    for (int t = 0; t < T; t++) {
        pd_anim_clip_pose(p, NULL, &m->clip, t);
        hips[t] = p[thigh], own[t] = pd_vec3_distance(p[thigh], p[thigh + 2]);
    }
    assert_int_equal(pd_train_gaussian(own, T, 1, 2, NULL), PD_OK);
    for (int t = 0; t < T; t++) {
        double soft = fmin(own[t], reach) + 0.3 * (reach - fmin(own[t], reach));
        double free = 1 - stays((const unsigned char(*)[PD_PFNN_CONTACTS])m->contacts, t, side);
        up[t] = pd_anim_leg_raise(heel->at[t], toe->at[t], hips[t], soft, bone);
        up[t] = pd_vec3_scale(pd_vec3_sub(up[t], heel->at[t]), free);
    }
    for (int axis = 0; axis < 3; axis++)
        assert_int_equal(pd_train_gaussian(&up[0].x + axis, T, 3, 2, NULL), PD_OK);
    for (int t = 0; t < T; t++) heel->at[t] = at_length(toe->at[t], pd_vec3_add(heel->at[t], up[t]), bone);
}

static void locked_feet_are_where_the_words_of_the_header_put_them(void **state)
{
    (void)state;
    pd_character_motion m;
    pd_train_foot_contacts feet;
    static foot f[2][2];
    static double roots[T];
    memset(f, 0, sizeof f);
    walk_make(&m, &walking);
    assert_int_equal(pd_train_foot_contacts_init(&feet, &m, NULL), PD_OK);
    assert_int_equal(pd_character_motion_add_labels(&m, NULL), PD_OK);
    const unsigned char(*contacts)[PD_PFNN_CONTACTS] = (const unsigned char(*)[PD_PFNN_CONTACTS])m.contacts;
    double bone = pd_vec3_length(m.clip.skeleton.offsets[PD_BIPED_L_TOE]);
    for (int t = 0; t < T; t++) {
        roots[t] = m.clip.roots[t].y;
        for (int c = 0; c < 4; c++) f[c / 2][c % 2].was[t] = feet.at[t][c];
    }
    for (int side = 0; side < 2; side++) {
        contacts_of(m.contacts, side);
        set_goals(&f[side][HEEL], &f[side][TOE], contacts, side, bone);
        correct(&f[side][HEEL]), correct(&f[side][TOE]);
        for (int t = 0; t < T; t++) {
            pd_vec3 *h = &f[side][HEEL].at[t], *o = &f[side][TOE].at[t];
            double s = stays(contacts, t, side);
            pd_vec3 brought = at_length(*h, *o, bone);
            *o = pd_vec3_fma(*o, s, pd_vec3_sub(brought, *o));
            *h = at_length(*o, *h, bone);
        }
        rise(&f[side][HEEL], &f[side][TOE], &m, side);
    }
    assert_int_equal(pd_train_motion_lock(&m, &feet, NULL), PD_OK);
    for (int t = 0; t < T; t++) {
        pd_vec3 p[PD_ANIM_MAX_JOINTS];
        pd_anim_clip_pose(p, NULL, &m.clip, t);
        assert_near(m.clip.roots[t].y, roots[t], 1e-8); /* the hips are low enough */
        for (int c = 0; c < 4; c++)
            assert_near(pd_vec3_distance(p[pd_train_contact_joint(c)], f[c / 2][c % 2].at[t]), 0, 1e-6);
    }
    pd_train_foot_contacts_deinit(&feet);
    pd_character_motion_deinit(&m);
}

static void hips_that_are_too_high_come_down_around_the_frame_and_smoothly(void **state)
{
    (void)state;
    walk w = walking;
    pd_character_motion m;
    pd_train_foot_contacts feet;
    double need[T], wide[T];
    w.hips = 0.93, w.skate = 0;
    walk_make(&m, &w);
    for (int t = 60; t < 75; t++)
        m.clip.roots[t].y += 0.2; /* the legs go along, the feet leave the ground ... */
    assert_int_equal(pd_train_foot_contacts_init(&feet, &m, NULL), PD_OK);
    assert_int_equal(pd_character_motion_add_labels(&m, NULL), PD_OK);
    for (int t = 50; t < 90; t++)
        m.contacts[t][PD_PFNN_RIGHT_TOE] = 1; /* ... where the right one is said to stand */
    assert_int_equal(pd_train_motion_lock(&m, &feet, NULL), PD_OK);
    /* the reach of the legs with the hips where they were */
    double most = 0, bent = 0,
           leg = 0.9985 * (pd_vec3_length(m.clip.skeleton.offsets[PD_BIPED_R_SHIN]) +
                           pd_vec3_length(m.clip.skeleton.offsets[PD_BIPED_R_FOOT]));
    pd_character_motion before;
    walk_make(&before, &w);
    for (int t = 60; t < 75; t++) before.clip.roots[t].y += 0.2;
    for (int t = 0; t < T; t++) {
        pd_vec3 p[PD_ANIM_MAX_JOINTS], now[PD_ANIM_MAX_JOINTS];
        pd_anim_clip_pose(p, NULL, &before.clip, t), pd_anim_clip_pose(now, NULL, &m.clip, t);
        need[t] = 0;
        for (int side = 0; side < 2; side++) {
            pd_vec3 hip = p[side ? PD_BIPED_R_THIGH : PD_BIPED_L_THIGH],
                    ankle = now[side ? PD_BIPED_R_FOOT : PD_BIPED_L_FOOT];
            pd_vec3 thigh = pd_vec3_sub(now[side ? PD_BIPED_R_SHIN : PD_BIPED_L_SHIN],
                                        now[side ? PD_BIPED_R_THIGH : PD_BIPED_L_THIGH]),
                    down =
                        pd_vec3_unit_or(pd_vec3_sub(ankle, now[side ? PD_BIPED_R_THIGH : PD_BIPED_L_THIGH]),
                                        pd_vec3_make(0, -1, 0));
            const double ahead = pd_vec3_reject(thigh, down).z;
            assert_true(ahead > -1e-6); /* knees bend to where toes point, also those that were straight */
            bent = fmax(bent, ahead);
            double dx = hip.x - ankle.x, dz = hip.z - ankle.z;
            double eased = leg - 0.003 * log(1 + exp((leg - pd_vec3_distance(hip, ankle)) / 0.003));
            need[t] = fmax(need[t], hip.y - ankle.y - sqrt(fmax(0, eased * eased - dx * dx - dz * dz)));
        }
    }
    for (int t = 0; t < T; t++) {
        wide[t] = 0;
        for (int k = -6; k <= 6; k++)
            if (t + k >= 0 && t + k < T) wide[t] = fmax(wide[t], need[t + k]);
    }
    assert_int_equal(pd_train_gaussian(wide, T, 1, 2, NULL), PD_OK);
    for (int t = 0; t < T; t++) {
        assert_near(before.clip.roots[t].y - m.clip.roots[t].y, wide[t], 1e-6);
        most = fmax(most, wide[t]);
    }
    assert_true(most > 0.1 && bent > 0.05);
    pd_train_foot_contacts_deinit(&feet);
    pd_character_motion_deinit(&m), pd_character_motion_deinit(&before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(locked_feet_are_where_the_words_of_the_header_put_them),
        cmocka_unit_test(hips_that_are_too_high_come_down_around_the_frame_and_smoothly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
