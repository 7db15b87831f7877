/* Stages: find the joints' array and its axes; find the set; find unit, up axis and rate; fill the places. */
#include "core/observe/sensor/jointed.h"

#include "core/base/assert.h"
#include "core/base/text/length.h"
#include "core/io/tensor/npz_value.h"
#include "core/motion/gather/members.h"
#include "core/observe/take/motion.h"
#include "core/observe/take/room.h"
#include "core/retarget/character/note.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JOINTS_MOST  256 /* joints of a file */
/* Least mean part of the way from the ankles to the shoulders along the axis that is up. */
#define STANDS       0.6
#define NAME_BYTES   48      /* of a joint's name */
#define LEAST_FRAMES 1       /* frames of a sample */
#define RATE_MOST    10000.0 /* frames a second */

/* What an array of so many joints is, without a word from the caller or the file. */
typedef struct usual_set {
    int joints;
    const char *member; /* beginning of the member's name; "": any */
    const char *set;
    double rate; /* frames per second of a file that has none; 0: none is usual */
} usual_set;

static const usual_set usual[] = {
    {22, "", "smpl22", 20},               /* HumanML3D, and models that learned from it */
    {24, "", "smpl24", 0},                /* SMPL */
    {45, "", "smpl24", 0},                /* joints of smplx's SMPL: 24, then points on the skin */
    {52, "", "smplh52", 0},               /* SMPL-H */
    {73, "", "smplh52", 0},               /* joints of smplx's SMPL-H */
    {55, "", "smplx55", 0},               /* SMPL-X */
    {127, "", "smplx55", 0},              /* joints of smplx's SMPL-X */
    {144, "", "smplx55", 0},              /* the same with the contour of the face */
    {17, "keypoints3d", "coco17", 60},    /* AIST++ */
    {25, "keypoints3d", "openpose25", 0}, /* EasyMocap */
};

typedef struct reading {
    pd_observe_jointed *out;
    pd_npz *npz;
    const pd_smpl_model *model;
    const pd_observe_jointed_options *options;
    char *notes;
    pd_error *err;
    const char *member;
    pd_npz_floats file;
    size_t frames, joints, numbers; /* numbers: 3 or 4 for each joint */
    int columns[JOINTS_MOST];       /* joint of the file for each keypoint of the set; -1: none */
    double usual_rate;
} reading;

/* Returns the name of an option as the caller knows it: of a query, or of the command line. */
static const char *option_text(const reading *r, const char *name)
{
    static const struct {
        const char *name, *on_line;
    } rows[] = {{"set", "--set"}, {"person", "--person"}, {"up", "--up"}, {"unit", "--unit"}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows && !r->options->is_query; i++)
        if (!strcmp(rows[i].name, name)) return rows[i].on_line;
    return name;
}

/* ---- the array ---- */

/* Takes one person of several, row-major behind the first axis. */
static pd_status take_person(reading *r, size_t people)
{
    char *end = NULL;
    const char *wanted = r->options->person;
    const size_t person = wanted ? strtoul(wanted, &end, 10) : 0;

    if (wanted && (end == wanted || *end || person >= people))
        return pd_retarget_fail(r->err, PD_ERR_NOT_FOUND, r->npz->name, option_text(r, "person"),
                                "%s; 0 to %zu expected", wanted, people - 1);
    if (!wanted && people > 1)
        pd_retarget_note(r->notes, PD_OBSERVE_JOINTED_NOTES, "person 0 of %zu (%s chooses)", people,
                         option_text(r, "person"));
    const size_t row = r->file.count / people;
    memmove(r->file.values, r->file.values + person * row, row * sizeof *r->file.values);
    r->file.count = row;

    return PD_OK;
}

/* Exchanges the axes of MDM's results, (J,3,T), for (T,J,3). */
static pd_status turn_axes(reading *r, size_t joints, size_t frames)
{
    float *turned = malloc((r->file.count + 1) * sizeof *turned);

    if (!turned) return pd_retarget_fail(r->err, PD_ERR_MEMORY, r->npz->name, r->member, "out of memory");
    for (size_t t = 0; t < frames; t++)
        for (size_t i = 0; i < 3 * joints; i++) turned[t * 3 * joints + i] = r->file.values[i * frames + t];
    free(r->file.values);
    r->file.values = turned;

    return PD_OK;
}

