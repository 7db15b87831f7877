#ifndef PD_TESTS_ANIMALS_H
#define PD_TESTS_ANIMALS_H
/* Animals with four, two and eight legs, with the skeletons of common rigs, and a walk that is made here:
 * feet are planted on points of the ground and reached by cyclic coordinate descent,
 * which the library does not use. */
#include "core/anim/skeleton.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANIMAL_LEGS_MOST = 8 };

typedef struct animal_spec {
    int pairs;             /* of legs: 1, 2, 4                            */
    double size, long_leg; /* of all; of legs beside the trunk; 0: 1      */
    double long_trunk;     /* 0: 1                                        */
    int spines, tails;     /* joints; 0: 2, 3                             */
    bool no_toes;          /* legs end at the foot                        */
    bool nameless;         /* names that say nothing                      */
    double bent;           /* times as far are knees before or behind the leg; 0: 1 */
    bool on_ground;        /* the root stands between the feet            */
    double yaw;            /* it looks so far from +Z                     */
} animal_spec;

typedef struct animal {
    pd_anim_skeleton s;
    char texts[PD_ANIM_MAX_JOINTS][PD_ANIM_NAME_BYTES];
    const char *names[PD_ANIM_MAX_JOINTS];
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];                         /* looking along +Z */
    int hips, chest, head, tail, ear, wing;                   /* tail: its tip; -1: none */
    int legs, tops[ANIMAL_LEGS_MOST], tips[ANIMAL_LEGS_MOST]; /* left and right by turns, front to back */
    double height;                                            /* of the trunk */
    /* being made */
    int parents[PD_ANIM_MAX_JOINTS];
    const animal_spec *spec;
} animal;

static inline int animal_joint(animal *a, const char *name, int parent, double x, double y, double z)
{
    const int k = a->s.joint_count++;
    if (a->spec->nameless)
        snprintf(a->texts[k], sizeof a->texts[k], "bone%d", k);
    else
        snprintf(a->texts[k], sizeof a->texts[k], "%s", name);
    a->names[k] = a->texts[k];
    a->parents[k] = parent;
    a->rest[k] = pd_vec3_make(x, y, z);
    return k;
}

static inline void animal_leg(animal *a, const char *kind, int on, double x, double z, double trunk,
                              const double rows[][3], int count)
{
    static const char *const words[] = {"upper", "lower", "foot", "toe", "tip"};
    for (int side = 1; side >= -1; side -= 2) {
        int up = on;
        a->tops[a->legs] = a->s.joint_count;
        for (int i = 0; i < count; i++) {
            char name[PD_ANIM_NAME_BYTES];
            snprintf(name, sizeof name, "%s_%s_%c", kind, words[i], side > 0 ? 'L' : 'R');
            up = animal_joint(a, name, up, side * (x + rows[i][0]), trunk * rows[i][1],
                              z + trunk * rows[i][2]);
        }
        a->tips[a->legs++] = up;
    }
}

