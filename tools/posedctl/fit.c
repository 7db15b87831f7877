/* posedctl fit: a person from what is seen: joints, keypoints in space or in a picture, OpenPose's files,
 * takes of optical markers, estimates of other programs, registered meshes. */
#include "core/io/mesh/picture.h"
#include "core/io/mocap/detections.h"
#include "core/math/up.h"
#include "core/io/json/json.h"
#include "core/io/tensor/npy.h"
#include "tools/base/format.h"
#include "tools/base/local.h"
#include "tools/base/mode.h"
#include "tools/observe/estimate_fit.h"
#include "tools/observe/film_fit.h"
#include "tools/observe/joints_fit.h"
#include "tools/observe/mesh_fit.h"
#include "tools/observe/picture_fit.h"
#include "tools/observe/sensor_fit.h"
#include "tools/observe/take_fit.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUEST_MAX (64u << 20)
#define PATH_BYTES  4096

/* Formats of -o. The api has already encoded the reply and the mesh. */
static const pd_tool_format formats[] = {{"json", "json", NULL, "the whole reply"},
                                         {"glb", "glb", NULL, "the body that was found"},
                                         PD_TOOL_FORMAT_END};

/* Refuses a file that is no JSON: says what it is, and what to send in its place. Returns false for a file
 * that may be JSON. */
static bool refuse_other(const pd_tool_args *args, pd_bytes file)
{
    static const struct {
        const char *begins;
        size_t bytes;
        const char *what;
    } kinds[] = {
        {"glTF", 4, "a glTF binary; posedctl register fits a body to a scan"},
        {"PK\003\004", 4, "a ZIP archive; of a scan in it, posedctl register makes a mesh that fit takes"},
        {"Kaydara FBX", 11, "an FBX; posedctl clip convert reads its motion"},
        {"<?xml", 5,
         "XML; of an MVNX of Xsens export the take from MVN as .fbx or .bvh, which posedctl clip converts"},
        {"HIERARCHY", 9, "a BVH; posedctl clip convert reads its motion"},
        {"solid", 5, "an STL; posedctl register fits a body to a scan"},
        {"# .PCD", 6, "a PCD; posedctl register fits a body to a scan"},
        {"\x80\x02", 2, "a pickle; with the ending .pkl it is read as an estimate"},
        {"\x80\x04", 2, "a pickle; with the ending .pkl it is read as an estimate"},
        {"\x1f\x8b", 2, "compressed by gzip; unpack it first"},
    };
    const char *path = args->words[0];
    pd_array array;
    char shape[64];

    /* An array alone says nothing about what its numbers are. */
    if (file.size >= 6 && !memcmp(file.data, "\x93NUMPY", 6)) {
        const bool is_read = pd_npy_parse(&array, file.data, file.size, path, NULL) == PD_OK;
        pd_tool_usage(args,
                      "%s: an npy array%s%s, which does not say what its numbers are. A take of joints: "
                      "(frames, joints, "
                      "3). Joints of one moment: JSON as {\"joints\":{\"left_wrist\":[x,y,z],...}}. Vertices "
                      "of the model: numpy.savez(\"FILE.npz\", "
                      "vertices=array). Points of a scan: posedctl register",
                      path, is_read ? " of the shape " : "",
                      is_read ? pd_array_shape_text(&array, shape, sizeof shape) : "");
        return true;
    }

    const pd_io_picture *picture = pd_io_picture_of(file);
    if (picture) {
        pd_tool_usage(
            args, "%s: a picture (%s); its keypoints are expected, as OpenPose writes them, or observations",
            path, picture->name);
        return true;
    }

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (file.size < kinds[i].bytes || memcmp(file.data, kinds[i].begins, kinds[i].bytes) != 0) continue;
        pd_tool_usage(args, "%s: %s", path, kinds[i].what);
        return true;
    }

    /* Other binary files: the JSON's parser would complain of a byte. */
    if (!memchr(file.data ? file.data : (const unsigned char *)"", 0, file.size < 512 ? file.size : 512))
        return false;
    pd_tool_usage(args, "%s: a binary file of no kind that is read; posedctl fit --help lists them", path);

    return true;
}

