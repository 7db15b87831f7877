#include "tools/observe/film_fit.h"

#include "api/body/keypoints.h"
#include "core/base/file.h"
#include "core/io/mocap/detections.h"
#include "core/observe/take/places.h"
#include "core/observe/film/track.h"
#include "core/observe/film/crowd.h"
#include "core/observe/view/known.h"
#include "core/observe/view/pair.h"
#include "tools/observe/take_work.h"

#include <dirent.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#define PATIENCE      1.0 /* seconds that somebody may be out of sight */
#define LEAST         0.5 /* seconds in which somebody must be seen, or a quarter of a shorter film */
#define CANDIDATES    6   /* people of a film who may be the one that calibrates */
#define AGREE         4.0 /* pixels from an epipolar line                        */
#define CAMERAS_BYTES (1u << 20)
#define PEEK          4096 /* bytes of a file that say what it is */

typedef struct fitting {
    pd_tool_take work;
    pd_detections films[PD_OBSERVE_MOST_CAMERAS]; /* (film_count) one a camera */
    pd_observe_tracks tracks[PD_OBSERVE_MOST_CAMERAS];
    pd_observe_camera cameras[PD_OBSERVE_MOST_CAMERAS];
    pd_observe_lens lenses[PD_OBSERVE_MOST_CAMERAS];
    bool guessed[PD_OBSERVE_MOST_CAMERAS];
    int film_count;
    bool are_placed; /* cameras stand where they are said to */
    pd_observe_take_places places;
    float *at, *confidence;
} fitting;

/* ---- which files */

static bool is_folder(const char *path)
{
    struct stat st;
    return !stat(path, &st) && S_ISDIR(st.st_mode);
}

static bool ends_in(const char *path, const char *ending)
{
    const char *dot = strrchr(path, '.');
    return dot && !strcasecmp(dot, ending);
}

/* The first bytes of a JSON that is not one request: a list, or an object that begins with frames. */
static bool holds_frames(const char *path)
{
    static const char *const keys[] = {"\"annotations\"",
                                       "\"images\"",
                                       "\"info\"",
                                       "\"landmarks\"",
                                       "\"worldLandmarks\"",
                                       "\"poseLandmarks\"",
                                       "\"frames\"",
                                       "\"pose_landmarks\"",
                                       "\"poseWorldLandmarks\"",
                                       "\"pose_world_landmarks\""};
    char text[PEEK + 1];
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : NULL;
    if (!file) return false;

    text[fread(text, 1, PEEK, file)] = 0;
    fclose(file);
    const char *at = text + strspn(text, " \t\r\n");
    if (*at == '[') return true;
    at += *at == '{';
    at += strspn(at, " \t\r\n");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!strncmp(at, keys[i], strlen(keys[i]))) return true;
    return false;
}

bool pd_tool_is_film(const pd_tool_args *args)
{
    return args->word_count > 1 || is_folder(args->words[0]) || ends_in(args->words[0], ".npz") ||
           holds_frames(args->words[0]);
}

static int is_frame(const struct dirent *entry)
{
    return *entry->d_name != '.' && (ends_in(entry->d_name, ".json") || ends_in(entry->d_name, ".npz"));
}

static int in_order(const struct dirent **a, const struct dirent **b)
{
    return pd_detections_name_order((*a)->d_name, (*b)->d_name);
}

static pd_status read_file(fitting *f, pd_detections *film, const char *path)
{
    pd_bytes file;
    pd_status status = pd_file_map(&file, path, &f->work.err);
    if (status) return status;
    status = pd_detections_add(film, file, path, &f->work.err);
    pd_file_unmap(&file);
    return status;
}

