#include "core/base/text/number.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char pairs[201] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748"
    "49505152535455565758596061626364656667686970717273747576777879808182838485868788899091929394959697"
    "9899";

/* The three digits of 0 to 999, one after the other. */
static const char triples[3001] =
    "000001002003004005006007008009010011012013014015016017018019020021022023024025026027028029030031032"
    "033034035036037038039040041042043044045046047048049050051052053054055056057058059060061062063064065"
    "066067068069070071072073074075076077078079080081082083084085086087088089090091092093094095096097098"
    "099100101102103104105106107108109110111112113114115116117118119120121122123124125126127128129130131"
    "132133134135136137138139140141142143144145146147148149150151152153154155156157158159160161162163164"
    "165166167168169170171172173174175176177178179180181182183184185186187188189190191192193194195196197"
    "198199200201202203204205206207208209210211212213214215216217218219220221222223224225226227228229230"
    "231232233234235236237238239240241242243244245246247248249250251252253254255256257258259260261262263"
    "264265266267268269270271272273274275276277278279280281282283284285286287288289290291292293294295296"
    "297298299300301302303304305306307308309310311312313314315316317318319320321322323324325326327328329"
    "330331332333334335336337338339340341342343344345346347348349350351352353354355356357358359360361362"
    "363364365366367368369370371372373374375376377378379380381382383384385386387388389390391392393394395"
    "396397398399400401402403404405406407408409410411412413414415416417418419420421422423424425426427428"
    "429430431432433434435436437438439440441442443444445446447448449450451452453454455456457458459460461"
    "462463464465466467468469470471472473474475476477478479480481482483484485486487488489490491492493494"
    "495496497498499500501502503504505506507508509510511512513514515516517518519520521522523524525526527"
    "528529530531532533534535536537538539540541542543544545546547548549550551552553554555556557558559560"
    "561562563564565566567568569570571572573574575576577578579580581582583584585586587588589590591592593"
    "594595596597598599600601602603604605606607608609610611612613614615616617618619620621622623624625626"
    "627628629630631632633634635636637638639640641642643644645646647648649650651652653654655656657658659"
    "660661662663664665666667668669670671672673674675676677678679680681682683684685686687688689690691692"
    "693694695696697698699700701702703704705706707708709710711712713714715716717718719720721722723724725"
    "726727728729730731732733734735736737738739740741742743744745746747748749750751752753754755756757758"
    "759760761762763764765766767768769770771772773774775776777778779780781782783784785786787788789790791"
    "792793794795796797798799800801802803804805806807808809810811812813814815816817818819820821822823824"
    "825826827828829830831832833834835836837838839840841842843844845846847848849850851852853854855856857"
    "858859860861862863864865866867868869870871872873874875876877878879880881882883884885886887888889890"
    "891892893894895896897898899900901902903904905906907908909910911912913914915916917918919920921922923"
    "924925926927928929930931932933934935936937938939940941942943944945946947948949950951952953954955956"
    "957958959960961962963964965966967968969970971972973974975976977978979980981982983984985986987988989"
    "990991992993994995996997998999";

/* Writes the decimal digits of n without leading zeros, and returns their number. */
static size_t write_unsigned(char *out, uint64_t n)
{
    char text[20];
    size_t at = sizeof text;

    for (; n >= 100; n /= 100) memcpy(text + (at -= 2), pairs + 2 * (n % 100), 2);
    if (n >= 10)
        memcpy(text + (at -= 2), pairs + 2 * n, 2);
    else
        text[--at] = (char)('0' + n);
    memcpy(out, text + at, sizeof text - at);

    return sizeof text - at;
}

/* The product with the scale rounded to nearest, ties to even. Adding 1.5 2^52 leaves the rounded number in
 * the low bits: faster than a call of llrint. scaled < 2^50. */
static inline uint64_t round_scaled(double scaled)
{
    double shifted = scaled + 6755399441055744.0;
    uint64_t n;
    memcpy(&n, &shifted, sizeof n);
    return n & ((UINT64_C(1) << 51) - 1);
}

/* Returns the three digits of n < 1000 as text, the first in the lowest byte. */
static inline uint64_t three_digits(uint32_t n)
{
    uint32_t text;
    memcpy(&text, triples + 3 * n, sizeof text); /* the byte behind them is cut off */
    return text & 0xffffff;
}

/* Writes six decimals without a branch that depends on the digits, on little-endian hosts. Returns 0 when the
 * number is too large. */
