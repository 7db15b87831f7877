#include "core/wardrobe/palette.h"

#include "core/base/assert.h"
#include <math.h>

float pd_wardrobe_linear(double srgb)
{
    return (float)(srgb <= 0.04045 ? srgb / 12.92 : pow((srgb + 0.055) / 1.055, 2.4));
}

void pd_wardrobe_skin_color(float out[3], double tone)
{
    static const double dark[3] = {0.36, 0.23, 0.16};
    static const double light[3] = {0.88, 0.70, 0.59};
    for (int c = 0; c < 3; c++) out[c] = pd_wardrobe_linear(dark[c] + tone * (light[c] - dark[c]));
}

#define ROW(id, name, r, g, b) {r, g, b},
static const unsigned char hair[PD_WARDROBE_HAIR_COUNT][3] = {PD_WARDROBE_HAIR_TABLE(ROW)};
static const unsigned char iris[PD_WARDROBE_IRIS_COUNT][3] = {PD_WARDROBE_IRIS_TABLE(ROW)};
#undef ROW

void pd_wardrobe_hair_rgb(float out[3], pd_wardrobe_hair_color color, double grey)
{
    PD_ASSERT((unsigned)color < PD_WARDROBE_HAIR_COUNT);
    PD_ASSERT(grey >= 0 && grey <= 1);
    for (int c = 0; c < 3; c++) {
        const double own = hair[color][c] / 255.0;
        const double white = hair[PD_WARDROBE_HAIR_WHITE][c] / 255.0;
        out[c] = pd_wardrobe_linear(own + grey * (white - own));
    }
}

const unsigned char *pd_wardrobe_iris_srgb(pd_wardrobe_iris_color color)
{
    PD_ASSERT((unsigned)color < PD_WARDROBE_IRIS_COUNT);
    return iris[color];
}
