/* posedctl inspect: prints what a model file holds. */
#include "core/base/file.h"
#include "core/io/mocap/markers.h"
#include "core/math/up.h"
#include "core/io/tensor/safetensors.h"
#include "core/pfnn/import.h"
#include "core/smpl/data/import.h"
#include "tools/base/command.h"
#include "tools/base/local.h"
#include "tools/base/report.h"
#include "tools/train/original_set.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct report {
    json_t *root, *arrays, *texts;
    pd_bytes file;
    const char *path, *name; /* name: of a model, as it was given; or NULL */
    pd_error err;
} report;

/* Adds an array to the report: its name, number type and shape. */
static void add_array(report *r, const char *name, const char *kind, const pd_array *array)
{
    json_t *shape = json_array();
    for (int d = 0; d < array->rank; d++)
        json_array_append_new(shape, json_integer((json_int_t)array->shape[d]));
    json_array_append_new(r->arrays,
                          json_pack("{s:s, s:s, s:o}", "name", name, "dtype", kind, "shape", shape));
}

/* Ends with exit code 1, because a number out of range in a file is not wrong usage, which would be 2. */
static bool fail_file(const pd_tool_args *args, const pd_error *err)
{
    pd_tool_fail(args, err);
    return true;
}

/* Lists the tensors and texts of a safetensors file. */
static pd_status list_safetensors(report *r)
{
    pd_safetensors file;
    pd_status s = pd_safetensors_parse(&file, r->file.data, r->file.size, r->path, &r->err);

    if (s) return s;
    for (int i = 0; i < file.tensor_count; i++)
        add_array(r, file.tensors[i].name, pd_dtype_name(file.tensors[i].array.dtype),
                  &file.tensors[i].array);
    for (int i = 0; i < file.text_count; i++)
        json_object_set_new(r->texts, file.texts[i].key, json_string(file.texts[i].value));
    pd_safetensors_deinit(&file);

    return PD_OK;
}

/* Lists the arrays of an .npz file. */
static pd_status list_npz(report *r)
{
    pd_npz npz;
    pd_array array;
    pd_status s = pd_npz_parse(&npz, r->file.data, r->file.size, r->path, &r->err);

    for (int i = 0; !s && i < npz.member_count; i++) {
        s = pd_npz_read(&array, &npz, pd_npz_member(&npz, i), &r->err);
        if (!s) add_array(r, pd_npz_member(&npz, i), pd_dtype_name(array.dtype), &array);
    }

    pd_npz_deinit(&npz);

    return s;
}

/* Lists the values of a pickled dictionary, as the original SMPL files are. */
static pd_status list_pickle(report *r)
{
    static const char *const kinds[PD_PICKLE_KIND_COUNT] = {
        "none", "bool", "int", "float", "bytes", "text", "list", "tuple", "dict", "global", "object"};
    pd_pickle pickle;
    char name[64];
    pd_status s = pd_pickle_parse(&pickle, r->file.data, r->file.size, r->path, &r->err);
    if (s) return s;

    /* Keys and values alternate. */
    const pd_pickle_value *root = pickle.root;
    for (size_t i = 1; root->kind == PD_PICKLE_DICT && i < root->item_count; i += 2) {
        const pd_pickle_value *value = root->items[i];
        pd_bytes key = root->items[i - 1]->text;
        pd_array array = {0};
        pd_csr csr;
        void *owned;
        snprintf(name, sizeof name, "%.*s", (int)(key.size < 60 ? key.size : 60),
                 key.data ? (const char *)key.data : "");

        /* Sparse matrices and arrays have a shape; other values only a type. */
        if (pd_pickle_is_sparse(value) && !pd_pickle_sparse(&csr, value, name, NULL)) {
            array.rank = 2;
            array.shape[0] = (size_t)csr.rows;
            array.shape[1] = (size_t)csr.columns;
            add_array(r, name, "sparse", &array);
            pd_csr_deinit(&csr);
        } else if (value->kind == PD_PICKLE_OBJECT &&
                   !pd_pickle_array_gather(&array, &owned, value, name, NULL)) {
            add_array(r, name, pd_dtype_name(array.dtype), &array);
            free(owned);
        } else {
            add_array(r, name, kinds[value->kind], &array);
        }
    }

    pd_pickle_deinit(&pickle);
    return PD_OK;
}

/* Returns the kind of file by its first bytes. */
static const char *container(const report *r)
{
    if (pd_safetensors_sniff(r->file.data, r->file.size)) return "safetensors";
    if (r->file.size > 1 && r->file.data[1] == 0x50 && r->file.data[0] < 0x20) return "c3d";
    if (r->file.size > 12 && !memcmp(r->file.data, "PathFileType", 12)) return "trc";
    if (pd_markers_table_program(r->file)) return "table";
    if (!pd_smpl_import_sniff(r->file.data, r->file.size)) return "unknown";

    return r->file.data[0] == 'P' ? "npz" : "pickle";
}