/* The input of the command: a request for each person. */
typedef struct fit_input {
    json_t *requests; /* list */
    pd_detections picture;
    int first; /* number of the first person */
} fit_input;

/* Makes requests of the people of a picture: of all, or of the one whom --person names. */
static bool read_picture(fit_input *in, const pd_tool_args *args, pd_bytes file)
{
    int person = -1;

    if (pd_tool_given(args, "person") && !pd_tool_int(&person, args, "person", 0, 10000)) return false;
    if (!pd_tool_picture_read(&in->picture, args, file)) return false;
    const int count = in->picture.figure_count;
    if (person >= count) {
        pd_tool_usage(args, "no person %d; the file has persons 0 to %d", person, count - 1);
        return false;
    }

    in->first = person < 0 ? 0 : person;
    for (int k = in->first; k < (person < 0 ? count : person + 1); k++) {
        json_t *seen = pd_tool_picture_observations(args, &in->picture, k);
        if (!seen) return false;
        json_array_append_new(in->requests, json_pack("{s:o}", "observations", seen));
    }

    return true;
}

/* Reads the requests from a file that is a request, that has observations alone, or that is OpenPose's.
 * Returns false after a complaint. */
static bool read_requests(fit_input *in, const pd_tool_args *args, bool mesh)
{
    pd_buffer text = {0};
    json_error_t where;
    bool is_out_of_memory;
    json_t *file = NULL, *request;
    size_t i;

    in->requests = json_array();
    if (pd_tool_read(&text, args, args->words[0], REQUEST_MAX)) return false;
    const pd_bytes bytes = {text.data, text.size};
    if (!refuse_other(args, bytes)) {
        file = pd_json_load(bytes, JSON_REJECT_DUPLICATES, &where, &is_out_of_memory);
        if (!file) pd_tool_usage(args, "%s:%d: %s", args->words[0], where.line, where.text);
    }

    /* Find out which kind of file it is, and check that the options fit it. */
    const bool is_picture = json_object_get(file, "people") && !json_object_get(file, "observations");
    const char *kind = json_object_get(file, "measurements") ? "measurements"
                       : is_picture                          ? "picture"
                                                             : "observations";
    bool good = file && !pd_tool_mode(args, "input", kind);

    /* Make a request from the file, unless it already is one. */
    if (good && is_picture)
        good = read_picture(in, args, bytes);
    else if (good && (json_object_get(file, "observations") || json_object_get(file, "measurements")))
        json_array_append(in->requests, file);
    else if (good)
        json_array_append_new(in->requests, json_pack("{s:O}", "observations", file));
    json_array_foreach(in->requests, i, request)
    {
        if (mesh && json_object_get(request, "observations"))
            json_object_set_new(request, "mesh", json_string("glb"));
    }

    json_decref(file);
    pd_buffer_deinit(&text);

    return good;
}

