/* posedctl fit: a person from what is seen: joints, keypoints in space or in a picture, OpenPose's files,
 * takes of optical markers, estimates of other programs, registered meshes. */
#include "core/io/mesh/picture.h"
#include "core/io/mocap/detections.h"
#include "core/io/json/json.h"
#include "core/io/tensor/npy.h"
#include "tools/base/format.h"
#include "tools/base/local.h"
#include "tools/base/mode.h"
#include "tools/observe/estimate_fit.h"
#include "tools/observe/film_fit.h"
#include "tools/observe/joints_fit.h"
#include "tools/observe/mesh_fit.h"
#include "tools/observe/sensor_fit.h"
#include "tools/observe/take_fit.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUEST_MAX (64u << 20)
#define OPENPOSE    25

/* Formats of -o. The api has already encoded the reply and the mesh. */
static const pd_tool_format formats[] = {{"json", "json", NULL, "the whole reply"},
                                         {"glb", "glb", NULL, "the body that was found"},
                                         PD_TOOL_FORMAT_END};

/* Converts a person of OpenPose's file, {"people":[{"pose_keypoints_2d":[x,y,c,...]}]}, to observations. */
static json_t *of_openpose(const json_t *file, const pd_tool_args *args, int person)
{
    const json_t *people = json_object_get(file, "people");
    const json_t *one = json_array_get(people, (size_t)person);
    const json_t *flat = json_object_get(one, "pose_keypoints_2d");
    const char *size = pd_tool_text(args, "size");
    double width, height;
    double focal = 0, noise = 0;
    char by, end;

    /* Check the file and the options that describe its picture. */
    if (!one && json_array_size(people)) {
        pd_tool_usage(args, "no person %d; the file has persons 0 to %zu", person,
                      json_array_size(people) - 1);
        return NULL;
    }

    if (!one) {
        pd_tool_usage(args, "the file has no person: its list of people is empty");
        return NULL;
    }

    if (!flat) flat = json_object_get(one, "pose_keypoints"); /* before version 1.2 */
    const bool is_coco = json_array_size(flat) == 3 * PD_DETECTIONS_OPENPOSE18;
    if (!is_coco && json_array_size(flat) != 3 * OPENPOSE) {
        pd_tool_usage(args,
                      "person %d has %zu numbers in pose_keypoints_2d; %d (BODY_25) or %d (COCO) expected",
                      person, json_array_size(flat), 3 * OPENPOSE, 3 * PD_DETECTIONS_OPENPOSE18);
        return NULL;
    }

    if (!size) {
        pd_tool_usage(args, "--size WxH of the picture is needed for OpenPose's files");
        return NULL;
    }

    if (sscanf(size, "%lf%c%lf%c", &width, &by, &height, &end) != 3 || (by != 'x' && by != 'X')) {
        pd_tool_usage(args, "--size %s: WxH expected, such as 1920x1080", size);
        return NULL;
    }

    if (pd_tool_given(args, "fx") && !pd_tool_double(&focal, args, "fx", 1, 1e6)) return NULL;
    if (pd_tool_given(args, "noise") && !pd_tool_double(&noise, args, "noise", 0.01, 1000)) return NULL;

    /* Divide the flat list of x, y, confidence. */
    json_t *points = json_array();
    json_t *confidence = json_array();
    for (size_t i = 0; i < OPENPOSE; i++) {
        /* Find the keypoint in the order of the file. COCO lacks the middle of the hips and the feet. */
        size_t from = i;
        while (is_coco && from &&
               (from >= PD_DETECTIONS_OPENPOSE18 || pd_detections_openpose18[from] != (int)i))
            from--;
        const bool is_there = !is_coco || pd_detections_openpose18[from] == (int)i;
        json_array_append_new(points, is_there ? json_pack("[O,O]", json_array_get(flat, 3 * from),
                                                           json_array_get(flat, 3 * from + 1))
                                               : json_null());
        if (is_there)
            json_array_append(confidence, json_array_get(flat, 3 * from + 2));
        else
            json_array_append_new(confidence, json_integer(0));
    }

    /* Build the observation with its camera. */
    json_t *keypoints =
        json_pack("{s:s,s:o,s:o}", "set", "openpose25", "points", points, "confidence", confidence);
    json_t *camera = json_pack("{s:f,s:f}", "width", width, "height", height);
    if (noise > 0) json_object_set_new(keypoints, "noise", json_real(noise));
    if (focal > 0) json_object_set_new(camera, "fx", json_real(focal));

    return json_pack("{s:o,s:o}", "keypoints", keypoints, "camera", camera);
}

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

/* Reads the request from a file that is a request, that has observations alone, or that is OpenPose's.
 * Returns NULL after a complaint. */