/* Reads the length of MDM's sample, whose frames behind it are padding. */
static void cut_padding(reading *r)
{
    pd_npz_floats lengths;
    char *end = NULL;
    const size_t sample = r->options->person ? strtoul(r->options->person, &end, 10) : 0;

    if (!pd_npz_has(r->npz, "lengths") || pd_npz_floats_read(&lengths, r->npz, "lengths", NULL) != PD_OK)
        return;
    if (sample < lengths.count && lengths.values[sample] >= LEAST_FRAMES &&
        (size_t)lengths.values[sample] < r->frames)
        r->frames = (size_t)lengths.values[sample];
    pd_npz_floats_deinit(&lengths);
}

/* Finds the axes of the array: frames, joints, numbers. */
static pd_status read_array_jointed(reading *r)
{
    for (const char *const *name = pd_motion_member_names(PD_MOTION_ROLE_JOINTS); *name && !r->member; name++)
        if (pd_npz_has(r->npz, *name)) r->member = *name;
    if (!r->member)
        return pd_retarget_fail(r->err, PD_ERR_NOT_FOUND, r->npz->name, "joints",
                                "not there; positions of joints (frames, joints, 3) expected");
    if (pd_npz_floats_read(&r->file, r->npz, r->member, r->err)) return r->err->status;

    char text[96];
    size_t *shape = r->file.shape;
    int rank = r->file.rank;
    pd_npz_floats_shape(&r->file, text, sizeof text);

    /* MDM's results: samples, joints, 3, frames. */
    if (rank == 4 && shape[2] == 3 && shape[3] != 3 && shape[3] != 4) {
        r->joints = shape[1];
        r->frames = shape[3];
        r->numbers = 3;
        if (take_person(r, shape[0]) || turn_axes(r, r->joints, r->frames)) return r->err->status;
        cut_padding(r);
        return PD_OK;
    }

    /* An axis of people, or a leading 1. */
    if (rank == 4) {
        if (take_person(r, shape[0])) return r->err->status;
        memmove(shape, shape + 1, 3 * sizeof *shape);
        rank = 3;
    } else if (r->options->person) {
        return pd_retarget_fail(r->err, PD_ERR_INVALID, r->npz->name, option_text(r, "person"),
                                "%s; the file has one person", r->options->person);
    }

    if (rank == 3 && (shape[2] == 3 || shape[2] == 4)) {
        r->frames = shape[0];
        r->joints = shape[1];
        r->numbers = shape[2];
    } else if (rank == 2 && shape[1] % 3 == 0 && shape[1] > 9) {
        r->frames = shape[0];
        r->joints = shape[1] / 3;
        r->numbers = 3;
    } else if (rank == 2 && (shape[1] == 3 || shape[1] == 4)) {
        r->frames = 1;
        r->joints = shape[0];
        r->numbers = shape[1];
    }

    if (r->frames && r->joints && r->joints <= JOINTS_MOST && r->frames <= PD_OBSERVE_TAKE_MOST_FRAMES)
        return PD_OK;

    return pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, r->member,
                            "shape %s; positions (frames, joints, 3), 1 to %d joints, expected", text,
                            JOINTS_MOST);
}

/* ---- the set ---- */

/* Writes a name in lower case with underscores: "L_Hip" and "LHip" as "left_hip". */
static void plain_name(char out[NAME_BYTES], const char *name)
{
    size_t used = 0;

    /* A side of one letter. */
    const bool has_side = (name[0] == 'L' || name[0] == 'R' || name[0] == 'l' || name[0] == 'r') &&
                          (name[1] == '_' || isupper((unsigned char)name[1]));
    if (has_side) {
        used =
            (size_t)snprintf(out, NAME_BYTES, "%s", toupper((unsigned char)*name) == 'L' ? "left" : "right");
        name += 1;
    }

    for (const char *c = name; *c && used + 2 < NAME_BYTES; c++) {
        const bool begins = isupper((unsigned char)*c) && used && out[used - 1] != '_' &&
                            (c == name || !isupper((unsigned char)c[-1]));
        if (*c == ' ' || *c == '-' || *c == '_' || *c == '.') {
            if (used && out[used - 1] != '_') out[used++] = '_';
            continue;
        }

        if (begins) out[used++] = '_';
        out[used++] = (char)tolower((unsigned char)*c);
    }

    out[used] = 0;
}

/* Lists the sets with so many keypoints, or all. */
static void list_sets(char *out, size_t out_bytes, size_t joints)
{
    size_t used = 0;
    bool any = false;

    for (const pd_observe_set *s = pd_observe_sets; s->name; s++) any = any || (size_t)s->count == joints;
    *out = 0;
    for (const pd_observe_set *s = pd_observe_sets; s->name && used < out_bytes; s++)
        if (!s->is_worn && (!any || (size_t)s->count == joints))
            used += (size_t)snprintf(out + used, out_bytes - used, "%s%s", used ? ", " : "", s->name);
}

