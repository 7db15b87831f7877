#include "core/character/control/rig.h"

#include "core/anim/biped.h"
#include "core/anim/ranges.h"
#include "core/character/control/trajectory.h"
#include "core/math/elementary.h"

#include <stdbool.h>
#include <string.h>

/* Default height of the ball's joint above the sole, metres. */
#define TOE_REST   PD_ANIM_BIPED_TOE
#define SAME_BONE  0.002 /* metres: feet whose bones differ by less from the biped's are the biped's */
#define REST_LEAST 0.005 /* metres: heights of other figures' planted joints are used between these limits */
#define REST_MOST  0.15

/* An animal walks no slower than this fraction of its walking speed, and no faster. */
#define SLOWEST 0.4
#define FASTEST 1.25

/* Checks that characters can be driven by the network. */
static pd_status check_rig(const pd_pfnn_network *n, const pd_pfnn_layout *l, pd_error *err)
{
    int frames = n->sample_count * n->sample_step;

    /* The skeleton must fit into the fixed sizes. */
    if (n->joint_count < 1 || !n->parents || !n->joint_names)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/model",
                       "the network has no skeleton; joint_names, parents and offsets expected");
    if (n->joint_count > PD_CHARACTER_RIG_JOINTS)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/model", "%d joints; 1 to %d allowed", n->joint_count,
                       PD_CHARACTER_RIG_JOINTS);

    /* The trajectory and the rows must fit too. */
    if (n->sample_count < 4 || n->sample_step < 1 || frames > PD_CHARACTER_RIG_FRAMES)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/model",
                       "%d samples %d frames apart; 4 to %d frames allowed", n->sample_count, n->sample_step,
                       PD_CHARACTER_RIG_FRAMES);
    if (l->in_count != n->x_dim || l->out_count != n->y_dim)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/model",
                       "%d inputs and %d outputs; its layout has %d and %d", n->x_dim, n->y_dim, l->in_count,
                       l->out_count);
    if (l->out_count > PD_CHARACTER_RIG_ROW)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/model", "%d outputs; 1 to %d allowed", l->out_count,
                       PD_CHARACTER_RIG_ROW);

    /* The controls' speeds assume 60 Hz. */
    if (fabsf(n->frame_rate - 60) > 0.5f)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/model", "%g frames per second; 60 expected",
                       (double)n->frame_rate);

    return PD_OK;
}

/* ---- bones */

static pd_vec3 vector_of(const float *values, int joint)
{
    const float *v = values + 3 * joint;
    return pd_vec3_make((double)v[0], (double)v[1], (double)v[2]);
}

/* Returns the network's offset of a joint. Without offsets, computes it from the mean pose (rig.h). */
static pd_vec3 offset_of(const pd_pfnn_network *n, const pd_pfnn_layout *l, int joint)
{
    int up = n->parents[joint];

    if (n->offsets) return vector_of(n->offsets, joint);
    if (up < 0) return pd_vec3_make(0, 0, 0);

    const float *positions = n->y_mean + l->out_positions;
    const float *rotations = n->y_mean + l->out_rotations;
    pd_vec3 bone = pd_vec3_sub(vector_of(positions, joint), vector_of(positions, up));
    pd_quat rotation = pd_q_from_rotvec(pd_vec3_scale(vector_of(rotations, up), 2));
    bone = pd_q_rotate(pd_q_conjugate(rotation), pd_vec3_scale(bone, 1 / PD_PFNN_UNITS));

    return pd_vec3_length(bone) < 0.002 ? pd_vec3_make(0, 0, 0) : bone;
}

static bool is_bone(const pd_anim_skeleton *s, int joint)
{
    return s->parents[joint] < 0 || pd_vec3_length(s->offsets[joint]) > 1e-6;
}

/* Returns the forearm with this inner joint; NULL: none. A forearm is one piece and one bone, from elbow to
 * wrist; its inner joint rotates with the elbow. */
static const pd_character_forearm *forearm_with(const pd_character_rig *rig, int middle)
{
    for (int i = 0; i < PD_CHARACTER_RIG_ARMS; i++)
        if (rig->forearms[i].elbow >= 0 && rig->forearms[i].middle == middle) return &rig->forearms[i];
    return NULL;
}

