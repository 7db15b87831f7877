#include "api/observe/crowd.h"

#include "api/observe/keypoints.h"
#include "core/base/assert.h"
#include "core/observe/view/calibrate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- fields */

typedef struct view_values {
    const json_t *camera, *frames, *confidence;
} view_values;

#define FIGURE_SCHEMA                                                                                        \
    "{\"type\":\"array\",\"items\":{\"anyOf\":[" PD_API_ROWS_OF("2") ",{\"type\":\"null\"}]}}"
#define SURE_SCHEMA                                                                                          \
    "{\"type\":\"array\",\"items\":{\"type\":\"number\",\"minimum\":0,"                                      \
    "\"maximum\":1}}"
#define LIST_SCHEMA_OF(item) "{\"type\":\"array\",\"items\":" item "}"

#define CAMERA_FIELD(text)                                                                                   \
    {                                                                                                        \
        .name = "camera", .type = PD_API_OBJECT, .offset = offsetof(view_values, camera),                    \
        .rows = pd_api_camera_fields, .example = "{\"width\":1920,\"height\":1080}", .doc = text             \
    }

static const pd_api_field take_view_fields[] = {
    CAMERA_FIELD("Camera of the view, which does not move. Either every camera has rotation and translation, "
                 "or none has: then they are calibrated from one of the people."),
    {.name = "frames",
     .type = PD_API_ANY,
     .offset = offsetof(view_values, frames),
     .schema = LIST_SCHEMA_OF(LIST_SCHEMA_OF(FIGURE_SCHEMA)),
     .example = "[[[[612,410],null,...],...],...]",
     .doc = "Figures in the view: a list per frame, for the same moments in every view, of up to 64 figures "
            "in any order; each has [x, y] in pixels of every keypoint in the set's order, null where not "
            "seen. The list of a frame may be empty."},
    {.name = "confidence",
     .type = PD_API_ANY,
     .offset = offsetof(view_values, confidence),
     .schema = LIST_SCHEMA_OF(LIST_SCHEMA_OF(SURE_SCHEMA)),
     .example = "[[[0.9,0,...],...],...]",
     .doc = "Confidences of the keypoints: a list per frame with, for each figure, one number from 0 to 1 "
            "per keypoint; 0: not seen; missing ones are 1."},
    {0},
};

static const pd_api_field moment_view_fields[] = {
    CAMERA_FIELD("Camera of the view. With several views each needs rotation, translation and fx."),
    {.name = "figures",
     .type = PD_API_ANY,
     .offset = offsetof(view_values, frames),
     .schema = LIST_SCHEMA_OF(FIGURE_SCHEMA),
     .example = "[[[612,410],null,...],...]",
     .doc = "Figures in the view, up to 64 in any order: each has [x, y] in pixels of every keypoint in the "
            "set's order, null where not seen."},
    {.name = "confidence",
     .type = PD_API_ANY,
     .offset = offsetof(view_values, confidence),
     .schema = LIST_SCHEMA_OF(SURE_SCHEMA),
     .example = "[[0.9,0,...],...]",
     .doc = "Confidences of the keypoints: for each figure, one number from 0 to 1 per keypoint; 0: not "
            "seen; missing ones are 1."},
    {0},
};

typedef struct crowd_values {
    const json_t *views;
    const char *set;
} crowd_values;

#define SET_FIELD                                                                                            \
    {                                                                                                        \
        .name = "set", .type = PD_API_TEXT, .offset = offsetof(crowd_values, set), .example = "\"coco17\"",  \
        .doc = "Set of keypoints of the figures: coco17, openpose25, mediapipe33, h36m17 or another of the " \
               "sets of `keypoints`."                                                                        \
    }

const pd_api_field pd_api_crowd_take_fields[] = {
    SET_FIELD,
    {.name = "views",
     .type = PD_API_OBJECTS,
     .offset = offsetof(crowd_values, views),
     .rows = take_view_fields,
     .example = "[{\"camera\":{\"width\":1920,\"height\":1080},\"frames\":[[[[612,410],...],...],...]},...]",
     .doc = "Views of the 1 to 16 cameras that recorded the people."},
    {0},
};