static inline size_t write_micro(char *out, float value)
{
    double scaled = fabs((double)value) * 1e6;

    if (!(scaled < 1e15)) return 0;

    /* Sign, except for values that round to 0, and the whole part. */
    uint64_t n = round_scaled(scaled);
    uint64_t whole = n / 1000000;
    out[0] = '-';
    size_t length = (value < 0) & (n != 0);
    if (whole < 10)
        out[length++] = (char)('0' + whole);
    else
        length += write_unsigned(out + length, whole);

    /* The point and six digits are stored at once; the length leaves out trailing zeros. */
    const uint32_t part = (uint32_t)(n - 1000000 * whole);
    const uint64_t digits = three_digits(part / 1000) | three_digits(part % 1000) << 24;
    const uint64_t text = digits << 8 | '.';
    const uint64_t left = (digits ^ UINT64_C(0x303030303030)) << 8;
    memcpy(out + length, &text, sizeof text);

    return length + (part ? 8 - (size_t)__builtin_clzll(left) / 8 : 0);
}

size_t pd_io_number_fixed(char *out, float value, int digits)
{
    static const uint64_t scales[10] = {1,      10,      100,      1000,      10000,
                                        100000, 1000000, 10000000, 100000000, 1000000000};

    PD_ASSERT(digits >= 0 && digits <= 9);
    if (!isfinite(value)) value = 0;

    /* The usual case, six decimals, has a faster way for numbers that are not too large. */
    size_t length = digits == PD_IO_NUMBER_DIGITS ? write_micro(out, value) : 0;
    if (length) return length;

    /* Too large for the integers below. */
    const double scaled = fabs((double)value) * (double)scales[digits];
    if (!(scaled < 1e15)) {
        length = (size_t)snprintf(out, PD_IO_NUMBER_BYTES, "%.*f", digits, (double)value);
        if (digits)
            while (out[length - 1] == '0') length--;
        if (out[length - 1] == '.') length--;
        if (length == 2 && !memcmp(out, "-0", 2)) {
            out[0] = '0';
            length = 1;
        }

        return length;
    }

    /* n / 10^digits with exactly that many decimals, then without the trailing zeros. */
    const uint64_t n = round_scaled(scaled);
    const uint64_t whole = n / scales[digits];
    uint64_t part = n % scales[digits];
    out[0] = '-';
    length = value < 0 && n;
    length += write_unsigned(out + length, whole);
    if (!part) return length;
    out[length] = '.';
    for (int i = digits; i > 0; i--, part /= 10) out[length + (size_t)i] = (char)('0' + part % 10);
    length += (size_t)digits + 1;
    while (out[length - 1] == '0') length--;

    return length;
}

/* ceil(10^k 2^(63 - floor(log2 10^k))) for k = -31 .. 45 */
#define POWER_MIN (-31)
static const uint64_t powers[] = {
    0x81CEB32C4B43FCF5, 0xA2425FF75E14FC32, 0xCAD2F7F5359A3B3F, 0xFD87B5F28300CA0E, 0x9E74D1B791E07E49,
    0xC612062576589DDB, 0xF79687AED3EEC552, 0x9ABE14CD44753B53, 0xC16D9A0095928A28, 0xF1C90080BAF72CB2,
    0x971DA05074DA7BEF, 0xBCE5086492111AEB, 0xEC1E4A7DB69561A6, 0x9392EE8E921D5D08, 0xB877AA3236A4B44A,
    0xE69594BEC44DE15C, 0x901D7CF73AB0ACDA, 0xB424DC35095CD810, 0xE12E13424BB40E14, 0x8CBCCC096F5088CC,
    0xAFEBFF0BCB24AAFF, 0xDBE6FECEBDEDD5BF, 0x89705F4136B4A598, 0xABCC77118461CEFD, 0xD6BF94D5E57A42BD,
    0x8637BD05AF6C69B6, 0xA7C5AC471B478424, 0xD1B71758E219652C, 0x83126E978D4FDF3C, 0xA3D70A3D70A3D70B,
    0xCCCCCCCCCCCCCCCD, 0x8000000000000000, 0xA000000000000000, 0xC800000000000000, 0xFA00000000000000,
    0x9C40000000000000, 0xC350000000000000, 0xF424000000000000, 0x9896800000000000, 0xBEBC200000000000,
    0xEE6B280000000000, 0x9502F90000000000, 0xBA43B74000000000, 0xE8D4A51000000000, 0x9184E72A00000000,
    0xB5E620F480000000, 0xE35FA931A0000000, 0x8E1BC9BF04000000, 0xB1A2BC2EC5000000, 0xDE0B6B3A76400000,
    0x8AC7230489E80000, 0xAD78EBC5AC620000, 0xD8D726B7177A8000, 0x878678326EAC9000, 0xA968163F0A57B400,
    0xD3C21BCECCEDA100, 0x84595161401484A0, 0xA56FA5B99019A5C8, 0xCECB8F27F4200F3A, 0x813F3978F8940985,
    0xA18F07D736B90BE6, 0xC9F2C9CD04674EDF, 0xFC6F7C4045812297, 0x9DC5ADA82B70B59E, 0xC5371912364CE306,
    0xF684DF56C3E01BC7, 0x9A130B963A6C115D, 0xC097CE7BC90715B4, 0xF0BDC21ABB48DB21, 0x96769950B50D88F5,
    0xBC143FA4E250EB32, 0xEB194F8E1AE525FE, 0x92EFD1B8D0CF37BF, 0xB7ABC627050305AE, 0xE596B7B0C643C71A,
    0x8F7E32CE7BEA5C70, 0xB35DBF821AE4F38C,
};

