#include "factory/body/part/hand.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"
#include "core/smpl/part/hand.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include <stdlib.h>

enum { FINGERS = 5, JOINTS = 15, ANGLES = PD_SMPL_HAND_ANGLES };

/* MakeHuman's numbers of the fingers, in SMPL-X's order. */
static const int rig_fingers[FINGERS] = {2, 3, 5, 4, 1};
static const char *const first_joints[2] = {"left_index1", "right_index1"};
static const char sides[2] = {'L', 'R'};

/* ---- a pose of the rig ---- */

static int first_joint(const pd_smpl_data *model, int hand)
{
    PD_ASSERT(hand == 0 || hand == 1);
    const int first = pd_smpl_joint_find(model, first_joints[hand]);
    return first + JOINTS <= model->joint_count ? first : -1;
}

/* Returns the rotation of the palm. Its columns are the direction to the middle finger, the palm's normal,
 * and their product. */
static pd_quat palm_frame(pd_vec3 wrist, pd_vec3 index, pd_vec3 middle, pd_vec3 pinky)
{
    const pd_vec3 x = pd_vec3_unit_or(pd_vec3_sub(middle, wrist), pd_vec3_make(1, 0, 0));
    const pd_vec3 normal = pd_vec3_cross(pd_vec3_sub(index, wrist), pd_vec3_sub(pinky, wrist));
    const pd_vec3 y =
        pd_vec3_unit_or(pd_vec3_fma(normal, -pd_vec3_dot(normal, x), x), pd_vec3_perpendicular(x));
    const pd_vec3 z = pd_vec3_cross(x, y);
    const double m[9] = {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};

    return pd_q_from_matrix(m);
}

static pd_vec3 hand_joint_at(const double *joints, int k)
{
    return pd_vec3_make(joints[3 * k], joints[3 * k + 1], joints[3 * k + 2]);
}

/* Returns the position of a bone's head in the rig at rest. */
static pd_vec3 rig_at(const pd_bvh *bvh, int joint)
{
    pd_vec3 sum = {0, 0, 0};
    for (; joint >= 0; joint = bvh->joints[joint].parent) sum = pd_vec3_add(sum, bvh->joints[joint].offset);
    return sum;
}

static pd_status find_bone(int *out, const pd_bvh *bvh, const char *name, const char *bone, pd_error *err)
{
    *out = pd_bvh_find(bvh, bone);
    return *out >= 0 ? PD_OK
                     : pd_fail(err, PD_ERR_FORMAT, name, "no bone %s of MakeHuman's default rig", bone);
}

static pd_status read_hand(double angles[ANGLES], const pd_bvh *bvh, const char *name, int hand,
                           const pd_smpl_data *model, const double *joints, pd_error *err)
{
    PD_ASSERT(hand == 0 || hand == 1);
    char bone[PD_BVH_NAME_BYTES];
    int wrist, bones[FINGERS][3];
    snprintf(bone, sizeof bone, "wrist.%c", sides[hand]);

    /* Find the bones of the hand by their names. */
    pd_status status = find_bone(&wrist, bvh, name, bone, err);
    for (int f = 0; f < FINGERS; f++)
        for (int i = 0; i < 3 && status == PD_OK; i++) {
            snprintf(bone, sizeof bone, "finger%d-%d.%c", rig_fingers[f], i + 1, sides[hand]);
            status = find_bone(&bones[f][i], bvh, name, bone, err);
        }
    if (status != PD_OK) return status;

    /* Compute the rotation between the palms of the rig and of the model. */
    const int first = first_joint(model, hand);
    const pd_quat own = palm_frame(hand_joint_at(joints, model->parents[first]), hand_joint_at(joints, first),
                                   hand_joint_at(joints, first + 3), hand_joint_at(joints, first + 6));
    const pd_quat rig = palm_frame(rig_at(bvh, wrist), rig_at(bvh, bones[0][0]), rig_at(bvh, bones[1][0]),
                                   rig_at(bvh, bones[2][0]));
    const pd_quat turn = pd_q_mul(own, pd_q_conjugate(rig));

    /* Rotation vectors in the model's axes; those of a right hand are mirrored. */
    for (int f = 0; f < FINGERS; f++)
        for (int i = 0; i < 3; i++) {
            pd_quat q;
            pd_bvh_local(&q, NULL, bvh, 0, bones[f][i]);
            for (int b = bvh->joints[bones[f][i]].parent; i == 0 && b != wrist && b >= 0;
                 b = bvh->joints[b].parent) {
                pd_quat metacarpal;
                pd_bvh_local(&metacarpal, NULL, bvh, 0, b);
                q = pd_q_mul(metacarpal, q);
            }

            const pd_vec3 v = pd_q_rotate(turn, pd_q_to_rotvec(q));
            double *out = angles + 9 * f + 3 * i;
            out[0] = v.x;
            out[1] = hand ? -v.y : v.y;
            out[2] = hand ? -v.z : v.z;
        }

    return PD_OK;
}