const pd_api_field pd_api_crowd_moment_fields[] = {
    SET_FIELD,
    {.name = "views",
     .type = PD_API_OBJECTS,
     .offset = offsetof(crowd_values, views),
     .rows = moment_view_fields,
     .example = "[{\"camera\":{\"fx\":1000,...},\"figures\":[[[612,410],...],...]},...]",
     .doc = "Views of 1 to 16 cameras of the same moment."},
    {0},
};

/* ---- figures */

typedef struct reading {
    const pd_api_crowd_request *ask;
    pd_api_call *call;
    pd_api_problems *problems;
} reading;

/* Returns the figures of frame f. The list of a moment is itself that of its only frame. */
static const json_t *crowd_frame_of(const reading *r, const json_t *frames, size_t f)
{
    return r->ask->is_take ? json_array_get(frames, f) : frames;
}

/* Writes a place such as "/crowd/views/0/frames/7/1", or for a moment
 * "/observations/crowd/views/0/figures/1". figure < 0 leaves the figure's index out. */
static void crowd_place_of(char *out, size_t size, const reading *r, const char *where, const char *list,
                           size_t f, int figure)
{
    size_t used = (size_t)snprintf(out, size, "%s/%s", where, list);
    if (r->ask->is_take && used < size) used += (size_t)snprintf(out + used, size - used, "/%zu", f);
    if (figure >= 0 && used < size) snprintf(out + used, size - used, "/%d", figure);
}

static const char *list_name(const reading *r)
{
    return r->ask->is_take ? "frames" : "figures";
}

/* Checks the length of every list before memory for them is taken. */
static bool count_figures(int *count, const reading *r, const view_values *v, size_t frames, size_t keypoints,
                          const char *where)
{
    char at[128];

    *count = 0;
    for (size_t f = 0; f < frames; f++) {
        /* The figures of the frame, and as many rows of confidences. */
        const json_t *figures = crowd_frame_of(r, v->frames, f);
        const json_t *sure = v->confidence ? crowd_frame_of(r, v->confidence, f) : NULL;
        const size_t many = json_array_size(figures);
        crowd_place_of(at, sizeof at, r, where, list_name(r), f, -1);
        if (!json_is_array(figures) || many > PD_API_CROWD_FIGURES)
            return pd_api_note(r->problems, json_is_array(figures) ? PD_ERR_RANGE : PD_ERR_INVALID, at,
                               json_is_array(figures) ? "%zu figures; 0 to %d allowed"
                                                      : "a list of figures expected",
                               many, PD_API_CROWD_FIGURES);
        crowd_place_of(at, sizeof at, r, where, "confidence", f, -1);
        if (v->confidence && json_array_size(sure) != many)
            return pd_api_note(r->problems, PD_ERR_RANGE, at, "%zu rows; %zu expected, one a figure",
                               json_array_size(sure), many);

        /* The keypoints of each figure. */
        for (size_t i = 0; i < many; i++) {
            const size_t has = json_array_size(json_array_get(figures, i));
            const size_t sures = v->confidence ? json_array_size(json_array_get(sure, i)) : keypoints;
            if (has == keypoints && sures == keypoints) continue;
            crowd_place_of(at, sizeof at, r, where, has == keypoints ? "confidence" : list_name(r), f,
                           (int)i);
            return pd_api_note(r->problems, PD_ERR_RANGE, at, "%zu keypoints; %zu expected (the set's)",
                               has == keypoints ? sures : has, keypoints);
        }

        *count += (int)many;
    }

    return true;
}

/* Reads one keypoint with the confidence c. A point that is null, or has c 0, counts as not seen. */
static bool read_keypoint(float at[3], float *confidence, const reading *r, const json_t *point, double c,
                          const char *place)
{
    at[0] = at[1] = at[2] = NAN;
    *confidence = 0;
    if (json_is_null(point)) return true;
    if (json_array_size(point) != 2)
        return pd_api_note(r->problems, PD_ERR_INVALID, place, "2 numbers or null expected");
    for (size_t a = 0; a < 2; a++) {
        double x;
        if (!pd_api_coordinate_read(&x, json_array_get(point, a), a, PD_OBSERVE_LARGEST_PIXELS, place,
                                    r->problems))
            return false;
        if (c > 0) at[a] = (float)x;
    }

    if (c > 0) {
        at[2] = 0;
        *confidence = (float)c;
    }

    return true;
}

