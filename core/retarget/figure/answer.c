#include "core/retarget/figure/answer.h"

#include "core/base/assert.h"

#include <string.h>

void pd_retarget_answer_find(pd_retarget_answer *out, const pd_anim_skeleton *source, const char *text)
{
    char first[2 * PD_ANIM_NAME_BYTES];

    out->from[0] = out->from[1] = out->stands = -1;
    out->fit[0] = out->fit[1] = pd_q_identity();
    if (!text || strlen(text) >= sizeof first) return;
    memcpy(first, text, strlen(text) + 1);
    char *mark = first + strcspn(first, "|@");
    char kind = *mark;
    *mark = 0;
    int second = kind ? pd_anim_skeleton_find(source, mark + 1) : -1;
    out->from[0] = out->from[1] = out->stands = pd_anim_skeleton_find(source, first);
    if (kind == '|' && second >= 0) out->from[1] = second;
    if (kind == '@' && second >= 0) out->stands = second;
}

void pd_retarget_answer_fit(pd_retarget_answer *answer, const pd_quat *reference, pd_quat a)
{
    for (int i = 0; i < 2; i++) {
        int from = answer->from[i];
        answer->fit[i] = from < 0 ? pd_q_identity() : pd_q_inv_mul(reference[from], a);
    }
}

pd_quat pd_retarget_answer_part(pd_quat q, double part)
{
    return pd_q_from_rotvec(pd_vec3_scale(pd_q_to_rotvec(q), part));
}

pd_quat pd_retarget_answer_rotation(const pd_retarget_answer *answer, const pd_quat *source)
{
    PD_ASSERT(answer->from[0] >= 0 && answer->from[1] >= 0);
    pd_quat rotation = pd_q_mul(source[answer->from[0]], answer->fit[0]);
    if (answer->from[1] == answer->from[0]) return rotation;
    pd_quat other = pd_q_mul(source[answer->from[1]], answer->fit[1]);
    return pd_q_mul(rotation, pd_retarget_answer_part(pd_q_inv_mul(rotation, other), 0.5));
}

pd_quat pd_retarget_answer_align(pd_vec3 ours, pd_vec3 theirs)
{
    if (pd_vec3_length(theirs) < 1e-6 || pd_vec3_length(ours) < 1e-6) return pd_q_identity();
    return pd_q_between(pd_vec3_scale(ours, 1 / pd_vec3_length(ours)),
                        pd_vec3_scale(theirs, 1 / pd_vec3_length(theirs)), pd_vec3_make(0, 0, 1));
}