/* ---- samples ---- */

static pd_status grow_hand(pd_factory_hands *hands, int more, pd_error *err)
{
    void *grown = realloc(hands->angles, (size_t)(hands->count + more) * sizeof *hands->angles);
    if (!grown)
        return pd_fail(err, PD_ERR_MEMORY, "hands", "out of memory for %d poses", hands->count + more);
    hands->angles = grown;
    return PD_OK;
}

static pd_status check_model(const pd_smpl_data *model, pd_error *err)
{
    if (first_joint(model, 0) >= 0 && first_joint(model, 1) >= 0) return PD_OK;
    return pd_fail(
        err, PD_ERR_INVALID, "model",
        "it has no joints left_index1 and right_index1 with 14 more behind each; expected SMPL-X's hands");
}

pd_status pd_factory_hands_add_pose(pd_factory_hands *hands, const pd_bvh *bvh, const char *name,
                                    const pd_smpl_data *model, const double *joints, pd_error *err)
{
    pd_status status = check_model(model, err);

    if (status == PD_OK) status = grow_hand(hands, 2, err);
    for (int h = 0; h < 2 && status == PD_OK; h++)
        status = read_hand(hands->angles[hands->count + h], bvh, name, h, model, joints, err);
    if (status == PD_OK) hands->count += 2;

    return status;
}

pd_status pd_factory_hands_add_named(pd_factory_hands *hands, const pd_smpl_data *model, const double *joints,
                                     pd_error *err)
{
    pd_status status = check_model(model, err);

    if (status == PD_OK) status = grow_hand(hands, PD_SMPL_HAND_POSE_COUNT, err);
    if (status != PD_OK) return status;

    for (int p = 0; p < PD_SMPL_HAND_POSE_COUNT; p++) {
        float angles[ANGLES];
        pd_smpl_hand_pose_angles(angles, joints, model->parents, first_joint(model, 0), (pd_smpl_hand_pose)p);
        for (int a = 0; a < ANGLES; a++) hands->angles[hands->count][a] = (double)angles[a];
        hands->count++;
    }

    return PD_OK;
}

void pd_factory_hands_deinit(pd_factory_hands *hands)
{
    free(hands->angles);
    *hands = (pd_factory_hands){0};
}

/* ---- components ---- */

/* Computes principal components of the samples without number left_out (-1: of all): vectors (ANGLES,ANGLES),
 * values in falling order. */
static bool decompose(double *values, double *vectors, const pd_factory_hands *hands, const float *mean,
                      int left_out)
{
    double gram[ANGLES * ANGLES] = {0};

    /* Compute the covariance of the angles. */
    for (int s = 0; s < hands->count; s++) {
        if (s == left_out) continue;
        double d[ANGLES];
        for (int a = 0; a < ANGLES; a++) d[a] = hands->angles[s][a] - (double)mean[a];
        for (int a = 0; a < ANGLES; a++)
            for (int b = 0; b < ANGLES; b++) gram[a * ANGLES + b] += d[a] * d[b];
    }

    return pd_k_syev_top(values, vectors, gram, ANGLES, ANGLES) != 0;
}