static pd_status read_folder(fitting *f, pd_detections *film, const char *folder)
{
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, is_frame, in_order);
    pd_status status = count > 0 ? PD_OK
                       : count < 0
                           ? pd_fail(&f->work.err, PD_ERR_IO, folder, "the folder cannot be read")
                           : pd_fail(&f->work.err, PD_ERR_NOT_FOUND, folder, "no .json or .npz in it");

    for (int i = 0; i < count; i++) {
        char path[4096];
        const bool fits = snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name) < (int)sizeof path;
        if (!status)
            status = fits ? read_file(f, film, path)
                          : pd_fail(&f->work.err, PD_ERR_RANGE, folder, "'%.60s': the path is too long",
                                    entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return status;
}

/* All words are one film, or each is a camera's. */
static pd_status read_films(fitting *f)
{
    const pd_tool_args *args = f->work.args;
    pd_status status = PD_OK;

    for (int i = 0; i < args->word_count && !status; i++) {
        pd_detections *film = &f->films[f->film_count > 1 ? i : 0];
        status = is_folder(args->words[i]) ? read_folder(f, film, args->words[i])
                                           : read_file(f, film, args->words[i]);
    }
    for (int c = 0; c < f->film_count && !status; c++) {
        const pd_detections *film = &f->films[c];
        if (!film->figure_count)
            status = pd_fail(&f->work.err, PD_ERR_INVALID, args->words[c], "nobody is seen in %d frames",
                             film->frame_count);
        else if (film->set != f->films[0].set || (f->film_count > 1 && film->in_space))
            status = pd_fail(&f->work.err, PD_ERR_FORMAT, args->words[c],
                             "%s, %s; keypoints in a picture by one detector for all cameras expected",
                             film->kind, film->in_space ? "in space" : "in a picture");
    }
    return status;
}

/* ---- cameras */

static int complain(const fitting *f, const char *file, const char *where, const char *detail)
{
    return pd_tool_usage(f->work.args, "%s%s: %s", file, where, detail);
}

/* A list of cameras as the api takes them. 0 after saying on stderr what is wrong. */
static int read_cameras(fitting *f, const char *path)
{
    pd_buffer text = {0};
    json_error_t where;
    pd_api_problems *problems = calloc(1, sizeof *problems);
    json_t *list = NULL;
    int good = problems && !pd_tool_read(&text, f->work.args, path, CAMERAS_BYTES);

    if (good) {
        list = json_loadb((const char *)text.data, text.size, JSON_REJECT_DUPLICATES, &where);
        good = list != NULL;
        if (!good) pd_tool_usage(f->work.args, "%s:%d: %s", path, where.line, where.text);
    }
    pd_buffer_deinit(&text);
    if (good && json_array_size(list) != (size_t)f->film_count)
        good = 0, pd_tool_usage(f->work.args, "%s: a list of %zu cameras; %d expected, one a film", path,
                                json_array_size(list), f->film_count);
    for (int c = 0; c < f->film_count && good; c++) {
        char at[32];
        snprintf(at, sizeof at, "/%d", c);
        good = pd_api_camera_read(&f->cameras[c], &f->lenses[c], &f->guessed[c],
                                  json_array_get(list, (size_t)c), at, problems);
        if (!good) complain(f, path, problems->items[0].where, problems->items[0].detail);
    }
    if (good && pd_observe_views_placed(&f->are_placed, f->cameras, f->guessed, f->film_count, &f->work.err))
        good = 0, complain(f, path, f->work.err.where, f->work.err.detail);
    json_decref(list);
    free(problems);
    return good;
}

/* By --cameras, or by --fx and the size of the pictures. An exit code. */
static int take_cameras(fitting *f, double focal)
{
    const char *path = pd_tool_text(f->work.args, "cameras");

    if (f->films[0].in_space) return 0;
    if (path) return read_cameras(f, path) ? 0 : 2;
    for (int c = 0; c < f->film_count; c++) {
        const pd_detections *film = &f->films[c];
        if (!(film->width > 0))
            return pd_tool_usage(f->work.args,
                                 "--size WxH of the pictures is needed for %s's files, or --cameras",
                                 film->kind);
        const double pixels = focal > 0 ? focal : hypot(film->width, film->height);
        f->guessed[c] = !(focal > 0);
        f->cameras[c] =
            (pd_observe_camera){.fx = pixels, .fy = pixels, .cx = film->width / 2, .cy = film->height / 2};
    }
    return 0;
}