/* Finds the rigid pieces and their bones. The forearms must be set. */
static void set_bones(pd_character_rig *rig)
{
    const pd_anim_skeleton *s = &rig->skeleton;
    pd_character_bones *b = &rig->bones;

    for (int i = 0; i < s->joint_count; i++) {
        int j = s->order[i];
        b->driver[j] = is_bone(s, j) && !forearm_with(rig, j) ? j : b->driver[s->parents[j]];
        b->length[j] = pd_vec3_length(s->offsets[j]);
    }

    int count = 0;
    for (int j = 0; j < s->joint_count; j++) {
        b->first[j] = count;
        for (int c = 0; c < s->joint_count; c++) {
            int up = s->parents[c];
            if (up < 0 || !is_bone(s, c) || b->driver[up] != j || b->driver[c] == j) continue;
            const pd_character_forearm *arm = forearm_with(rig, up);
            if (!arm || arm->wrist == c) b->ends[count++] = c;
        }
    }

    b->first[s->joint_count] = count;
}

/* ---- the trajectory */

/* Computes the blend weights of the constant biases: strafing or not, responsive or not. Biases between occur
 * only in transitions. */
static void set_weights(pd_character_rig *rig)
{
    const pd_character_control *c = &rig->control;
    const double biases[] = {c->bias_position,
                             c->bias_facing,
                             c->bias_position_responsive,
                             c->bias_facing_responsive,
                             c->bias_position_strafe,
                             c->bias_facing_strafe,
                             c->bias_facing_responsive_strafe};
    int count = 0;

    for (size_t i = 0; i < sizeof biases / sizeof *biases && count < PD_CHARACTER_RIG_BIASES; i++) {
        bool is_there = false;
        for (int b = 0; b < count; b++) is_there |= rig->weights[b].bias == biases[i];
        if (!is_there)
            pd_character_trajectory_weights(&rig->weights[count++], biases[i], c->blend_ease, rig->frames);
    }
}

/* ---- legs */

/* Finds a leg: the toe by name, and the three joints above it. */
static bool find_leg(pd_character_leg *leg, const pd_anim_skeleton *s, const char *const *names)
{
    *leg = (pd_character_leg){.thigh = -1,
                              .shin = -1,
                              .heel = -1,
                              .toe = -1,
                              .heel_rest = 0,
                              .toe_rest = TOE_REST,
                              .knee_axis = {1, 0, 0}};
    for (; *names && leg->toe < 0; names++) leg->toe = pd_anim_skeleton_find(s, *names);
    if (leg->toe >= 0) leg->heel = s->parents[leg->toe];
    if (leg->heel >= 0) leg->shin = s->parents[leg->heel];
    if (leg->shin >= 0) leg->thigh = s->parents[leg->shin];
    if (leg->thigh < 0 || s->parents[leg->thigh] < 0) return false;

    leg->heel_rest = pd_fmax(TOE_REST, TOE_REST - s->offsets[leg->toe].y);
    return true;
}

/* Sets the heights of planted joints. The biped's are known. Those of another figure are taken from its
 * settled pose, the lower one of both sides. */
static void set_rests(pd_character_rig *rig)
{
    const pd_character_leg *left = &rig->legs[0];
    const pd_character_leg *right = &rig->legs[1];
    const pd_vec3 *offsets = rig->skeleton.offsets;
    const pd_anim_biped_joint *toe = &pd_anim_biped_joints[PD_BIPED_L_TOE];
    const pd_anim_biped_joint *heel = &pd_anim_biped_joints[PD_BIPED_L_FOOT];

    bool is_biped =
        pd_vec3_distance(offsets[left->toe], pd_vec3_make(toe->x, toe->y, toe->z)) < SAME_BONE &&
        pd_vec3_distance(offsets[left->heel], pd_vec3_make(heel->x, heel->y, heel->z)) < SAME_BONE;
    if (is_biped || !rig->start.row_count) return;

    const float *positions = rig->start.row + rig->layout.out_positions;
    double toe_rest = pd_fmin((double)positions[3 * left->toe + 1], (double)positions[3 * right->toe + 1]);
    double heel_rest = pd_fmin((double)positions[3 * left->heel + 1], (double)positions[3 * right->heel + 1]);
    toe_rest /= PD_PFNN_UNITS;
    heel_rest /= PD_PFNN_UNITS;
    if (!(toe_rest >= REST_LEAST && toe_rest <= REST_MOST && heel_rest >= REST_LEAST &&
          heel_rest <= 2 * REST_MOST))
        return;
    for (int f = 0; f < PD_CHARACTER_RIG_FEET; f++) {
        rig->legs[f].toe_rest = toe_rest;
        rig->legs[f].heel_rest = heel_rest;
    }
}

