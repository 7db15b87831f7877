#include "core/observe/group/group.h"

#include "core/observe/view/known.h"
#include "core/observe/view/pair.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PATIENCE 1.0 /* longest time for which a person may be out of sight, seconds */
#define LEAST    0.5 /* least time for which a person must be seen, seconds; at most a quarter of the film */
#define AGREE    4.0 /* largest distance of an agreeing point from its epipolar line, pixels */
/* Bytes of track.h and crowd.h that do not depend on the number of figures. */
#define TRACKING ((size_t)2 << 20)

/* Keypoints of one person in each film, from which cameras are calibrated. */
typedef struct sighting {
    pd_observe_group *group;
    float *at, *confidence; /* (frames,C,P,3), (frames,C,P) */
    int frames;
} sighting;

static bool goes_on(const pd_observe_group *g)
{
    return !g->keep_going || g->keep_going(g->ctx);
}

static pd_status no_memory(const pd_observe_group *g, pd_error *err)
{
    return pd_fail(err, PD_ERR_MEMORY, g->names[0], "out of memory");
}

/* Returns the number of frames that all films have. */
static int shared_frames(const pd_observe_group *g)
{
    int frames = g->films[0].frame_count;
    for (int c = 1; c < g->film_count; c++)
        frames = g->films[c].frame_count < frames ? g->films[c].frame_count : frames;
    return frames;
}

static int least_of(const pd_observe_group *g, int frames)
{
    return (int)ceil(fmin(LEAST * g->rate, 0.25 * frames));
}

static bool is_crowd(const pd_observe_group *g)
{
    for (int c = 0; c < g->film_count; c++)
        if (g->tracks[c].count > 1) return true;
    return false;
}

size_t pd_observe_group_find_bytes(const pd_observe_group *g)
{
    const size_t films = (size_t)g->film_count;
    size_t bytes = TRACKING + (films > 1 && !g->are_placed ? PD_OBSERVE_VIEWS_BYTES : 0);

    for (int c = 0; c < g->film_count; c++) {
        const pd_detections *film = &g->films[c];
        const size_t figures = (size_t)film->figure_count + 1;
        const size_t keypoints = (size_t)film->keypoint_count;
        bytes += figures * (keypoints * 5 * sizeof(float) + 16 * sizeof(int));
    }

    return bytes + (size_t)shared_frames(g) * films * (size_t)g->films[0].keypoint_count * 4 * sizeof(float);
}

void pd_observe_group_trim(pd_observe_group *g)
{
    for (int c = 0; c < PD_OBSERVE_MOST_CAMERAS; c++) pd_observe_tracks_deinit(&g->tracks[c]);
    pd_observe_crowd_deinit(&g->crowd);
}

void pd_observe_group_deinit(pd_observe_group *g)
{
    pd_observe_group_trim(g);
    pd_observe_take_places_deinit(&g->places);
    free(g->people);
    g->people = NULL;
    g->count = 0;
}

/* ---- keypoints of a person in a film */

/* Writes the keypoints of a person of film c, from moment first on, into columns [column, column + P) of
 * the rows, as a pinhole camera would see them. */
static pd_status take_film(const pd_observe_group *g, const pd_observe_tracks *tracks, int c, int person,
                           pd_observe_strip strip, int column, pd_error *err)
{
    double bad[2];

    strip.at += 3 * (size_t)column;
    strip.confidence += column;
    pd_observe_tracks_take(&strip, tracks, person, &g->films[c]);
    const int frame = pd_observe_lens_undo_rows(bad, &strip, &g->lenses[c], &g->cameras[c]);
    if (frame < 0) return PD_OK;

    return pd_fail(
        err, PD_ERR_RANGE, g->names[c],
        "frame %d: the pixel %g, %g is outside of the lens; a pixel that can be undistorted expected",
        strip.first + frame, bad[0], bad[1]);
}

