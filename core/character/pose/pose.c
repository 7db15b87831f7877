#include "core/character/pose/pose.h"

#include "core/kernel/cpu.h"
#include "core/math/elementary.h"
#include "core/math/spring.h"

#include <stdbool.h>

#define SETTLED 1e-4 /* radians: a smaller offset of an arm counts as 0 */

/* Normal equations of the small rotation: upper triangle of the matrix, right-hand side. */
typedef struct normal {
    double xx, xy, xz, yy, yz, zz;
    pd_vec3 moment;
} normal;

/* A bone of a piece, relative to the piece's joint: its end by the rotations,
 * and its end by the network's positions. */
typedef struct bone {
    pd_vec3 is, wanted;
    double square; /* squared length of wanted */
} bone;

/* Solves with the adjugate. The ridge keeps the determinant away from 0. */
static pd_vec3 solve_pose(const normal *n)
{
    double a = n->yy * n->zz - n->yz * n->yz;
    double b = n->xz * n->yz - n->xy * n->zz;
    double c = n->xy * n->yz - n->xz * n->yy;
    double d = n->xx * n->zz - n->xz * n->xz;
    double e = n->xy * n->xz - n->xx * n->yz;
    double f = n->xx * n->yy - n->xy * n->xy;
    double det = n->xx * a + n->xy * b + n->xz * c;

    if (!(det > 1e-30)) return pd_vec3_make(0, 0, 0);
    pd_vec3 m = n->moment;
    pd_vec3 w = {a * m.x + b * m.y + c * m.z, b * m.x + d * m.y + e * m.z, c * m.x + e * m.y + f * m.z};

    return pd_vec3_scale(w, 1 / det);
}

/* Returns the rotation of the rigid piece that joint j drives. `r` are the rotations of the joints. */
static pd_quat rotation_of(int j, const pd_quat *r, pd_vec3 at, const pd_vec3 *places,
                           const pd_character_rig *rig)
{
    const int *ends = rig->bones.ends + rig->bones.first[j];
    int count = rig->bones.first[j + 1] - rig->bones.first[j];
    bone bones[PD_CHARACTER_RIG_JOINTS];

    if (!count) return pd_q_identity();

    /* For each bone that leaves the piece: its present and its wanted vector. */
    for (int i = 0; i < count; i++) {
        bone *b = &bones[i];
        pd_vec3 to = pd_vec3_sub(places[ends[i]], at);

        /* Present vector from driver j to the end of the bone, by the rotations. */
        const int end = ends[i];
        pd_vec3 own = pd_q_rotate(r[rig->skeleton.parents[end]], rig->skeleton.offsets[end]);
        for (int k = rig->skeleton.parents[end]; k != j; k = rig->skeleton.parents[k])
            own = pd_vec3_add(own, pd_q_rotate(r[rig->skeleton.parents[k]], rig->skeleton.offsets[k]));
        b->is = own;

        /* The wanted vector points to the network's position of the end. If that is nearer than the bone is
         * long, the missing length is added along the present vector. */
        double lacks = 1 - pd_vec3_length(to) / pd_vec3_length(b->is);
        b->wanted = pd_vec3_fma(to, lacks > 0 ? lacks : 0, b->is);
        b->square = pd_vec3_dot(b->wanted, b->wanted);
    }

    /* A few Gauss-Newton steps. Each solves a 3x3 system for a small rotation. */
    pd_quat rotation = pd_q_identity();
    for (int step = 0; step < PD_K_FIT_STEPS; step++) {
        normal n = {0};
        for (int i = 0; i < count; i++) {
            const pd_vec3 a = step ? pd_q_rotate(rotation, bones[i].is) : bones[i].is;
            double aa = pd_vec3_dot(a, a);
            double bb = bones[i].square;
            if (aa < 1e-12 || bb < 1e-12) continue;
            n.moment = pd_vec3_add(n.moment, pd_vec3_scale(pd_vec3_cross(a, bones[i].wanted), sqrt(aa / bb)));
            double ridge = (1 + PD_K_FIT_RIDGE) * aa;
            n.xx += ridge - a.x * a.x;
            n.yy += ridge - a.y * a.y;
            n.zz += ridge - a.z * a.z;
            n.xy -= a.x * a.y;
            n.xz -= a.x * a.z;
            n.yz -= a.y * a.z;
        }

        /* Apply the solution as a small rotation. Normalizing the quaternion avoids sine and cosine. */
        const pd_vec3 w = solve_pose(&n);
        rotation = pd_q_mul(pd_q_normalize((pd_quat){w.x / 2, w.y / 2, w.z / 2, 1}), rotation);
    }

    return rotation;
}