/* Pixels of camera c, columns from first on of rows, as a pinhole would have them. */
static pd_status undo_lens(fitting *f, int c, int frames, int first, int row)
{
    double bad[2];
    const int at = pd_observe_lens_undo_rows(f->at, bad, f->confidence, frames, row, first, f->places.count,
                                             &f->lenses[c], &f->cameras[c]);
    if (at < 0) return PD_OK;
    return pd_fail(&f->work.err, PD_ERR_RANGE, f->work.args->words[c],
                   "frame %d: %g, %g lies where the lens's distortion shows nothing", at, bad[0], bad[1]);
}

static void print_cameras(const fitting *f, const pd_observe_views *views)
{
    printf("%d cameras found from %d points\n", f->film_count, views->points);
    for (int c = 0; c < f->film_count; c++) {
        const pd_observe_camera *k = &f->cameras[c];
        const double *m = k->rotation, *t = k->translation;
        printf("  camera %d: at %.2f %.2f %.2f m, focal length %.0f pixels, %.1f pixels rms\n", c,
               -(m[0] * t[0] + m[3] * t[1] + m[6] * t[2]), -(m[1] * t[0] + m[4] * t[1] + m[7] * t[2]),
               -(m[2] * t[0] + m[5] * t[1] + m[8] * t[2]), k->fx, views->off[c]);
    }
}

/* --cameras-out: the list that --cameras reads. */
static int write_cameras(const fitting *f)
{
    const char *path = pd_tool_text(f->work.args, "cameras-out");
    pd_buffer out = {0};
    if (!path) return 0;

    pd_buffer_text(&out, "[");
    for (int c = 0; c < f->film_count; c++) {
        if (c) pd_buffer_text(&out, ",\n ");
        pd_api_camera_json(&out, &f->cameras[c], NULL);
    }
    pd_buffer_text(&out, "]\n");
    const int code = pd_tool_write(f->work.args, path, out.data, out.size);
    pd_buffer_deinit(&out);
    return code;
}

/* Where they stand, from who walks before them. An exit code. */
static int calibrate(fitting *f, int frames, double noise)
{
    pd_observe_known known;
    double off[PD_OBSERVE_MOST_CAMERAS];
    pd_tool_take *w = &f->work;
    pd_observe_views views = {.cameras = f->cameras,
                              .off = off,
                              .camera_count = f->film_count,
                              .frame_count = frames,
                              .place_count = f->places.count,
                              .at = f->at,
                              .confidence = f->confidence,
                              .noise = noise > 0 ? noise : PD_OBSERVE_PICTURE_NOISE,
                              .guessed = f->guessed};

    pd_observe_known_of(&known, w->local.model, f->places.places, f->places.count);
    pd_observe_known_put(&views, &known);
    pd_status status = pd_observe_views_check(&views, &w->err);
    if (!status) status = pd_observe_views_run(&views, &w->err);
    if (status) return pd_tool_fail(w->args, &w->err);
    if (!pd_tool_flag(w->args, "json")) print_cameras(f, &views);
    return 0;
}

/* ---- the take of a person */

/* The places that the model has, with names: "left_hip", and "1/left_hip" of the second of several cameras. */
static pd_status take_places(fitting *f)
{
    const pd_observe_set *set = pd_observe_set_of(f->films[0].set);
    pd_tool_take *w = &f->work;
    pd_observe_take_places *p = &f->places;
    const pd_status status = pd_observe_take_places_make(p, set, f->film_count, w->local.model,
                                                         pd_tool_text(w->args, "model"), &w->err);
    if (status) return status;

    w->names = calloc((size_t)p->count * (size_t)f->film_count, sizeof *w->names);
    if (!w->names) return pd_fail(&w->err, PD_ERR_MEMORY, w->args->words[0], "out of memory");
    for (int i = 0; i < p->count * f->film_count; i++) {
        const char *name = set->keypoints[p->columns[i % p->count]].name;
        if (f->film_count > 1)
            snprintf(w->names[i], sizeof w->names[i], "%d/%.20s", i / p->count % PD_OBSERVE_MOST_CAMERAS,
                     name);
        else
            snprintf(w->names[i], sizeof w->names[i], "%s", name);
    }
    return PD_OK;
}