/* Writes the keypoints of a person of one film in all shared moments. */
static pd_status sight(sighting *s, int c, int person, pd_error *err)
{
    const pd_observe_group *g = s->group;
    const pd_observe_strip strip = {.at = s->at,
                                    .confidence = s->confidence,
                                    .columns = g->places.columns,
                                    .column_count = g->places.count,
                                    .first = 0,
                                    .frames = s->frames,
                                    .row = g->places.count * g->film_count};

    return take_film(g, &g->tracks[c], c, person, strip, c * g->places.count, err);
}

/* ---- the person from whom cameras are calibrated */

static int candidates(const pd_observe_group *g, int c)
{
    const int count = g->tracks[c].count;
    return count < PD_OBSERVE_GROUP_CANDIDATES ? count : PD_OBSERVE_GROUP_CANDIDATES;
}

/* Finds the person of film c whose points agree most, by an essential matrix, with those in the first
 * camera's columns. *share is the part of the points that agree. */
static pd_status find_partner(int *best, double *share, sighting *s, int c, pd_error *err)
{
    const pd_observe_group *g = s->group;
    const double reach = AGREE / sqrt(g->cameras[0].fx * g->cameras[c].fx);
    const size_t n = (size_t)g->places.count;
    const size_t row = n * (size_t)g->film_count;
    const size_t all = (size_t)s->frames * n;
    const size_t step = all / PD_OBSERVE_PAIR_MOST + 1;
    double a[PD_OBSERVE_PAIR_MOST][2], b[PD_OBSERVE_PAIR_MOST][2];

    *best = 0;
    *share = 0;
    for (int p = 0; p < candidates(g, c) && goes_on(g); p++) {
        pd_observe_pair pair;
        const pd_status status = sight(s, c, p, err);
        if (status) return status;

        /* Keypoints that both cameras see, as x / z of each. */
        int points = 0;
        for (size_t i = 0; i < all && points < PD_OBSERVE_PAIR_MOST; i += step) {
            const size_t first = row * (i / n) + i % n;
            const size_t at[2] = {first, first + (size_t)c * n};
            if (!(s->confidence[at[0]] > 0 && s->confidence[at[1]] > 0)) continue;
            for (int k = 0; k < 2; k++) {
                const pd_observe_camera *eye = &g->cameras[k ? c : 0];
                double *out = k ? b[points] : a[points];
                out[0] = ((double)s->at[3 * at[k]] - eye->cx) / eye->fx;
                out[1] = ((double)s->at[3 * at[k] + 1] - eye->cy) / eye->fy;
            }

            points++;
        }

        /* Keep the person with the largest share. */
        const bool found =
            pd_observe_pair_find(&pair, (const double(*)[2])a, (const double(*)[2])b, points, reach);
        if (found && (double)pair.agree / points > *share) {
            *share = (double)pair.agree / points;
            *best = p;
        }
    }

    return PD_OK;
}

/* Chooses the person from whom the cameras are calibrated, and fills the columns of all films. */
static pd_status find_walker(sighting *s, pd_error *err)
{
    pd_observe_group *g = s->group;
    const bool is_said = g->calibrator >= 0;
    const int from = is_said ? g->calibrator : 0;
    const int to = is_said ? from + 1 : candidates(g, 0);
    int chosen[PD_OBSERVE_MOST_CAMERAS] = {from};
    double most = -1;

    for (int p = from; p < to && is_crowd(g); p++) {
        int others[PD_OBSERVE_MOST_CAMERAS] = {p};
        double sum = 0;
        double share;
        pd_status status = sight(s, 0, p, err);
        for (int c = 1; c < g->film_count && !status; c++) {
            status = find_partner(&others[c], &share, s, c, err);
            sum += share;
        }

        if (status) return status;
        if (sum > most) {
            most = sum;
            memcpy(chosen, others, sizeof chosen);
        }
    }

    g->walker = chosen[0];
    g->walkers = g->tracks[0].count;
    g->agreed = most > 0 ? most / (g->film_count - 1) : 0;
    for (int c = 0; c < g->film_count; c++)
        if (sight(s, c, chosen[c], err)) return err->status;

    return PD_OK;
}

