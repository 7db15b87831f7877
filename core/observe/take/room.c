#include "core/observe/take/room.h"

#include <stdlib.h>
#include <string.h>

bool pd_observe_take_room(pd_observe_take *t, const pd_smpl_model *model)
{
    const size_t frames = (size_t)t->frame_count;
    const size_t places = (size_t)t->place_count;
    const size_t betas = (size_t)model->beta_count + 1;

    t->betas = calloc(betas, sizeof *t->betas);
    if (t->betas && t->shape) memcpy(t->betas, t->shape, (size_t)model->beta_count * sizeof *t->betas);
    t->betas_sd = calloc(betas, sizeof *t->betas_sd);
    t->rotations = malloc(frames * 9 * (size_t)model->joint_count * sizeof *t->rotations);
    t->translations = malloc(frames * 3 * sizeof *t->translations);
    t->residuals = malloc(frames * places * sizeof *t->residuals);
    t->offsets = calloc(places, sizeof *t->offsets);

    return t->betas && t->betas_sd && t->rotations && t->translations && t->residuals && t->offsets;
}

void pd_observe_take_room_free(pd_observe_take *t)
{
    free(t->betas);
    free(t->betas_sd);
    free(t->rotations);
    free(t->translations);
    free(t->offsets);
    free(t->residuals);
    t->betas = t->rotations = t->translations = t->residuals = NULL;
    t->betas_sd = NULL;
    t->offsets = NULL;
}
