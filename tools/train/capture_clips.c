#include "tools/train/capture_clips.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reading {
    pd_tool_capture_clips *out;
    const pd_anim_skeleton *target;
    pd_status *status; /* (list.count) */
    pd_error *errors;  /* (list.count) */
} reading;

static void read_clip(void *arg, int index, int worker)
{
    reading *r = arg;
    (void)worker;
    r->status[index] =
        pd_tool_capture_clip(&r->out->clips[index], &r->out->list.rows[index], r->target, &r->errors[index]);
}

static pd_status judge(const reading *r, pd_error *err)
{
    double seconds = 0;
    for (int i = 0; i < r->out->list.count; i++) {
        if (r->status[i] != PD_OK) {
            *err = r->errors[i];
            return r->status[i];
        }
        seconds += pd_anim_clip_seconds(&r->out->clips[i]);
    }
    fprintf(stderr, "%d clips, %.0f s of motion\n", r->out->list.count, seconds);
    return PD_OK;
}

pd_status pd_tool_capture_clips_read(pd_tool_capture_clips *out, const char *folder,
                                     const pd_anim_skeleton *target, const pd_executor *executor,
                                     pd_error *err)
{
    reading r = {.out = out, .target = target};
    memset(out, 0, sizeof *out);
    pd_status status = pd_tool_capture_list_read(&out->list, folder, err);
    if (status != PD_OK) return status;

    size_t n = (size_t)out->list.count;
    out->clips = calloc(n, sizeof *out->clips);
    r.status = calloc(n, sizeof *r.status);
    r.errors = calloc(n, sizeof *r.errors);
    if (out->clips && r.status && r.errors) {
        pd_execute(executor, read_clip, &r, out->list.count);
        for (size_t i = 0; i < n; i++) pd_tool_credits_add(&out->credits, folder, out->list.rows[i].name);
        status = judge(&r, err);
    } else {
        status = pd_fail(err, PD_ERR_MEMORY, folder, "out of memory for %zu clips", n);
    }

    free(r.status), free(r.errors);
    return status;
}

void pd_tool_capture_clips_deinit(pd_tool_capture_clips *clips)
{
    for (int i = 0; clips->clips && i < clips->list.count; i++) pd_anim_clip_deinit(&clips->clips[i]);
    free(clips->clips);
    pd_tool_capture_list_deinit(&clips->list);
    memset(clips, 0, sizeof *clips);
}