/* Adds the error to the report. */
static void add_problem(report *r)
{
    json_object_set_new(r->root, "problem", json_sprintf("%s: %s", r->err.where, r->err.detail));
}

/* Describes a body model as posed would load it, or why posed would not. */
static bool add_body_inspect(report *r)
{
    pd_smpl_data d;

    if (pd_smpl_data_parse(&d, r->file.data, r->file.size, r->path, &r->err)) {
        add_problem(r);
        return true;
    }

    /* Describe the body. */
    json_t *names = json_array();
    for (int k = 0; k < d.joint_count; k++) json_array_append_new(names, json_string(d.joint_names[k]));
    const char *dirs = d.posedirs ? "dense" : d.sparse.pattern_count ? "sparse" : "none";
    json_t *body =
        json_pack("{s:i, s:i, s:i, s:i, s:i, s:s, s:o, s:s, s:s, s:s, s:s, s:s}", "vertices", d.vertex_count,
                  "joints", d.joint_count, "betas", d.beta_count, "faces", d.face_count, "soft", d.soft_count,
                  "pose_directions", dirs, "joint_names", names, "name", d.text.name, "gender", d.text.gender,
                  "licence", d.text.licence, "provenance", d.text.provenance, "credits", d.text.credits);
    json_object_set_new(r->root, "body", body ? body : json_null());
    pd_smpl_data_deinit(&d);

    return false;
}

/* Optical markers: how often each was seen. */
static pd_status list_markers(report *r)
{
    pd_markers m;
    pd_status s = pd_markers_parse(&m, r->file, r->path, &r->err);

    if (s) return s;

    /* Markers without a name are numbered. */
    json_t *seen = json_object();
    for (int i = 0; i < m.marker_count; i++) {
        char name[PD_MARKERS_NAME_BYTES + 16];
        if (*m.names[i])
            snprintf(name, sizeof name, "%s", m.names[i]);
        else
            snprintf(name, sizeof name, "marker %d", i);
        json_object_set_new(seen, name, json_real(pd_markers_seen(&m, i)));
    }

    json_object_set_new(r->root, "markers",
                        json_pack("{s:i, s:i, s:f, s:i, s:s, s:o}", "count", m.marker_count, "frames",
                                  m.frame_count, "rate", m.rate, "first_frame", m.first_frame, "up",
                                  m.up_axis < 0 ? "not said" : pd_up_names[m.up_axis], "seen", seen));
    if (m.guessed_unit)
        json_object_set_new(json_object_get(r->root, "markers"), "guessed_unit", json_string(m.guessed_unit));
    if (*m.contradiction)
        json_object_set_new(json_object_get(r->root, "markers"), "contradiction",
                            json_string(m.contradiction));
    json_object_set_new(r->texts, "kind", json_string("markers"));
    pd_markers_deinit(&m);

    return PD_OK;
}

static void print_text_inspect(const report *r)
{
    const json_t *markers = json_object_get(r->root, "markers");
    const json_t *body = json_object_get(r->root, "body");
    const char *key;
    json_t *value;
    size_t i, k;

    printf("%s: %s, %zu bytes\n", r->path, json_string_value(json_object_get(r->root, "container")),
           r->file.size);

    /* Arrays and texts of the file. */
    json_array_foreach(r->arrays, i, value)
    {
        json_t *length;
        printf("  %-24s %-6s (", json_string_value(json_object_get(value, "name")),
               json_string_value(json_object_get(value, "dtype")));
        json_array_foreach(json_object_get(value, "shape"), k, length)
        {
            printf(k ? ", %lld" : "%lld", (long long)json_integer_value(length));
        }

        printf(")\n");
    }

    json_object_foreach(r->texts, key, value)
    {
        printf("  %s: %s\n", key, json_string_value(value));
    }

    /* Facts about markers or a body, if it holds them. */
    if (markers)
        printf("  %lld optical markers, %lld frames from %lld on, %g a second; up: %s\n",
               (long long)json_integer_value(json_object_get(markers, "count")),
               (long long)json_integer_value(json_object_get(markers, "frames")),
               (long long)json_integer_value(json_object_get(markers, "first_frame")),
               json_number_value(json_object_get(markers, "rate")),
               json_string_value(json_object_get(markers, "up")));
    if (json_object_get(markers, "guessed_unit"))
        printf("  the file does not state its unit: read as %s\n",
               json_string_value(json_object_get(markers, "guessed_unit")));
    if (json_object_get(markers, "contradiction"))
        printf("  %s\n", json_string_value(json_object_get(markers, "contradiction")));
    json_object_foreach(json_object_get(markers, "seen"), key, value)
    {
        printf("  %-24s seen in %5.1f %% of the frames\n", key, 100 * json_number_value(value));
    }

    if (body)
        printf("  a body of %lld vertices, %lld joints, %lld betas; pose directions: %s\n",
               (long long)json_integer_value(json_object_get(body, "vertices")),
               (long long)json_integer_value(json_object_get(body, "joints")),
               (long long)json_integer_value(json_object_get(body, "betas")),
               json_string_value(json_object_get(body, "pose_directions")));
}

