#ifndef TESTS_SUPPORT_STROLL_H
#define TESTS_SUPPORT_STROLL_H
/* A walk of the biped with known values: its root moves at a constant speed straight ahead or around a
 * circle, its limbs swing, and each foot is labelled as planted for half a cycle. Metres, seconds, world
 * space, +Y up. */
#include "core/character/capture/motion.h"
#include "tests/support/cmocka.h"

#define STROLL_RATE 0.9 /* cycles a second */

typedef struct stroll {
    int frames;
    double speed;            /* metres a second                          */
    double turn_deg;         /* degrees a second, + to the left          */
    double yaw_deg;          /* at frame 0                               */
    double going_deg;        /* where it goes, + to the left of facing   */
    double slope_x, slope_z; /* rise of the ground per metre; 0, 0: flat */
    double swing;            /* of the limbs, radians                    */
    int source;
} stroll;

static inline double stroll_yaw(const stroll *w, double t)
{
    return (w->yaw_deg + w->turn_deg * t / 60) * 3.14159265358979323846 / 180;
}

/* Returns the position of the root at frame t, from the circle that it follows. */
static inline pd_vec3 stroll_root(const stroll *w, double t)
{
    double yaw = stroll_yaw(w, t), first = stroll_yaw(w, 0),
           aside = w->going_deg * 3.14159265358979323846 / 180;
    double rate = w->turn_deg * 3.14159265358979323846 / 180;
    pd_vec3 p = {0, PD_ANIM_BIPED_REST_HEIGHT, 0};
    if (rate == 0) {
        p.x = w->speed * t / 60 * sin(first + aside);
        p.z = w->speed * t / 60 * cos(first + aside);
    } else {
        p.x = w->speed / rate * (cos(first + aside) - cos(yaw + aside));
        p.z = w->speed / rate * (sin(yaw + aside) - sin(first + aside));
    }
    p.y += w->slope_x * p.x + w->slope_z * p.z;
    return p;
}

static inline void stroll_ground(pd_anim_ground *ground, double slope_x, double slope_z)
{
    if (slope_x == 0 && slope_z == 0) return;
    assert_int_equal(pd_anim_ground_init(ground, (pd_anim_ground_grid){2, 2, -50, -50, 100}, "ground", NULL),
                     PD_OK);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            ground->heights[2 * i + j] = (float)(slope_x * (100 * j - 50) + slope_z * (100 * i - 50));
}

static inline void stroll_pose(pd_quat *joints, const stroll *w, double phase, double yaw)
{
    double a = w->swing * sin(2 * 3.14159265358979323846 * phase);
    pd_vec3 x = {1, 0, 0}, z = {0, 0, 1};
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) joints[j] = pd_q_identity();
    joints[PD_BIPED_HIPS] = pd_q_axis_angle(pd_vec3_make(0, 1, 0), yaw);
    joints[PD_BIPED_L_THIGH] = pd_q_axis_angle(x, a);
    joints[PD_BIPED_R_THIGH] = pd_q_axis_angle(x, -a);
    joints[PD_BIPED_L_ARM] = pd_q_axis_angle(z, -w->swing + 0.3 * a);
    joints[PD_BIPED_R_FOREARM] = pd_q_axis_angle(pd_vec3_make(0, 1, 0), w->swing + 0.2 * a);
    joints[PD_BIPED_HEAD] = pd_q_axis_angle(pd_vec3_make(0.6, 0, 0.8), 0.2 * a);
}

/* Sets phase, contacts and gaits of frame t. The right foot is down in the first half of a cycle. Gaits: walk
 * .75, stand .25. */
static inline void stroll_labels(pd_character_motion *m, int t)
{
    m->phase[t] = 0.2 + STROLL_RATE * t / 60;
    int right = m->phase[t] - floor(m->phase[t]) < 0.5;
    m->contacts[t][PD_PFNN_RIGHT_HEEL] = m->contacts[t][PD_PFNN_RIGHT_TOE] = (unsigned char)right;
    m->contacts[t][PD_PFNN_LEFT_HEEL] = (unsigned char)!right;
    m->gaits[t][PD_PFNN_WALK] = 0.75F;
    m->gaits[t][PD_PFNN_STAND] = 0.25F;
}

static inline void stroll_init(pd_character_motion *m, const stroll *w)
{
    pd_anim_skeleton skeleton;
    memset(m, 0, sizeof *m);
    pd_anim_biped_skeleton(&skeleton);
    assert_int_equal(pd_anim_clip_init(&m->clip, &skeleton, w->frames, 60, NULL), PD_OK);
    assert_int_equal(pd_character_motion_add_labels(m, NULL), PD_OK);
    strcpy(m->name, "walk");
    strcpy(m->step, "capture");
    m->source = w->source;
    m->weight = 1;
    stroll_ground(&m->ground, w->slope_x, w->slope_z);
    for (int t = 0; t < w->frames; t++) {
        stroll_labels(m, t);
        m->clip.roots[t] = stroll_root(w, t);
        stroll_pose(pd_anim_clip_frame(&m->clip, t), w, m->phase[t], stroll_yaw(w, t));
    }
    pd_anim_clip_align_signs(&m->clip);
}

/* Makes the mirror image of a stroll in the plane x = 0. */
static inline void stroll_mirror(pd_character_motion *out, const pd_character_motion *in, const stroll *w)
{
    stroll flat = *w;
    flat.slope_x = -w->slope_x;
    stroll_init(out, &flat);
    for (int t = 0; t < w->frames; t++) {
        pd_vec3 root = in->clip.roots[t];
        out->clip.roots[t] = pd_vec3_make(-root.x, root.y, root.z);
        out->phase[t] = in->phase[t] + 0.5;
        for (int c = 0; c < PD_PFNN_CONTACTS; c++) out->contacts[t][c] = in->contacts[t][(c + 2) % 4];
        for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
            pd_quat q = pd_anim_clip_frame(&in->clip, t)[pd_anim_biped_joints[j].mirror];
            pd_anim_clip_frame(&out->clip, t)[j] = (pd_quat){q.x, -q.y, -q.z, q.w};
        }
    }
}

/* Makes a list of these walks, in their order. */
static inline void stroll_list(pd_character_motions *list, const stroll *walks, int count)
{
    memset(list, 0, sizeof *list);
    for (int i = 0; i < count; i++) {
        pd_character_motion m;
        stroll_init(&m, &walks[i]);
        assert_int_equal(pd_character_motions_append(list, &m, NULL), PD_OK);
    }
}

#endif
