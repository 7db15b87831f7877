/* Reads the limits, gains and couplings of the joints of an IK problem. */
#include "api/ik/read.h"

#include "core/base/assert.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct limit_values {
    const char *joint;
    const json_t *axis, *swing_axis, *twist, *swing, *range;
    int kind, box;
} limit_values;

typedef struct gain_values {
    const char *joint;
    double gain;
} gain_values;

typedef struct coupling_values {
    const json_t *terms;
    double equals, at_most;
} coupling_values;

typedef struct term_values {
    const char *joint;
    double factor;
    int angle;
} term_values;

#define L_AT(member) offsetof(limit_values, member)

/* Fields of a limit inside a joint, which need no field `joint`. */
#define LIMIT_FIELDS                                                                                         \
    {.name = "kind",                                                                                         \
     .type = PD_API_CHOICE,                                                                                  \
     .offset = L_AT(kind),                                                                                   \
     .choices = "free|ball|hinge|fixed",                                                                     \
     .preset = "\"ball\"",                                                                                   \
     .doc = "Kind of the joint: free (any rotation), ball (limited swing and twist), hinge (one axis) or "   \
            "fixed (keeps its start rotation)."},                                                            \
        {.name = "axis",                                                                                     \
         .type = PD_API_NUMBERS,                                                                             \
         .offset = L_AT(axis),                                                                               \
         .min = -1e6,                                                                                        \
         .max = 1e6,                                                                                         \
         .preset = "[1,0,0]",                                                                                \
         .example = "[1,0,0]",                                                                               \
         .doc =                                                                                              \
             "Axis of a hinge, or of a ball's twist (along the bone), in the parent's frame; any length."},  \
        {.name = "swing_axis",                                                                               \
         .type = PD_API_NUMBERS,                                                                             \
         .offset = L_AT(swing_axis),                                                                         \
         .min = -1e6,                                                                                        \
         .max = 1e6,                                                                                         \
         .example = "[0,1,0]",                                                                               \
         .doc = "First axis of a ball's swing, perpendicular to `axis`; without it y after x, z after y, x " \
                "after z. The second axis is `axis` cross `swing_axis`."},                                   \
        {.name = "range",                                                                                    \
         .type = PD_API_NUMBERS,                                                                             \
         .offset = L_AT(range),                                                                              \
         .min = -6.2832,                                                                                     \
         .max = 6.2832,                                                                                      \
         .example = "[-2.6,0.1]",                                                                            \
         .doc = "Range of a hinge's angle in radians: from, to."},                                           \
        {.name = "twist",                                                                                    \
         .type = PD_API_NUMBERS,                                                                             \
         .offset = L_AT(twist),                                                                              \
         .min = -6.2832,                                                                                     \
         .max = 6.2832,                                                                                      \
         .preset = "[-3.1416,3.1416]",                                                                       \
         .example = "[-3.1416,3.1416]",                                                                      \
         .doc = "Range of a ball's twist in radians: from, to."},                                            \
        {.name = "swing",                                                                                    \
         .type = PD_API_NUMBERS,                                                                             \
         .offset = L_AT(swing),                                                                              \
         .min = -3.1416,                                                                                     \
         .max = 3.1416,                                                                                      \
         .preset = "[3]",                                                                                    \
         .example = "[3]",                                                                                   \
         .doc = "Range of a ball's swing in radians: one number is the half angle of a cone; two are the "   \
                "half-axes of an ellipse; four are from, to about the first axis and from, to about the "    \
                "second axis."},                                                                             \
        {.name = "box",                                                                                      \
         .type = PD_API_BOOLEAN,                                                                             \
         .offset = L_AT(box),                                                                                \
         .preset = "false",                                                                                  \
         .doc = "True limits the two swing angles independently (a box); false limits them together (an "    \
                "ellipse)."},                                                                                \
    {                                                                                                        \
        0                                                                                                    \
    }

const pd_api_field pd_api_ik_limit_fields[] = {LIMIT_FIELDS};
const pd_api_field pd_api_ik_own_limit_fields[] = {{.name = "joint",
                                                    .type = PD_API_TEXT,
                                                    .offset = L_AT(joint),
                                                    .example = "\"left_elbow\"",
                                                    .doc = "Name of the joint that the limit is for."},
                                                   LIMIT_FIELDS};

const pd_api_field pd_api_ik_gain_fields[] = {
    {.name = "joint",
     .type = PD_API_TEXT,
     .offset = offsetof(gain_values, joint),
     .example = "\"left_shoulder\"",
     .doc = "Name of the joint that the gain is for."},
    {.name = "gain",
     .type = PD_API_NUMBER,
     .offset = offsetof(gain_values, gain),
     .min = 0,
     .max = 100,
     .preset = "1",
     .doc = "Stiffness of the joint, by which rest_gain is multiplied, 0 to 100; 0: no pull."},
    {0},
};

