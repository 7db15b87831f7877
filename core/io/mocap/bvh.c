#include "core/io/mocap/bvh.h"

#include "core/base/assert.h"
#include "core/base/text/tokenizer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEGREE         0.017453292519943295
#define NUMBERS_MAX    100000000
#define FRAMES_MAX     10000000
#define LONGEST_OFFSET 1e6
#define LONGEST_NAME   256 /* bytes of a joint's name with its namespace and the terminating zero */

static const char *const channel_names[PD_BVH_CHANNEL_COUNT] = {"Xposition", "Yposition", "Zposition",
                                                                "Xrotation", "Yrotation", "Zrotation"};

/* State of the reader, with the joints whose braces are open, innermost last; -1 for an End Site. */
typedef struct reader {
    pd_tokenizer words;
    pd_bvh *bvh;
    int open[PD_BVH_MAX_JOINTS + 2];
    int depth;
    pd_error *err;
} reader;

static pd_status bvh_wrong(reader *r, const char *wanted)
{
    const pd_tokenizer *w = &r->words;
    if (!*w->word) return pd_tokenizer_fail(w, r->err, PD_ERR_FORMAT, "the text ends; %s expected", wanted);
    return pd_tokenizer_fail(w, r->err, PD_ERR_FORMAT, "'%s'; %s expected", w->word, wanted);
}

static pd_status expect(reader *r, const char *word)
{
    pd_tokenizer_next(&r->words);
    return pd_tokenizer_is(&r->words, word) ? PD_OK : bvh_wrong(r, word);
}

int pd_bvh_find(const pd_bvh *bvh, const char *name)
{
    for (int j = 0; j < bvh->joint_count; j++)
        if (!strcmp(bvh->joints[j].name, name)) return j;
    return -1;
}

static pd_status too_long(reader *r, const char *name)
{
    return pd_tokenizer_fail(&r->words, r->err, PD_ERR_FORMAT, "'%s' in a name of more than %d bytes", name,
                             PD_BVH_NAME_BYTES - 1);
}

/* Reads a joint's name, which may contain blanks: all words up to a brace or the end of the line, joined
 * by _. A name that is too long loses its namespace: all up to the last colon or bar. */
static pd_status read_name(reader *r, char name[PD_BVH_NAME_BYTES])
{
    char whole[LONGEST_NAME];
    size_t length = 0;
    pd_tokenizer *w = &r->words;

    /* Words up to the brace. */
    while (pd_tokenizer_next_here(w)) {
        if (pd_tokenizer_is(w, "{")) {
            w->at--;
            break;
        }

        size_t more = strlen(w->word) + (length > 0);
        if (length + more >= sizeof whole) return too_long(r, w->word);
        length += (size_t)snprintf(whole + length, sizeof whole - length, "%s%s", length ? "_" : "", w->word);
    }

    if (!length) return bvh_wrong(r, "a joint's name");

    const char *own = whole + length;
    while (length >= PD_BVH_NAME_BYTES && own > whole && own[-1] != ':' && own[-1] != '|') own--;
    if (length < PD_BVH_NAME_BYTES) own = whole;
    if (!*own || strlen(own) >= PD_BVH_NAME_BYTES) return too_long(r, whole);
    snprintf(name, PD_BVH_NAME_BYTES, "%.*s", PD_BVH_NAME_BYTES - 1, own);

    return PD_OK;
}

static pd_status read_offset(reader *r, pd_vec3 *out)
{
    double v[3];
    pd_status status = expect(r, "OFFSET");

    for (int c = 0; status == PD_OK && c < 3; c++) {
        status = pd_tokenizer_number(&v[c], &r->words, "OFFSET", r->err);
        if (status == PD_OK && fabs(v[c]) > LONGEST_OFFSET)
            status =
                pd_tokenizer_fail(&r->words, r->err, PD_ERR_RANGE, "OFFSET %g; -1e6 to 1e6 allowed", v[c]);
    }

    if (status == PD_OK) *out = pd_vec3_make(v[0], v[1], v[2]);

    return status;
}