/* Allocates memory for the figures of a film, then reads them. */
static bool read_figures(pd_detections *film, const reading *r, const view_values *v,
                         const pd_observe_set *set, size_t frames, int most, const char *where)
{
    const size_t keypoints = (size_t)set->count;
    const size_t figure_room = (size_t)most + 1;
    const size_t numbers = figure_room * keypoints;
    char list[128], sures[128], place[160];

    if (!pd_api_hold(r->call, numbers * 4 * sizeof(float) + figure_room * 2 * sizeof(int))) return false;
    *film = (pd_detections){.set = set->name,
                            .kind = "JSON",
                            .keypoint_count = set->count,
                            .frame_count = (int)frames,
                            .frames = malloc(figure_room * sizeof *film->frames),
                            .ids = malloc(figure_room * sizeof *film->ids),
                            .at = malloc(3 * numbers * sizeof *film->at),
                            .confidence = malloc(numbers * sizeof *film->confidence),
                            .room = most};
    if (!film->frames || !film->ids || !film->at || !film->confidence)
        return pd_api_note(r->problems, PD_ERR_MEMORY, "", "out of memory");

    /* Copy the figures, frame after frame. */
    for (size_t f = 0; f < frames; f++) {
        const json_t *figures = crowd_frame_of(r, v->frames, f);
        const json_t *sure = v->confidence ? crowd_frame_of(r, v->confidence, f) : NULL;
        for (size_t i = 0; i < json_array_size(figures); i++) {
            const size_t first = (size_t)film->figure_count * keypoints;
            PD_ASSERT(film->figure_count < most);
            film->frames[film->figure_count] = (int)f;
            film->ids[film->figure_count] = -1;
            crowd_place_of(list, sizeof list, r, where, list_name(r), f, (int)i);
            crowd_place_of(sures, sizeof sures, r, where, "confidence", f, (int)i);

            /* Keypoints, each with its confidence. */
            for (size_t k = 0; k < keypoints; k++) {
                const json_t *told = json_array_get(json_array_get(sure, i), k);
                double c = 1;
                snprintf(place, sizeof place, "%s/%zu", sures, k);
                if (told && !pd_api_confidence_read(&c, told, place, r->problems)) return false;

                snprintf(place, sizeof place, "%s/%zu", list, k);
                if (!read_keypoint(film->at + 3 * (first + k), film->confidence + first + k, r,
                                   json_array_get(json_array_get(figures, i), k), c, place))
                    return false;
            }

            film->figure_count++;
        }
    }

    PD_ASSERT(film->figure_count == most);

    return true;
}

/* ---- views */

static bool read_view(pd_api_crowd *crowd, const reading *r, const json_t *object, const pd_observe_set *set,
                      int number)
{
    const pd_api_field *const tables[] = {r->ask->is_take ? take_view_fields : moment_view_fields, NULL};

    PD_ASSERT(number >= 0 && number < PD_OBSERVE_MOST_CAMERAS);
    const char *where = crowd->places[number];
    view_values v = {0};
    char at[96];
    int figures;

    if (!pd_api_fields_json(&v, object, tables, where, r->problems)) return false;
    if (!v.camera || !json_is_array(v.frames) || (v.confidence && !json_is_array(v.confidence)))
        return pd_api_note(r->problems, PD_ERR_INVALID, where,
                           "camera and %s are required, %s as a list; confidence, if given, has to be a list "
                           "of the same form",
                           list_name(r), list_name(r));
    snprintf(at, sizeof at, "%s/camera", where);
    if (!pd_api_camera_read(&crowd->cameras[number], &crowd->lenses[number], &crowd->guessed[number],
                            v.camera, at, r->problems))
        return false;

    /* All views have as many frames as the first; a moment is one frame. */
    const size_t frames = r->ask->is_take ? json_array_size(v.frames) : 1;
    const size_t expected = number ? (size_t)crowd->films[0].frame_count : frames;
    const size_t sures = v.confidence && r->ask->is_take ? json_array_size(v.confidence) : frames;
    if (!frames || frames > PD_OBSERVE_TAKE_MOST_FRAMES)
        return pd_api_note(r->problems, PD_ERR_RANGE, where, "%zu frames; 1 to %d allowed", frames,
                           PD_OBSERVE_TAKE_MOST_FRAMES);
    if (frames != expected || sures != frames)
        return pd_api_note(r->problems, PD_ERR_RANGE, where, "%zu frames%s; %zu expected, as %s",
                           frames != expected ? frames : sures, frames != expected ? "" : " of confidence",
                           expected, frames != expected ? "the first view has" : "frames has");

    /* Count the figures first: the film is allocated once. */
    return count_figures(&figures, r, &v, frames, (size_t)set->count, where) &&
           read_figures(&crowd->films[number], r, &v, set, frames, figures, where);
}