static pd_status take_room(fitting *f)
{
    const size_t row = (size_t)f->places.count * (size_t)f->film_count;
    size_t most = 0;

    for (int c = 0; c < f->film_count; c++)
        most = (size_t)f->films[c].frame_count > most ? (size_t)f->films[c].frame_count : most;
    f->at = malloc((3 * most * row + 1) * sizeof *f->at);
    f->confidence = malloc((most * row + 1) * sizeof *f->confidence);
    return f->at && f->confidence
               ? PD_OK
               : pd_fail(&f->work.err, PD_ERR_MEMORY, f->work.args->words[0], "out of memory");
}

static int fit_person(fitting *f, int person, double rate, double noise)
{
    const pd_observe_tracks *tracks = &f->tracks[0];
    const int first = tracks->first[person], frames = tracks->last[person] - first + 1;
    const pd_observe_strip strip = {f->at, f->confidence, f->places.columns, f->places.count,
                                    first, frames,        f->places.count};
    pd_tool_take *w = &f->work;

    pd_observe_tracks_take(&strip, tracks, person, &f->films[0]);
    pd_status status = undo_lens(f, 0, frames, 0, f->places.count);
    if (status) return pd_tool_fail(w->args, &w->err);
    w->person = person;
    w->take = (pd_observe_take){.places = f->places.places,
                                .at = f->at,
                                .confidence = f->confidence,
                                .place_count = f->places.count,
                                .frame_count = frames,
                                .camera = f->cameras[0],
                                .rate = rate};
    w->at = f->at, w->confidence = f->confidence;
    pd_observe_take_places_see(&f->places, &w->take, !f->films[0].in_space, noise);
    if (!w->args->quiet && tracks->count > 1)
        pd_tool_note(w->args, "person %d of %d: frames %d to %d, seen in %d", person, tracks->count, first,
                     tracks->last[person], tracks->seen[person]);
    return pd_tool_take_fit(w);
}

/* Frames that all films have. */
static int shared_frames(const fitting *f)
{
    int frames = f->films[0].frame_count;
    for (int c = 1; c < f->film_count; c++)
        frames = f->films[c].frame_count < frames ? f->films[c].frame_count : frames;
    return frames;
}

/* What camera c sees of a person of its film, from frame first on, into that camera's columns of rows. An exit code. */
static int take_view(fitting *f, int c, const pd_observe_tracks *tracks, int person, int first, int frames)
{
    const size_t column = (size_t)c * (size_t)f->places.count;
    const int row = f->places.count * f->film_count;
    const pd_observe_strip strip = {
        f->at + 3 * column, f->confidence + column, f->places.columns, f->places.count, first, frames, row};

    pd_observe_tracks_take(&strip, tracks, person, &f->films[c]);
    if (undo_lens(f, c, frames, (int)column, row)) return pd_tool_fail(f->work.args, &f->work.err);
    return 0;
}