/* Calibrates the cameras. */
static pd_status group_calibrate(pd_observe_group *g, pd_error *err)
{
    const int frames = shared_frames(g);
    const size_t numbers = (size_t)frames * (size_t)g->places.count * (size_t)g->film_count + 1;
    sighting s = {.group = g,
                  .at = malloc(3 * numbers * sizeof *s.at),
                  .confidence = malloc(numbers * sizeof *s.confidence),
                  .frames = frames};
    pd_observe_known known;
    pd_observe_views views = {.cameras = g->cameras,
                              .off = g->off,
                              .camera_count = g->film_count,
                              .frame_count = frames,
                              .place_count = g->places.count,
                              .at = s.at,
                              .confidence = s.confidence,
                              .noise = g->noise > 0 ? g->noise : PD_OBSERVE_PICTURE_NOISE,
                              .guessed = g->guessed,
                              .keep_going = g->keep_going,
                              .ctx = g->ctx};

    pd_status status = s.at && s.confidence ? find_walker(&s, err) : no_memory(g, err);
    pd_observe_known_of(&known, g->model, g->places.places, g->places.count);
    pd_observe_known_put(&views, &known);
    if (!status) status = pd_observe_views_check(&views, err);
    if (!status && goes_on(g)) status = pd_observe_views_run(&views, err);
    g->points = views.points;
    free(s.at);
    free(s.confidence);

    return status;
}

/* ---- people */

static pd_status take_people(pd_observe_group *g, int count, pd_error *err)
{
    g->people = calloc((size_t)count, sizeof *g->people);
    g->count = g->people ? count : 0;
    return g->people ? PD_OK : no_memory(g, err);
}

/* Takes the tracks of one film, or matches those of several films, as people. */
static pd_status list_tracks(pd_observe_group *g, pd_error *err)
{
    const pd_observe_tracks *t = &g->tracks[0];
    const bool is_film = g->film_count == 1;

    if (take_people(g, is_film ? t->count : 1, err)) return err->status;
    for (int p = 0; p < g->count; p++)
        g->people[p] = is_film
                           ? (pd_observe_member){.first = t->first[p],
                                                 .frames = t->last[p] - t->first[p] + 1,
                                                 .seen = t->seen[p],
                                                 .only = -1}
                           : (pd_observe_member){.frames = shared_frames(g), .seen = t->seen[p], .only = -1};

    return PD_OK;
}

/* Matches the people of all films, and describes each of them. */
static pd_status group_match(pd_observe_group *g, pd_error *err)
{
    /* Match the people of all films. */
    const pd_observe_crowd_request request = {.films = g->films,
                                              .cameras = g->cameras,
                                              .lenses = g->lenses,
                                              .camera_count = g->film_count,
                                              .patience = (int)ceil(PATIENCE * g->rate),
                                              .least = least_of(g, shared_frames(g)),
                                              .name = g->names[0],
                                              .keep_going = g->keep_going,
                                              .ctx = g->ctx};

    if (pd_observe_crowd_run(&g->crowd, &request, err)) return err->status;
    if (g->crowd.stopped) return PD_OK;
    if (take_people(g, g->crowd.count, err)) return err->status;

    /* Describe each person: frames, and the film if only one sees them. */
    for (int p = 0; p < g->count; p++) {
        int only = -1, seeing = 0; /* films that see the person */
        for (int c = 0; c < g->film_count; c++) {
            bool sees = false;
            for (int i = 0; i < g->films[c].figure_count && !sees; i++)
                sees = g->crowd.films[c].person[i] == p;
            if (sees) {
                only = c;
                seeing++;
            }
        }

        g->people[p] = (pd_observe_member){.first = g->crowd.first[p],
                                           .frames = g->crowd.last[p] - g->crowd.first[p] + 1,
                                           .seen = g->crowd.seen[p],
                                           .shared = g->crowd.shared[p],
                                           .only = seeing == 1 ? only : -1};
    }

    return PD_OK;
}