/* Maps the joints by names of the file. *is_named false: it has none. */
static pd_status map_by_names(reading *r, bool *is_named)
{
    pd_array names;
    const char *member = NULL;

    *is_named = false;
    for (const char *const *name = pd_motion_member_names(PD_MOTION_ROLE_JOINT_NAMES); *name && !member;
         name++)
        if (pd_npz_has(r->npz, *name)) member = *name;
    if (!member || pd_npz_read(&names, r->npz, member, NULL) != PD_OK || names.count != r->joints ||
        (names.dtype != PD_DTYPE_CHARS && names.dtype != PD_DTYPE_UTF32))
        return PD_OK;

    /* The set that has most of the names. */
    int best = 0;
    for (const pd_observe_set *s = pd_observe_sets; s->name; s++) {
        int columns[JOINTS_MOST];
        int found = 0;
        if (s->is_worn || s->count > JOINTS_MOST) continue;
        for (int k = 0; k < s->count; k++) columns[k] = -1;
        for (size_t j = 0; j < r->joints; j++) {
            char text[NAME_BYTES], name[NAME_BYTES];
            pd_array one = names;
            one.count = 1;
            one.data = names.data + j * names.item_bytes;
            if (pd_array_text(text, sizeof text, &one, member, NULL) != PD_OK) continue;
            plain_name(name, text);
            for (int k = 0; k < s->count; k++)
                if (!strcmp(s->keypoints[k].name, name) || !strcmp(s->keypoints[k].name, text)) {
                    found += columns[k] < 0;
                    columns[k] = (int)j;
                }
        }

        if (found <= best) continue;
        best = found;
        r->out->set = s;
        memcpy(r->columns, columns, sizeof columns);
    }

    *is_named = best >= PD_OBSERVE_LEAST_PLACES;
    if (!*is_named) return PD_OK;
    pd_npz_take(r->npz, member);
    pd_retarget_note(r->notes, PD_OBSERVE_JOINTED_NOTES, "%d of %zu joints are known by their names", best,
                     r->joints);

    return PD_OK;
}

/* Decides which set of joints the file has: by names in the file, by the caller, or by their number. */
static pd_status find_set_jointed(reading *r)
{
    const char *name = r->options->set;
    const usual_set *row = NULL;
    char sets[200];
    bool is_named = false;

    if (!name && map_by_names(r, &is_named)) return r->err->status;
    if (is_named) return PD_OK;
    for (size_t i = 0; i < sizeof usual / sizeof *usual && !row; i++)
        if ((size_t)usual[i].joints == r->joints &&
            !strncmp(r->member, usual[i].member, strlen(usual[i].member)))
            row = &usual[i];
    list_sets(sets, sizeof sets, r->joints);

    /* By the caller's word, else by the number of joints. */
    r->out->set = name ? pd_observe_set_of(name) : row ? pd_observe_set_of(row->set) : NULL;
    if (name && !r->out->set)
        return pd_retarget_fail(r->err, PD_ERR_INVALID, r->npz->name, option_text(r, "set"),
                                "%s; %s expected", name, sets);
    if (!r->out->set)
        return pd_retarget_fail(r->err, PD_ERR_UNSUPPORTED, r->npz->name, r->member,
                                "%zu joints, and nothing says which; %s names their order: %s", r->joints,
                                option_text(r, "set"), sets);
    if ((size_t)r->out->set->count > r->joints)
        return pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, option_text(r, "set"),
                                "%s has %d joints, and %s of the file %zu; %s expected", r->out->set->name,
                                r->out->set->count, r->member, r->joints, sets);
    for (int k = 0; k < r->out->set->count; k++) r->columns[k] = k;
    r->usual_rate = row && !name ? row->rate : 0;
    if (!name)
        pd_retarget_note(r->notes, PD_OBSERVE_JOINTED_NOTES,
                         "%s %zu joints are taken as %s: %s (%s names others)",
                         (size_t)r->out->set->count < r->joints ? "the first of" : "its", r->joints,
                         r->out->set->name, r->out->set->doc, option_text(r, "set"));

    return PD_OK;
}

/* ---- unit and axes ---- */