static void print_json(const report *r)
{
    pd_tool_report_write(r->root, JSON_INDENT(2), NULL, NULL);
}

/* Lists what a file holds, checks it as a body if it can be one, and prints the report. */
static int inspect(report *r, const pd_tool_args *args)
{
    const char *kind = container(r);

    json_object_set_new(r->root, "container", json_string(kind));

    /* Each container has a reader of its own. */
    pd_status status;
    if (!strcmp(kind, "c3d") || !strcmp(kind, "trc") || !strcmp(kind, "table"))
        status = list_markers(r);
    else if (!strcmp(kind, "safetensors"))
        status = list_safetensors(r);
    else if (!strcmp(kind, "npz"))
        status = list_npz(r);
    else if (!strcmp(kind, "pickle"))
        status = list_pickle(r);
    else
        status = pd_fail(&r->err, PD_ERR_UNSUPPORTED, r->path,
                         "the file is not of a known kind; safetensors, npz, pickle, C3D, TRC or a table of "
                         "markers expected");

    /* A file that declares another kind is not checked as a body. */
    bool failed = status != PD_OK;
    const char *purpose = json_string_value(json_object_get(r->texts, "kind"));
    if (status)
        add_problem(r);
    else if (!purpose || !strcmp(purpose, "body"))
        failed = add_body_inspect(r);

    if (pd_tool_flag(args, "json"))
        print_json(r);
    else if (!status)
        print_text_inspect(r);

    return failed ? fail_file(args, &r->err) : 0;
}

/* With --json there is one object for each file, also for one that cannot be read. */
static int no_file(report *r, const pd_tool_args *args)
{
    r->root = json_pack("{s:s}", "file", r->path);
    if (r->root && pd_tool_flag(args, "json")) {
        add_problem(r);
        print_json(r);
    }

    json_decref(r->root);

    return r->name ? pd_tool_model_fail(args, r->name, &r->err) : fail_file(args, &r->err);
}

/* Describes a folder of the original's training data, of which every clip is read. */
static int run_data(const pd_tool_args *args, const char *path)
{
    report r = {.path = path};
    pd_tool_original_list list;
    long frames = 0, cycles = 0;

    if (pd_tool_original_list_read(&list, path, &r.err)) return no_file(&r, args);

    /* Read every clip, so that errors in any of them are found. */
    json_t *clips = json_array();
    for (int i = 0; i < list.count && !r.err.status; i++) {
        pd_train_original_clip clip;
        pd_tool_original_file *file = &list.files[i];
        if (pd_tool_original_clip_load(&clip, path, file, 0, &r.err)) break;
        file->frames = clip.frame_count;
        file->cycles = clip.cycle_count;
        frames += file->frames;
        cycles += file->cycles;
        pd_train_original_clip_deinit(&clip);
        json_array_append_new(clips, json_pack("{s:s, s:s, s:i, s:i}", "name", file->name, "kind",
                                               pd_tool_original_kind_name(file->kind), "frames", file->frames,
                                               "cycles", file->cycles));
    }

    /* Print the list as JSON or text. */
    int code = 0;
    if (r.err.status) {
        json_decref(clips);
        code = no_file(&r, args);
    } else if (pd_tool_flag(args, "json")) {
        r.root = json_pack("{s:s, s:s, s:o}", "file", path, "container", "folder of motion capture", "clips",
                           clips);
        print_json(&r);
        json_decref(r.root);
    } else {
        json_decref(clips);
        printf("%s: %d clips of motion capture with the original's labels\n", path, list.count);
        for (int i = 0; i < list.count; i++)
            printf("  %-32s %-6s %7d frames %5d cycles\n", list.files[i].name,
                   pd_tool_original_kind_name(list.files[i].kind), list.files[i].frames,
                   list.files[i].cycles);
        printf("  %ld frames of 1/60 s, %ld cycles to learn from\n", frames, cycles);
    }

    pd_tool_original_list_deinit(&list);

    return code;
}