void pd_character_pose_fit(pd_quat *rotations, pd_vec3 *joints, const pd_vec3 *places,
                           const pd_character_rig *rig)
{
    const pd_anim_skeleton *s = &rig->skeleton;
    const int *driver = rig->bones.driver;
    pd_quat pieces[PD_CHARACTER_RIG_JOINTS];

    for (int i = 0; i < s->joint_count; i++) {
        int j = s->order[i];
        int up = s->parents[j];
        joints[j] = up < 0 ? places[j] : pd_vec3_add(joints[up], pd_q_rotate(rotations[up], s->offsets[j]));
        if (driver[j] == j) pieces[j] = rotation_of(j, rotations, joints[j], places, rig);
        rotations[j] = pd_q_mul(pieces[driver[j]], rotations[j]);
    }
}

void pd_character_pose_fit_four(pd_k_fit *fit, const pd_character_rig *rig)
{
    _Static_assert(PD_CHARACTER_RIG_JOINTS <= PD_K_FIT_JOINTS, "a rig's joints");
#if defined(__x86_64__)
    const pd_anim_skeleton *s = &rig->skeleton;
    const pd_character_bones *b = &rig->bones;
    pd_k_cpu cpu = pd_k_cpu_chosen();
    if (cpu == PD_K_CPU_AVX2 || cpu == PD_K_CPU_AVX512) {
        fit->joint_count = s->joint_count;
        fit->offsets = s->offsets;
        fit->order = s->order;
        fit->parents = s->parents;
        fit->driver = b->driver;
        fit->first = b->first;
        fit->ends = b->ends;
        pd_k_fit_avx2(fit);
        return;
    }
#endif
    for (int i = 0; i < fit->count; i++)
        pd_character_pose_fit(fit->rotations[i], fit->joints[i], fit->places[i], rig);
}

/* Softly limits the angle of a local rotation. */
static pd_quat softened(pd_quat local, double limit)
{
    pd_vec3 r = pd_q_to_rotvec(local);
    double angle = pd_vec3_length(r);
    if (angle < 1e-9 || limit <= 0) return local;
    return pd_q_from_rotvec(pd_vec3_scale(r, limit * pd_tanh(angle / limit) / angle));
}

void pd_character_pose_straighten_arms(pd_quat *rotations, const pd_character_rig *rig)
{
    for (int i = 0; i < PD_CHARACTER_RIG_ARMS; i++) {
        const pd_character_forearm *arm = &rig->forearms[i];
        if (arm->elbow < 0) continue;
        pd_quat bent = pd_q_inv_mul(rotations[arm->elbow], rotations[arm->middle]);
        pd_quat local = softened(bent, rig->control.forearm_limit);
        rotations[arm->middle] = pd_q_normalize(pd_q_mul(rotations[arm->elbow], local));
    }
}

/* Returns the rotation vector of the change in a frame, approximated by its chord. For allowed changes the
 * error is a thousandth. */
static pd_vec3 step_from(pd_quat before, pd_quat now)
{
    pd_quat q = pd_q_mul(now, pd_q_conjugate(before));
    return pd_vec3_scale(pd_vec3_make(q.x, q.y, q.z), q.w < 0 ? -2 : 2);
}

bool pd_character_pose_follow(pd_quat *local, pd_character_link *link, double most, double rate)
{
    const bool is_off = pd_vec3_dot(link->offset, link->offset) > SETTLED * SETTLED;
    pd_quat asked = *local;

    /* The first frame is not changed. */
    if (!link->is_shown) {
        *link = (pd_character_link){.local = asked, .is_shown = true};
        return false;
    }

    /* Let an earlier offset decay. */
    if (is_off) {
        pd_spring3(&link->offset, &link->speed, rate, 1 / PD_CHARACTER_RATE);
        *local = pd_q_mul(pd_q_from_rotvec(link->offset), asked);
    }

    /* Limit the change of the rotation's step. The excess becomes a new offset. */
    pd_vec3 step = step_from(link->local, *local);
    pd_vec3 more = pd_vec3_sub(step, link->step);
    const double by = pd_vec3_length(more);
    if (by > most) {
        step = pd_vec3_fma(link->step, most / by, more);
        *local = pd_q_mul(pd_q_from_rotvec(step), link->local);
        link->offset = pd_q_to_rotvec(pd_q_mul(*local, pd_q_conjugate(asked)));
        link->speed = pd_vec3_make(0, 0, 0);
    }

    if (is_off || by > most) *local = pd_q_normalize(*local);
    link->local = *local;
    link->step = step;

    return is_off || by > most;
}

