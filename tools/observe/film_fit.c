#include "core/io/json/json.h"
#include "core/base/assert.h"
#include "tools/observe/film_fit.h"

#include "api/observe/keypoints.h"
#include "core/base/file.h"
#include "core/io/mocap/detections.h"
#include "core/observe/group/group.h"
#include "core/observe/view/calibrate.h"
#include "tools/base/folder.h"
#include "tools/base/mesh_list.h"
#include "tools/base/mode.h"
#include "tools/observe/picture_fit.h"
#include "tools/observe/take_work.h"

#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CAMERAS_BYTES (1u << 20)
#define PEEK          4096 /* bytes of a file from which its kind is recognised */

typedef struct fitting {
    pd_tool_take work;
    pd_detections films[PD_OBSERVE_MOST_CAMERAS]; /* (film_count) one a camera */
    pd_observe_camera cameras[PD_OBSERVE_MOST_CAMERAS];
    pd_observe_lens lenses[PD_OBSERVE_MOST_CAMERAS];
    bool guessed[PD_OBSERVE_MOST_CAMERAS];
    int film_count;
    bool are_placed;    /* true: positions of cameras are given */
    double rate, noise; /* frames a second; as --noise has it, 0: not said */
    pd_observe_group group;
    float *at, *confidence;
} fitting;

/* ---- which files */

/* Reports whether a JSON file is a detector's, by its first bytes: a list, or an object that begins with one
 * of their keys. */
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
                                       "\"pose_world_landmarks\"",
                                       "\"leftHandLandmarks\"",
                                       "\"rightHandLandmarks\"",
                                       "\"faceLandmarks\"",
                                       "\"left_hand_landmarks\"",
                                       "\"right_hand_landmarks\"",
                                       "\"face_landmarks\""};
    char text[PEEK + 1];

    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : NULL;
    if (!file) return false;

    text[fread(text, 1, PEEK, file)] = 0;
    fclose(file);
    const char *at = strncmp(text, "\xEF\xBB\xBF", 3) ? text : text + 3; /* a byte order mark */
    at += strspn(at, " \t\r\n");
    if (*at == '[') return true;
    at += *at == '{';
    at += strspn(at, " \t\r\n");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!strncmp(at, keys[i], strlen(keys[i]))) return true;

    return false;
}

bool pd_tool_is_film(const pd_tool_args *args)
{
    return args->word_count > 1 || pd_tool_is_folder(args->words[0]) ||
           pd_tool_ends_with(args->words[0], ".npz") || holds_frames(args->words[0]);
}

/* Adds the detections of one file to a film. */
static pd_status read_file_film_fit(fitting *f, pd_detections *film, const char *path)
{
    pd_bytes file;
    pd_status status = pd_file_map(&file, path, &f->work.err);

    if (status) return status;
    status = pd_detections_add(film, file, path, &f->work.err);
    pd_file_unmap(&file);

    return status;
}

/* Reads the films: all words together are one film, or with --views each is the film of one camera. */
static pd_status read_films(fitting *f)
{
    static const char *const endings[] = {".json", ".npz", NULL};
    const pd_tool_args *args = f->work.args;
    pd_status status = PD_OK;

    for (int i = 0; i < args->word_count && !status; i++) {
        pd_detections *film = &f->films[f->film_count > 1 ? i : 0];
        if (!pd_tool_is_folder(args->words[i])) {
            status = read_file_film_fit(f, film, args->words[i]);
            continue;
        }

        pd_tool_folder files;
        status = pd_tool_folder_read(&files, args->words[i], endings, &f->work.err);
        for (int k = 0; !status && k < files.count; k++) status = read_file_film_fit(f, film, files.paths[k]);
        pd_tool_folder_deinit(&files);
    }

    /* Somebody must be seen in every film, by the same detector. */
    for (int c = 0; c < f->film_count && !status; c++) {
        const pd_detections *film = &f->films[c];
        if (!film->figure_count)
            status = pd_fail(&f->work.err, PD_ERR_INVALID, args->words[c],
                             "no person is seen in %d frames; at least one expected", film->frame_count);
        else if (film->set != f->films[0].set || (f->film_count > 1 && film->in_space))
            status = pd_fail(&f->work.err, PD_ERR_FORMAT, args->words[c],
                             "%s, %s; keypoints in a picture by one detector for all cameras expected",
                             film->kind, film->in_space ? "in space" : "in a picture");
    }

    return status;
}

