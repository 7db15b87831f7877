#ifndef PD_DRAW_TONE_H
#define PD_DRAW_TONE_H
/* Converts linear light to the numbers of a picture, and back.
 *
 * Tone curve: Khronos PBR Neutral (2024). It subtracts the reflection of a typical surface (0.04), does not
 * change colours below 0.76 otherwise, and compresses brighter ones, so the picture has the requested skin
 * tone. Then the curve of sRGB (IEC 61966-2-1).
 * Threads     pure functions.
 */
#include <stdint.h>

/* Compresses a colour in place to 0..1. */
void pd_draw_tone(float rgb[3]);
/* Linear 0..1 to sRGB 0..255; values beyond are clipped. */
uint8_t pd_draw_srgb(float linear);
/* Tables for a fast conversion of linear values to sRGB numbers. The results are those of pd_draw_srgb. */
typedef struct pd_draw_srgb_table {
    float from[257]; /* least linear value of each number; the last entry is larger than all values */
    /* lower bounds of the sRGB numbers of linear values;
     * the index is 1024 times the square root of the value */
    uint8_t first[1025];
} pd_draw_srgb_table;
void pd_draw_srgb_table_fill(pd_draw_srgb_table *table);
uint8_t pd_draw_srgb_find(const pd_draw_srgb_table *table, float linear);
/* sRGB 0..255, also between whole numbers, to linear 0..1. */
float pd_draw_linear(float srgb);

#endif