/* Reads the channels of a joint, each at most once. */
static pd_status read_channels(reader *r, pd_bvh_joint *joint)
{
    int count = 0;
    pd_status status = expect(r, "CHANNELS");

    if (status == PD_OK)
        status = pd_tokenizer_int(&count, &r->words, 0, PD_BVH_CHANNEL_COUNT, "CHANNELS", r->err);
    for (int i = 0; status == PD_OK && i < count; i++) {
        unsigned c = 0;
        pd_tokenizer_next(&r->words);
        while (c < PD_BVH_CHANNEL_COUNT && !pd_tokenizer_is(&r->words, channel_names[c])) c++;
        if (c == PD_BVH_CHANNEL_COUNT)
            status = bvh_wrong(r, "a channel (Xposition .. Zrotation)");
        else if (memchr(joint->channels, (int)c, (size_t)joint->channel_count))
            status = pd_tokenizer_fail(&r->words, r->err, PD_ERR_FORMAT,
                                       "%s is given twice; each channel once expected", channel_names[c]);
        else
            joint->channels[joint->channel_count++] = (unsigned char)c;
    }

    joint->channel_start = r->bvh->channel_count;
    r->bvh->channel_count += joint->channel_count;

    return status;
}

/* Begins a joint, with its name, offset and channels. */
static pd_status open_joint(reader *r)
{
    pd_bvh *bvh = r->bvh;

    if (bvh->joint_count == PD_BVH_MAX_JOINTS)
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_LIMIT, "more than the allowed %d joints",
                                 PD_BVH_MAX_JOINTS);

    /* Parent and name. Names must be unique, because frames and skeletons refer to them. */
    pd_bvh_joint *joint = &bvh->joints[bvh->joint_count];
    memset(joint, 0, sizeof *joint);
    joint->parent = r->depth ? r->open[r->depth - 1] : -1;
    pd_status status = read_name(r, joint->name);
    if (status == PD_OK && pd_bvh_find(bvh, joint->name) >= 0)
        status = pd_tokenizer_fail(&r->words, r->err, PD_ERR_FORMAT,
                                   "joint '%s' is given twice; unique names expected", joint->name);

    /* Offset and channels, then the joint is open for children. */
    if (status == PD_OK) status = expect(r, "{");
    if (status == PD_OK) status = read_offset(r, &joint->offset);
    if (status == PD_OK) status = read_channels(r, joint);
    r->open[r->depth++] = bvh->joint_count++;

    return status;
}

static pd_status read_end(reader *r)
{
    pd_bvh_joint *joint = &r->bvh->joints[r->open[r->depth - 1]];
    pd_status status = expect(r, "Site");

    if (status == PD_OK) status = expect(r, "{");
    if (status == PD_OK) status = read_offset(r, &joint->end);
    if (status == PD_OK) status = expect(r, "}");
    joint->has_end = 1;

    return status;
}

/* Returns how many decimals a number is written with: 7 for ".0083333", 4 for "8.333e-1". */
static int decimals_of(const char *word)
{
    const char *point = strchr(word, '.');
    const char *exponent = strpbrk(word, "eE");
    const int written = point ? (int)strspn(point + 1, "0123456789") : 0;
    return written - (exponent ? atoi(exponent + 1) : 0);
}

/* Returns the frame time that a file meant by `seconds`, written as `word`. Programs round the reciprocal of
 * the rate: 0.0083333 is 1/120 and 0.0333 is 1/30, not 120.0005 and 30.03 frames a second. The nearest usual
 * rate is taken if its frame time, rounded to the decimals of the file, is the number in the file, and if the
 * rates differ by at most 2.5 % (0.017 is 1/60). Where the decimals do not tell, a whole rate is taken before
 * one of NTSC. The exact time of a whole rate stays as it is. */
static double meant_seconds(double seconds, const char *word)
{
    static const int rates[] = {10,  12,  15,  20,  24,  25,  30,  48,  50,  60,  72,  75,  90,  100, 120,
                                144, 150, 160, 180, 200, 240, 250, 300, 360, 400, 480, 500, 600, 960, 1000};
    const double rate = 1 / seconds;
    const double rounding = 0.5 * pow(10, -decimals_of(word)) * (1 + 1e-9);

    if (fabs(rate - round(rate)) <= 1e-9 * rate) return seconds;

    for (int is_ntsc = 0; is_ntsc < 2; is_ntsc++) {
        double meant = 0;
        double nearest = 0.025 * rate;
        for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
            const double usual = is_ntsc ? rates[i] / 1.001 : rates[i];
            if (fabs(1 / usual - seconds) > rounding || fabs(usual - rate) > nearest) continue;
            nearest = fabs(usual - rate);
            meant = usual;
        }

        if (meant > 0) return 1 / meant;
    }

    return seconds;
}

