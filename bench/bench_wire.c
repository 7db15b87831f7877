/* Size and time of a character's frames on the stream, compact (core/wire) and not, and their size after
 * WebSocket's own compression.
 *
 *     bench_wire [seconds per row]
 *
 * CSV: motion,frames,bytes,bytes_p99,deflated,key_bytes,error_max_mm,error_mean_mm,make_us,read_us
 *
 * Motion: 120 s of the shipped network with the random players of core/character/rollout/random_stick.h (seed
 * 7): `play` also stands, `stick` never does. 31 joints and the root. Rows `plain48` and `plain32`: frames
 * with 48 and 32 bits a rotation; `compact_1` ...: with an error of 1 mm at most. Bytes are of whole messages
 * without WebSocket's header, key frames included (one in 5 s). deflated: the same messages by
 * permessage-deflate with context takeover (RFC 7692), level 6. error: distance of the joint that is farthest
 * from where exact rotations have it. read: the message and all 31 rotations, by clients/c. Rows `face`: what
 * 66 weights of a face that blinks, looks and talks add to a frame. The kernels are POSED_KERNELS (ref, avx2)
 * or the best. One thread, in its own processor time: the fastest of several passes. */
#include "api/stream/frame.h"
#include "clients/c/posed.h"
#include "core/anim/alive.h"
#include "core/base/rng.h"
#include "core/kernel/cpu.h"
#include "core/character/load.h"
#include "core/character/rollout/random_stick.h"
#include "core/character/rollout/rollout.h"
#include "core/wire/wire.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

enum {
    SECONDS = 120,
    RATE = 60,
    FRAMES = SECONDS * RATE,
    JOINTS = 31,
    KEY_EVERY = 5 * RATE,
    WEIGHTS = 66,
    PASSES = 9,
    RUN = 100
};

static struct scene {
    pd_character_rig figure;
    pd_character_rollout made;
    float face[FRAMES][WEIGHTS];
    pd_buffer message;
} scene;

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static int fail(const pd_error *err)
{
    fprintf(stderr, "%s: %s\n", err->where, err->detail);
    return 0;
}

static int roll(pd_pfnn_model *network, pd_character_random_kind kind)
{
    pd_error err;
    pd_character_rollout_job job = {.seconds = SECONDS};
    const int room = pd_character_random_room(job.seconds);
    pd_character_cue *cues = calloc((size_t)room, sizeof *cues);
    if (!cues) return 0;
    job.cues = cues;
    job.cue_count = pd_character_random_cues(cues, room, kind, 7, job.seconds);
    if (pd_character_rig_init(&scene.figure, network, &err) != PD_OK ||
        pd_character_rollout_run(&scene.made, &job, 1, &scene.figure, &pd_executor_serial, NULL, &err) !=
            PD_OK)
        return fail(&err);
    free(cues);
    return scene.made.clip.frame_count >= FRAMES && scene.figure.skeleton.joint_count == JOINTS;
}

/* Weights of a face: the eyes' own, and expressions of up to four shapes
 * that change every .15 to .5 s, as in speech. */
static void make_face(void)
{
    pd_anim_alive alive = {.seed = 3};
    pd_rng rng;
    float from[WEIGHTS] = {0}, to[WEIGHTS] = {0};
    int left = 0, length = 1;
    pd_anim_alive_rig none;
    pd_quat rotations[PD_ANIM_MAX_JOINTS];
    pd_anim_alive_init(&none, &scene.figure.skeleton, NULL);
    memset(rotations, 0, sizeof rotations);
    pd_rng_init(&rng, 5);
    for (int t = 0; t < FRAMES; t++) {
        double eyes[PD_ANIM_EYE_WEIGHTS];
        pd_anim_alive_step(&alive, rotations, pd_vec3_make(0, 1, 0), &none, NULL, 1.0 / RATE);
        alive.eyes[0] = alive.eyes[1] =
            pd_vec3_make(0.2 * sin(floor(t / 70.0)), 0.1 * cos(3 * floor(t / 70.0)), 1);
        pd_anim_alive_eyes(eyes, &alive);
        if (!left--) {
            length = left = 9 + pd_rng_below(&rng, 21);
            memcpy(from, to, sizeof from);
            memset(to, 0, sizeof to);
            for (int i = pd_rng_below(&rng, 5); i > 0; i--)
                to[10 + pd_rng_below(&rng, 42)] = (float)pd_rng_uniform(&rng);
        }
        const float s = fminf(1, (float)(length - left) / 9), part = s * s * (3 - 2 * s);
        for (int i = 0; i < WEIGHTS; i++) {
            const float asked = from[i] + part * (to[i] - from[i]);
            scene.face[t][i] = i < PD_ANIM_EYE_WEIGHTS ? fmaxf(asked, (float)eyes[i]) : asked;
        }
    }
}

/* -- one row ------------------------------------------------------------------------------------ */

typedef struct row {
    int bits,
        compact; /* bits of a rotation in other frames; millimetres of compact ones, 0: the other frames */
    unsigned channels;
} row;