/* Keypoints of two cameras' columns that both see, x / z of each. */
static int shared_points(double (*a)[2], double (*b)[2], const fitting *f, int camera, int frames)
{
    const size_t row = (size_t)f->places.count * (size_t)f->film_count;
    const size_t all = (size_t)frames * (size_t)f->places.count;
    const size_t step = all / PD_OBSERVE_PAIR_MOST + 1;
    int count = 0;

    for (size_t i = 0; i < all && count < PD_OBSERVE_PAIR_MOST; i += step) {
        const size_t at[2] = {row * (i / (size_t)f->places.count) + i % (size_t)f->places.count,
                              row * (i / (size_t)f->places.count) + i % (size_t)f->places.count +
                                  (size_t)camera * (size_t)f->places.count};
        if (!(f->confidence[at[0]] > 0 && f->confidence[at[1]] > 0)) continue;
        for (int k = 0; k < 2; k++) {
            const pd_observe_camera *eye = &f->cameras[k ? camera : 0];
            double *out = k ? b[count] : a[count];
            out[0] = ((double)f->at[3 * at[k]] - eye->cx) / eye->fx;
            out[1] = ((double)f->at[3 * at[k] + 1] - eye->cy) / eye->fy;
        }
        count++;
    }
    return count;
}

/* The one of film c of whom most points agree by an essential matrix with those that stand in the first camera's columns; share: of the points. An exit code. */
static int take_best(int *best, double *share, fitting *f, int c, int frames)
{
    static double a[PD_OBSERVE_PAIR_MOST][2], b[PD_OBSERVE_PAIR_MOST][2];
    const int people = f->tracks[c].count < CANDIDATES ? f->tracks[c].count : CANDIDATES;
    const double reach = AGREE / sqrt(f->cameras[0].fx * f->cameras[c].fx);
    int code = 0;

    *best = 0, *share = 0;
    for (int p = 0; p < people && !code; p++) {
        pd_observe_pair pair;
        code = take_view(f, c, &f->tracks[c], p, 0, frames);
        const int points = shared_points(a, b, f, c, frames);
        const bool found =
            pd_observe_pair_find(&pair, (const double(*)[2])a, (const double(*)[2])b, points, reach);
        if (found && (double)pair.agree / points > *share) *share = (double)pair.agree / points, *best = p;
    }
    return code;
}

/* Who cameras are calibrated by: one of the first film (or --person) and of every other film one, of those seen longest, who agree best. Their
 * columns are filled. An exit code. */
static int take_one_walker(fitting *f, int person, int frames)
{
    const int people = f->tracks[0].count < CANDIDATES ? f->tracks[0].count : CANDIDATES;
    int chosen[PD_OBSERVE_MOST_CAMERAS] = {person < 0 ? 0 : person}, code = 0;
    double most = -1;
    bool is_crowd = false;

    for (int c = 0; c < f->film_count; c++) is_crowd = is_crowd || f->tracks[c].count > 1;
    for (int p = person < 0 ? 0 : person; p < (person < 0 ? people : person + 1) && is_crowd && !code; p++) {
        int others[PD_OBSERVE_MOST_CAMERAS] = {p};
        double sum = 0, share;
        code = take_view(f, 0, &f->tracks[0], p, 0, frames);
        for (int c = 1; c < f->film_count && !code; c++)
            code = take_best(&others[c], &share, f, c, frames), sum += share;
        if (!code && sum > most) most = sum, memcpy(chosen, others, sizeof chosen);
    }
    if (is_crowd && !code)
        pd_tool_note(
            f->work.args,
            "cameras are found from number %d of %d people of the first film: %.0f %% of the points agree",
            chosen[0], f->tracks[0].count, 100 * most / (f->film_count - 1));
    for (int c = 0; c < f->film_count && !code; c++)
        code = take_view(f, c, &f->tracks[c], chosen[c], 0, frames);
    return code;
}