/* Prints a folder of slices, as the original training of phase-functioned networks writes it: properties of
 * the network, and how well a spline fits the slices. */
static int run_folder(const pd_tool_args *args, const char *path)
{
    report r = {.path = path};
    pd_pfnn_network network;
    pd_pfnn_import_report fit;

    if (pd_pfnn_import(&network, &fit, path, &r.err)) {
        if (r.err.status == PD_ERR_NOT_FOUND) {
            pd_error why = r.err;
            pd_fail(&r.err, PD_ERR_UNSUPPORTED, path,
                    "not a folder with the slices of a motion network: %s %s", why.where, why.detail);
        }

        return no_file(&r, args);
    }

    /* Describe the network. */
    json_t *gaits = json_array();
    json_t *joints = json_array();
    for (int i = 0; i < network.gait_count; i++)
        json_array_append_new(gaits, json_string(network.gait_names[i]));
    for (int i = 0; i < network.joint_count; i++)
        json_array_append_new(joints, json_string(network.joint_names[i]));
    json_t *about = json_pack("{s:i, s:i, s:i, s:i, s:o, s:o, s:f, s:i, s:f, s:f, s:s}", "inputs",
                              network.x_dim, "hidden", network.h_dim, "outputs", network.y_dim, "joints",
                              network.joint_count, "joint_names", joints, "gaits", gaits, "rate",
                              (double)network.frame_rate, "slices", PD_PFNN_IMPORT_SLICES, "residual_rms",
                              fit.rms, "residual_most", fit.most, "residual_array", fit.worst);
    r.root = json_pack("{s:s, s:s, s:o?}", "file", path, "container", "folder of slices", "network", about);
    if (r.root && pd_tool_flag(args, "json")) {
        print_json(&r);
    } else if (r.root) {
        printf("%s: a motion network in %d slices, as its original training writes them\n", path,
               PD_PFNN_IMPORT_SLICES);
        printf("  %d inputs, %d hidden, %d outputs", network.x_dim, network.h_dim, network.y_dim);

        if (network.joint_count)
            printf("; %d joints, %d gaits, %g frames a second", network.joint_count, network.gait_count,
                   (double)network.frame_rate);
        printf("\n  the slices are a spline of 4 control points to %.2g (rms %.2g, worst in %s)\n", fit.most,
               fit.rms, fit.worst);
    }

    json_decref(r.root);
    pd_pfnn_network_deinit(&network);

    return 0;
}

/* Inspects a file or a folder. */
static int run_file(const pd_tool_args *args, const char *name, const char *path)
{
    report r = {.path = path, .name = name};
    struct stat there;

    if (!stat(path, &there) && S_ISDIR(there.st_mode))
        return pd_tool_original_is(path) ? run_data(args, path) : run_folder(args, path);
    if (pd_file_map(&r.file, path, &r.err)) return no_file(&r, args);
    r.arrays = json_array();
    r.texts = json_object();
    r.root = json_pack("{s:s, s:I, s:o, s:o}", "file", path, "bytes", (json_int_t)r.file.size, "arrays",
                       r.arrays, "text", r.texts);
    int code = r.root ? inspect(&r, args) : pd_tool_usage(args, "the file's name is no UTF-8");
    json_decref(r.root);
    pd_file_unmap(&r.file);

    return code;
}

static int run_inspect(const pd_tool_args *args)
{
    int code = 0;

    for (int i = 0; i < args->word_count || !i; i++) {
        char path[4096];
        const char *name = i ? args->words[i] : pd_tool_model_word(args);
        pd_tool_model_path(path, sizeof path, name);
        int one = run_file(args, name, path);
        if (one) code = one;
    }

    return code;
}

static const pd_tool_option options[] = {{"json", NULL, "print JSON", NULL}, PD_TOOL_END};
const pd_tool_command pd_tool_cmd_inspect = {
    .name = "inspect",
    .words = "[MODEL|FILE|FOLDER...]",
    .summary = "Describe the content of a model file and check that it is valid",
    .details =
        "MODEL is the name of a shipped model, such as default or motion; without one it is default.\n"
        "Safetensors, NPZ and pickle: every array with type and shape, the texts, and the body that posed "
        "would\n"
        "load from it. C3D, TRC and tables of markers: number of optical markers, and how often each was "
        "seen.\n"
        "A FOLDER has the slices of a motion network as its original training writes them (W0_000.bin ...),\n"
        "or the data of that training: .bvh with .phase, .gait and _footsteps.txt.\n"
        "The exit status is 1 when posed would refuse the file.",
    .options = options,
    .run = run_inspect,
};
