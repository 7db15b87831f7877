#include "api/observe/estimates.h"

#include "api/http/upload.h"
#include "core/motion/amass.h"
#include "core/motion/gather/gather.h"
#include "core/observe/sensor/jointed.h"

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
    return pd_api_type_is_open(type) && pd_motion_gather_is(request->body, true);
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

/* Makes the take of positions of joints, whose shape is fitted. The person owns what it points to. */
static pd_status observe_joints(pd_api_job_person *p, pd_api_call *call, pd_npz *npz,
                                const pd_smpl_model *model, const pd_api_estimate_options *options,
                                pd_error *err)
{
    const pd_observe_jointed_options how = {.set = options->set,
                                            .person = options->person,
                                            .rate = options->rate,
                                            .noise = options->noise,
                                            .has_up = options->up >= 0 && options->up < 3,
                                            .up = (pd_motion_up)(options->up < 3 ? options->up : 0),
                                            .is_query = true};
    char notes[PD_OBSERVE_JOINTED_NOTES];
    pd_observe_jointed jointed;

    if (options->camera)
        return pd_fail(err, PD_ERR_INVALID, "/camera", "has no effect on positions of joints");
    if (options->noise > 1)
        return pd_fail(err, PD_ERR_RANGE, "/noise", "%g metres; 0.0001 to 1 allowed", options->noise);
    const pd_status status = pd_observe_jointed_read(&jointed, notes, npz, model, &how, err);
    if (status) return status;
    warn(call, notes);

    p->names = calloc((size_t)jointed.places.count + 1, sizeof *p->names);
    p->places = jointed.places;
    p->at = jointed.at;
    p->confidence = jointed.confidence;
    p->take = pd_observe_jointed_take(&jointed);
    if (!p->names) return pd_fail(err, PD_ERR_MEMORY, PLACE, "out of memory");
    for (int i = 0; i < jointed.places.count; i++)
        snprintf(p->names[i], sizeof p->names[i], "%s",
                 jointed.set->keypoints[jointed.places.columns[i]].name);

    return PD_OK;
}

/* Makes the take of a motion in AMASS's layout. */
static pd_status observe_motion(pd_api_job_person *p, pd_api_call *call, pd_npz *npz,
                                const pd_smpl_model *model, const pd_motion_amass_options *how,
                                const pd_api_estimate_options *options, pd_error *err)
{
    char notes[PD_MOTION_AMASS_NOTES] = "";
    pd_retarget_motion motion;

    if (options->set) return pd_fail(err, PD_ERR_INVALID, "/set", "has no effect on rotations of joints");
    pd_status status = pd_motion_amass_read(&motion, notes, npz, model, how, err);
    if (status) return status;
    pd_motion_amass_tell_faults(notes, &motion);
    warn(call, notes);
    status = observe(p, &motion, model, options->noise, err);
    pd_anim_clip_deinit(&motion.clip);
    free(motion.expressions);

    return status;
}

bool pd_api_estimate_read(pd_api_job_person *p, pd_api_call *call, pd_bytes file, const pd_smpl_model *model,
                          const pd_api_estimate_options *options)
{
    const size_t most = TIMES * file.size + FIXED_BYTES;
    const bool has_up = options->up >= 0 && options->up < 3;
    const pd_motion_amass_options how = {.person = options->person,
                                         .camera = options->camera,
                                         .rate = options->rate,
                                         .has_up = has_up,
                                         .up = (pd_motion_up)(has_up ? options->up : 0),
                                         .is_query = true};
    char gathered[PD_MOTION_GATHER_NOTES];
    pd_buffer written = {0};
    pd_npz npz = {0};
    pd_error err = {0};

    if (!pd_api_hold(call, 2 * most)) return false;
    pd_status status = pd_motion_amass_npz(&file, &written, gathered, file, PLACE, &how, most, &err);
    if (!status) status = pd_npz_parse(&npz, file.data, file.size, PLACE, &err);
    if (!status) {
        npz.most_bytes = most;
        warn(call, gathered);
        status = pd_motion_gather_has_joints_alone(&npz)
                     ? observe_joints(p, call, &npz, model, options, &err)
                     : observe_motion(p, call, &npz, model, &how, options, &err);
        pd_npz_deinit(&npz);
    }

    pd_buffer_deinit(&written);

    return !status || pd_api_note_error(&call->problems, "", &err);
}