/* Returns floor(g c / 2^64) with a sticky lowest bit: odd when anything was cut off. */
static uint32_t round_to_odd(uint64_t g, uint32_t c)
{
    unsigned __int128 product = (unsigned __int128)g * c;
    uint32_t high = (uint32_t)(product >> 64);
    uint32_t low = (uint32_t)(product >> 32);
    return high | (low > 1);
}

typedef struct decimal {
    uint32_t digits;
    int exponent; /* value = digits 10^exponent */
} decimal;

/* Schubfach, section 9 (float32 parameters): c 2^q is the value, `closer` says that its lower neighbour is
 * half as far away as the upper one. All comparisons are on four times the value. */
static decimal schubfach(uint32_t c, int q, int closer)
{
    uint32_t odd = c & 1;
    uint32_t cb = 4 * c;
    uint32_t cbl = cb - 2 + (uint32_t)closer;
    uint32_t cbr = cb + 2;
    int k = (q * 1262611 - (closer ? 524031 : 0)) >> 22; /* floor(log10 of the interval's width) */
    int h = q + ((-k * 1741647) >> 19) + 1;

    PD_DEBUG_ASSERT(k <= -POWER_MIN && (size_t)(-k - POWER_MIN) < sizeof powers / sizeof *powers);
    uint64_t g = powers[-k - POWER_MIN];

    /* The value and the bounds of its rounding interval, on that scale. */
    uint32_t vb = round_to_odd(g, cb << h);
    uint32_t lower = round_to_odd(g, cbl << h) + odd;
    uint32_t upper = round_to_odd(g, cbr << h) - odd;
    uint32_t s = vb / 4;

    /* A shorter number inside the interval is taken first. */
    if (s >= 10) {
        uint32_t t = s / 10;
        int down = lower <= 40 * t;
        int up = 40 * t + 40 <= upper;
        if (down != up) return (decimal){t + (uint32_t)up, k + 1};
    }

    /* Otherwise the neighbour of the value that is inside. */
    int down = lower <= 4 * s;
    int up = 4 * s + 4 <= upper;
    if (down != up) return (decimal){s + (uint32_t)up, k};

    /* If both are, the nearer one; ties go to the even one. */
    uint32_t middle = 4 * s + 2;
    return (decimal){s + (vb > middle || (vb == middle && (s & 1))), k};
}

/* Returns the shortest decimal of a float's bits, without trailing zeros. */
static decimal decimal_of(uint32_t bits)
{
    uint32_t fraction = bits & 0x7fffff;
    uint32_t exponent = bits >> 23 & 0xff;
    uint32_t c = exponent ? fraction | 0x800000 : fraction;
    int q = exponent ? (int)exponent - 150 : -149;
    decimal d;

    /* Whole numbers below 2^24 are exact already. */
    if (q <= 0 && q > -24 && !(c & ((1u << -q) - 1)))
        d = (decimal){c >> -q, 0}; /* a whole number */
    else
        d = schubfach(c, q, !fraction && exponent > 1);
    for (; d.digits && d.digits % 10 == 0; d.digits /= 10) d.exponent++;

    return d;
}

/* Appends `count` digits, or zeros without `from`. Returns the end. */
static char *put_number(char *at, const char *from, int count)
{
    for (int i = 0; i < count; i++) *at++ = from ? from[i] : '0';
    return at;
}

/* Writes n digits and a power of ten as text: 120, 1.5, 0.0025 or 1.5e-7. Returns the end. */
static char *write_decimal(char *at, const char *digits, int n, int exponent)
{
    int point = n + exponent; /* digits before the point */
    PD_DEBUG_ASSERT(n >= 1 && n <= 10);

    /* Very large and very small numbers get an exponent. */
    if (point > 9 || point < -4) {
        at = put_number(at, digits, 1);
        if (n > 1) *at++ = '.';
        at = put_number(at, digits + 1, n - 1);
        return at + sprintf(at, "e%d", point - 1);
    }

    /* Zeros behind the digits, a point between them, or zeros before them. */
    if (point >= n) return put_number(put_number(at, digits, n), NULL, point - n);
    if (point > 0) {
        at = put_number(at, digits, point);
        *at++ = '.';
        return put_number(at, digits + point, n - point);
    }

    at = put_number(at, "0.", 2);

    return put_number(put_number(at, NULL, -point), digits, n);
}