bool pd_api_crowd_read(pd_api_crowd *crowd, const pd_api_crowd_request *ask, pd_api_call *call)
{
    const pd_api_field *const tables[] = {
        ask->is_take ? pd_api_crowd_take_fields : pd_api_crowd_moment_fields, NULL};
    const reading r = {ask, call, &call->problems};
    const pd_observe_set *set = NULL;
    crowd_values v = {0};
    char at[96];
    pd_error err;

    if (!pd_api_fields_json(&v, ask->object, tables, ask->where, r.problems)) return false;
    snprintf(at, sizeof at, "%s/set", ask->where);
    if (!v.set)
        return pd_api_note(r.problems, PD_ERR_INVALID, at,
                           "missing; the name of a set of keypoints expected");
    if (!pd_api_set_read(&set, v.set, "", at, r.problems)) return false;

    const size_t count = json_array_size(v.views);
    snprintf(at, sizeof at, "%s/views", ask->where);
    if (count < 1 || count > PD_OBSERVE_MOST_CAMERAS)
        return pd_api_note(r.problems, PD_ERR_RANGE, at, "%zu cameras; 1 to %d expected", count,
                           PD_OBSERVE_MOST_CAMERAS);
    for (size_t c = 0; c < count; c++) {
        snprintf(crowd->places[c], sizeof crowd->places[c], "%.30s/views/%zu", ask->where, c);
        crowd->names[c] = crowd->places[c];
        if (!read_view(crowd, &r, json_array_get(v.views, c), set, (int)c)) return false;
        crowd->figure_count += crowd->films[c].figure_count;
    }

    /* cameras of a moment must be placed: calibrating them takes people who move for longer */
    bool *placed = &crowd->group.are_placed;
    snprintf(at, sizeof at, "%s/views", ask->where);
    if (count > 1 && pd_observe_views_placed(placed, crowd->cameras, crowd->guessed, (int)count, &err))
        return pd_api_note_error(r.problems, at, &err);
    snprintf(at, sizeof at, "%s/camera", crowd->places[0]);
    if (count > 1 && !*placed && !ask->is_take)
        return pd_api_note(r.problems, PD_ERR_INVALID, at,
                           "the camera has no rotation; rotation expected, because only POST /v1/jobs can "
                           "calibrate cameras");

    pd_observe_group *g = &crowd->group;
    g->films = crowd->films;
    g->film_count = (int)count;
    g->cameras = crowd->cameras;
    g->lenses = crowd->lenses;
    g->guessed = crowd->guessed;
    g->rate = ask->rate;
    g->noise = ask->noise;
    g->calibrator = -1;
    g->names = crowd->names;
    g->model = ask->model;
    if (!pd_observe_group_check(g, &err)) return true;

    return pd_api_note_error(r.problems, "", &err);
}

void pd_api_crowd_deinit(pd_api_crowd *crowd)
{
    if (crowd->group.film_count) pd_observe_group_deinit(&crowd->group);
    for (int c = 0; c < PD_OBSERVE_MOST_CAMERAS; c++) pd_detections_deinit(&crowd->films[c]);
}