/* Upper, lower, foot, toe: aside, height and forward, of the trunk's height. */
static inline void animal_make(animal *a, const animal_spec *spec)
{
    static const double front[4][3] = {{0, 0.9, 0}, {0.01, 0.5, -0.08}, {0.01, 0.1, 0}, {0.01, 0.02, 0.1}},
                        hind[4][3] = {
                            {0, 0.9, 0}, {0.01, 0.6, 0.12}, {0.01, 0.3, -0.12}, {0.01, 0.02, -0.02}};
    const double leg = spec->long_leg > 0 ? spec->long_leg : 1,
                 trunk = spec->long_trunk > 0 ? spec->long_trunk : 1, size = spec->size > 0 ? spec->size : 1;
    const int spines = spec->spines ? spec->spines : 2, tails = spec->tails ? spec->tails : 3,
              joints = spec->no_toes ? 3 : 4;
    double rows[2][4][3];
    char name[PD_ANIM_NAME_BYTES];

    memset(a, 0, sizeof *a);
    a->spec = spec, a->wing = -1, a->height = leg;
    memcpy(rows[0], front, sizeof front), memcpy(rows[1], hind, sizeof hind);
    for (int i = 0; i < 2 && spec->no_toes; i++) rows[i][2][1] = 0.02;
    for (int i = 0; i < 8 && spec->bent > 0; i++) rows[i / 4][i % 4][2] *= spec->bent;

    int up = spec->on_ground ? animal_joint(a, "root", -1, 0, 0, 0) : -1;
    if (spec->pairs == 4) {
        static const double legs[4][3] = {{0.1, 0.6, 0}, {0.5, 1.4, 0}, {0.9, 0.6, 0}, {1.2, 0.02, 0}};
        up = a->hips = a->chest = animal_joint(a, "body", up, 0, leg * 0.6, 0);
        for (int i = 0; i < 4; i++) {
            double row[4][3];
            memcpy(row, legs, sizeof row);
            for (int k = 0; k < 4; k++) row[k][0] *= 0.7, row[k][2] = legs[k][0] * (0.75 - 0.5 * i);
            char kind[8];
            snprintf(kind, sizeof kind, "leg%d", i + 1);
            animal_leg(a, kind, up, 0, 0.1 * (1.5 - i), leg, row, 4);
        }
        a->head = -1;
        for (int i = 0, on = up; i < tails; i++) {
            snprintf(name, sizeof name, "abdomen%d", i);
            on = a->tail = animal_joint(a, name, on, 0, leg * 0.65, -0.2 - 0.3 * i);
        }
    } else {
        const double back = spec->pairs == 2 ? -0.5 * trunk : 0, fore = spec->pairs == 2 ? 0.5 * trunk : 0.2;
        up = a->hips = animal_joint(a, "hips", up, 0, leg, back);
        for (int i = 0; i < spines; i++) {
            snprintf(name, sizeof name, "spine%d", i);
            up = animal_joint(a, name, up, 0, leg, back + (fore - back) * (i + 1) / spines);
        }
        a->chest = up;
        if (spec->pairs == 2) animal_leg(a, "front", a->chest, 0.12, fore, leg, rows[0], joints);
        animal_leg(a, spec->pairs == 2 ? "hind" : "leg", a->hips, 0.12, back, leg, rows[1], joints);
        if (spec->pairs == 1)
            for (int side = 1; side >= -1; side -= 2)
                for (int i = 0, on = a->chest; i < 4; i++) {
                    snprintf(name, sizeof name, "wing%d_%c", i, side > 0 ? 'L' : 'R');
                    on = animal_joint(a, name, on, side * (0.1 + 0.35 * i), leg + 0.1, fore - 0.05 * i);
                    if (side > 0 && i == 0) a->wing = on;
                }
        const int neck = animal_joint(a, "neck", a->chest, 0, leg + 0.15, fore + 0.15);
        a->head = animal_joint(a, "head", neck, 0, leg + 0.35, fore + 0.3);
        a->ear = animal_joint(a, "ear_L", a->head, 0.06, leg + 0.45, fore + 0.28);
        animal_joint(a, "ear_R", a->head, -0.06, leg + 0.45, fore + 0.28);
        animal_joint(a, "nose", a->head, 0, leg + 0.3, fore + 0.55);
        for (int i = 0, on = a->hips; i < tails; i++) {
            snprintf(name, sizeof name, "tail%d", i);
            on = a->tail = animal_joint(a, name, on, 0, leg - 0.02 - 0.06 * i, back - 0.1 - 0.6 * i / tails);
        }
    }

    double world[3 * PD_ANIM_MAX_JOINTS];
    const pd_quat turn = pd_q_axis_angle(pd_vec3_make(0, 1, 0), spec->yaw);
    const int count = a->s.joint_count;
    for (int k = 0; k < count; k++) {
        a->rest[k] = pd_vec3_scale(a->rest[k], size);
        const pd_vec3 p = pd_q_rotate(turn, a->rest[k]);
        world[3 * k] = p.x, world[3 * k + 1] = p.y, world[3 * k + 2] = p.z;
    }
    a->height *= size;
    pd_error err;
    if (pd_anim_skeleton_from_rest(&a->s, (const char(*)[PD_ANIM_NAME_BYTES])a->texts, a->parents, world,
                                   count, &err) != PD_OK)
        fprintf(stderr, "animal: %s: %s\n", err.where, err.detail), abort();
}

/* ---- a walk ---- */

typedef struct animal_walk {
    int frame_count, joints;
    pd_quat *rotations; /* (T,K) world, the identity at rest */
    pd_vec3 *places;    /* (T,K) world                       */
    bool *stands;       /* (T,legs)                          */
} animal_walk;