/* Returns the root's position on the ground at a frame. yaw: its facing. */
static pd_vec3 root_of(int t, double *yaw)
{
    const pd_anim_track *track = &scene.made.track;
    const float *at = track->root + 3 * (size_t)t, *facing = track->facing + 2 * (size_t)t;
    *yaw = atan2((double)facing[0], (double)facing[1]);
    return pd_vec3_make((double)at[0], (double)at[1], (double)at[2]);
}

static void encode(pd_buffer *out, pd_wire *wire, const row *r, int t)
{
    double yaw;
    const pd_vec3 root = root_of(t, &yaw);
    const pd_anim_clip *clip = &scene.made.clip;
    const bool has_face = r->channels & PD_API_CHANNEL_FACE;
    const pd_quat *rotations = pd_anim_clip_frame(clip, t);
    if (wire) {
        pd_wire_character c = {.id = 1,
                               .seq = (uint64_t)t / 2,
                               .channels = r->channels,
                               .phase = (double)scene.made.frames[t].phase,
                               .root = root,
                               .yaw = yaw};
        if (r->channels & PD_API_CHANNEL_ROTATIONS)
            c.chains[0] = (pd_wire_chain){JOINTS, rotations, scene.figure.skeleton.parents,
                                          scene.figure.skeleton.offsets, clip->roots[t]};
        if (has_face) c.weights = scene.face[t], c.weight_count = WEIGHTS;
        const pd_wire_frame frame = {(uint32_t)t, t / (double)RATE, 1.0 / RATE, &c, 1};
        if (t % KEY_EVERY)
            pd_wire_delta(wire, out, &frame);
        else
            pd_wire_key(wire, out, &frame);
        return;
    }
    const pd_api_profile profile = {
        .channels = r->channels, .divisor = 1, .rotation_bits = r->bits, .compact = 0};
    const pd_api_frame_character c = {.id = 1,
                                      .seq = (uint64_t)t / 2,
                                      .phase = (double)scene.made.frames[t].phase,
                                      .root = root,
                                      .yaw = yaw,
                                      .joint_count = JOINTS,
                                      .rotations = rotations,
                                      .weights = has_face ? scene.face[t] : NULL,
                                      .weight_count = WEIGHTS};
    pd_api_frame_add(out, pd_api_frame_begin(out, &profile, (uint32_t)t, t / (double)RATE), &c, &profile);
}

/* Reads a message and all rotations of its character. */
static int decode(float q[JOINTS][4], posed_character *who, posed_wire *wire, const unsigned char *bytes,
                  size_t size)
{
    posed_frame frame;
    if (wire) {
        if (!posed_wire_read(wire, bytes, size) || !posed_wire_next(wire, who)) return 0;
    } else if (!posed_frame_open(&frame, bytes, size) ||
               !posed_frame_next(&frame, who, (posed_counts){JOINTS, 12})) {
        return 0;
    }
    for (int j = 0; j < JOINTS && who->rotations; j++) posed_rotation(q[j], who, j);
    return 1;
}

/* Returns the largest distance of a joint from its true position. */
static double error_of(int t, float q[JOINTS][4], const float hips[3], const posed_character *who)
{
    const pd_anim_skeleton *s = &scene.figure.skeleton;
    const pd_quat *exact = pd_anim_clip_frame(&scene.made.clip, t);
    pd_quat a[JOINTS], b[JOINTS];
    pd_vec3 at[JOINTS], shown[JOINTS];
    double worst = 0;
    for (int j = 0; j < JOINTS; j++) {
        const int p = s->parents[j];
        const pd_quat got = {q[j][0], q[j][1], q[j][2], q[j][3]};
        a[j] = j ? pd_q_mul(a[p], exact[j]) : exact[0];
        b[j] = j ? pd_q_mul(b[p], got) : pd_q_mul(pd_q_axis_angle(pd_vec3_make(0, 1, 0), who->yaw), got);
        at[j] = j ? pd_vec3_add(at[p], pd_q_rotate(a[p], s->offsets[j])) : scene.made.clip.roots[t];
        shown[j] = j           ? pd_vec3_add(shown[p], pd_q_rotate(b[p], s->offsets[j]))
                   : who->wire ? pd_vec3_make(hips[0], hips[1], hips[2])
                               : at[0];
        worst = fmax(worst, pd_vec3_length(pd_vec3_sub(at[j], shown[j])));
    }
    return worst;
}