/* ---- cameras */

/* Prints an error about a place in a file. Returns the exit code. */
static int film_fit_complain(const fitting *f, const char *file, const char *where, const char *detail)
{
    return pd_tool_usage(f->work.args, "%s%s: %s", file, where, detail);
}

/* Reads a list of cameras in the api's JSON. Returns 0 after a complaint. */
static int read_cameras(fitting *f, const char *path)
{
    pd_buffer text = {0};
    json_error_t where;
    bool is_out_of_memory;
    pd_api_problems *problems = calloc(1, sizeof *problems);
    json_t *list = NULL;
    int good = problems && !pd_tool_read(&text, f->work.args, path, CAMERAS_BYTES);

    if (good) {
        list =
            pd_json_load((pd_bytes){text.data, text.size}, JSON_REJECT_DUPLICATES, &where, &is_out_of_memory);
        good = list != NULL;
        if (!good) pd_tool_usage(f->work.args, "%s:%d: %s", path, where.line, where.text);
    }

    pd_buffer_deinit(&text);

    /* Check that there is one camera for each film. */
    if (good && json_array_size(list) != (size_t)f->film_count) {
        good = 0;
        pd_tool_usage(f->work.args, "%s: a list of %zu cameras; %d expected, one a film", path,
                      json_array_size(list), f->film_count);
    }

    for (int c = 0; c < f->film_count && good; c++) {
        char at[32];
        snprintf(at, sizeof at, "/%d", c);
        good = pd_api_camera_read(&f->cameras[c], &f->lenses[c], &f->guessed[c],
                                  json_array_get(list, (size_t)c), at, problems);
        if (!good) film_fit_complain(f, path, problems->items[0].where, problems->items[0].detail);
    }

    /* Either all cameras have a pose or none has. */
    if (good &&
        pd_observe_views_placed(&f->are_placed, f->cameras, f->guessed, f->film_count, &f->work.err)) {
        good = 0;
        film_fit_complain(f, path, f->work.err.where, f->work.err.detail);
    }

    json_decref(list);
    free(problems);

    return good;
}

/* Cameras by --cameras, or by --fx and the size of the pictures. Returns an exit code. */
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

        /* Without a focal length, guess one: the diagonal of the picture. */
        const double pixels = focal > 0 ? focal : hypot(film->width, film->height);
        f->guessed[c] = !(focal > 0);
        f->cameras[c] =
            (pd_observe_camera){.fx = pixels, .fy = pixels, .cx = film->width / 2, .cy = film->height / 2};
    }

    return 0;
}

/* ---- the take of a person */

/* Allocates names ("left_hip", or "1/left_hip" for the second of several cameras), and the observations of
 * the person with the most frames. */
static pd_status take_room(fitting *f)
{
    const pd_observe_set *set = pd_observe_set_of(f->films[0].set);
    const pd_observe_take_places *p = &f->group.places;
    pd_tool_take *w = &f->work;

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

    /* Allocate for the person with the most points. */
    size_t most = 0;
    for (int k = 0; k < f->group.count; k++) {
        const size_t numbers = (size_t)f->group.people[k].frames * (size_t)pd_observe_group_row(&f->group, k);
        most = numbers > most ? numbers : most;
    }

    f->at = malloc((3 * most + 1) * sizeof *f->at);
    f->confidence = malloc((most + 1) * sizeof *f->confidence);

    return f->at && f->confidence ? PD_OK
                                  : pd_fail(&w->err, PD_ERR_MEMORY, w->args->words[0], "out of memory");
}