/* Returns a joint's position in a frame; false: not seen. */
static bool seen_at(pd_vec3 *out, const reading *r, size_t frame, int keypoint)
{
    const int column = keypoint >= 0 ? r->columns[keypoint] : -1;

    if (column < 0) return false;
    const float *p = r->file.values + r->numbers * (frame * r->joints + (size_t)column);
    *out = pd_vec3_make((double)p[0], (double)p[1], (double)p[2]);
    if (!isfinite(p[0]) || !isfinite(p[1]) || !isfinite(p[2])) return false;
    if (r->numbers == 4 && !(p[3] > 0)) return false;

    return column == 0 || p[0] != 0 || p[1] != 0 || p[2] != 0;
}

static int keypoint_named(const pd_observe_set *set, const char *name)
{
    for (int k = 0; k < set->count; k++)
        if (!strcmp(set->keypoints[k].place, name)) return k;
    return -1;
}

static int by_size_jointed(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Finds the median length of the legs, and the mean direction from the ankles to the head or shoulders. */
static pd_status measure_person(reading *r, double *legs, pd_vec3 *stands)
{
    static const char *const sides[2][3] = {{"left_hip", "left_knee", "left_ankle"},
                                            {"right_hip", "right_knee", "right_ankle"}};
    const pd_observe_set *set = r->out->set;
    double *lengths = malloc((2 * r->frames + 1) * sizeof *lengths);
    size_t count = 0;
    size_t standing = 0;

    *stands = pd_vec3_make(0, 0, 0);
    if (!lengths) return pd_retarget_fail(r->err, PD_ERR_MEMORY, r->npz->name, r->member, "out of memory");

    /* Each frame: length of the legs that are seen, and the way from the ankles to the shoulders. */
    for (size_t t = 0; t < r->frames; t++) {
        pd_vec3 ankles[2], tops[2];
        bool has_ankle[2];
        for (int side = 0; side < 2; side++) {
            pd_vec3 hip, knee;
            has_ankle[side] = seen_at(&ankles[side], r, t, keypoint_named(set, sides[side][2]));
            if (has_ankle[side] && seen_at(&hip, r, t, keypoint_named(set, sides[side][0])) &&
                seen_at(&knee, r, t, keypoint_named(set, sides[side][1])))
                lengths[count++] = pd_vec3_distance(hip, knee) + pd_vec3_distance(knee, ankles[side]);
        }

        if (!has_ankle[0] || !has_ankle[1] ||
            !seen_at(&tops[0], r, t, keypoint_named(set, "left_shoulder")) ||
            !seen_at(&tops[1], r, t, keypoint_named(set, "right_shoulder")))
            continue;
        const pd_vec3 way = pd_vec3_sub(pd_vec3_add(tops[0], tops[1]), pd_vec3_add(ankles[0], ankles[1]));
        const double length = pd_vec3_length(way);
        if (!(length > 0)) continue;
        *stands = pd_vec3_add(*stands, pd_vec3_scale(way, 1 / length));
        standing++;
    }

    qsort(lengths, count, sizeof *lengths, by_size_jointed);
    *legs = count ? lengths[count / 2] : 0;
    free(lengths);
    if (standing) *stands = pd_vec3_scale(*stands, 1 / (double)standing);
    if (count && *legs > 0) return PD_OK;

    return pd_retarget_fail(r->err, PD_ERR_RANGE, r->npz->name, r->member,
                            "no frame shows a hip, a knee and an ankle of one leg; at least one expected");
}

/* Returns the length of the model's legs at rest, metres. */
static double legs_of(const pd_smpl_model *model)
{
    const int hip = pd_smpl_joint_find(&model->data, "left_hip");
    const int knee = pd_smpl_joint_find(&model->data, "left_knee");
    const int ankle = pd_smpl_joint_find(&model->data, "left_ankle");
    double length = 0;

    if (hip < 0 || knee < 0 || ankle < 0) return 0;
    for (int part = 0; part < 2; part++) {
        const double *a = model->joint_template + 3 * (size_t)(part ? knee : hip);
        const double *b = model->joint_template + 3 * (size_t)(part ? ankle : knee);
        length += sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                       (a[2] - b[2]) * (a[2] - b[2]));
    }

    return length;
}