/* Reads the header of the motion: number of frames, seconds of a frame. */
static pd_status read_motion_head(reader *r)
{
    pd_bvh *bvh = r->bvh;

    pd_tokenizer_next(&r->words);
    if (pd_tokenizer_is(&r->words, "ROOT"))
        return pd_tokenizer_fail(
            &r->words, r->err, PD_ERR_UNSUPPORTED,
            "a second ROOT; one skeleton a file allowed: save each one in a file of its own");
    pd_status status = pd_tokenizer_is(&r->words, "MOTION") ? PD_OK : bvh_wrong(r, "MOTION");
    if (status == PD_OK) status = expect(r, "Frames:");
    if (status == PD_OK)
        status = pd_tokenizer_int(&bvh->frame_count, &r->words, 0, FRAMES_MAX, "Frames", r->err);
    if (status == PD_OK) status = expect(r, "Frame");
    if (status == PD_OK) status = expect(r, "Time:");
    if (status == PD_OK) status = pd_tokenizer_number(&bvh->frame_seconds, &r->words, "Frame Time", r->err);
    if (status != PD_OK) return status;
    if (!(bvh->frame_seconds >= 1e-6 && bvh->frame_seconds <= 1e6))
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_RANGE,
                                 "Frame Time %g; 1e-6 to 1e6 seconds allowed", bvh->frame_seconds);
    bvh->frame_seconds = meant_seconds(bvh->frame_seconds, r->words.word);

    return PD_OK;
}

/* Allocates all numbers, after checking that the text can contain them: a number takes at least two bytes. */
static pd_status take_values(reader *r)
{
    pd_bvh *bvh = r->bvh;
    const size_t wanted = (size_t)bvh->frame_count * (size_t)bvh->channel_count;

    if (wanted > NUMBERS_MAX)
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_LIMIT,
                                 "%d frames of %d numbers; %d numbers allowed", bvh->frame_count,
                                 bvh->channel_count, NUMBERS_MAX);
    if (wanted == 0 && bvh->frame_count > 0)
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_FORMAT,
                                 "%d frames, but the skeleton has no channels; channels expected",
                                 bvh->frame_count);
    PD_ASSERT(r->words.at <= r->words.end);
    if (wanted > (size_t)(r->words.end - r->words.at) / 2 + 1)
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_FORMAT,
                                 "%d frames of %d numbers are announced, but the text is too short for them; "
                                 "a number for each channel of each frame expected",
                                 bvh->frame_count, bvh->channel_count);

    bvh->values = malloc((wanted ? wanted : 1) * sizeof *bvh->values);
    return bvh->values ? PD_OK
                       : pd_fail(r->err, PD_ERR_MEMORY, r->words.name, "out of memory for the motion");
}

/* Reads one frame, all its numbers on one line. */
static pd_status read_frame_bvh(reader *r, int frame)
{
    const pd_bvh *bvh = r->bvh;
    double *row = bvh->values + (size_t)frame * (size_t)bvh->channel_count;
    int line = 0;
    char what[48];

    PD_ASSERT(frame >= 0 && frame < bvh->frame_count);

    snprintf(what, sizeof what, "frame %d", frame);
    for (int c = 0; c < bvh->channel_count; c++) {
        const pd_status status = pd_tokenizer_number(&row[c], &r->words, what, r->err);
        if (status != PD_OK) return status;
        if (fabs(row[c]) > 1e9)
            return pd_tokenizer_fail(&r->words, r->err, PD_ERR_RANGE, "%g in frame %d; -1e9 to 1e9 allowed",
                                     row[c], frame);
        if (c > 0 && r->words.word_line != line)
            return pd_tokenizer_fail(&r->words, r->err, PD_ERR_FORMAT, "frame %d has %d numbers; %d expected",
                                     frame, c, bvh->channel_count);
        line = r->words.word_line;
    }

    if (pd_tokenizer_next_here(&r->words))
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_FORMAT,
                                 "frame %d has too many numbers; %d expected", frame, bvh->channel_count);

    return PD_OK;
}

