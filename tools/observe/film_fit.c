#include "tools/observe/film_fit.h"

#include "core/base/file.h"
#include "core/io/mocap/detections.h"
#include "core/observe/take/track.h"
#include "tools/observe/take_work.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#define SPACE_NOISE   0.01 /* metres */
#define PICTURE_NOISE 3.0  /* pixels */
#define SPACE_REACH   0.2  /* metres */
#define PICTURE_REACH 0.2  /* of the figure's size */
#define PATIENCE      1.0  /* seconds that somebody may be out of sight */
#define LEAST         0.5  /* seconds in which somebody must be seen, or a quarter of a shorter film */
#define LEAST_PLACES  12   /* of a set, on the model */
#define PEEK          4096 /* bytes of a file that say what it is */

typedef struct fitting {
    pd_tool_take work;
    pd_detections film;
    pd_observe_tracks tracks;
    pd_observe_seen *places;
    pd_observe_part (*parts)[PD_OBSERVE_MOST_PARTS];
    int *columns;
    int place_count;
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

static pd_status read_file(fitting *f, const char *path)
{
    pd_bytes file;
    pd_status status = pd_file_map(&file, path, &f->work.err);
    if (status) return status;
    status = pd_detections_add(&f->film, file, path, &f->work.err);
    pd_file_unmap(&file);
    return status;
}

static pd_status read_folder(fitting *f, const char *folder)
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
            status = fits ? read_file(f, path)
                          : pd_fail(&f->work.err, PD_ERR_RANGE, folder, "'%.60s': the path is too long",
                                    entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return status;
}

static pd_status read_film(fitting *f)
{
    const pd_tool_args *args = f->work.args;
    pd_status status = PD_OK;

    for (int i = 0; i < args->word_count && !status; i++)
        status = is_folder(args->words[i]) ? read_folder(f, args->words[i]) : read_file(f, args->words[i]);
    if (!status && !f->film.figure_count)
        status = pd_fail(&f->work.err, PD_ERR_INVALID, args->words[0], "nobody is seen in %d frames",
                         f->film.frame_count);
    return status;
}

/* ---- the take of a person */

/* The places that the model has, seen in one way. */
static pd_status take_places(fitting *f, double noise)
{
    const pd_observe_set *set = pd_observe_set_of(f->film.set);
    const size_t all = (size_t)set->count;
    pd_tool_take *w = &f->work;
    int place_of[PD_OBSERVE_TAKE_MOST_PLACES], n = 0;

    w->names = calloc(all, sizeof *w->names);
    f->places = calloc(all, sizeof *f->places);
    f->parts = calloc(all, sizeof *f->parts);
    f->columns = calloc(all, sizeof *f->columns);
    if (!w->names || !f->places || !f->parts || !f->columns)
        return pd_fail(&w->err, PD_ERR_MEMORY, w->args->words[0], "out of memory");
    for (int i = 0; i < set->count; i++) {
        const int parts = pd_observe_place(f->parts[n], w->local.model, set->keypoints[i].place);
        place_of[i] = parts ? n : -1;
        if (!parts) continue;
        snprintf(w->names[n], sizeof w->names[n], "%s", set->keypoints[i].name);
        f->places[n] = (pd_observe_seen){.parts = f->parts[n],
                                         .part_count = parts,
                                         .in_picture = !f->film.in_space,
                                         .confidence = 1,
                                         .sigma = noise};
        f->columns[n++] = i;
    }
    if (n < LEAST_PLACES)
        return pd_fail(&w->err, PD_ERR_UNSUPPORTED, pd_tool_text(w->args, "model"),
                       "has %d of the %d places of %s; %d or more expected: a body with SMPL's joint names",
                       n, set->count, set->name, LEAST_PLACES);
    for (int i = 0; i < n; i++) {
        const int other = place_of[pd_observe_set_mirror(set, f->columns[i])];
        f->places[i].mirror = other < 0 ? i : other;
    }
    f->place_count = n;
    return PD_OK;
}

static pd_status take_room(fitting *f)
{
    size_t most = 0;
    for (int p = 0; p < f->tracks.count; p++) {
        const size_t frames = (size_t)(f->tracks.last[p] - f->tracks.first[p] + 1);
        most = frames > most ? frames : most;
    }
    f->at = malloc(3 * most * (size_t)f->place_count * sizeof *f->at);
    f->confidence = malloc(most * (size_t)f->place_count * sizeof *f->confidence);
    return f->at && f->confidence
               ? PD_OK
               : pd_fail(&f->work.err, PD_ERR_MEMORY, f->work.args->words[0], "out of memory");
}

static int fit_person(fitting *f, int person, double rate, double focal)
{
    const pd_detections *film = &f->film;
    pd_tool_take *w = &f->work;

    pd_observe_tracks_take(f->at, f->confidence, &f->tracks, person, film, f->columns, f->place_count);
    w->person = person;
    w->take = (pd_observe_take){.places = f->places,
                                .at = f->at,
                                .confidence = f->confidence,
                                .place_count = f->place_count,
                                .frame_count = f->tracks.last[person] - f->tracks.first[person] + 1,
                                .rate = rate};
    if (film->in_space) {
        w->take.robust_space = SPACE_REACH;
    } else {
        const double f_pixels = focal > 0 ? focal : hypot(film->width, film->height);
        w->take.camera = (pd_observe_camera){
            .fx = f_pixels, .fy = f_pixels, .cx = film->width / 2, .cy = film->height / 2};
        w->take.robust_picture = PICTURE_REACH * pd_observe_take_figure(&w->take);
    }
    if (!w->args->quiet && f->tracks.count > 1)
        pd_tool_note(w->args, "person %d of %d: frames %d to %d, seen in %d", person, f->tracks.count,
                     f->tracks.first[person], f->tracks.last[person], f->tracks.seen[person]);
    return pd_tool_take_fit(w);
}

static int fit(fitting *f)
{
    pd_tool_take *w = &f->work;
    const pd_tool_args *args = w->args;
    const char *size = pd_tool_text(args, "size");
    double noise = 0, rate = 30, focal = 0;
    int person = -1;

    if (pd_tool_given(args, "noise") && !pd_tool_double(&noise, args, "noise", 0.01, 1000)) return 2;
    if (!pd_tool_double(&rate, args, "fps", 0.1, 100000)) return 2;
    if (pd_tool_given(args, "fx") && !pd_tool_double(&focal, args, "fx", 1, 1e6)) return 2;
    if (pd_tool_given(args, "person") && !pd_tool_int(&person, args, "person", 0, 10000)) return 2;
    if (size && (sscanf(size, "%lfx%lf", &f->film.width, &f->film.height) != 2 || !(f->film.width >= 1) ||
                 !(f->film.height >= 1) || f->film.width > 1e6 || f->film.height > 1e6))
        return pd_tool_usage(args, "--size %s; WxH in pixels expected, 1 to 1000000", size);
    const int code = pd_tool_take_open(w);
    if (code) return code;

    pd_status status = read_film(f);
    if (!status && !f->film.in_space && !(f->film.width > 0))
        return pd_tool_usage(args, "--size WxH of the pictures is needed for %s's files", f->film.kind);
    if (!status)
        status = take_places(f, f->film.in_space ? noise > 0 ? 0.001 * noise : SPACE_NOISE
                                : noise > 0      ? noise
                                                 : PICTURE_NOISE);
    const int least = (int)ceil(fmin(LEAST * rate, 0.25 * f->film.frame_count));
    if (!status)
        status = pd_observe_tracks_run(&f->tracks, &f->film, (int)ceil(PATIENCE * rate), least,
                                       args->words[0], &w->err);
    if (!status) status = take_room(f);
    if (status) return pd_tool_fail(args, &w->err);
    if (person >= f->tracks.count)
        return pd_tool_usage(args, "--person %d; 0 to %d allowed", person, f->tracks.count - 1);

    w->noun = "keypoints";
    if (person >= 0) return fit_person(f, person, rate, focal);
    w->person_count = f->tracks.count;
    int worst = 0;
    for (int p = 0; p < f->tracks.count; p++) {
        const int one = fit_person(f, p, rate, focal);
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
    free(f->work.names), free(f->places), free(f->parts), free(f->columns), free(f->at), free(f->confidence);
    pd_observe_tracks_deinit(&f->tracks);
    pd_detections_deinit(&f->film);
    pd_tool_take_close(&f->work);
    free(f);
    return code;
}