static const pd_api_field term_fields[] = {
    {.name = "joint",
     .type = PD_API_TEXT,
     .offset = offsetof(term_values, joint),
     .example = "\"spine1\"",
     .doc = "Joint whose angle this term multiplies by `factor`."},
    {.name = "angle",
     .type = PD_API_CHOICE,
     .offset = offsetof(term_values, angle),
     .choices = "twist|swing1|swing2",
     .preset = "\"twist\"",
     .doc = "Angle of the joint that this term has; a hinge's angle is twist."},
    {.name = "factor",
     .type = PD_API_NUMBER,
     .offset = offsetof(term_values, factor),
     .min = -1000,
     .max = 1000,
     .preset = "1",
     .doc = "Factor of the angle in the sum."},
    {0},
};

const pd_api_field pd_api_ik_coupling_fields[] = {
    {.name = "terms",
     .type = PD_API_OBJECTS,
     .offset = offsetof(coupling_values, terms),
     .rows = term_fields,
     .example = "[{\"joint\":\"spine1\",\"factor\":1},{\"joint\":\"spine2\",\"factor\":-1}]",
     .doc = "Terms of the constrained sum, 1 to 8: each is a factor times a joint angle."},
    {.name = "equals",
     .type = PD_API_NUMBER,
     .offset = offsetof(coupling_values, equals),
     .min = -100,
     .max = 100,
     .preset = "0",
     .doc = "Value in radians that the sum must have."},
    {.name = "at_most",
     .type = PD_API_NUMBER,
     .offset = offsetof(coupling_values, at_most),
     .min = -100,
     .max = 100,
     .example = "0.5",
     .doc = "Largest value in radians that the sum may have, instead of equals. For a smallest value, "
            "reverse all signs."},
    {0},
};

static int read_numbers_limit(double *out, const json_t *array, int least, int most, const char *name,
                              const char *base, pd_api_problems *p)
{
    PD_ASSERT(least >= 0 && least <= most && most <= 4);
    const pd_api_field *field = pd_api_field_named(pd_api_ik_limit_fields, name);
    char at[192];
    float v[4];
    int count;

    snprintf(at, sizeof at, "%s/%s", base, name);
    count = pd_api_numbers_read(v, array, (pd_api_count){least, most, "see its description"}, field, at, p);
    for (int i = 0; i < count; i++)
        out[i] = fmax(-2 * M_PI, fmin(2 * M_PI, json_number_value(json_array_get(array, (size_t)i))));

    return count;
}

static bool read_axis(pd_vec3 *out, const json_t *array, const char *name, const char *at, pd_api_problems *p)
{
    char place[192];

    if (!array) return true;
    if (!pd_api_ik_vector(out, array, pd_api_ik_limit_fields, name, at, p)) return false;
    if (pd_vec3_length(*out) > 1e-9) return true;
    snprintf(place, sizeof place, "%s/%s", at, name);

    return pd_api_note(p, PD_ERR_RANGE, place, "an axis of length %g; any length other than 0 allowed",
                       pd_vec3_length(*out));
}

static bool fill_limit(pd_ik_limit *out, const limit_values *v, const char *at, pd_api_problems *p)
{
    static const pd_ik_kind kinds[] = {PD_IK_FREE, PD_IK_BALL, PD_IK_HINGE, PD_IK_LOCKED};
    pd_vec3 axis = {1, 0, 0};
    pd_vec3 swing_axis = {0, 0, 0};
    pd_error err;
    double v2[] = {-M_PI, M_PI};
    const json_t *range;

    PD_ASSERT(v->kind >= 0 && (size_t)v->kind < sizeof kinds / sizeof *kinds);
    *out = (pd_ik_limit){.kind = kinds[v->kind], .box = v->box, .frame = {0, 0, 0, 1}};
    if (!read_axis(&axis, v->axis, "axis", at, p) ||
        !read_axis(&swing_axis, v->swing_axis, "swing_axis", at, p))
        return false;
    out->frame = pd_ik_limit_frame(axis, v->swing_axis ? &swing_axis : NULL);

    /* Range of a hinge's angle or of a ball's twist. */
    range = out->kind == PD_IK_HINGE ? v->range : v->twist;
    if (range && read_numbers_limit(v2, range, 2, 2, out->kind == PD_IK_HINGE ? "range" : "twist", at, p) < 0)
        return false;
    out->min[0] = v2[0];
    out->max[0] = v2[1];

    /* Swing of a ball: a cone, an ellipse, or both ends of each axis. */
    for (int c = 1; c < 3 && out->kind == PD_IK_BALL; c++) {
        out->min[c] = -3;
        out->max[c] = 3;
    }

    if (out->kind == PD_IK_BALL && v->swing) {
        double swing[4];
        char place[192];
        const int count = read_numbers_limit(swing, v->swing, 1, 4, "swing", at, p);
        snprintf(place, sizeof place, "%s/swing", at);
        if (count == 3) return pd_api_note(p, PD_ERR_RANGE, place, "3 numbers; 1, 2 or 4 allowed");
        if (count <= 0) return false;
        for (int c = 1; c < 3; c++) {
            out->min[c] = count == 4 ? swing[2 * c - 2] : -swing[count == 1 ? 0 : c - 1];
            out->max[c] = count == 4 ? swing[2 * c - 1] : swing[count == 1 ? 0 : c - 1];
        }
    }

    if (pd_ik_limit_check(out, &err) == PD_OK) return true;

    return pd_api_note_error(p, at, &err);
}