static int by_size(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

/* Bytes of a message by permessage-deflate: flushed to a byte, without the four bytes 00 00 ff ff. */
static size_t deflated(z_stream *z, unsigned char *bytes, size_t size)
{
    static unsigned char out[4096];
    z->next_in = bytes, z->avail_in = (unsigned)size;
    z->next_out = out, z->avail_out = sizeof out;
    deflate(z, Z_SYNC_FLUSH);
    return sizeof out - z->avail_out - 4;
}

/* Frames that are made, and then read, between two looks at the clock, which is a system call and takes as
 * long as a fifth of a frame. */
typedef struct run {
    pd_buffer bytes;
    size_t ends[RUN]; /* of each message in bytes */
    float rotations[RUN][JOINTS][4], hips[RUN][3];
    posed_character who[RUN];
} run;

static void make_run(run *made, pd_wire *wire, const row *r, int first)
{
    pd_buffer_clear(&made->bytes);
    for (int i = 0; i < RUN; i++) {
        pd_buffer *out = &scene.message;
        pd_buffer_clear(out);
        encode(out, wire, r, first + i);
        pd_buffer_add(&made->bytes, out->data, out->size);
        made->ends[i] = made->bytes.size;
    }
}

/* Returns 0 if a message is refused. */
static int read_run(run *made, posed_wire *reader)
{
    for (int i = 0; i < RUN; i++) {
        const size_t start = i ? made->ends[i - 1] : 0;
        posed_character *who = &made->who[i];
        if (!decode(made->rotations[i], who, reader, made->bytes.data + start, made->ends[i] - start))
            return 0;
        if (who->wire) posed_hips(made->hips[i], who);
    }
    return 1;
}

/* Returns the mean bytes of the row, and prints it if it has a name. base: bytes that are not counted. */
static double measure(const char *motion, const char *name, const row *r, double base)
{
    static int sizes[FRAMES];
    static double memory[4096];
    static run made;
    double make = 1e9, read = 1e9, sum = 0, packed = 0, key = 0, worst = 0, mean = 0;
    for (int pass = 0; pass < PASSES; pass++) {
        pd_wire *wire = r->compact ? pd_wire_new(r->compact) : NULL;
        posed_wire reader;
        z_stream z = {0};
        double make_time = 0, read_time = 0;
        posed_wire_init(&reader, memory, sizeof memory);
        deflateInit2(&z, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
        for (int first = 0; first < FRAMES; first += RUN) {
            const double begin = now_us();
            make_run(&made, wire, r, first);
            const double between = now_us();
            if (!read_run(&made, wire ? &reader : NULL))
                return fprintf(stderr, "a frame from %d on is refused\n", first), 0;
            read_time += now_us() - between;
            make_time += between - begin;
            for (int i = 0; i < RUN && !pass; i++) {
                const int t = first + i;
                const size_t start = i ? made.ends[i - 1] : 0;
                sizes[t] = (int)(made.ends[i] - start);
                sum += (double)sizes[t];
                key += t % KEY_EVERY || !wire ? 0 : (double)sizes[t];
                packed += (double)deflated(&z, made.bytes.data + start, made.ends[i] - start);
                if (!(r->channels & PD_API_CHANNEL_ROTATIONS)) continue;
                const double error = 1e3 * error_of(t, made.rotations[i], made.hips[i], &made.who[i]);
                worst = fmax(worst, error), mean += error / FRAMES;
            }
        }
        make = fmin(make, make_time / FRAMES), read = fmin(read, read_time / FRAMES);
        deflateEnd(&z);
        pd_wire_free(wire);
    }
    qsort(sizes, FRAMES, sizeof *sizes, by_size);
    if (name)
        printf("%s,%s,%.2f,%d,%.2f,%.0f,%.3f,%.3f,%.2f,%.2f\n", motion, name, sum / FRAMES - base,
               sizes[FRAMES * 99 / 100], packed / FRAMES, key * KEY_EVERY / FRAMES, worst, mean, make, read);
    fflush(stdout);
    return sum / FRAMES;
}

int main(void)
{
    enum { BODY = PD_API_CHANNEL_ROOT | PD_API_CHANNEL_ROTATIONS | PD_API_CHANNEL_CONTACTS };
    static const struct {
        const char *name;
        row row;
    } rows[] = {{"plain48", {48, 0, BODY}},   {"plain32", {32, 0, BODY}},   {"compact_1", {48, 1, BODY}},
                {"compact_2", {48, 2, BODY}}, {"compact_5", {48, 5, BODY}}, {"compact_10", {48, 10, BODY}}};
    static const struct {
        const char *name;
        pd_character_random_kind kind;
    } motions[] = {{"play", PD_CHARACTER_RANDOM_PLAY}, {"stick", PD_CHARACTER_RANDOM_STICK}};
    pd_pfnn_model *network;
    pd_error err;
    if (pd_k_cpu_init(getenv("POSED_KERNELS"), &err) != PD_OK) return !fail(&err);
    if (pd_character_model_load(&network, "models/motion.safetensors", &err) != PD_OK) return !fail(&err);
    printf("motion,frames,bytes,bytes_p99,deflated,key_bytes,error_max_mm,error_mean_mm,make_us,read_us\n");
    for (int m = 0; m < 2; m++) {
        if (!roll(network, motions[m].kind)) return 1;
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            measure(motions[m].name, rows[i].name, &rows[i].row, 0);
        make_face();
        for (int compact = 0; compact < 2; compact++) {
            const row without = {48, compact, PD_API_CHANNEL_ROOT},
                      with = {48, compact, PD_API_CHANNEL_ROOT | PD_API_CHANNEL_FACE};
            measure(motions[m].name, compact ? "face_compact" : "face_plain", &with,
                    measure(NULL, NULL, &without, 0));
        }
        pd_character_rollout_deinit(&scene.made);
    }
    pd_pfnn_model_release(network);
    return 0;
}