/* Prints the reply as text. */
static void print_text_fit(const json_t *reply)
{
    const json_t *betas = json_object_get(reply, "betas");
    const json_t *unseen = json_object_get(reply, "unseen");
    const json_t *value;
    const json_t *place = json_object_get(reply, "translation");
    const json_t *rms = json_object_get(reply, "rms");
    const json_t *pixels = json_object_get(reply, "rms_pixels");
    const json_t *scale = json_object_get(reply, "scale");
    const json_t *warnings = json_object_get(reply, "warnings");
    size_t i;

    printf("%s, %lld iterations", json_string_value(json_object_get(reply, "status")),
           (long long)json_integer_value(json_object_get(reply, "iterations")));

    /* Errors are in the unit of the points. The scale is the number of these units per metre. */
    const double unit = json_is_number(scale) ? json_number_value(scale) : 1;
    if (json_is_number(rms)) printf(", %.1f mm", 1000 * json_number_value(rms) / unit);
    if (json_is_number(pixels)) printf(", %.1f pixels", json_number_value(pixels));
    const json_t *world = json_object_get(reply, "uncertainty_mm");
    const json_t *pose = json_object_get(reply, "pose_uncertainty_mm");
    if (json_is_number(world))
        printf("\njoints       %.0f mm off by the residuals (one standard deviation), %.0f mm relative to "
               "the pelvis",
               json_number_value(world), json_number_value(pose));
    printf("\nbetas       ");
    json_array_foreach(betas, i, value) printf(" %.3f", json_number_value(value));
    printf("\ntranslation ");
    json_array_foreach(place, i, value) printf(" %.4f", json_number_value(value));
    if (unit != 1) printf("\nscale        %.5g", unit);
    if (json_array_size(unseen)) printf("\nnot seen    ");
    json_array_foreach(unseen, i, value) printf(" %s", json_string_value(value));
    json_array_foreach(warnings, i, value)
        printf("\nwarning     %s", json_string_value(json_object_get(value, "detail")));
    putchar('\n');
}

/* Writes the reply or the mesh of a person; of several people to NAME-0.json and so on.
 * Returns an exit code. */
static int write_person(const pd_tool_args *args, const json_t *reply, const pd_buffer *text, bool mesh,
                        int person)
{
    const char *file = pd_tool_text(args, "o");
    const char *dot = strrchr(file, '.');
    const size_t stem = dot && !strchr(dot, '/') ? (size_t)(dot - file) : strlen(file);
    const char *glb = json_string_value(json_object_get(json_object_get(reply, "mesh"), "base64"));
    char path[PATH_BYTES];

    if (mesh && !glb)
        return pd_tool_usage(args, "-o FILE.glb: measurements give betas; posedctl mesh makes the body");
    const int size = person < 0 || !strcmp(file, "-")
                         ? snprintf(path, sizeof path, "%s", file)
                         : snprintf(path, sizeof path, "%.*s-%d%s", (int)stem, file, person, file + stem);
    if (size >= (int)sizeof path) return pd_tool_usage(args, "-o: the path is too long");

    return mesh ? pd_tool_write_base64(args, path, glb) : pd_tool_write(args, path, text->data, text->size);
}

/* Fits a request and writes what comes of it. person: number of one of several people; -1: the only one. */
static int fit_request(pd_tool_local *local, const pd_tool_args *args, const json_t *request, bool mesh,
                       int person)
{
    pd_buffer reply = {0};
    char *text = json_dumps(request, JSON_COMPACT);
    const pd_bytes body = {(const unsigned char *)text, text ? strlen(text) : 0};
    int code = pd_tool_local_request(local, args, "/v1/models/default/fit", NULL, &body, &reply);
    json_t *found = code ? NULL : json_loadb((const char *)reply.data, reply.size, 0, NULL);

    if (!code && pd_tool_text(args, "o")) code = write_person(args, found, &reply, mesh, person);
    if (!code && person >= 0 && !pd_tool_flag(args, "json")) printf("person %d: ", person);
    if (!code && pd_tool_flag(args, "json"))
        fwrite(reply.data, 1, reply.size, stdout);
    else if (!code)
        print_text_fit(found);
    json_decref(found);
    free(text);
    pd_buffer_deinit(&reply);

    return code;
}

