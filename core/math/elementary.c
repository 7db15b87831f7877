#include "core/math/elementary.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Adding and subtracting it rounds a double below 2^51 to the nearest whole number, ties to even. */
#define ROUNDS 0x1.8p52

static double whole_of(double x)
{
    return (x + ROUNDS) - ROUNDS;
}

/* Returns 2^k for k from -1022 to 1023. */
static double power_of_two(int k)
{
    const uint64_t bits = (uint64_t)(k + 1023) << 52;
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---- circular functions */

/* pi/2 in three parts. The first two have 33 bits, so that their products
 * with a whole number below 2^20 are exact. */
#define HALF_PI_1   0x1.921fb544p+0
#define HALF_PI_2   0x1.0b4611a6p-34
#define HALF_PI_3   0x1.3198a2e037073p-69
#define TWO_OVER_PI 0x1.45f306dc9c883p-1
#define REDUCES_TO  1e6 /* radians; larger angles are first taken modulo 2 pi */

/* An angle r + low, |r| <= pi/4, and the number of quarter turns that were subtracted. */
typedef struct quarter {
    double r, low;
    int turns; /* 0 to 3 */
} quarter;

static quarter quarter_of(double x)
{
    if (!(fabs(x) <= REDUCES_TO)) x = fmod(x, 2 * M_PI); /* NaN and infinity become NaN */
    if (x != x) return (quarter){x, 0, 0};

    /* What the subtraction of the second part rounds away goes into `low`. */
    const double k = whole_of(x * TWO_OVER_PI);
    const double first = x - k * HALF_PI_1;
    const double second = k * HALF_PI_2;
    const double high = first - second;
    const double low = ((first - high) - second) - k * HALF_PI_3;
    const double r = high + low;

    return (quarter){r, (high - r) + low, (int)((long)k & 3)};
}

/* sin(r + low) by its Taylor series; the first term left out is below 1e-19. */
static double sine_of(double r, double low)
{
    const double z = r * r;
    double p = 1.0 / 355687428096000;

    p = -1.0 / 1307674368000 + z * p;
    p = 1.0 / 6227020800 + z * p;
    p = -1.0 / 39916800 + z * p;
    p = 1.0 / 362880 + z * p;
    p = -1.0 / 5040 + z * p;
    p = 1.0 / 120 + z * p;
    p = -1.0 / 6 + z * p;

    return r + (low * (1 - 0.5 * z) + r * z * p);
}

/* cos(r + low); the first term left out is below 1e-17. */
static double cosine_of(double r, double low)
{
    const double z = r * r;
    double p = 1.0 / 20922789888000;

    p = -1.0 / 87178291200 + z * p;
    p = 1.0 / 479001600 + z * p;
    p = -1.0 / 3628800 + z * p;
    p = 1.0 / 40320 + z * p;
    p = -1.0 / 720 + z * p;
    p = 1.0 / 24 + z * p;

    /* 1 - z/2 with what its rounding loses. */
    const double half = 0.5 * z;
    const double most = 1 - half;
    return most + (((1 - most) - half) + (z * z * p - r * low));
}

double pd_sin(double x)
{
    const quarter q = quarter_of(x);
    const double value = q.turns & 1 ? cosine_of(q.r, q.low) : sine_of(q.r, q.low);

    return q.turns & 2 ? -value : value;
}

double pd_cos(double x)
{
    const quarter q = quarter_of(x);
    const double value = q.turns & 1 ? sine_of(q.r, q.low) : cosine_of(q.r, q.low);

    return q.turns == 1 || q.turns == 2 ? -value : value;
}

double pd_tan(double x)
{
    const quarter q = quarter_of(x);
    const double sine = sine_of(q.r, q.low);
    const double cosine = cosine_of(q.r, q.low);

    return q.turns & 1 ? -cosine / sine : sine / cosine;
}

/* atan(t) for |t| <= 1/8; the first term left out is below 1e-18 t. */
static double small_atan(double t)
{
    const double z = t * t;
    double p = 1.0 / 17;

    p = 1.0 / 15 - z * p;
    p = 1.0 / 13 - z * p;
    p = 1.0 / 11 - z * p;
    p = 1.0 / 9 - z * p;
    p = 1.0 / 7 - z * p;
    p = 1.0 / 5 - z * p;
    p = 1.0 / 3 - z * p;

    return t - t * z * p;
}

double pd_atan2(double y, double x)
{
    /* atan(k/4) in two parts. */
    static const double angles[5] = {0, 0x1.f5b75f92c80ddp-3, 0x1.dac670561bb4fp-2, 0x1.4978fa3269ee1p-1,
                                     0x1.921fb54442d18p-1};
    static const double rests[5] = {0, 0x1.8ab6e3cf7afbdp-57, 0x1.a2b7f222f65e2p-56, 0x1.2419a87f2a458p-56,
                                    0x1.1a62633145c07p-55};
    const double pi_rest = 0x1.1a62633145c07p-53;

    if (x != x || y != y) return x + y;

    /* The angle to the nearer axis, at most pi/4. */
    const double across = fabs(y);
    const double along = fabs(x);
    const double least = across < along ? across : along;
    const double most = across < along ? along : across;
    double high = 0;
    double low = 0;
    if (isinf(most)) {
        high = isinf(least) ? angles[4] : 0;
    } else if (most > 0) {
        const int k = (int)whole_of(4 * (least / most));
        const double c = 0.25 * k;
        high = angles[k];
        low = rests[k] + small_atan((least - c * most) / (most + c * least));
    }

    /* From that axis to the positive x axis. */
    double angle;
    if (across < along)
        angle = signbit(x) ? (M_PI - high) - (low - pi_rest) : high + low;
    else if (most > 0)
        angle = signbit(x) ? (0.5 * M_PI + high) + (low + 0.5 * pi_rest)
                           : (0.5 * M_PI - high) - (low - 0.5 * pi_rest);
    else
        angle = signbit(x) ? M_PI : 0;

    return copysign(angle, y);
}

double pd_atan(double x)
{
    return pd_atan2(x, 1);
}

double pd_asin(double x)
{
    return pd_atan2(x, sqrt((1 - x) * (1 + x)));
}

double pd_acos(double x)
{
    return pd_atan2(sqrt((1 - x) * (1 + x)), x);
}

/* ---- exponential and logarithm */

/* ln 2 in two parts. The first has 32 bits, so that its product with an exponent is exact. */
#define LN2_1      0x1.62e42feep-1
#define LN2_2      0x1.a39ef35793c76p-33
#define ONE_BY_LN2 0x1.71547652b82fep+0

/* exp(r + low) - 1 for |r| <= ln 2 / 2; the first term left out is below 1e-17 r. */
static double small_exp(double r, double low)
{
    double p = 1.0 / 6227020800;

    p = 1.0 / 479001600 + r * p;
    p = 1.0 / 39916800 + r * p;
    p = 1.0 / 3628800 + r * p;
    p = 1.0 / 362880 + r * p;
    p = 1.0 / 40320 + r * p;
    p = 1.0 / 5040 + r * p;
    p = 1.0 / 720 + r * p;
    p = 1.0 / 120 + r * p;
    p = 1.0 / 24 + r * p;
    p = 1.0 / 6 + r * p;
    p = 0.5 + r * p;

    return r + (low + r * r * p);
}

/* Returns exp(r) - 1 of the rest r = x - k ln 2, and k. |x| < 750. */
static double exp_rest(double x, int *k)
{
    const double n = whole_of(x * ONE_BY_LN2);
    const double high = x - n * LN2_1;
    const double low = n * LN2_2;
    const double r = high - low;

    *k = (int)n;
    return small_exp(r, (high - r) - low);
}

double pd_exp(double x)
{
    int k;

    if (x != x) return x;
    if (x > 709.79) return INFINITY;
    if (x < -745.2) return 0;
    const double rest = exp_rest(x, &k);

    /* In two steps, because 2^k alone may not be representable. */
    const int half = k / 2;
    return (1 + rest) * power_of_two(half) * power_of_two(k - half);
}

double pd_expm1(double x)
{
    int k;

    if (x != x) return x;
    if (x < -40) return -1;
    if (x > 40) return pd_exp(x);
    if (x == 0) return x;
    const double rest = exp_rest(x, &k);
    const double scale = power_of_two(k);

    return scale * rest + (scale - 1);
}

double pd_log(double x)
{
    uint64_t bits;
    int k = 0;

    if (!(x > 0)) return x == 0 ? -INFINITY : NAN;
    if (isinf(x)) return x;
    if (x < 0x1p-1022) {
        x *= 0x1p54;
        k = -54;
    }

    /* x = 2^k m with m from 1/sqrt 2 to sqrt 2. */
    memcpy(&bits, &x, sizeof bits);
    k += (int)(bits >> 52) - 1023;
    bits = (bits & 0xfffffffffffffu) | (uint64_t)1023 << 52;
    double m;
    memcpy(&m, &bits, sizeof m);
    if (m > 0x1.6a09e667f3bcdp+0) {
        m *= 0.5;
        k++;
    }

    /* With f = m - 1 and s = f / (2 + f), log m = 2 s + s R = f - s (f - R), R = 2 s^2 / 3 + 2 s^4 / 5 + ...
     * The first term left out is below 1e-18. */
    const double f = m - 1;
    const double s = f / (2 + f);
    const double z = s * s;
    double p = 2.0 / 21;
    p = 2.0 / 19 + z * p;
    p = 2.0 / 17 + z * p;
    p = 2.0 / 15 + z * p;
    p = 2.0 / 13 + z * p;
    p = 2.0 / 11 + z * p;
    p = 2.0 / 9 + z * p;
    p = 2.0 / 7 + z * p;
    p = 2.0 / 5 + z * p;
    p = 2.0 / 3 + z * p;
    const double square = 0.5 * f * f;
    const double rest = s * (square + z * p);

    return k * LN2_1 + (f - (square - (rest + k * LN2_2)));
}

double pd_pow(double x, double y)
{
    if (y == 0 || x == 1) return 1;
    if (x == 0) return y > 0 ? 0 : y < 0 ? INFINITY : y;
    return pd_exp(y * pd_log(x));
}

double pd_tanh(double x)
{
    const double size = fabs(x);

    if (size > 22) return copysign(1, x);
    const double t = pd_expm1(2 * size);
    return copysign(t / (t + 2), x);
}

double pd_hypot(double x, double y)
{
    return sqrt(x * x + y * y);
}
