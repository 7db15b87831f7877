#include "api/observe/estimates.h"

#include "api/http/upload.h"
#include "core/io/python/stored.h"
#include "core/motion/amass.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define PLACE       "take"
#define DEGREE      (M_PI / 180)
#define TIMES       16                /* the file's arrays hold at most so many times its bytes, ... */
#define FIXED_BYTES ((size_t)1 << 20) /* ... and these */

bool pd_api_is_estimate(const pd_api_request *request)
{
    static const char pickle[] = "application/x-pickle";
    const char *type = request->content_type;
    const size_t length = type ? strcspn(type, "; \t") : 0;

    if (length == sizeof pickle - 1 && !strncasecmp(type, pickle, length)) return true;
    return pd_api_type_is_open(type) && pd_stored_is(request->body);
}

/* Adds a header for each assumption. */
static void warn(pd_api_call *call, const char *notes)
{
    for (const char *line = notes; *line;) {
        const size_t length = strcspn(line, "\n");
        pd_api_header_add(&call->reply, "Posed-Warning", "%.*s", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

/* Makes observations of the motion. The person keeps the shape of the motion. */
static pd_status observe(pd_api_job_person *p, const pd_retarget_motion *motion, const pd_smpl_model *model,
                         double noise_deg, pd_error *err)
{
    const double noise = noise_deg > 0 ? noise_deg : PD_OBSERVE_ESTIMATE_NOISE;
    pd_observe_estimate *e = &p->estimate;

    if (!(noise >= 0.01 && noise <= 57))
        return pd_fail(err, PD_ERR_RANGE, "/noise", "%g degrees; 0.01 to 57 allowed", noise);
    const pd_status status = pd_observe_estimate_make(e, &motion->clip, model, noise * DEGREE, PLACE, err);
    if (status) return status;

    const int joints = e->count / 2;
    p->shape = calloc((size_t)model->beta_count + 1, sizeof *p->shape);
    p->names = calloc((size_t)e->count + 1, sizeof *p->names);
    if (!p->shape || !p->names) return pd_fail(err, PD_ERR_MEMORY, PLACE, "out of memory");
    memcpy(p->shape, motion->betas, (size_t)motion->beta_count * sizeof *p->shape);
    for (int i = 0; i < joints; i++) {
        const char *name = model->data.joint_names[e->parts[i].index];
        snprintf(p->names[i], sizeof p->names[i], "%s", name);
        snprintf(p->names[joints + i], sizeof p->names[i], "%.17s (orientation)", name);
    }

    p->take = pd_observe_estimate_take(e, motion->clip.rate, p->shape);

    return PD_OK;
}

bool pd_api_estimate_read(pd_api_job_person *p, pd_api_call *call, pd_bytes file, const pd_smpl_model *model,
                          const pd_api_estimate_options *options)
{
    const size_t most = TIMES * file.size + FIXED_BYTES;
    const pd_motion_amass_options how = {

        .person = options->person, .camera = options->camera, .rate = options->rate, .is_query = true};
    char notes[PD_MOTION_AMASS_NOTES];
    pd_retarget_motion motion;
    pd_error err = {0};

    if (!pd_api_hold(call, 2 * most)) return false;
    pd_status status = pd_motion_amass_load(&motion, notes, file, PLACE, most, model, &how, &err);
    if (!status) {
        warn(call, notes);
        status = observe(p, &motion, model, options->noise, &err);
        pd_anim_clip_deinit(&motion.clip);
        free(motion.expressions);
    }

    return !status || pd_api_note_error(&call->problems, "", &err);
}