typedef struct animal_gait {
    int frames;
    double rate, turn; /* radians a second                     */
    bool on_the_spot;  /* the ground goes by, the animal stays */
    bool flies;        /* no foot comes near the ground        */
    bool soft;         /* feet leave the ground and come down without a corner; legs of three joints */
} animal_gait;

static inline void animal_bend(animal_walk *w, const animal *a, int t, int joint, pd_quat by)
{
    pd_quat *q = w->rotations + t * w->joints;
    pd_vec3 *p = w->places + t * w->joints;
    for (int k = 0; k < w->joints; k++) {
        int up = k;
        while (up >= 0 && up != joint) up = a->s.parents[up];
        if (up < 0) continue;
        q[k] = pd_q_normalize(pd_q_mul(by, q[k]));
        if (k != joint) p[k] = pd_vec3_add(p[joint], pd_q_rotate(by, pd_vec3_sub(p[k], p[joint])));
    }
}

static inline void animal_reach(animal_walk *w, const animal *a, int t, int leg, pd_vec3 goal)
{
    const pd_vec3 *p = w->places + t * w->joints;
    const int tip = a->tips[leg];
    for (int pass = 0; pass < 300 && pd_vec3_distance(p[tip], goal) > 1e-9; pass++)
        for (int k = a->s.parents[tip];; k = a->s.parents[k]) {
            const pd_vec3 from = pd_vec3_unit_or(pd_vec3_sub(p[tip], p[k]), pd_vec3_make(0, -1, 0)),
                          to = pd_vec3_unit_or(pd_vec3_sub(goal, p[k]), from);
            animal_bend(w, a, t, k, pd_q_between(from, to, pd_vec3_make(1, 0, 0)));
            if (k == a->tops[leg]) break;
        }
}

/* Puts the end of a leg of two bones at the goal, in closed form.
 * The iterative solver would leave kinks in the motion. */
static inline void animal_reach_straight(animal_walk *w, const animal *a, int t, int leg, pd_vec3 goal)
{
    const pd_vec3 *p = w->places + t * w->joints;
    const int top = a->tops[leg], tip = a->tips[leg], middle = a->s.parents[tip];
    const pd_vec3 one = pd_vec3_sub(p[middle], p[top]), two = pd_vec3_sub(p[tip], p[middle]),
                  across = pd_vec3_cross(one, two);
    const double first = pd_vec3_length(one), second = pd_vec3_length(two),
                 far = pd_vec3_distance(goal, p[top]),
                 bend = acos((far * far - first * first - second * second) / (2 * first * second));
    animal_bend(w, a, t, middle,
                pd_q_axis_angle(pd_vec3_unit_or(across, pd_vec3_make(1, 0, 0)),
                                bend - atan2(pd_vec3_length(across), pd_vec3_dot(one, two))));
    const pd_vec3 down = pd_vec3_make(0, -1, 0);
    animal_bend(w, a, t, top,
                pd_q_between(pd_vec3_unit_or(pd_vec3_sub(p[tip], p[top]), down),
                             pd_vec3_unit_or(pd_vec3_sub(goal, p[top]), down), pd_vec3_make(1, 0, 0)));
}