/* Somebody of the crowd by every camera, or by the only one that sees them: then the others' columns are left out. */
static int fit_one_of(fitting *f, const pd_observe_crowd *crowd, int person, double rate, double noise)
{
    const int first = crowd->first[person], frames = crowd->last[person] - first + 1;
    pd_tool_take *w = &f->work;
    int only = -1, seeing = 0, code = 0;

    for (int c = 0; c < f->film_count; c++) {
        bool sees = false;
        for (int i = 0; i < f->films[c].figure_count && !sees; i++)
            sees = crowd->films[c].person[i] == person;
        if (sees) only = c, seeing++;
    }
    for (int c = 0; c < f->film_count && !code; c++)
        code = take_view(f, c, &crowd->films[c], person, first, frames);
    if (code) return code;

    const bool alone = seeing == 1;
    const size_t row = (size_t)f->places.count * (size_t)f->film_count, n = (size_t)f->places.count;
    for (size_t t = 0; t < (size_t)frames && alone; t++) {
        const size_t from = t * row + (size_t)only * n;
        memmove(f->at + 3 * t * n, f->at + 3 * from, 3 * n * sizeof *f->at);
        memmove(f->confidence + t * n, f->confidence + from, n * sizeof *f->confidence);
    }
    if (!w->args->quiet) {
        if (alone)
            pd_tool_note(
                w->args, "person %d of %d: frames %d to %d, seen in %d by %s alone: how far away is a guess",
                person, crowd->count, first, crowd->last[person], crowd->seen[person], w->args->words[only]);
        else
            pd_tool_note(
                w->args,
                "person %d of %d: frames %d to %d, seen in %d, in %d of them by two cameras and more", person,
                crowd->count, first, crowd->last[person], crowd->seen[person], crowd->shared[person]);
    }
    w->person = person;
    w->take = (pd_observe_take){.places = f->places.places,
                                .at = f->at,
                                .confidence = f->confidence,
                                .place_count = alone ? f->places.count : (int)row,
                                .frame_count = frames,
                                .camera = f->cameras[alone ? only : 0],
                                .views = alone ? NULL : f->cameras + 1,
                                .view_count = alone ? 0 : f->film_count - 1,
                                .rate = rate};
    w->at = f->at, w->confidence = f->confidence;
    pd_observe_take_places_see(&f->places, &w->take, true, noise);
    return pd_tool_take_fit(w);
}

/* Everybody before placed cameras, or --person of them. */
static int fit_crowd(fitting *f, int person, double rate, double noise)
{
    const int frames = shared_frames(f);
    pd_tool_take *w = &f->work;
    pd_observe_crowd crowd;
    const pd_observe_crowd_request request = {.films = f->films,
                                              .cameras = f->cameras,
                                              .lenses = f->lenses,
                                              .camera_count = f->film_count,
                                              .patience = (int)ceil(PATIENCE * rate),
                                              .least = (int)ceil(fmin(LEAST * rate, 0.25 * frames)),
                                              .name = w->args->words[0]};
    int worst = 0;

    if (pd_observe_crowd_run(&crowd, &request, &w->err)) return pd_tool_fail(w->args, &w->err);
    if (person >= crowd.count)
        worst = pd_tool_usage(w->args, "--person %d; 0 to %d allowed", person, crowd.count - 1);
    else if (person >= 0)
        worst = fit_one_of(f, &crowd, person, rate, noise);
    for (int p = 0; p < crowd.count && person < 0; p++) {
        w->person_count = crowd.count;
        const int one = fit_one_of(f, &crowd, p, rate, noise);
        worst = one > worst ? one : worst;
    }
    pd_observe_crowd_deinit(&crowd);
    return worst;
}

/* The people before several cameras; where a film shows only one, they are taken for that one. */
static int fit_views(fitting *f, int person, double rate, double noise)
{
    pd_tool_take *w = &f->work;
    const int frames = shared_frames(f);
    bool is_crowd = false;

    for (int c = 0; c < f->film_count; c++) is_crowd = is_crowd || f->tracks[c].count > 1;
    if (!f->are_placed && person >= f->tracks[0].count)
        return pd_tool_usage(w->args, "--person %d; %s has 0 to %d", person, w->args->words[0],
                             f->tracks[0].count - 1);
    int code = f->are_placed && is_crowd ? 0 : take_one_walker(f, is_crowd ? person : 0, frames);
    if (!code && !f->are_placed) code = calibrate(f, frames, noise);
    if (!code) code = write_cameras(f);
    if (code) return code;
    if (is_crowd) return fit_crowd(f, person, rate, noise);

    w->take = (pd_observe_take){.places = f->places.places,
                                .at = f->at,
                                .confidence = f->confidence,
                                .place_count = f->places.count * f->film_count,
                                .frame_count = frames,
                                .camera = f->cameras[0],
                                .views = f->cameras + 1,
                                .view_count = f->film_count - 1,
                                .rate = rate};
    w->at = f->at, w->confidence = f->confidence;
    pd_observe_take_places_see(&f->places, &w->take, true, noise);
    return pd_tool_take_fit(w);
}

