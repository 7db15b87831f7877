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

        double seconds = 0;
        for (size_t i = 0; status == PD_OK && i < n; i++) {
            status = r.status[i];
            if (status == PD_OK)
                seconds += pd_anim_clip_seconds(&out->clips[i]);
            else
                *err = r.errors[i];
        }

        if (status == PD_OK) fprintf(stderr, "%d clips, %.0f s of motion\n", out->list.count, seconds);
    } else {
        status = pd_fail(err, PD_ERR_MEMORY, folder, "out of memory for %zu clips", n);
    }

    free(r.status);
    free(r.errors);
    return status;
}

void pd_tool_capture_clips_deinit(pd_tool_capture_clips *clips)
{
    for (int i = 0; clips->clips && i < clips->list.count; i++) pd_anim_clip_deinit(&clips->clips[i]);
    free(clips->clips);
    pd_tool_capture_list_deinit(&clips->list);
    memset(clips, 0, sizeof *clips);
}
