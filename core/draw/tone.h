#ifndef PD_DRAW_TONE_H
#define PD_DRAW_TONE_H
/* From linear light to the numbers of a picture, and back.
 *
 * Tone curve: Khronos PBR Neutral (2024), which keeps colours below 0.76 as they are and compresses what is brighter, so that a skin tone that was
 * asked for is the one in the picture. Then the curve of sRGB (IEC 61966-2-1).   Threads  pure functions.
 */
#include <stdint.h>

/* Compresses a colour in place to 0..1. */
void pd_draw_tone(float rgb[3]);
/* Linear 0..1 to sRGB 0..255; values beyond are clipped. */
uint8_t pd_draw_srgb(float linear);
/* Tables by which many linear values become sRGB numbers quickly; the numbers are those of pd_draw_srgb. */
typedef struct pd_draw_srgb_table {
    float from[257];     /* the least linear value of each number; the last is larger than all */
    uint8_t first[1025]; /* a number that is at most that of a value, by 1024 times the value's square root */
} pd_draw_srgb_table;
void pd_draw_srgb_table_fill(pd_draw_srgb_table *table);
uint8_t pd_draw_srgb_find(const pd_draw_srgb_table *table, float linear);
/* sRGB 0..255, also between whole numbers, to linear 0..1. */
float pd_draw_linear(float srgb);

#endif
