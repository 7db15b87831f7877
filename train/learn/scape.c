/* SCAPE (Anguelov et al. 2005), the triangle model from which BlendSCAPE and SMPL come:
 *
 *     e' = R_l(t) S_t Q_t(theta) e           edges e of triangle t of the template, the mean of all people's
 *                                            T
 *     R_l                                    rotation of the rigid part l that triangle t belongs to: no
 *                                            blending
 *     S_t = E(T) E(template)^-1              deformation from the template to the person
 *     Q_t = I + a_t [dr_1, dr_2, 1]          nine rows of seven numbers; dr are the rotation vectors of the
 *                                            two joints beside the triangle
 *
 * The two joints are those nearest to the triangle among the joint that moves its part and the joints at the
 * part's other ends. The root is none of them: it turns the whole body. A part at the end of a limb has one
 * joint.
 *
 * Differences to the paper: S is each person's own and has no components, since the comparison is one of
 * poses; Q is estimated for each triangle with damping and ridge regression (triangles.h) in place of a term
 * that makes neighbouring triangles similar.
 */
#include "core/math/mat3.h"
#include "train/learn/triangles.h"

#include <stdlib.h>
#include <string.h>

typedef struct scape {
    pd_learn_triangles model;
    double *shapes; /* (S,F,9) S_t of every person */
} scape;

/* Computes A = R S of a triangle in mesh j. */
static void turn_of(double a[9], const pd_learn_triangles *model, const pd_learn_pose *pose, int j, int face)
{
    const scape *s = (const scape *)model;
    const pd_learn_template *t = model->w->problem->tpl;
    const int part = t->parts[t->faces[3 * (size_t)face]];
    const size_t person = (size_t)model->w->subjects[j];
    pd_mat3_mul(a, pose->world[part], s->shapes + 9 * (person * (size_t)t->face_count + (size_t)face));
}

/* Computes the means of all people's T (V,3) and of their joints (K,3). */
static void scape_mean_of(double *rest, double *joints, const pd_learn_comparing *w, int people)
{
    const size_t v = 3 * (size_t)w->state.vertex_count;
    const size_t k = 3 * (size_t)w->state.joint_count;

    for (size_t p = 0; p < (size_t)people; p++) {
        for (size_t i = 0; i < v; i++) rest[i] += w->state.templates[p * v + i] / people;
        for (size_t i = 0; i < k; i++) joints[i] += w->state.joints[p * k + i] / people;
    }
}

uint64_t pd_learn_scape_joints(const pd_learn_template *t, const double *joints, int part, const double at[3])
{
    int two[2] = {-1, -1};
    double near[2] = {0, 0};

    for (int k = 1; k < t->joint_count; k++) {
        if (k != part && t->parents[k] != part) continue;
        const double far = pd_square_distance3(joints + 3 * k, at);
        if (two[0] < 0 || far < near[0]) {
            two[1] = two[0];
            near[1] = near[0];
            two[0] = k;
            near[0] = far;
        } else if (two[1] < 0 || far < near[1]) {
            two[1] = k;
            near[1] = far;
        }
    }

    return (two[0] < 0 ? 0 : UINT64_C(1) << two[0]) | (two[1] < 0 ? 0 : UINT64_C(1) << two[1]);
}

/* Sets the joints that drive each triangle (F). */
static void set_joints(uint64_t *out, const pd_learn_template *t, const double *rest, const double *joints)
{
    for (int f = 0; f < t->face_count; f++) {
        const uint32_t *corners = t->faces + 3 * (size_t)f;
        double middle[3] = {0};
        for (int i = 0; i < 9; i++) middle[i % 3] += rest[3 * corners[i / 3] + (uint32_t)i % 3] / 3;
        out[f] = pd_learn_scape_joints(t, joints, t->parts[corners[0]], middle);
    }
}

/* Computes S of every triangle of one person (F,9); I for a triangle without area. */
static void set_shape(double *shape, const pd_learn_template *t, const double *person, const double *rest)
{
    static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

    for (int f = 0; f < t->face_count; f++) {
        const uint32_t *c = t->faces + 3 * (size_t)f;
        double before[9], after[9];
        double *s = shape + 9 * (size_t)f;
        if (!pd_learn_triangle_frame(before, rest + 3 * c[0], rest + 3 * c[1], rest + 3 * c[2]) ||
            !pd_learn_triangle_frame(after, person + 3 * c[0], person + 3 * c[1], person + 3 * c[2]) ||
            !pd_learn_triangle_change(s, after, before))
            memcpy(s, unit, sizeof unit);
    }
}

bool pd_learn_scape(pd_learn_comparing *w)
{
    const pd_learn_template *t = w->problem->tpl;
    const size_t v = 3 * (size_t)t->vertex_count;
    const size_t f = (size_t)t->face_count;
    const int people = w->problem->set->subject_count;

    /* Mean rest shape and joints, the joints that drive each triangle, and the shapes of all people. */
    double *rest = calloc(v, sizeof *rest);
    double *joints = calloc(3 * (size_t)t->joint_count, sizeof *joints);
    uint64_t *drivers = malloc(f * sizeof *drivers);
    scape s = {{w, PD_LEARN_SCAPE, drivers, rest, turn_of},
               malloc((size_t)people * f * 9 * sizeof *s.shapes)};
    bool good = rest && joints && drivers && s.shapes;

    if (good) {
        scape_mean_of(rest, joints, w, people);
        set_joints(drivers, t, rest, joints);
        for (size_t p = 0; p < (size_t)people; p++)
            set_shape(s.shapes + 9 * f * p, t, w->state.templates + v * p, rest);
        good = pd_learn_triangles_run(w, &s.model);
    }

    free(rest);
    free(joints);
    free(drivers);
    free(s.shapes);

    return good;
}