pd_status pd_observe_group_check(pd_observe_group *g, pd_error *err)
{
    for (int c = 0; c < g->film_count; c++)
        if (!g->films[c].figure_count)
            return pd_fail(err, PD_ERR_INVALID, g->names[c],
                           "no person is seen in any of the %d frames; at least one person expected",
                           g->films[c].frame_count);
    if (pd_observe_take_places_make(&g->places, pd_observe_set_of(g->films[0].set), g->film_count, g->model,
                                    g->names[0], err))
        return err->status;
    if (g->places.count * g->film_count <= PD_OBSERVE_TAKE_MOST_PLACES) return PD_OK;

    return pd_fail(err, PD_ERR_LIMIT, g->names[0],
                   "%d cameras of %d places; at most %d places in all allowed", g->film_count,
                   g->places.count, PD_OBSERVE_TAKE_MOST_PLACES);
}

pd_status pd_observe_group_find(pd_observe_group *g, pd_error *err)
{
    pd_status status = PD_OK;

    for (int c = 0; c < g->film_count && !status; c++)
        status = pd_observe_tracks_run(&g->tracks[c], &g->films[c], (int)ceil(PATIENCE * g->rate),
                                       least_of(g, g->films[c].frame_count), g->names[c], err);
    if (!status && g->film_count > 1 && !g->are_placed) {
        if (g->calibrator >= g->tracks[0].count)
            return pd_fail(err, PD_ERR_RANGE, g->names[0], "person %d; 0 to %d allowed", g->calibrator,
                           g->tracks[0].count - 1);
        status = group_calibrate(g, err);
    }

    if (!status && !goes_on(g)) g->stopped = true;
    if (status || g->stopped) return status;

    status = g->film_count > 1 && is_crowd(g) ? group_match(g, err) : list_tracks(g, err);
    g->stopped = g->crowd.stopped;
    return status;
}

/* ---- a person's take */

int pd_observe_group_row(const pd_observe_group *g, int person)
{
    return g->places.count * (g->people[person].only < 0 ? g->film_count : 1);
}

pd_status pd_observe_group_take(pd_observe_take *take, float *at, float *confidence, pd_observe_group *g,
                                int person, pd_error *err)
{
    const pd_observe_member *one = &g->people[person];
    const pd_observe_strip strip = {.at = at,
                                    .confidence = confidence,
                                    .columns = g->places.columns,
                                    .column_count = g->places.count,
                                    .first = one->first,
                                    .frames = one->frames,
                                    .row = pd_observe_group_row(g, person)};
    const bool is_alone = one->only >= 0;
    const int first = is_alone ? one->only : 0;
    const int films = is_alone ? 1 : g->film_count;
    pd_status status = PD_OK;

    /* Keypoints of each film in turn. A person whom one film sees alone is fitted from that film. */
    for (int i = 0; i < films && !status; i++) {
        const int c = first + i;
        const pd_observe_tracks *tracks = g->crowd.films ? &g->crowd.films[c] : &g->tracks[c];
        status = take_film(g, tracks, c, person, strip, i * g->places.count, err);
    }

    /* The take of these keypoints. */
    *take = (pd_observe_take){.places = g->places.places,
                              .at = at,
                              .confidence = confidence,
                              .place_count = strip.row,
                              .frame_count = one->frames,
                              .camera = g->cameras[first],
                              .views = films > 1 ? g->cameras + 1 : NULL,
                              .view_count = films - 1,
                              .rate = g->rate};
    pd_observe_take_places_see(&g->places, take, !g->films[0].in_space, g->noise);

    return status;
}