/* Makes a walk: legs have phases of their own, the trunk rolls, tail and head sway, wings beat. */
static inline void animal_walk_make(animal_walk *w, const animal *a, const animal_gait *gait)
{
    static const double phases[ANIMAL_LEGS_MOST] = {0.25, 0.75, 0, 0.5, 0.35, 0.85, 0.1, 0.6};
    const double duty = 0.65, stride = (a->legs == 8 ? 0.4 : 0.6) * a->height, pi = 3.14159265358979323846;
    const pd_quat facing = pd_q_axis_angle(pd_vec3_make(0, 1, 0), a->spec->yaw);
    const pd_vec3 lift = pd_vec3_make(0, gait->flies ? a->height : -0.03 * a->height, 0);

    *w = (animal_walk){.frame_count = gait->frames, .joints = a->s.joint_count};
    w->rotations = malloc((size_t)(gait->frames * w->joints) * sizeof *w->rotations);
    w->places = malloc((size_t)(gait->frames * w->joints) * sizeof *w->places);
    w->stands = calloc((size_t)(gait->frames * a->legs), sizeof *w->stands);
    for (int t = 0; t < gait->frames; t++) {
        const double s = t / gait->rate, speed = stride / duty, yaw = gait->turn * s;
        pd_quat *q = w->rotations + t * w->joints;
        pd_vec3 *p = w->places + t * w->joints;
        /* everything looks along +Z until the end */
        for (int k = 0; k < w->joints; k++) q[k] = pd_q_identity(), p[k] = a->rest[k];
        if (a->tail >= 0)
            for (int k = a->tail; k != a->hips && a->s.parents[k] != a->hips; k = a->s.parents[k])
                animal_bend(w, a, t, a->s.parents[k],
                            pd_q_axis_angle(pd_vec3_make(0, 1, 0), 0.2 * sin(2 * pi * s)));
        if (a->head >= 0)
            animal_bend(w, a, t, a->head, pd_q_axis_angle(pd_vec3_make(1, 0, 0), 0.2 * sin(4 * pi * s)));
        if (a->ear)
            animal_bend(w, a, t, a->ear, pd_q_axis_angle(pd_vec3_make(0, 0, 1), 0.3 * sin(6 * pi * s)));
        if (a->wing >= 0)
            animal_bend(w, a, t, a->wing, pd_q_axis_angle(pd_vec3_make(0, 0, 1), 0.5 * sin(4 * pi * s)));
        if (a->chest != a->hips)
            animal_bend(w, a, t, a->chest, pd_q_axis_angle(pd_vec3_make(0, 1, 0), 0.06 * sin(2 * pi * s)));
        animal_bend(w, a, t, a->hips, pd_q_axis_angle(pd_vec3_make(0, 0, 1), 0.04 * sin(2 * pi * s)));

        for (int k = 0; k < w->joints; k++) p[k] = pd_vec3_add(p[k], lift);
        const pd_quat y = pd_q_axis_angle(pd_vec3_make(0, 1, 0), yaw);
        const pd_vec3 gone = fabs(gait->turn) < 1e-9
                                 ? pd_vec3_make(0, 0, speed * s)
                                 : pd_vec3_scale(pd_vec3_make(1 - cos(yaw), 0, sin(yaw)), speed / gait->turn);
        for (int k = 0; k < w->joints; k++)
            q[k] = pd_q_mul(y, q[k]), p[k] = pd_vec3_add(gone, pd_q_rotate(y, p[k]));
        for (int i = 0; i < a->legs && !gait->flies; i++) {
            const double u = fmod(s + phases[i], 1), begin = s - u;
            pd_vec3 stands[2];
            for (int n = 0; n < 2; n++) { /* where home is in the middle of this stand and of the next */
                const double when = begin + n + duty / 2, turned = gait->turn * when;
                const pd_vec3 there =
                    fabs(gait->turn) < 1e-9
                        ? pd_vec3_make(0, 0, speed * when)
                        : pd_vec3_scale(pd_vec3_make(1 - cos(turned), 0, sin(turned)), speed / gait->turn);
                stands[n] = pd_vec3_add(
                    there, pd_q_rotate(pd_q_axis_angle(pd_vec3_make(0, 1, 0), turned), a->rest[a->tips[i]]));
            }
            const double part = fmax(0, (u - duty) / (1 - duty)),
                         even = gait->soft ? part * part * part * (10 + part * (6 * part - 15))
                                           : part * part * (3 - 2 * part),
                         high = gait->soft ? 16 * part * part * (1 - part) * (1 - part) : sin(pi * part);
            pd_vec3 goal = pd_vec3_fma(stands[0], even, pd_vec3_sub(stands[1], stands[0]));
            goal.y += (gait->soft ? 0.1 : 0.2) * a->height * high;
            w->stands[t * a->legs + i] = u < duty;
            if (gait->soft)
                animal_reach_straight(w, a, t, i, goal);
            else
                animal_reach(w, a, t, i, goal);
        }
        for (int k = 0; k < w->joints; k++) {
            if (gait->on_the_spot) p[k].z -= speed * s;
            q[k] = pd_q_mul(pd_q_mul(facing, q[k]), pd_q_conjugate(facing)), p[k] = pd_q_rotate(facing, p[k]);
        }
    }
}

static inline void animal_walk_free(animal_walk *w)
{
    free(w->rotations), free(w->places), free(w->stands);
}

#endif
