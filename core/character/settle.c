#include "core/character/settle.h"

#include "core/character/character.h"
#include "core/math/elementary.h"

#include <stdlib.h>
#include <string.h>

#define AT_LEAST 120  /* least number of frames, because hips and arms settle slowly */
#define AT_MOST  300  /* largest number of frames */
#define QUIET    30   /* number of consecutive frames at rest */
#define REST     0.15 /* m/s: a pose is at rest if its fastest joint is slower */

static double fastest(const pd_vec3 *before, const pd_vec3 *now, int count)
{
    double most = 0;
    for (int j = 0; j < count; j++) most = pd_fmax(most, pd_vec3_distance(before[j], now[j]));
    return most * PD_CHARACTER_RATE;
}

pd_status pd_character_model_settle(pd_pfnn_model *model, pd_error *err)
{
    static const double origin[2] = {0, 0};
    const pd_character_input none = {0};

    free(model->start);
    model->start = NULL;
    pd_character_rig *rig = malloc(sizeof *rig);
    if (!rig) return pd_fail(err, PD_ERR_MEMORY, "/model", "out of memory");

    /* A network that cannot be driven has no settled pose, which is not an error. */
    if (pd_character_rig_init(rig, model, NULL) != PD_OK) {
        free(rig);
        return PD_OK;
    }

    /* Make a character that stands on flat ground. */
    const pd_pfnn_layout *l = &rig->layout;
    pd_arena arena = {0};
    pd_character *c = malloc(sizeof *c);
    float *x = malloc((size_t)l->in_count * sizeof *x);
    float *y = malloc((size_t)l->out_count * sizeof *y);
    float phase;
    pd_pfnn_job job = {.y = y, .x = x, .phase = &phase, .count = 1};
    pd_status status = PD_OK;

    if (!c || !x || !y || !pd_arena_init(&arena, pd_pfnn_job_scratch_bytes(&job, model, &pd_executor_serial)))
        status = pd_fail(err, PD_ERR_MEMORY, "/model", "out of memory");
    else
        status = pd_character_init(c, rig, NULL, origin, 0, err);

    /* Run it until no joint has moved for QUIET frames in a row. */
    int quiet = 0;
    for (int frame = 0; !status && frame < AT_MOST && (frame < AT_LEAST || quiet < QUIET); frame++) {
        pd_vec3 before[PD_CHARACTER_RIG_JOINTS];
        memcpy(before, c->positions, sizeof before);
        pd_character_before(x, &phase, c, &none, rig, NULL);
        pd_pfnn_job_run(&job, model, &arena, &pd_executor_serial);
        pd_character_after(c, y, rig, NULL);
        quiet = fastest(before, c->positions, rig->skeleton.joint_count) < REST ? quiet + 1 : 0;
    }

    /* Store the last row as the start. */
    if (!status && quiet >= QUIET) {
        model->start = calloc(1, sizeof *model->start);
        if (!model->start) status = pd_fail(err, PD_ERR_MEMORY, "/model", "out of memory");
    }

    if (model->start) {
        memcpy(model->start->row, y, (size_t)l->out_count * sizeof *y);
        model->start->row_count = l->out_count;
        model->start->phase = c->phase;
        model->resident_bytes += sizeof *model->start;
    }

    pd_arena_deinit(&arena);
    free(c);
    free(x);
    free(y);
    free(rig);

    return status;
}
