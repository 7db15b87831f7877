#ifndef PD_TESTS_C3D_MAKE_H
#define PD_TESTS_C3D_MAKE_H
/* Writes C3D files of every kind of processor and number,
 * by c3d.org's user guide, for tests of the reader. */
#include "core/base/buffer.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { C3D_INTEL = 84, C3D_DEC = 85, C3D_MIPS = 86 };

typedef struct c3d_take {
    int processor;
    bool as_integers;
    double scale; /* of integers: units a count */
    const char *units, *up;
    int first_frame, frame_count, marker_count, analog_count;
    double rate;
    const char *const *labels; /* (marker_count) */
    const double *positions;   /* (frames, markers, 3) in units; NaN: not seen */
    bool has_trial;            /* frame numbers of 32 bits as well */
} c3d_take;

static inline void c3d_word(unsigned char *p, int processor, int value)
{
    const unsigned char low = (unsigned char)value, high = (unsigned char)((unsigned)value >> 8);
    p[0] = processor == C3D_MIPS ? high : low;
    p[1] = processor == C3D_MIPS ? low : high;
}

static inline void c3d_float(unsigned char *p, int processor, double value)
{
    static const int orders[3][4] = {{3, 2, 1, 0}, {1, 0, 3, 2}, {0, 1, 2, 3}};
    const float v = (float)(processor == C3D_DEC ? 4 * value : value);
    uint32_t bits;
    memcpy(&bits, &v, 4);
    for (int i = 0; i < 4; i++) p[orders[processor - C3D_INTEL][i]] = (unsigned char)(bits >> (24 - 8 * i));
}

/* Writes the record of a group or of a parameter with count elements of the type (-1 text, 2 words, 4
 * floats). group: its id, below 0 for the group itself. */
static inline void c3d_record(pd_buffer *out, int processor, int group, const char *name, int type, int rank,
                              const int *shape, const void *values)
{
    const size_t length = strlen(name);
    size_t count = 1;
    for (int i = 0; i < rank; i++) count *= (size_t)shape[i];
    const size_t bytes = group < 0 ? 0 : 2 + (size_t)rank + count * (size_t)(type < 0 ? 1 : type);
    unsigned char *p = pd_buffer_extend(out, 2 + length + 2 + bytes + 1);
    p[0] = (unsigned char)length;
    p[1] = (unsigned char)(signed char)group;
    memcpy(p + 2, name, length);
    p += 2 + length;
    c3d_word(p, processor, (int)(2 + bytes + 1));
    p += 2;
    if (group > 0) {
        *p++ = (unsigned char)(signed char)type;
        *p++ = (unsigned char)rank;
        for (int i = 0; i < rank; i++) *p++ = (unsigned char)shape[i];
        for (size_t i = 0; i < count; i++) {
            if (type < 0) p[i] = ((const unsigned char *)values)[i];
            if (type == 2) c3d_word(p + 2 * i, processor, ((const int *)values)[i]);
            if (type == 4) c3d_float(p + 4 * i, processor, ((const double *)values)[i]);
        }
        p += count * (size_t)(type < 0 ? 1 : type);
    }
    *p = 0; /* no description */
}

static inline void c3d_text(pd_buffer *out, int processor, int group, const char *name, const char *text)
{
    c3d_record(out, processor, group, name, -1, 1, (const int[]){(int)strlen(text)}, text);
}

static inline void c3d_parameters(pd_buffer *out, const c3d_take *t, int data_block)
{
    const int k = t->processor, last = t->first_frame + t->frame_count - 1;
    const double scale = t->as_integers ? t->scale : -0.1;
    char labels[255 * 16];
    memset(labels, ' ', sizeof labels);
    for (int i = 0; i < t->marker_count && i < 255; i++)
        memcpy(labels + 16 * i, t->labels[i], strlen(t->labels[i]));

    c3d_record(out, k, -1, "POINT", 0, 0, NULL, NULL);
    c3d_record(out, k, 1, "USED", 2, 0, NULL, &t->marker_count);
    c3d_record(out, k, 1, "SCALE", 4, 0, NULL, &scale);
    c3d_record(out, k, 1, "RATE", 4, 0, NULL, &t->rate);
    c3d_record(out, k, 1, "DATA_START", 2, 0, NULL, &data_block);
    c3d_record(out, k, 1, "LABELS", -1, 2, (const int[]){16, t->marker_count}, labels);
    if (t->units) c3d_text(out, k, 1, "UNITS", t->units);
    if (t->up) c3d_text(out, k, 1, "Y_SCREEN", t->up);
    if (!t->has_trial) return;
    c3d_record(out, k, -2, "TRIAL", 0, 0, NULL, NULL);
    c3d_record(out, k, 2, "ACTUAL_START_FIELD", 2, 1, (const int[]){2},
               (const int[]){t->first_frame & 0xffff, t->first_frame >> 16});
    c3d_record(out, k, 2, "ACTUAL_END_FIELD", 2, 1, (const int[]){2},
               (const int[]){last & 0xffff, last >> 16});
}

static inline void c3d_make(pd_buffer *out, const c3d_take *t)
{
    enum { DATA_BLOCK = 10 };
    const int k = t->processor, item = t->as_integers ? 2 : 4;
    pd_buffer_clear(out);
    unsigned char *head = pd_buffer_extend(out, 512);
    memset(head, 0, 512);
    head[0] = 2;
    head[1] = 0x50;
    c3d_word(head + 2, k, t->marker_count);
    c3d_word(head + 4, k, t->analog_count);
    c3d_word(head + 6, k, t->first_frame & 0xffff);
    c3d_word(head + 8, k, (t->first_frame + t->frame_count - 1) & 0xffff);
    c3d_float(head + 12, k, t->as_integers ? t->scale : -0.1);
    c3d_word(head + 16, k, DATA_BLOCK);
    c3d_float(head + 20, k, t->rate);

    pd_buffer_add(out, (const unsigned char[]){1, 0x50, DATA_BLOCK - 2, (unsigned char)k}, 4);
    c3d_parameters(out, t, DATA_BLOCK);
    unsigned char *rest = pd_buffer_extend(out, 512 * (DATA_BLOCK - 1) - out->size);
    memset(rest, 0, out->size - (size_t)(rest - out->data));

    for (int f = 0; f < t->frame_count; f++) {
        for (int m = 0; m < t->marker_count; m++) {
            const double *v = t->positions + 3 * (f * t->marker_count + m);
            unsigned char *p = pd_buffer_extend(out, 4 * (size_t)item);
            for (int c = 0; c < 4; c++) {
                const double value = c < 3 ? (isnan(v[0]) ? 0 : v[c]) : isnan(v[0]) ? -1 : 3;
                if (t->as_integers) c3d_word(p + 2 * c, k, (int)lrint(c < 3 ? value / t->scale : value));
                if (!t->as_integers) c3d_float(p + 4 * c, k, value);
            }
        }
        unsigned char *p = pd_buffer_extend(out, (size_t)(item * t->analog_count));
        memset(p, 0x7f, (size_t)(item * t->analog_count));
    }
}

#endif