size_t pd_io_number_shortest(char *out, float value)
{
    char digits[20];
    uint32_t bits;
    size_t sign = 0;

    memcpy(&bits, &value, sizeof bits);
    if (!isfinite(value)) bits = 0;
    if (bits >> 31) out[sign++] = '-';

    /* Zero has one digit and no exponent. */
    decimal d = decimal_of(bits & 0x7fffffff);
    if (!d.digits) d.exponent = 0;
    size_t n = write_unsigned(digits, d.digits);

    return (size_t)(write_decimal(out + sign, digits, (int)n, d.exponent) - out);
}

bool pd_io_numbers_are_zero(const float *values, size_t count)
{
    enum { RUN = 16 }; /* a fixed count, so that -O2 makes vectors of the loop */
    size_t i = 0;

    for (; count - i >= RUN; i += RUN) {
        uint32_t bits[RUN];
        uint32_t any = 0;
        memcpy(bits, values + i, sizeof bits);
        for (int n = 0; n < RUN; n++) any |= bits[n] << 1; /* without the sign */
        if (any) return false;
    }

    while (i < count && values[i] == 0) i++;

    return i == count;
}

pd_status pd_io_numbers_check_finite(const float *values, size_t count, const char *where, pd_error *err)
{
    enum { RUN = 64 }; /* a fixed count, so that -O2 makes vectors of the loop */
    size_t i = 0;

    /* Blocks as long as all of their numbers are finite: NaN and infinity have all exponent bits set. */
    for (; count - i >= RUN; i += RUN) {
        int32_t bits[RUN];
        int32_t bad = 0;
        memcpy(bits, values + i, sizeof bits);
        for (int n = 0; n < RUN; n++) bad |= (bits[n] & 0x7f800000) == 0x7f800000;
        if (bad) break;
    }

    /* Exact place of the value. */
    while (i < count && isfinite(values[i])) i++;
    if (i == count) return PD_OK;

    char place[160];
    snprintf(place, sizeof place, "%s/%zu", where ? where : "", i);
    return pd_fail(err, PD_ERR_INVALID, place, "%s; a finite number expected",
                   isnan(values[i]) ? "NaN" : "infinity");
}

/* Writes in runs, so that the buffer grows once per run. digits -1: shortest. */
static void write_all(pd_buffer *out, const float *values, size_t count, int digits, char separator)
{
    enum { RUN = 512 };

    for (size_t i = 0; i < count; i += RUN) {
        size_t end = count - i > RUN ? i + RUN : count;
        if (!pd_buffer_reserve(out, RUN * PD_IO_NUMBER_BYTES)) return;

        char *at = (char *)out->data + out->size;
        for (size_t j = i; j < end; j++) {
            if (j) *at++ = separator;
            size_t length = digits == PD_IO_NUMBER_DIGITS ? write_micro(at, values[j]) : 0;
            if (length)
                at += length;
            else
                at += digits < 0 ? pd_io_number_shortest(at, values[j])
                                 : pd_io_number_fixed(at, values[j], digits);
        }

        PD_ASSERT((size_t)(at - (char *)out->data) <= out->capacity);
        out->size = (size_t)(at - (char *)out->data);
    }
}

pd_status pd_io_numbers_fixed(pd_buffer *out, const float *values, size_t count, int digits, char separator,
                              const char *where, pd_error *err)
{
    if (digits < 0 || digits > 9) return pd_fail(err, PD_ERR_RANGE, "/digits", "%d; 0 to 9 allowed", digits);
    if (pd_io_numbers_check_finite(values, count, where, err)) return PD_ERR_INVALID;
    write_all(out, values, count, digits, separator);
    return PD_OK;
}

pd_status pd_io_numbers_shortest(pd_buffer *out, const float *values, size_t count, char separator,
                                 const char *where, pd_error *err)
{
    if (pd_io_numbers_check_finite(values, count, where, err)) return PD_ERR_INVALID;
    write_all(out, values, count, -1, separator);
    return PD_OK;
}

int pd_io_numbers_read(double *out, int count, const char *text)
{
    int found = 0;

    while (found < count) {
        char *end;
        out[found] = strtod(text, &end);
        if (end == text) break;
        text = end;
        found++;
    }

    return found;
}

void pd_io_json_string(pd_buffer *out, const char *text)
{
    pd_buffer_text(out, "\"");
    for (const char *run = text;; text++) {
        unsigned char c = (unsigned char)*text;
        if (c >= 0x20 && c != '"' && c != '\\') continue;
        pd_buffer_add(out, run, (size_t)(text - run));
        run = text + 1;
        if (!c) break;
        if (c < 0x20)
            pd_buffer_printf(out, "\\u%04x", c);
        else
            pd_buffer_printf(out, "\\%c", c);
    }

    pd_buffer_text(out, "\"");
}