/* Fits one person and writes the results. */
static int fit_person(fitting *f, int person)
{
    PD_ASSERT(person >= 0);
    pd_tool_take *w = &f->work;
    if (pd_observe_group_take(&w->take, f->at, f->confidence, &f->group, person, &w->err))
        return pd_tool_fail(w->args, &w->err);

    /* Say which person this is, and how well it is seen. */
    const pd_observe_member *one = &f->group.people[person];
    const int count = f->group.count;
    const int last = one->first + one->frames - 1;
    const bool is_noted = f->film_count == 1 ? count != 1 : f->group.crowd.count != 0;
    if (is_noted && f->film_count == 1)
        pd_tool_note(w->args, "person %d of %d: frames %d to %d, seen in %d", person, count, one->first, last,
                     one->seen);
    else if (is_noted && one->only >= 0)
        pd_tool_note(w->args,
                     "person %d of %d: frames %d to %d, seen in %d by %s alone: how far away is a guess",
                     person, count, one->first, last, one->seen, w->args->words[one->only]);
    else if (is_noted)
        pd_tool_note(w->args,
                     "person %d of %d: frames %d to %d, seen in %d, in %d of them by two cameras and more",
                     person, count, one->first, last, one->seen, one->shared);

    w->person = person;
    w->at = f->at;
    w->turnable = f->films[0].in_space ? f->at : NULL;
    w->confidence = f->confidence;

    return pd_tool_take_fit(w);
}

/* Finds the people in the films, and where the cameras stand. Returns an exit code. */
static int find_people(fitting *f, int person)
{
    PD_ASSERT(person >= -1);
    pd_observe_group *g = &f->group;
    pd_tool_take *w = &f->work;

    *g = (pd_observe_group){.films = f->films,
                            .film_count = f->film_count,
                            .cameras = f->cameras,
                            .lenses = f->lenses,
                            .guessed = f->guessed,
                            .are_placed = f->are_placed,
                            .rate = f->rate,
                            .noise = f->films[0].in_space ? 0.001 * f->noise : f->noise,
                            .calibrator = person,
                            .names = w->args->words,
                            .model = w->local.model};
    if (pd_observe_group_check(g, &w->err) || pd_observe_group_find(g, &w->err))
        return pd_tool_fail(w->args, &w->err);

    /* Report the cameras that were found. */
    if (g->agreed > 0)
        pd_tool_note(
            w->args,
            "cameras are found from number %d of %d people of the first film: %.0f %% of the points agree",
            g->walker, g->walkers, 100 * g->agreed);
    const bool prints_cameras = g->points && !pd_tool_flag(w->args, "json");
    if (prints_cameras) printf("%d cameras found from %d points\n", f->film_count, g->points);
    for (int c = 0; prints_cameras && c < f->film_count; c++) {
        const pd_observe_camera *k = &f->cameras[c];
        const double *m = k->rotation;
        const double *t = k->translation;
        printf("  camera %d: at %.2f %.2f %.2f m, focal length %.0f pixels, %.1f pixels rms\n", c,
               -(m[0] * t[0] + m[3] * t[1] + m[6] * t[2]), -(m[1] * t[0] + m[4] * t[1] + m[7] * t[2]),
               -(m[2] * t[0] + m[5] * t[1] + m[8] * t[2]), k->fx, g->off[c]);
    }

    /* Write the cameras as a list that --cameras can read. */
    const char *path = f->film_count > 1 ? pd_tool_text(w->args, "cameras-out") : NULL;
    if (path) {
        pd_buffer out = {0};
        pd_buffer_text(&out, "[");
        for (int c = 0; c < f->film_count; c++) {
            if (c) pd_buffer_text(&out, ",\n ");
            pd_api_camera_json(&out, &f->cameras[c], NULL);
        }

        pd_buffer_text(&out, "]\n");
        const int code = pd_tool_write(w->args, path, out.data, out.size);
        pd_buffer_deinit(&out);
        if (code) return code;
    }

    if (person >= g->count)
        return pd_tool_usage(w->args, "--person %d; 0 to %d allowed", person, g->count - 1);
    return 0;
}

