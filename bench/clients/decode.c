/* decode FOLDER SECONDS: what a frame costs clients/c, and the same content as JSON through jansson. CSV:
 * decode,client,characters,us_per_character. A frame is decoded when every number of it has been asked for,
 * in the world where the client gives it so. */
#include "clients/c/posed.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define ROUNDS 10

typedef struct text {
    char bytes[65536];
    size_t size;
} text;

static float sum; /* so that nothing is left out */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void decode(const text *frame)
{
    posed_frame f;
    posed_character who;
    float p[3], q[4], facing;

    if (!posed_frame_open(&f, frame->bytes, frame->size)) abort();
    while (posed_frame_next(&f, &who, (posed_counts){31, 12})) {
        for (int i = 0; i < 12; i++) posed_sample(p, &facing, &who, i), sum += p[0] + facing;
        posed_smpl_pelvis(p, &who);
        for (int j = 0; j < 24; j++) posed_smpl_rotation(q, &who, j), sum += q[0];
        sum += p[0] + who.root[0];
    }
}

static void parse(const text *json)
{
    json_t *all = json_loadb(json->bytes, json->size, 0, NULL);
    if (!all) abort();
    json_decref(all);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Returns the median processor time of a call, microseconds. */
static double measure(void (*work)(const text *), const text *t, double seconds)
{
    double rounds[ROUNDS];

    for (int r = 0; r < ROUNDS; r++) {
        double start = now(), took;
        long calls = 0;
        do
            for (int i = 0; i < 50; i++, calls++) work(t);
        while ((took = now() - start) < seconds / ROUNDS);
        rounds[r] = 1e6 * took / (double)calls;
    }
    qsort(rounds, ROUNDS, sizeof *rounds, by_value);
    return rounds[ROUNDS / 2];
}

static void load(text *out, const char *folder, int count, const char *kind)
{
    char path[4096];
    FILE *f;

    snprintf(path, sizeof path, "%s/frame-%d.%s", folder, count, kind);
    f = fopen(path, "rb");
    if (!f) perror(path), exit(1);
    out->size = fread(out->bytes, 1, sizeof out->bytes, f);
    fclose(f);
}

int main(int argc, char **argv)
{
    static text frame, json;

    if (argc < 3) return 2;
    for (int count = 1; count <= 20; count += 19) {
        load(&frame, argv[1], count, "bin");
        load(&json, argv[1], count, "json");
        printf("decode,c,%d,%.3f\n", count, measure(decode, &frame, atof(argv[2])) / count);
        printf("json,c,%d,%.3f\n", count, measure(parse, &json, atof(argv[2])) / count);
    }
    return sum != sum; /* of numbers that are none */
}