/* Finds the unit, in metres. */
static pd_status find_unit(reading *r, double *metres, double legs)
{
    const double own = legs_of(r->model);

    *metres = r->options->metres_per_unit;
    if (*metres > 0 || !(own > 0)) {
        if (!(*metres > 0)) *metres = 1;
        return PD_OK;
    }

    /* The unit in which the legs are about as long as the model's. */
    const pd_length_unit *unit = pd_length_unit_for(legs / own);
    if (!unit)
        return pd_retarget_fail(
            r->err, PD_ERR_RANGE, r->npz->name, r->member,
            "the legs are %.4g long, and %.2g m of the body: no unit of length fits; %s states "
            "the metres in a unit",
            legs, own, option_text(r, "unit"));
    *metres = unit->metres;
    if (unit->metres != 1)
        pd_retarget_note(r->notes, PD_OBSERVE_JOINTED_NOTES,
                         "positions are taken as %s, in which the legs are %.2f m long (%s states another)",
                         unit->plural, legs * unit->metres, option_text(r, "unit"));

    return PD_OK;
}

/* Finds the axis that is up. */
static pd_status find_up_jointed(reading *r, pd_vec3 stands)
{
    /* By the caller, by the file, or the axis along which the person stands. */
    const double along[PD_MOTION_UP_COUNT] = {stands.x, stands.y, stands.z, -stands.x, -stands.y, -stands.z};
    int best = 0;

    r->out->up = r->options->up;
    for (const char *const *name = pd_motion_member_names(PD_MOTION_ROLE_UP); *name; name++) {
        char text[16];
        if (!pd_npz_has(r->npz, *name)) continue;
        if (pd_npz_text(text, sizeof text, r->npz, *name, r->err)) return r->err->status;
        if (r->options->has_up) continue;
        if (pd_motion_up_of(&r->out->up, text)) return PD_OK;
        return pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, *name,
                                "\"%s\"; x, y, z, -x, -y or -z expected", text);
    }

    if (r->options->has_up) return PD_OK;
    for (int a = 1; a < PD_MOTION_UP_COUNT; a++)
        if (along[a] > along[best]) best = a;
    if (!(along[best] > STANDS))
        return pd_retarget_fail(r->err, PD_ERR_UNSUPPORTED, r->npz->name, r->member,
                                "the person stands along no axis, so that it is not known which is up; %s "
                                "states it: x, y, z, -x, -y or -z",
                                option_text(r, "up"));
    r->out->up = (pd_motion_up)best;
    pd_retarget_note(r->notes, PD_OBSERVE_JOINTED_NOTES,
                     "%s is taken as up, since the person stands along it (%s states another)",
                     pd_motion_up_names[best], option_text(r, "up"));

    return PD_OK;
}

/* Finds the frame rate: the caller's, the file's, or the usual one. */
static pd_status find_rate_jointed(reading *r)
{
    double *rate = &r->out->rate;

    *rate = r->options->rate;
    for (const char *const *name = pd_motion_member_names(PD_MOTION_ROLE_RATE); *name; name++) {
        double found = 0;
        if (!pd_npz_has(r->npz, *name)) continue;
        if (pd_npz_number(&found, r->npz, *name, r->err)) return r->err->status;
        if (!(found > 0 && found <= RATE_MOST))
            return pd_retarget_fail(r->err, PD_ERR_RANGE, r->npz->name, *name,
                                    "%g frames a second; more than 0, to %g expected", found, RATE_MOST);
        if (!(*rate > 0)) *rate = found;
    }

    if (*rate > 0) return PD_OK;
    *rate = r->usual_rate > 0 ? r->usual_rate : 30;
    pd_retarget_note(r->notes, PD_OBSERVE_JOINTED_NOTES,
                     "%g frames a second are assumed: the file does not say%s", *rate,
                     r->options->is_query ? " (source_rate)" : " (--source-rate, of fit --fps)");

    return PD_OK;
}

/* ---- places ---- */

/* Fills the positions of the places, in metres and +Y up. */
static pd_status fill_places(reading *r, double metres)
{
    pd_observe_jointed *out = r->out;
    const size_t places = (size_t)out->places.count;
    const pd_quat world = pd_motion_up_turn(out->up);
    size_t seen = 0;

    out->frame_count = (int)r->frames;
    out->at = malloc((r->frames * places * 3 + 1) * sizeof *out->at);
    out->confidence = malloc((r->frames * places + 1) * sizeof *out->confidence);
    if (!out->at || !out->confidence)
        return pd_retarget_fail(r->err, PD_ERR_MEMORY, r->npz->name, r->member, "out of memory");
    for (size_t t = 0; t < r->frames; t++)
        for (size_t p = 0; p < places; p++) {
            const int keypoint = out->places.columns[p];
            float *at = out->at + 3 * (t * places + p);
            pd_vec3 v;
            const bool is_seen = seen_at(&v, r, t, keypoint);
            v = is_seen ? pd_vec3_scale(pd_q_rotate(world, v), metres) : pd_vec3_make(NAN, NAN, NAN);
            at[0] = (float)v.x;
            at[1] = (float)v.y;
            at[2] = (float)v.z;
            const float *from = r->file.values + r->numbers * (t * r->joints);
            float weight = 1;
            if (is_seen && r->numbers == 4) weight = from[r->numbers * (size_t)r->columns[keypoint] + 3];
            out->confidence[t * places + p] = is_seen ? fminf(1, weight) : 0;
            seen += is_seen;
        }

    if (seen) return PD_OK;

    return pd_retarget_fail(r->err, PD_ERR_RANGE, r->npz->name, r->member,
                            "no joint of the model is seen in any frame");
}

