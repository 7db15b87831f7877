#include "core/observe/sensor/places.h"

#include <stdlib.h>

#define SPACE_REACH   0.2 /* metres */
#define PICTURE_REACH 0.2 /* fraction of the figure's size */

pd_status pd_observe_take_places_make(pd_observe_take_places *out, const pd_observe_set *set, int cameras,
                                      const pd_smpl_model *model, const char *where, pd_error *err)
{
    int place_of[PD_OBSERVE_TAKE_MOST_PLACES];
    int n = 0;

    /* Allocate for all cameras. */
    *out = (pd_observe_take_places){0};
    const size_t all = (size_t)set->count;
    out->places = calloc(all * (size_t)cameras, sizeof *out->places);
    out->parts = calloc(all, sizeof *out->parts);
    out->columns = calloc(all, sizeof *out->columns);
    if (!out->places || !out->parts || !out->columns)
        return pd_fail(err, PD_ERR_MEMORY, where, "out of memory");

    /* Keypoints that exist on this model. */
    for (int i = 0; i < set->count; i++) {
        const int parts = pd_observe_place(out->parts[n], model, set->keypoints[i].place);
        place_of[i] = parts ? n : -1;
        if (!parts) continue;
        out->places[n] = (pd_observe_seen){.parts = out->parts[n], .part_count = parts, .confidence = 1};
        out->columns[n++] = i;
    }

    out->count = n;
    if (n < PD_OBSERVE_LEAST_PLACES)
        return pd_fail(err, PD_ERR_UNSUPPORTED, where,
                       "the model has %d of the %d places of %s; %d or more expected: a body with SMPL's "
                       "joint names",
                       n, set->count, set->name, PD_OBSERVE_LEAST_PLACES);

    /* Repeat them for each camera, with the other side as the mirror partner. */
    for (int i = 0; i < n * cameras; i++) {
        const int other = place_of[pd_observe_set_mirror(set, out->columns[i % n])];
        out->places[i] = out->places[i % n];
        out->places[i].camera = i / n;
        out->places[i].mirror = other < 0 ? i : i / n * n + other;
    }

    return PD_OK;
}

void pd_observe_take_places_deinit(pd_observe_take_places *places)
{
    free(places->places);
    free(places->parts);
    free(places->columns);
    *places = (pd_observe_take_places){0};
}

void pd_observe_take_places_see(pd_observe_take_places *places, pd_observe_take *take, bool in_picture,
                                double noise)
{
    const double sigma = noise > 0 ? noise : in_picture ? PD_OBSERVE_PICTURE_NOISE : PD_OBSERVE_SPACE_NOISE;

    for (int i = 0; i < take->place_count; i++) {
        places->places[i].in_picture = in_picture;
        places->places[i].sigma = sigma;
    }

    take->robust_space = in_picture ? 0 : SPACE_REACH;
    take->robust_picture = in_picture ? PICTURE_REACH * pd_observe_take_figure(take) : 0;
}