/* Reads the options and films, finds the people, and fits one or all of them. */
static int fit_film_fit(fitting *f)
{
    pd_tool_take *w = &f->work;
    const pd_tool_args *args = w->args;
    const char *size = pd_tool_text(args, "size");
    double focal = 0, width = 0, height = 0;
    int person = -1;

    if (pd_tool_given(args, "noise") && !pd_tool_double(&f->noise, args, "noise", 0.01, 1000)) return 2;
    if (!pd_tool_double(&f->rate, args, "fps", 0.1, 100000)) return 2;
    if (pd_tool_given(args, "fx") && !pd_tool_double(&focal, args, "fx", 1, 1e6)) return 2;
    if (pd_tool_given(args, "person") && !pd_tool_int(&person, args, "person", 0, 10000)) return 2;
    if (size && (sscanf(size, "%lfx%lf", &width, &height) != 2 || !(width >= 1) || !(height >= 1) ||
                 width > 1e6 || height > 1e6))
        return pd_tool_usage(args, "--size %s; WxH in pixels expected, 1 to 1000000", size);
    f->film_count = pd_tool_flag(args, "views") ? args->word_count : 1;
    if (pd_tool_flag(args, "views") && (f->film_count < 2 || f->film_count > PD_OBSERVE_MOST_CAMERAS))
        return pd_tool_usage(args, "--views: %d films; 2 to %d allowed, one a camera", f->film_count,
                             PD_OBSERVE_MOST_CAMERAS);

    /* Read the films and their cameras. */
    int code = pd_tool_take_open(w);
    if (code) return code;

    for (int c = 0; c < f->film_count; c++) {
        f->films[c].width = width;
        f->films[c].height = height;
    }

    pd_status status = read_films(f);
    for (int c = 0; c < f->film_count && !status; c++) {
        pd_tool_picture_note(args, args->words[c], &f->films[c], w->local.model);
    }

    /* MediaPipe's landmarks are fractions of the picture's size,
     * so that the size is needed with any camera. */
    const bool are_parts = f->films[0].set && !strncmp(f->films[0].set, "mediapipe", strlen("mediapipe"));
    const char *cameras = !pd_tool_given(args, "cameras") ? "guessed"
                          : are_parts                     ? "given to parts"
                                                          : "given";
    if (!status && (pd_tool_mode(args, "keypoints", f->films[0].in_space ? "space" : "picture") ||
                    pd_tool_mode(args, "cameras", cameras)))
        return 2;
    if (!status && (code = take_cameras(f, focal))) return code;
    if (status) return pd_tool_fail(args, &w->err);
    if ((code = find_people(f, person))) return code;
    status = take_room(f);
    if (status) return pd_tool_fail(args, &w->err);

    /* Fit the people; the worst exit code counts. */
    w->noun = "keypoints";
    w->person_count = person < 0 && (f->film_count == 1 || f->group.crowd.count) ? f->group.count : 0;
    int worst = 0;
    for (int p = person < 0 ? 0 : person; p < (person < 0 ? f->group.count : person + 1); p++) {
        const int one = fit_person(f, p);
        worst = one > worst ? one : worst;
    }

    return worst;
}

int pd_tool_fit_film(const pd_tool_args *args)
{
    fitting *f = calloc(1, sizeof *f);

    if (!f) return 1;
    f->work.args = args;
    f->rate = 30;

    const int code = fit_film_fit(f);
    free(f->work.names);
    free(f->at);
    free(f->confidence);
    pd_observe_group_deinit(&f->group);
    for (int c = 0; c < PD_OBSERVE_MOST_CAMERAS; c++) pd_detections_deinit(&f->films[c]);
    pd_tool_take_close(&f->work);
    free(f);

    return code;
}