/* Fields of a limit that its kind does not read. */
static bool check_idle(const json_t *object, const limit_values *v, const char *at, pd_api_problems *p)
{
    static const pd_api_field *const tables[] = {pd_api_ik_limit_fields, NULL};
    enum { FREE, BALL, HINGE, FIXED }; /* in the order of the choices of `kind` */
    const bool is_ball = v->kind == BALL;
    const bool turns = is_ball || v->kind == HINGE;
    const pd_api_idle idle[] = {{"axis", !turns, "kind ball or hinge"},
                                {"swing_axis", !is_ball, "kind ball"},
                                {"range", v->kind != HINGE, "kind hinge"},
                                {"twist", !is_ball, "kind ball"},
                                {"swing", !is_ball, "kind ball"},
                                {"box", !is_ball, "kind ball"},
                                {NULL, false, NULL}};

    return pd_api_idle_check(object, idle, tables, at, p);
}

bool pd_api_ik_limit_read(pd_ik_limit *out, const json_t *object, const char *pointer, pd_api_problems *p)
{
    static const pd_api_field *const tables[] = {pd_api_ik_limit_fields, NULL};
    limit_values v = {.kind = 1};

    return pd_api_fields_json(&v, object, tables, pointer, p) && check_idle(object, &v, pointer, p) &&
           fill_limit(out, &v, pointer, p);
}

/* Returns the joint that a row of a list names, or -1 after a note. */
static int named_joint(pd_api_ik_problem *out, const char *name, const char *at)
{
    if (name) return pd_api_ik_joint(out, name, at, "joint", &out->problems);
    pd_api_note(&out->problems, PD_ERR_INVALID, at, "joint is missing; the name of a joint expected");
    return -1;
}

/* Returns whether the model faces backwards at rest, as VRM 0.x does.
 * A natural pose must not turn it round. */
static bool turns_at_rest(const pd_api_ik_problem *in)
{
    return in->kept && in->kept->skin.joints && in->kept->skin.root_turn.w == 0;
}

static bool read_gains(pd_api_ik_problem *out, const json_t *list, pd_api_pool *pool, const char *base)
{
    static const pd_api_field *const tables[] = {pd_api_ik_gain_fields, NULL};
    const int joints = out->skeleton->joint_count;
    double *gains = pd_api_pool_take(pool, (size_t)joints, sizeof *gains);
    bool good = true;
    char at[160];
    size_t i;
    const json_t *row;

    if (!gains) return pd_api_note(&out->problems, PD_ERR_MEMORY, base, "out of memory");
    for (int j = 0; j < joints; j++) gains[j] = 1;
    if (turns_at_rest(out)) gains[out->skeleton->root] = 0;
    json_array_foreach(list, i, row)
    {
        gain_values v = {.gain = 1};
        int joint;
        snprintf(at, sizeof at, "%s/joint_gains/%zu", base, i);
        joint = pd_api_fields_json(&v, row, tables, at, &out->problems) ? named_joint(out, v.joint, at) : -1;
        good &= joint >= 0;
        if (joint >= 0) gains[joint] = v.gain;
    }

    out->job.rest_gains = gains;

    return good;
}

static bool read_terms(pd_ik_coupling *out, const json_t *terms, pd_api_ik_problem *problem, const char *base)
{
    static const pd_api_field *const tables[] = {term_fields, NULL};
    char at[192];
    size_t i;
    size_t count = json_array_size(terms);
    const json_t *row;
    bool good = true;

    if (count < 1 || count > PD_IK_COUPLING_TERMS)
        return pd_api_note(&problem->problems, PD_ERR_RANGE, base, "%zu terms; 1 to %d allowed", count,
                           PD_IK_COUPLING_TERMS);
    json_array_foreach(terms, i, row)
    {
        term_values v = {.factor = 1};
        snprintf(at, sizeof at, "%s/terms/%zu", base, i);
        int known = pd_api_fields_json(&v, row, tables, at, &problem->problems);
        out->joint[i] = known ? named_joint(problem, v.joint, at) : -1;
        good &= out->joint[i] >= 0;
        out->angle[i] = v.angle;
        out->factor[i] = v.factor;
    }

    out->count = (int)count;

    return good;
}

