#include "tools/motion/clip_edit.h"

#include "core/base/assert.h"
#include "tools/motion/exaggerate.h"

#include <math.h>
#include <stdio.h>

#define SMOOTH_MOST_S 10.0

bool pd_tool_clip_edit_read(pd_tool_clip_edit *edit, const pd_tool_args *args)
{
    edit->exaggerate = 1;
    edit->mirrors = pd_tool_flag(args, "mirror");
    if (!pd_tool_double(&edit->rate, args, "rate", 1, 1000) ||
        !pd_tool_double(&edit->smooth, args, "smooth", 0, SMOOTH_MOST_S) ||
        !pd_tool_double(&edit->exaggerate, args, "exaggerate", 0, PD_TOOL_EXAGGERATE_MOST) ||
        !pd_tool_double(&edit->over, args, "over", 0, SMOOTH_MOST_S) ||
        !pd_tool_double(&edit->from, args, "from", 0, 86400) ||
        !pd_tool_double(&edit->seconds, args, "seconds", 0.01, 86400))
        return false;

    return !pd_tool_given(args, "over") || pd_tool_given(args, "exaggerate") ||
           (pd_tool_usage(args, "--over is of --exaggerate"), false);
}

static void replace(pd_anim_clip *clip, pd_anim_clip *by)
{
    pd_anim_clip_deinit(clip);
    *clip = *by;
}

pd_status pd_tool_clip_edit_run(pd_anim_clip *clip, const pd_tool_clip_edit *edit, pd_error *err)
{
    pd_anim_clip changed;
    pd_status status;

    /* Cut first: the later steps cost by the frame. Both ends are rounded to frames. */
    if (edit->cuts && (edit->from > 0 || edit->seconds > 0)) {
        const long last = clip->frame_count - 1;
        const long first = lround(edit->from * clip->rate);
        if (first > last)
            return pd_fail(err, PD_ERR_RANGE, "--from", "%g; 0 to %g s allowed, the length of the motion",
                           edit->from, pd_anim_clip_seconds(clip));

        const double until =
            edit->seconds > 0 ? round((edit->from + edit->seconds) * clip->rate) : (double)last;
        const int count = (int)(fmin((double)last, until) - (double)first) + 1;
        PD_ASSERT(count >= 1 && first + count <= clip->frame_count);
        if ((status = pd_anim_clip_cut(&changed, clip, (int)first, count, err))) return status;
        replace(clip, &changed);
    }

    if (edit->rate > 0 && edit->rate != clip->rate) {
        if ((status = pd_anim_clip_resample(&changed, clip, edit->rate, err))) return status;
        replace(clip, &changed);
    }

    /* Mirrored bones have the other side's offsets, unless the caller keeps its own skeleton. */
    if (edit->mirrors) {
        if (clip->soft)
            fprintf(stderr,
                    "posedctl: --mirror: dmpls (soft tissue) are left out: the model's directions have no "
                    "counterparts on the other side\n");
        if ((status = pd_anim_clip_mirror(&changed, clip, err))) return status;
        if (edit->keeps_bones) changed.skeleton = clip->skeleton;
        replace(clip, &changed);
    }

    if (edit->smooth > 0 && (status = pd_anim_clip_smooth(clip, edit->smooth * clip->rate, err)))
        return status;

    return edit->exaggerate == 1 ? PD_OK : pd_tool_exaggerate(clip, edit->exaggerate, edit->over, err);
}
