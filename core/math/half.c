#include "core/math/half.h"

#include <math.h>
#include <string.h>

static float float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, 4);
    return value;
}

float pd_half_to_float(uint16_t half)
{
    uint32_t sign = (uint32_t)(half & 0x8000) << 16;
    uint32_t rest = half & 0x7fff;
    if (rest >= 0x7c00) return float_of_bits(sign | 0x7f800000 | (rest & 0x3ff) << 13);
    if (rest >= 0x400) return float_of_bits(sign | ((rest << 13) + (112u << 23)));
    return float_of_bits(sign | 0x3f800000) * ((float)rest * 0x1p-24f); /* subnormal: keeps the sign of 0 */
}

uint16_t pd_half_from_float(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, 4);
    uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
    uint32_t power = bits >> 23 & 255; /* with float's bias of 127; half's is 15 */
    if (!(bits & 0x1fff) && power > 112 &&
        power < 143) /* exactly a half: fast, for often all of a network's weights are */
        return (uint16_t)(sign | (power - 112) << 10 | (bits >> 13 & 0x3ff));

    float magnitude = fabsf(value);
    if (isnan(value)) return sign | 0x7e00;
    if (magnitude >= 65520) return sign | 0x7c00;

    /* rint rounds half to even; a carry out of the mantissa is a carry into the exponent. */
    if (magnitude < 0x1p-14f) return (uint16_t)(sign | (uint16_t)rintf(magnitude * 0x1p24f));

    int exponent;
    float mantissa = frexpf(magnitude, &exponent); /* 0.5 <= mantissa < 1 */
    uint32_t scaled = (uint32_t)rintf(mantissa * 2048);

    return (uint16_t)(sign | ((((uint32_t)exponent + 14) << 10) + (scaled - 1024)));
}