/* Reads the motion: its header, then a row for each frame, and nothing after the last one. */
static pd_status read_motion(reader *r)
{
    pd_status status = read_motion_head(r);

    if (status != PD_OK) return status;
    status = take_values(r);
    if (status != PD_OK) return status;

    for (int f = 0; f < r->bvh->frame_count; f++) {
        status = read_frame_bvh(r, f);
        if (status != PD_OK) return status;
    }

    if (pd_tokenizer_next(&r->words))
        return pd_tokenizer_fail(&r->words, r->err, PD_ERR_FORMAT,
                                 "'%s' follows the last of %d frames; the end of the file expected",
                                 r->words.word, r->bvh->frame_count);

    return PD_OK;
}

pd_status pd_bvh_parse(pd_bvh *out, pd_bytes text, const char *name, pd_error *err)
{
    reader r = {.bvh = out, .err = err};

    memset(out, 0, sizeof *out);
    pd_tokenizer_init(&r.words, text, name);

    /* Allocate the joints; files have at most PD_BVH_MAX_JOINTS of them. */
    out->joints = calloc(PD_BVH_MAX_JOINTS, sizeof *out->joints);
    if (!out->joints) return pd_fail(err, PD_ERR_MEMORY, name, "out of memory for the joints");

    /* The hierarchy begins with its root. */
    pd_status status = expect(&r, "HIERARCHY");
    if (status != PD_OK && r.words.word[0] == '<')
        status = pd_tokenizer_fail(
            &r.words, err, PD_ERR_UNSUPPORTED,
            "'%s' of XML where HIERARCHY is expected; descriptions of robots (URDF, MJCF) are "
            "not read, a skeleton is a list of joints in JSON, a BVH or a GLB",
            r.words.word);
    if (status == PD_OK) status = expect(&r, "ROOT");
    if (status == PD_OK) status = open_joint(&r);

    /* Joints until the braces are closed. */
    while (status == PD_OK && r.depth > 0) {
        pd_tokenizer_next(&r.words);
        if (pd_tokenizer_is(&r.words, "JOINT"))
            status = open_joint(&r);
        else if (pd_tokenizer_is(&r.words, "End"))
            status = read_end(&r);
        else if (pd_tokenizer_is(&r.words, "}"))
            r.depth--;
        else
            status = bvh_wrong(&r, "JOINT, End Site or }");
    }

    /* The motion; after an error nothing is kept. */
    if (status == PD_OK) status = read_motion(&r);
    if (status != PD_OK) pd_bvh_deinit(out);

    return status;
}

void pd_bvh_deinit(pd_bvh *bvh)
{
    free(bvh->joints);
    free(bvh->values);
    memset(bvh, 0, sizeof *bvh);
}

void pd_bvh_local(pd_quat *rotation, pd_vec3 *position, const pd_bvh *bvh, int frame, int joint)
{
    PD_ASSERT(frame >= 0 && frame < bvh->frame_count && joint >= 0 && joint < bvh->joint_count);
    static const pd_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const pd_bvh_joint *j = &bvh->joints[joint];
    const double *row = bvh->values + (size_t)frame * (size_t)bvh->channel_count + j->channel_start;
    double place[3] = {j->offset.x, j->offset.y, j->offset.z};
    pd_quat turn = pd_q_identity();

    /* Channels apply in the order of the file. */
    for (int c = 0; c < j->channel_count; c++) {
        int axis = j->channels[c] % 3;
        if (j->channels[c] < PD_BVH_XROTATION)
            place[axis] = row[c];
        else
            turn = pd_q_mul(turn, pd_q_axis_angle(axes[axis], row[c] * DEGREE));
    }

    if (rotation) *rotation = pd_q_normalize(turn);
    if (position) *position = pd_vec3_make(place[0], place[1], place[2]);
}