static int fit(fitting *f)
{
    pd_tool_take *w = &f->work;
    const pd_tool_args *args = w->args;
    const char *size = pd_tool_text(args, "size");
    double noise = 0, rate = 30, focal = 0, width = 0, height = 0;
    int person = -1;

    if (pd_tool_given(args, "noise") && !pd_tool_double(&noise, args, "noise", 0.01, 1000)) return 2;
    if (!pd_tool_double(&rate, args, "fps", 0.1, 100000)) return 2;
    if (pd_tool_given(args, "fx") && !pd_tool_double(&focal, args, "fx", 1, 1e6)) return 2;
    if (pd_tool_given(args, "person") && !pd_tool_int(&person, args, "person", 0, 10000)) return 2;
    if (size && (sscanf(size, "%lfx%lf", &width, &height) != 2 || !(width >= 1) || !(height >= 1) ||
                 width > 1e6 || height > 1e6))
        return pd_tool_usage(args, "--size %s; WxH in pixels expected, 1 to 1000000", size);
    f->film_count = pd_tool_flag(args, "views") ? args->word_count : 1;
    if (pd_tool_flag(args, "views") && (f->film_count < 2 || f->film_count > PD_OBSERVE_MOST_CAMERAS))
        return pd_tool_usage(args, "--views: %d films; 2 to %d allowed, one a camera", f->film_count,
                             PD_OBSERVE_MOST_CAMERAS);
    int code = pd_tool_take_open(w);
    if (code) return code;

    for (int c = 0; c < f->film_count; c++) f->films[c].width = width, f->films[c].height = height;
    pd_status status = read_films(f);
    if (!status && (code = take_cameras(f, focal))) return code;
    const double sigma = f->films[0].in_space ? 0.001 * noise : noise;
    if (!status) status = take_places(f);
    for (int c = 0; c < f->film_count && !status; c++) {
        const int least = (int)ceil(fmin(LEAST * rate, 0.25 * f->films[c].frame_count));
        status = pd_observe_tracks_run(&f->tracks[c], &f->films[c], (int)ceil(PATIENCE * rate), least,
                                       args->words[c], &w->err);
    }
    if (!status) status = take_room(f);
    if (status) return pd_tool_fail(args, &w->err);

    w->noun = "keypoints";
    if (f->film_count > 1) return fit_views(f, person, rate, sigma);
    if (person >= f->tracks[0].count)
        return pd_tool_usage(args, "--person %d; 0 to %d allowed", person, f->tracks[0].count - 1);
    if (person >= 0) return fit_person(f, person, rate, sigma);
    w->person_count = f->tracks[0].count;
    int worst = 0;
    for (int p = 0; p < w->person_count; p++) {
        const int one = fit_person(f, p, rate, sigma);
        worst = one > worst ? one : worst;
    }
    return worst;
}

int pd_tool_fit_film(const pd_tool_args *args)
{
    fitting *f = calloc(1, sizeof *f);
    if (!f) return 1;
    f->work.args = args;

    const int code = fit(f);
    free(f->work.names), free(f->at), free(f->confidence);
    pd_observe_take_places_deinit(&f->places);
    for (int c = 0; c < PD_OBSERVE_MOST_CAMERAS; c++)
        pd_observe_tracks_deinit(&f->tracks[c]), pd_detections_deinit(&f->films[c]);
    pd_tool_take_close(&f->work);
    free(f);
    return code;
}
