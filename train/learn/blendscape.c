/* BlendSCAPE (Hirshberg et al. 2012), what SMPL's paper compares with:
 *
 *     e' = B_t(theta) Q_t(theta) e           edges e of triangle t of the person's own T; B_t = sum_k w_tk
 *                                            A_k, the mean of its vertices' matrices
 *     Q_t - I                                linear in R - I of the joints beside the triangle's part
 *
 * triangles.h has the rest.
 */
#include "train/learn/triangles.h"

#include <stdlib.h>
#include <string.h>

/* Computes B of a triangle: the mean of its vertices' matrices. */
static void blend_of(double b[9], const pd_learn_triangles *model, const pd_learn_pose *pose, int j, int face)
{
    const uint32_t *corners = model->w->problem->tpl->faces + 3 * (size_t)face;

    memset(b, 0, 9 * sizeof *b);
    for (int corner = 0; corner < 3; corner++) {
        double m[9], at[3];
        pd_learn_compare_skin(m, at, model->w, pose, j, (int)corners[corner]);
        for (int c = 0; c < 9; c++) b[c] += m[c] / 3;
    }
}

bool pd_learn_blendscape(pd_learn_comparing *w)
{
    const pd_learn_template *t = w->problem->tpl;
    uint64_t *joints = malloc((size_t)t->face_count * sizeof *joints);
    const pd_learn_triangles model = {
        .w = w, .method = PD_LEARN_BLENDSCAPE, .joints = joints, .rest = NULL, .blend = blend_of};
    for (int f = 0; joints && f < t->face_count; f++)
        joints[f] = pd_learn_compare_joints(t, t->parts[t->faces[3 * (size_t)f]], true);
    const bool good = joints && pd_learn_triangles_run(w, &model);
    free(joints);

    return good;
}