static json_t *read_request(const pd_tool_args *args, bool mesh)
{
    pd_buffer text = {0};
    json_error_t where;
    bool is_out_of_memory;
    json_t *file = NULL, *request = NULL;
    int person = 0;

    if (!pd_tool_int(&person, args, "person", 0, 10000)) return NULL;
    if (!pd_tool_read(&text, args, args->words[0], REQUEST_MAX)) {
        if (refuse_other(args, (pd_bytes){text.data, text.size})) {
            pd_buffer_deinit(&text);
            return NULL;
        }

        file =
            pd_json_load((pd_bytes){text.data, text.size}, JSON_REJECT_DUPLICATES, &where, &is_out_of_memory);
        if (!file) pd_tool_usage(args, "%s:%d: %s", args->words[0], where.line, where.text);
    }

    pd_buffer_deinit(&text);
    if (!file) return NULL;

    /* Find out which kind of file it is, and check that the options fit it. */
    const bool is_picture = json_object_get(file, "people") && !json_object_get(file, "observations");
    if (pd_tool_mode(args, "input",
                     json_object_get(file, "measurements") ? "measurements"
                     : is_picture                          ? "picture"
                                                           : "observations")) {
        json_decref(file);
        return NULL;
    }

    /* Make a request from the file, unless it already is one. */
    if (json_object_get(file, "observations") || json_object_get(file, "measurements")) {
        request = json_incref(file);
    } else if (json_object_get(file, "people")) {
        json_t *seen = of_openpose(file, args, person);
        if (seen) request = json_pack("{s:o}", "observations", seen);
    } else {
        request = json_pack("{s:O}", "observations", file);
    }

    json_decref(file);
    if (mesh && json_object_get(request, "observations"))
        json_object_set_new(request, "mesh", json_string("glb"));

    return request;
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

/* Writes the mesh of the reply. */
static int write_mesh(const pd_tool_args *args, const json_t *reply)
{
    const char *text = json_string_value(json_object_get(json_object_get(reply, "mesh"), "base64"));

    if (!text)
        return pd_tool_usage(args, "-o FILE.glb: measurements give betas; posedctl mesh makes the body");
    return pd_tool_write_base64(args, pd_tool_text(args, "o"), text);
}

static int run_fit(const pd_tool_args *args)
{
    const pd_tool_format *format = NULL;
    const char *file = pd_tool_text(args, "o");
    pd_tool_local local;
    pd_buffer reply = {0};

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
    if (file && !pd_tool_format_of(&format, args, formats, "o", "json")) return 2;
    const bool mesh = format && !strcmp(format->name, "glb");
    json_t *request = read_request(args, mesh);
    if (!request) return 2;

    int code = pd_tool_local_open(&local, args);
    if (code) {
        json_decref(request);
        return code;
    }

    /* Fit the body. */
    char *text = json_dumps(request, JSON_COMPACT);
    const pd_bytes body = {(const unsigned char *)text, text ? strlen(text) : 0};
    code = pd_tool_local_request(&local, args, "/v1/models/default/fit", NULL, &body, &reply);
    json_t *found = code ? NULL : json_loadb((const char *)reply.data, reply.size, 0, NULL);

    /* Write the file, and print text or JSON. */
    if (!code && file)
        code = mesh ? write_mesh(args, found) : pd_tool_write(args, file, reply.data, reply.size);
    if (!code && pd_tool_flag(args, "json"))
        fwrite(reply.data, 1, reply.size, stdout);
    else if (!code)
        print_text_fit(found);
    json_decref(found);
    json_decref(request);
    free(text);
    pd_buffer_deinit(&reply);
    pd_tool_local_close(&local);

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
     "noise of the observations, one standard deviation: in mm (markers 5, keypoints 10, vertices of meshes "
     "1), in a picture in pixels (3), for sensors and estimates in degrees (2)",
     "5"},
    {"fps", "N",
     "frames per second: of a film; of sensors, in place of their own rate; of meshes, which are then a film "
     "and not separate poses",
     "30"},
    {"tpose", "FROM:TO", "seconds in which the calibration pose of sensors was held [the first half second]",
     NULL},
    {"pose", "t|n", "calibration pose of sensors: arms to the sides (t) or hanging (n)", "t"},
    {"facing", "DEGREES",
     "direction that the body faces in the calibration pose of sensors, in degrees about the vertical from "
     "an axis of their world (z for y up, x for z up, y for x up) [found from the motion]",
     NULL},
    {"drift", "N", "degrees per minute by which the headings of sensors may drift", "0"},
    {"views", NULL,
     "each FOLDER (or file) is the film of one camera, and all cameras filmed the same moments; each of "
     "several "
     "people gets a file",
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
    {"up", "x|y|z",
     "up axis of a take's file [as it says, or from the heads being above the feet; z for sensors]", NULL},
    {"protocol", "NAME",
     "protocol of a take whose markers have no names: cmu, plugin-gait or plugin-gait-legs [the one that "
     "fits best]",
     NULL},
    {"size", "WxH",
     "size of the picture in pixels, for OpenPose's files and MediaPipe's landmarks in the picture", NULL},
    {"person", "N",
     "index of the person in OpenPose's file or in a film, from 0 [all people of a film]; id of the person "
     "in "
     "an estimate [who is seen longest]",
     "0"},
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
        "one "
        "file\n"
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