/* Returns the forearm if the three joints are a chain. */
static pd_character_forearm forearm_of(const pd_anim_skeleton *s, const char *elbow, const char *middle,
                                       const char *wrist)
{
    pd_character_forearm f = {pd_anim_skeleton_find(s, elbow), pd_anim_skeleton_find(s, middle),
                              pd_anim_skeleton_find(s, wrist)};
    bool whole = f.elbow >= 0 && f.middle >= 0 && f.wrist >= 0 && s->parents[f.elbow] >= 0 &&
                 s->parents[f.middle] == f.elbow && s->parents[f.wrist] == f.middle;
    return whole ? f : (pd_character_forearm){-1, -1, -1};
}

/* Finds shoulder, elbow and wrist by name. The biped's wrist is LeftFingerBase,
 * that of others the hand joint. */
static pd_character_arm arm_of(const pd_anim_skeleton *s, const char *const names[4])
{
    pd_character_arm a = {.shoulder = pd_anim_skeleton_find(s, names[0]),
                          .elbow = pd_anim_skeleton_find(s, names[1]),
                          .wrist = pd_anim_skeleton_find(s, names[2])};

    if (a.wrist < 0) a.wrist = pd_anim_skeleton_find(s, names[3]);
    if (a.shoulder < 0 || a.elbow < 0 || a.wrist < 0) return a;

    a.palm = a.wrist;
    while (a.palm >= 0 && s->parents[a.palm] != a.elbow) a.palm = s->parents[a.palm];
    a.below = s->depth[a.shoulder];
    if (a.palm >= 0 && a.below > 0 && s->parents[a.elbow] == a.shoulder)
        pd_anim_chain_between(&a.chain, s, s->root, a.wrist, "/model", NULL);

    return a;
}

/* ---- animals */

void pd_character_rig_adapt(pd_character_control *control, const pd_pfnn_model *model)
{
    if (!model->matching || !model->matching->database.has_legs) return;

    /* Values of the animal. */
    const pd_character_control usual = pd_character_control_default();
    const pd_matching_paces *paces = &model->matching->paces;
    const int last = paces->cycle_count - 1;
    pd_character_control own = usual;
    own.walk_speed = paces->cycles[1].speed;
    own.jog_speed = paces->cycles[last < 2 ? last : 2].speed;
    own.run_speed = paces->cycles[last].speed;
    own.walk_most = FASTEST * own.walk_speed;
    own.speed_least = SLOWEST * own.walk_speed;
    own.jog_from = sqrt(own.walk_speed * own.jog_speed);
    own.crouch_scale = 1;
    own.jump_flight = 0;
    own.plant_brake = 0;

    /* Keep what was changed. */
    double *to = (double *)control;
    for (size_t i = 0; i < sizeof own / sizeof(double); i++) {
        const double value = ((const double *)&usual)[i];
        if (!(to[i] < value || to[i] > value)) to[i] = ((const double *)&own)[i];
    }
}