void pd_character_pose_bring(pd_character_link *link, pd_quat before, pd_quat asked, pd_quat shown)
{
    const pd_vec3 step = step_from(before, shown);
    const double most = pd_vec3_length(link->step);
    const double length = pd_vec3_length(step);

    link->step = length > most ? pd_vec3_scale(step, most / length) : step;
    link->offset = pd_q_to_rotvec(pd_q_mul(shown, pd_q_conjugate(asked)));
    link->speed = pd_vec3_make(0, 0, 0);
    link->local = shown;
}

void pd_character_pose_steady_arms(pd_quat *rotations, pd_vec3 *joints, pd_character_link *last,
                                   const pd_character_rig *rig)
{
    const pd_anim_skeleton *s = &rig->skeleton;
    const double most = rig->control.arm_change / PD_CHARACTER_RATE;
    pd_quat own[PD_CHARACTER_RIG_JOINTS]; /* correction of each joint, world */
    bool is_limited[PD_CHARACTER_RIG_JOINTS] = {false};
    bool any = false;

    /* Limit the acceleration of each arm joint relative to its parent. */
    for (int i = 0; i < PD_CHARACTER_RIG_LINKS; i++) {
        int j = rig->links[i];
        int up = j >= 0 ? s->parents[j] : -1;
        if (up < 0) continue;
        pd_quat asked = pd_q_inv_mul(rotations[up], rotations[j]);
        pd_quat shown = asked;
        if (!pd_character_pose_follow(&shown, &last[i], most, rig->control.arm_rate)) continue;
        own[j] = pd_q_mul(pd_q_mul(rotations[up], pd_q_mul(shown, pd_q_conjugate(asked))),
                          pd_q_conjugate(rotations[up]));
        is_limited[j] = any = true;
    }

    if (!any) return;

    /* Apply the corrections to the joints below, parents first. */
    for (int i = 0; i < s->joint_count; i++) {
        int j = s->order[i];
        int up = s->parents[j];
        if (up < 0 || (!is_limited[j] && !is_limited[up])) continue;
        if (is_limited[j] && is_limited[up])
            own[j] = pd_q_mul(own[up], own[j]);
        else if (is_limited[up])
            own[j] = own[up];
        is_limited[j] = true;
        rotations[j] = pd_q_normalize(pd_q_mul(own[j], rotations[j]));
    }

    pd_character_pose_place(joints, rotations, rig);
}

void pd_character_pose_soften_hands(pd_quat *rotations, pd_vec3 *joints, pd_quat *last,
                                    const pd_character_rig *rig)
{
    const pd_anim_skeleton *s = &rig->skeleton;
    double most = rig->control.hand_speed / PD_CHARACTER_RATE;
    double near = most > 1e-4 ? pd_cos(0.49 * pd_fmin(most, M_PI)) : 2;
    pd_quat local[PD_CHARACTER_RIG_HANDS];

    for (int i = 0; i < PD_CHARACTER_RIG_HANDS; i++) {
        int j = rig->hands[i];
        if (j >= 0) local[i] = pd_q_inv_mul(rotations[s->parents[j]], rotations[j]);
    }

    for (int i = 0; i < PD_CHARACTER_RIG_HANDS; i++) {
        int j = rig->hands[i];
        int up = j >= 0 ? s->parents[j] : -1;
        if (up < 0) continue;

        /* Compare cosines of half angles first, which needs no arc tangent. `near` belongs to slightly less
         * than the limit. */
        pd_quat soft = softened(local[i], rig->control.hand_limit);
        if (pd_q_dot(last[i], last[i]) > 0 && !(fabs(pd_q_dot(last[i], soft)) > near)) {
            double angle = pd_q_angle(last[i], soft);
            if (angle > most) soft = pd_q_slerp(last[i], soft, most / angle);
        }

        last[i] = soft;

        rotations[j] = pd_q_normalize(pd_q_mul(rotations[up], soft));
        joints[j] = pd_vec3_add(joints[up], pd_q_rotate(rotations[up], s->offsets[j]));
    }
}

void pd_character_pose_place(pd_vec3 *joints, const pd_quat *rotations, const pd_character_rig *rig)
{
    const pd_anim_skeleton *s = &rig->skeleton;

    for (int i = 0; i < s->joint_count; i++) {
        int j = s->order[i];
        int up = s->parents[j];
        if (up >= 0) joints[j] = pd_vec3_add(joints[up], pd_q_rotate(rotations[up], s->offsets[j]));
    }
}

double pd_character_pose_stretch(const pd_vec3 *places, const pd_character_rig *rig)
{
    const pd_anim_skeleton *s = &rig->skeleton;
    double worst = 0;

    for (int j = 0; j < s->joint_count; j++) {
        if (s->parents[j] < 0) continue;
        double length = pd_vec3_distance(places[j], places[s->parents[j]]);
        worst = pd_fmax(worst, fabs(length - rig->bones.length[j]));
    }

    return worst;
}