static bool fill_report(pd_factory_hands_report *report, const double *values, const pd_factory_hands *hands,
                        const float *mean)
{
    double all = 0, sum = 0;
    double own[ANGLES], vectors[ANGLES * ANGLES];

    *report = (pd_factory_hands_report){.samples = hands->count};

    /* Compute the share of the variance that the components explain. */
    for (int a = 0; a < ANGLES; a++) all += values[a];
    for (int a = 0; a < ANGLES; a++) {
        sum += values[a];
        report->variance[a] = all > 0 ? sum / all : 1;
    }

    /* Error on a sample that was left out, by number of components. */
    for (int s = 0; s < hands->count; s++) {
        double left[ANGLES];
        if (!decompose(own, vectors, hands, mean, s)) return false;
        for (int a = 0; a < ANGLES; a++) left[a] = hands->angles[s][a] - (double)mean[a];
        for (int i = 0; i < ANGLES; i++) {
            const double *v = vectors + i * ANGLES;
            double along = 0, square = 0;
            for (int a = 0; a < ANGLES; a++) along += v[a] * left[a];
            for (int a = 0; a < ANGLES; a++) {
                left[a] -= along * v[a];
                square += left[a] * left[a];
            }

            report->left_out_deg[i] += square / JOINTS / hands->count;
        }
    }

    for (int i = 0; i < ANGLES; i++) report->left_out_deg[i] = sqrt(report->left_out_deg[i]) * 180 / M_PI;

    return true;
}

pd_status pd_factory_hands_learn(pd_smpl_data *model, pd_factory_hands_report *report,
                                 const pd_factory_hands *hands, int count, pd_error *err)
{
    const int most = hands->count < ANGLES ? hands->count : ANGLES;
    pd_status status = check_model(model, err);

    if (status != PD_OK) return status;
    if (!model->hands[0].mean || !model->hands[1].mean)
        return pd_fail(err, PD_ERR_INVALID, "model", "its hands have no mean; a person's have");
    if (count < 1 || count > most)
        return pd_fail(err, PD_ERR_RANGE, "components", "%d of %d poses; 1 to %d allowed", count,
                       hands->count, most);

    /* Compute the components of all samples. */
    double values[ANGLES], vectors[ANGLES * ANGLES];
    float *made[2] = {malloc((size_t)count * ANGLES * sizeof(float)),
                      malloc((size_t)count * ANGLES * sizeof(float))};
    const bool good = made[0] && made[1] && decompose(values, vectors, hands, model->hands[0].mean, -1) &&
                      (!report || fill_report(report, values, hands, model->hands[0].mean));
    if (!good) {
        free(made[0]);
        free(made[1]);
        return pd_fail(err, PD_ERR_MEMORY, "hands", "out of memory for %d components", count);
    }

    /* Choose the signs so that fingers close as a coefficient grows.
     * Fingers of a left hand then rotate about -z. */
    for (int i = 0; i < count; i++) {
        const double *v = vectors + i * ANGLES;
        double closing = 0;
        for (int j = 0; j < JOINTS; j++) closing -= v[3 * j + 2];
        const double sign = closing < 0 ? -1 : 1;
        for (int a = 0; a < ANGLES; a++) {
            made[0][i * ANGLES + a] = (float)(sign * v[a]);
            made[1][i * ANGLES + a] = a % 3 ? -made[0][i * ANGLES + a] : made[0][i * ANGLES + a];
        }
    }

    /* Replace the components of both hands. */
    for (int h = 0; h < 2; h++) {
        free(model->hands[h].components);
        model->hands[h].components = made[h];
        model->hands[h].component_count = count;
    }

    return PD_OK;
}