static int run_fit(const pd_tool_args *args)
{
    const pd_tool_format *format = NULL;
    pd_tool_local local;

    if (args->word_count < 1) return pd_tool_usage(args, "one FILE.json is needed, or - for standard input");
    const bool is_one = args->word_count == 1;

    /* Files of estimates, sensors, markers, meshes and films have implementations of their own. */
    const struct {
        const char *mode;
        bool is_it;
        int (*fit)(const pd_tool_args *args);
    } inputs[] = {{"joints", pd_tool_is_joints(args), pd_tool_fit_joints},
                  {"estimate", pd_tool_is_estimate(args), pd_tool_fit_estimate},
                  {"take", is_one && pd_tool_is_take(args->words[0]), pd_tool_fit_take},
                  {"sensors", is_one && pd_tool_is_sensors(args->words[0]), pd_tool_fit_sensors},
                  {"views", pd_tool_flag(args, "views"), pd_tool_fit_film},
                  {"meshes", pd_tool_is_meshes(args), pd_tool_fit_meshes},
                  {"film", pd_tool_is_film(args), pd_tool_fit_film}};
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        if (inputs[i].is_it) return pd_tool_mode(args, "input", inputs[i].mode) ? 2 : inputs[i].fit(args);

    /* Everything else is JSON for the api. */
    if (pd_tool_text(args, "o") && !pd_tool_format_of(&format, args, formats, "o", "json")) return 2;
    const bool mesh = format && !strcmp(format->name, "glb");
    fit_input in = {.requests = NULL};
    int code = read_requests(&in, args, mesh) ? 0 : 2;
    const bool is_open = !code && !(code = pd_tool_local_open(&local, args));
    if (!code) pd_tool_picture_note(args, args->words[0], &in.picture, local.model);

    /* Fit the people of a picture, or the one request; the worst exit code counts. */
    const size_t count = json_array_size(in.requests);
    if (!code && count > 1) pd_tool_note(args, "%s: %zu people; --person N fits one", args->words[0], count);
    for (size_t k = 0; k < count && is_open; k++) {
        const int one = fit_request(&local, args, json_array_get(in.requests, k), mesh,
                                    count > 1 ? in.first + (int)k : -1);
        code = one > code ? one : code;
    }

    if (is_open) pd_tool_local_close(&local);
    json_decref(in.requests);
    pd_detections_deinit(&in.picture);

    return code;
}