/* Checks the range of a sum of angles. A joint turns by a full turn at most, so a value beyond that range is
 * wrong or in degrees. */
static bool check_reach(const pd_ik_coupling *coupling, const char *base, pd_api_problems *p)
{
    double most = 0;
    char at[192];

    for (int i = 0; i < coupling->count; i++) most += 2 * M_PI * fabs(coupling->factor[i]);
    if (fabs(coupling->equals) <= most) return true;
    snprintf(at, sizeof at, "%s/%s", base, coupling->at_most ? "at_most" : "equals");

    return pd_api_note(p, PD_ERR_RANGE, at,
                       "%.10g; %.4g to %.4g radians allowed (joints turn by a full turn at most)",
                       coupling->equals, -most, most);
}

static bool read_couplings(pd_api_ik_problem *out, const json_t *list, pd_api_pool *pool, const char *base)
{
    static const pd_api_field *const tables[] = {pd_api_ik_coupling_fields, NULL};
    const size_t count = json_array_size(list);
    pd_ik_coupling *couplings = pd_api_pool_take(pool, count ? count : 1, sizeof *couplings);
    char at[160];
    size_t i;
    const json_t *row;
    bool good = true;

    snprintf(at, sizeof at, "%s/couplings", base);
    if (count > PD_IK_MAX_COUPLINGS)
        return pd_api_note(&out->problems, PD_ERR_RANGE, at, "%zu; 0 to %d allowed", count,
                           PD_IK_MAX_COUPLINGS);
    if (!couplings) return pd_api_note(&out->problems, PD_ERR_MEMORY, at, "out of memory");
    json_array_foreach(list, i, row)
    {
        coupling_values v = {.at_most = NAN};
        snprintf(at, sizeof at, "%s/couplings/%zu", base, i);
        good &= pd_api_fields_json(&v, row, tables, at, &out->problems) &&
                read_terms(&couplings[i], v.terms, out, at);
        couplings[i].at_most = !isnan(v.at_most);
        couplings[i].equals = couplings[i].at_most ? v.at_most : v.equals;
        if (couplings[i].at_most && json_object_get(row, "equals"))
            good = pd_api_note(&out->problems, PD_ERR_INVALID, at,
                               "equals given together with at_most; only one of the two allowed");
        good &= check_reach(&couplings[i], at, &out->problems);
    }

    out->job.optimize.couplings = couplings;
    out->job.optimize.coupling_count = (int)count;

    return good;
}

bool pd_api_ik_limits(pd_api_ik_problem *out, const pd_api_ik_limit_values *values, pd_api_pool *pool,
                      const char *base)
{
    const int joints = out->skeleton->joint_count;
    pd_ik_limit *limits = pd_api_pool_take(pool, (size_t)joints, sizeof *limits);
    pd_api_problems *p = &out->problems;
    int given = out->kept && out->kept->limits_were_given;
    int good = true;

    if (!limits) return pd_api_note(p, PD_ERR_MEMORY, base, "out of memory");

    /* Start from the limits of the stored skeleton, or from those of joints with these names. */
    for (int j = 0; j < joints; j++)
        if (out->kept)
            limits[j] = out->kept->limits[j];
        else
            pd_ik_limit_of(&limits[j], out->skeleton->names[j]);

    static const pd_api_field *const tables[] = {pd_api_ik_own_limit_fields, NULL};
    size_t i;
    const json_t *row;
    json_array_foreach(values->own, i, row)
    {
        limit_values v = {.kind = 1};
        char at[160];
        snprintf(at, sizeof at, "%s/joint_limits/%zu", base, i);
        given = 1;
        const int joint = pd_api_fields_json(&v, row, tables, at, p) ? named_joint(out, v.joint, at) : -1;
        good &= joint >= 0 && check_idle(row, &v, at, p) && fill_limit(&limits[joint], &v, at, p);
    }

    /* Limits hold when they are asked for, or by default when the skeleton or the request has any. */
    if (values->on > 0 || (values->on < 0 && given)) out->job.limits = limits;
    if (values->gains || turns_at_rest(out)) good &= read_gains(out, values->gains, pool, base);
    if (values->couplings) good &= read_couplings(out, values->couplings, pool, base);

    return good;
}