pd_status pd_observe_jointed_read(pd_observe_jointed *out, char *notes, pd_npz *npz,
                                  const pd_smpl_model *model, const pd_observe_jointed_options *options,
                                  pd_error *err)
{
    static const pd_observe_jointed_options none;
    pd_error own = {0};
    reading r = {.out = out,
                 .npz = npz,
                 .model = model,
                 .options = options ? options : &none,
                 .notes = notes,
                 .err = err ? err : &own};
    pd_motion_unread unread = {.idle = ""};
    double legs = 0;
    double metres = 1;
    pd_vec3 stands;

    *out = (pd_observe_jointed){0};
    *notes = 0;
    pd_status s = read_array_jointed(&r);
    if (!s) s = find_set_jointed(&r);
    if (!s) s = measure_person(&r, &legs, &stands);
    if (!s) s = find_unit(&r, &metres, legs);
    if (!s) s = find_up_jointed(&r, stands);
    if (!s) s = find_rate_jointed(&r);
    if (!s) s = pd_observe_take_places_make(&out->places, out->set, 1, model, npz->name, r.err);
    if (!s) s = fill_places(&r, metres);
    for (int p = 0; !s && p < out->places.count; p++)
        out->places.places[p].sigma = r.options->noise > 0 ? r.options->noise : PD_OBSERVE_JOINTED_NOISE;

    /* Name what is not read. */
    if (!s) {
        pd_motion_unread_npz(&unread, npz);
        pd_motion_unread_note(notes, PD_OBSERVE_JOINTED_NOTES, &unread);
    }

    pd_npz_floats_deinit(&r.file);
    if (s) pd_observe_jointed_deinit(out);

    return s;
}

void pd_observe_jointed_deinit(pd_observe_jointed *jointed)
{
    pd_observe_take_places_deinit(&jointed->places);
    free(jointed->at);
    free(jointed->confidence);
    *jointed = (pd_observe_jointed){0};
}

pd_observe_take pd_observe_jointed_take(const pd_observe_jointed *jointed)
{
    return (pd_observe_take){.places = jointed->places.places,
                             .at = jointed->at,
                             .confidence = jointed->confidence,
                             .place_count = jointed->places.count,
                             .frame_count = jointed->frame_count,
                             .rate = jointed->rate,
                             .robust_space = PD_OBSERVE_JOINTED_ROBUST};
}

pd_status pd_observe_jointed_fit(pd_retarget_motion *out, double *rms, const pd_observe_jointed *jointed,
                                 const pd_smpl_model *model, const pd_observe_prior *prior,
                                 const pd_executor *executor, const char *name, pd_error *err)
{
    pd_observe_take take = pd_observe_jointed_take(jointed);
    pd_arena arena = {0};

    take.prior = prior;
    take.executor = executor;
    memset(out, 0, sizeof *out);
    pd_status s =
        pd_observe_take_room(&take, model) ? PD_OK : pd_fail(err, PD_ERR_MEMORY, name, "out of memory");
    if (!s) s = pd_observe_take_check(&take, model, err);
    if (!s && !pd_arena_init(&arena, pd_observe_take_scratch_bytes(&take, model)))
        s = pd_fail(err, PD_ERR_MEMORY, name, "out of memory to fit it");
    if (!s) {
        pd_observe_take_run(&take, model, &arena);
        if (take.status == PD_OBSERVE_TAKE_BLIND)
            s = pd_fail(err, PD_ERR_INVALID, name, "%s", pd_observe_take_blind_reason(&take));
    }

    if (!s) s = pd_observe_take_motion(out, &take, model, err);
    *rms = s ? 0 : take.rms;
    pd_arena_deinit(&arena);
    pd_observe_take_room_free(&take);

    return s;
}