static const pd_tool_option options_table[] = {
    PD_TOOL_MODEL_ROW,
    {"o", "FILE",
     "write the body (.glb) or the reply (.json) there; of a take .npz, .glb, .bvh, .json or .trc (its "
     "markers, mended)",
     NULL},
    {"json", NULL, "print the reply as JSON", NULL},
    {"plot", "FILE.svg", "picture of the error over time, for a take, a film or meshes", NULL},
    {"sheet", "FILE.png", "contact sheet of bodies with the observations, for a take, a film or meshes",
     NULL},
    {"noise", "N",
     "noise of the observations, one standard deviation: in mm (markers 5, joints and keypoints 10, vertices "
     "of meshes "
     "1), in a picture in pixels (3), for sensors and estimates in degrees (2)",
     NULL},
    {"fps", "N",
     "frames per second: of a film; of sensors, in place of their own rate; of meshes, which are then a film "
     "and not separate poses",
     "30"},
    {"tpose", "FROM:TO", "seconds in which the calibration pose of sensors was held [the first half second]",
     NULL},
    {"pose", "t|n", "calibration pose of sensors: arms to the sides (t) or hanging (n)", "t"},
    {"facing", "DEGREES",
     "direction that the body faces in the calibration pose of sensors, in degrees about the vertical from "
     "an axis of their world (z for y and -y up, x for z up, y for x up) [found from the motion]",
     NULL},
    {"drift", "N", "degrees per minute by which the headings of sensors may drift", "0"},
    {"views", NULL,
     "each FOLDER (or file) is the film of one camera, and all cameras filmed the same moments; each of "
     "several people gets a file",
     NULL},
    {"cameras", "FILE.json",
     "cameras of a film or of views: a list as in the API, with distortion; cameras without rotations are "
     "calibrated from the people before them",
     NULL},
    {"cameras-out", "FILE.json", "file for the cameras that were found from views", NULL},
    {"fx", "PIXELS",
     "focal length of the camera of a picture or film in pixels [fitted, starting from the picture's "
     "diagonal]",
     NULL},
    {"up", PD_UP_CHOICES,
     "up axis of a take's file [as it says, or from the heads being above the feet; z for sensors]", NULL},
    {"protocol", "NAME",
     "protocol of a take whose markers have no names: cmu, plugin-gait or plugin-gait-legs [the one that "
     "fits best]",
     NULL},
    {"points", "auto|markers|joints",
     "kind of the points of a take: markers on the skin, or centres of joints, as programs without markers "
     "write them (TRC and C3D of Pose2Sim, OpenCap, Sports2D) [by their names]",
     NULL},
    {"size", "WxH",
     "size of the picture in pixels, for OpenPose's files and MediaPipe's landmarks in the picture", NULL},
    {"person", "N",
     "index of the person in a file of keypoints, a film or a take, from 0, or the name of the person in a "
     "take (SUBJECT:MARKER) [all people]; id of the person in an estimate [who is seen longest]",
     NULL},
    {"set", "NAME",
     "order of the joints of a take of positions: smpl22, smpl24, smplh52, smplx55, coco17, h36m17, "
     "openpose25, mediapipe33 ... [by names in the file, or by their number]",
     NULL},
    {"camera", NULL, "take the camera's frame of an estimate, not the world", NULL},
    {"source-rate", "HZ",
     "frame rate of an estimate's film, for a file that states none [the file's, else 30]", NULL},
    {"betas", "LIST",
     "shape of the body of an estimate [its own, if they are of the model's shape space, else the mean]",
     NULL},
    {"betas-from", "MODEL", "body model of an estimate's betas, from which they are fitted to the body's",
     NULL},
    PD_TOOL_THREADS_ROW,
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_fit = {
    .name = "fit",
    .words = "FILE.json|TAKE.c3d|TAKE.trc|TABLE.csv|SENSORS.csv|JOINTS.npy|ESTIMATE.pkl|MESH.ply|FOLDER...",
    .summary = "Fit a body to joints, keypoints, markers, sensors, estimates or meshes",
    .details =
        "FILE is a request of POST /v1/models/{id}/fit, its observations alone, or OpenPose's JSON of a "
        "picture\n"
        "(BODY_25).\n"
        "TAKE is a recording of optical markers; the result has the shape of the person, the pose of every "
        "frame\n"
        "and the position of each marker on the body.\n"
        "SENSORS has readings of inertial sensors, one per row: time,name,w,x,y,z; or of 6-DoF trackers:\n"
        "time,name,px,py,pz,w,x,y,z. The person begins in a T-pose.\n"
        "JOINTS has positions of joints (frames, joints, 3), with or without names, in .npy, .npz, a pickle, "
        ".safetensors\n"
        "or .json; or HumanML3D's features (frames, 263).\n"
        "ESTIMATE is what WHAM, GVHMR, PromptHMR, 4D-Humans or HMR2 writes (.pkl, .pt): the result has less "
        "jitter.\n"
        "FOLDER is a film: the output of OpenPose, COCO's tools, MediaPipe or SAM 3D Body for its frames, "
        "one file\n"
        "per frame or all frames in one. People are tracked from frame to frame; several people get a file "
        "each:\n"
        "NAME-0.npz and so on.\n"
        "MESH is a registered mesh with the model's topology: OBJ, PLY, or NPZ with vertices (N,V,3). "
        "Several\n"
        "meshes, or a folder of them, are one person.\n"
        "docs/guide/fit.md describes inputs and results.\n\n"
        "  posedctl fit take.c3d -o take.npz --plot residuals.svg --sheet take.png\n"
        "  posedctl fit keypoints/ --size 1920x1080 --fps 25 -o take.glb\n"
        "  posedctl fit --views left/ right/ --cameras cameras.json -o take.npz\n"
        "  posedctl fit sensors.csv --drift 5 -o take.npz\n"
        "  posedctl fit wham_output.pkl --betas-from SMPL_NEUTRAL.npz -o take.npz\n"
        "  posedctl fit new_joints.npy --fps 20 -o take.npz\n"
        "  posedctl fit registered.ply -o body.npz\n"
        "  posedctl fit seen.json -o person.glb\n"
        "  posedctl fit picture_keypoints.json --size 1920x1080 --json",
    .options = options_table,
    .run = run_fit,
};