pd_status pd_character_rig_init(pd_character_rig *rig, const pd_pfnn_model *model, pd_error *err)
{
    static const char *const left_toes[] = {"LeftToeBase", "LeftToe", "left_foot", "l_foot", NULL};
    static const char *const right_toes[] = {"RightToeBase", "RightToe", "right_foot", "r_foot", NULL};
    static const char *const hands[PD_CHARACTER_RIG_HANDS] = {
        "LeftFingerBase", "RightFingerBase", "LeftHandIndex1", "RightHandIndex1", "LThumb", "RThumb"};
    static const char *const links[PD_CHARACTER_RIG_LINKS] = {"LeftShoulder",  "LeftArm",  "LeftForeArm",
                                                              "RightShoulder", "RightArm", "RightForeArm"};
    static const char *const arms[PD_CHARACTER_RIG_ARMS][4] = {
        {"LeftArm", "LeftForeArm", "LeftFingerBase", "LeftHand"},
        {"RightArm", "RightForeArm", "RightFingerBase", "RightHand"}};
    const pd_pfnn_network *n = &model->network;
    const pd_anim_skeleton *skeleton = &rig->skeleton;

    /* Copy the layout and the settings from the model. */
    memset(rig, 0, sizeof *rig);
    rig->model = model;
    const bool is_animal = model->matching && model->matching->database.has_legs;
    rig->matching = model->matching && !is_animal ? &model->matching->index : NULL;
    rig->paces = is_animal ? &model->matching->paces : NULL;
    rig->layout = pd_pfnn_layout_of(n->sample_count, n->gait_count, n->joint_count);
    pd_pfnn_layout_add_styles(&rig->layout, n->style_count);
    rig->step = n->sample_step;
    rig->frames = n->sample_count * n->sample_step;
    rig->control = pd_character_control_default();
    pd_character_rig_adapt(&rig->control, model);
    if (model->start) rig->start = *model->start;
    pd_status s = check_rig(n, &rig->layout, err);
    if (s) return s;

    /* Build the skeleton from the network's joints. */
    pd_anim_joint joints[PD_CHARACTER_RIG_JOINTS];
    for (int j = 0; j < n->joint_count; j++) {
        int up = n->parents[j];
        joints[j] = (pd_anim_joint){n->joint_names[j], up < 0 ? NULL : n->joint_names[up],
                                    offset_of(n, &rig->layout, j)};
    }

    s = pd_anim_skeleton_init(&rig->skeleton, joints, n->joint_count, err);
    if (s) return s;
    set_weights(rig);

    /* Find the legs. A rig without both legs has no feet and no foot lock. */
    bool has_left = find_leg(&rig->legs[0], skeleton, left_toes);
    bool has_right = find_leg(&rig->legs[1], skeleton, right_toes);
    rig->foot_count = has_left && has_right ? PD_CHARACTER_RIG_FEET : 0;
    if (rig->foot_count) set_rests(rig);

    /* Find the joints for corrections of arms, hands and trunk. A missing joint is -1. */
    rig->forearms[0] = forearm_of(skeleton, "LeftForeArm", "LeftHand", "LeftFingerBase");
    rig->forearms[1] = forearm_of(skeleton, "RightForeArm", "RightHand", "RightFingerBase");
    set_bones(rig);
    for (int i = 0; i < PD_CHARACTER_RIG_LINKS; i++)
        rig->links[i] = pd_anim_skeleton_find(skeleton, links[i]);
    for (int i = 0; i < PD_CHARACTER_RIG_HANDS; i++)
        rig->hands[i] = pd_anim_skeleton_find(skeleton, hands[i]);

    for (int i = 0; i < PD_CHARACTER_RIG_ARMS; i++) rig->arms[i] = arm_of(skeleton, arms[i]);
    rig->trunk = (pd_character_trunk){
        .spine = pd_anim_skeleton_find(skeleton, "Spine"),
        .chest = pd_anim_skeleton_find(skeleton, "Spine1"),
        .neck = pd_anim_skeleton_find(skeleton, "Neck1"),
        .head = pd_anim_skeleton_find(skeleton, "Head"),
        .arms = {pd_anim_skeleton_find(skeleton, "LeftArm"), pd_anim_skeleton_find(skeleton, "RightArm")}};

    /* Ranges of human joints, by name. */
    for (int j = 0; j < skeleton->joint_count; j++)
        rig->limits[j].range = pd_anim_range_of_biped(skeleton->names[j], &rig->limits[j].side);

    return PD_OK;
}
