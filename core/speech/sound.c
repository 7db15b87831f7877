#include "core/speech/sound.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define CROSSINGS 16  /* zero crossings of the sinc on each side */
#define PHASES    256 /* places between two samples at which the sinc is tabled */
#define CHANNELS  8
#define LANES     8 /* sums of a resampled sample that are computed at once */

enum { PCM = 1, FLOATS = 3, A_LAW = 6, MU_LAW = 7, EXTENSIBLE = 0xFFFE };

static uint32_t word_at(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static int half_at(const unsigned char *p)
{
    return p[0] | p[1] << 8;
}

/* Form of the samples of a file. */
typedef struct sound_form {
    int format, channels, rate, bits;
} sound_form;

static float mu_law(unsigned char byte)
{
    const int u = ~byte & 0xFF;
    const int t = (((u & 0x0F) << 3) + 0x84) << ((u & 0x70) >> 4);
    return (float)(u & 0x80 ? 0x84 - t : t - 0x84) / 32768;
}

static float a_law(unsigned char byte)
{
    const int a = byte ^ 0x55;
    const int exponent = (a & 0x70) >> 4;
    int t = ((a & 0x0F) << 4) + 8;
    if (exponent) t = (t + 0x100) << (exponent - 1);
    return (float)(a & 0x80 ? t : -t) / 32768;
}

static float sample_at(const unsigned char *p, const sound_form *form)
{
    if (form->format == MU_LAW) return mu_law(*p);
    if (form->format == A_LAW) return a_law(*p);
    if (form->format == FLOATS) {
        const uint32_t bits = word_at(p);
        float value;
        memcpy(&value, &bits, sizeof value);
        return value;
    }

    if (form->bits == 8) return (float)(*p - 128) / 128;
    if (form->bits == 16) return (float)(int16_t)half_at(p) / 32768;
    if (form->bits == 24)
        return (float)((int32_t)((uint32_t)p[0] << 8 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 24) >> 8) /
               8388608;
    return (float)((double)(int32_t)word_at(p) / 2147483648.0);
}

static const sound_form chunk_forms[PD_SPEECH_FORMATS] = {[PD_SPEECH_S16] = {.format = PCM, .bits = 16},
                                                          [PD_SPEECH_F32] = {.format = FLOATS, .bits = 32},
                                                          [PD_SPEECH_MU_LAW] = {.format = MU_LAW, .bits = 8},
                                                          [PD_SPEECH_A_LAW] = {.format = A_LAW, .bits = 8}};

int pd_speech_format_bytes(pd_speech_format format)
{
    PD_ASSERT((unsigned)format < PD_SPEECH_FORMATS);
    return chunk_forms[format].bits / 8;
}

float pd_speech_format_sample(const unsigned char *bytes, pd_speech_format format)
{
    PD_ASSERT((unsigned)format < PD_SPEECH_FORMATS);
    return sample_at(bytes, &chunk_forms[format]);
}

/* Finds the form and the samples of a file. */
static pd_status find_chunks(sound_form *form, pd_bytes *data, pd_bytes file, pd_error *err)
{
    bool has_form = false;

    if (file.size < 12 || memcmp(file.data, "RIFF", 4) != 0 || memcmp(file.data + 8, "WAVE", 4) != 0)
        return pd_fail(err, PD_ERR_INVALID, "", "no WAV file: RIFF and WAVE expected at its beginning");
    for (size_t at = 12; at + 8 <= file.size;) {
        const unsigned char *chunk = file.data + at;
        const size_t left = file.size - at - 8;
        const size_t size = word_at(chunk + 4) < left ? word_at(chunk + 4) : left;
        if (!memcmp(chunk, "fmt ", 4) && size >= 16) {
            *form = (sound_form){half_at(chunk + 8), half_at(chunk + 10),
                                 (int)(word_at(chunk + 12) & 0xFFFFFF), half_at(chunk + 22)};
            if (form->format == EXTENSIBLE && size >= 26) form->format = half_at(chunk + 32);
            has_form = true;
        }

        if (!memcmp(chunk, "data", 4)) {
            *data = (pd_bytes){chunk + 8, size};
            return has_form ? PD_OK
                            : pd_fail(err, PD_ERR_INVALID, "", "no chunk \"fmt \" before the samples");
        }

        at += 8 + size + (size & 1);
    }

    return pd_fail(err, PD_ERR_INVALID, "", "no chunk \"data\"");
}

static pd_status check_form(const sound_form *form, pd_error *err)
{
    const bool is_law = form->format == MU_LAW || form->format == A_LAW;
    const bool is_float = form->format == FLOATS;
    const bool is_pcm =
        form->format == PCM && (form->bits == 8 || form->bits == 16 || form->bits == 24 || form->bits == 32);

    if (!is_pcm && !(is_law && form->bits == 8) && !(is_float && form->bits == 32))
        return pd_fail(
            err, PD_ERR_UNSUPPORTED, "",
            "format %d with %d bits; PCM of 8, 16, 24 or 32 bits, float of 32, mu-law and a-law are "
            "read",
            form->format, form->bits);
    if (form->channels < 1 || form->channels > CHANNELS)
        return pd_fail(err, PD_ERR_RANGE, "", "%d channels; 1 to %d allowed", form->channels, CHANNELS);
    if (form->rate < 8000 || form->rate > 48000)
        return pd_fail(err, PD_ERR_RANGE, "", "%d samples a second; 8000 to 48000 allowed", form->rate);

    return PD_OK;
}

pd_status pd_speech_sound_read(pd_speech_sound *out, pd_bytes file, pd_error *err)
{
    sound_form form = {0};
    pd_bytes data = {0};

    *out = (pd_speech_sound){.count = 0};
    pd_status status = find_chunks(&form, &data, file, err);
    if (status == PD_OK) status = check_form(&form, err);
    if (status != PD_OK) return status;

    /* The mean of the channels. */
    const size_t bytes = (size_t)form.bits / 8;
    const size_t count = data.size / (bytes * (size_t)form.channels);
    if (count > (size_t)form.rate * PD_SPEECH_SOUND_SECONDS)
        return pd_fail(err, PD_ERR_LIMIT, "", "%zu seconds; at most %d allowed", count / (size_t)form.rate,
                       PD_SPEECH_SOUND_SECONDS);
    out->samples = malloc((count + 1) * sizeof *out->samples);
    if (!out->samples) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    out->rate = form.rate;
    out->count = (int)count;
    for (size_t i = 0; i < count; i++) {
        float sum = 0;
        for (int c = 0; c < form.channels; c++)
            sum += sample_at(data.data + (i * (size_t)form.channels + (size_t)c) * bytes, &form);
        sum /= (float)form.channels;
        out->samples[i] = isfinite(sum) ? fminf(fmaxf(sum, -1), 1) : 0;
    }

    return PD_OK;
}

pd_status pd_speech_taps_make(pd_speech_taps *out, int from, int to, pd_error *err)
{
    const double step = (double)from / to;            /* input samples for one of the output */
    const double cut = step > 1 ? 0.95 / step : 0.95; /* of half the rate of the input */
    const int reach = (int)ceil(CROSSINGS / cut);     /* input samples on each side */
    const int width = 2 * reach + 1;
    float *rows = malloc((size_t)(PHASES + 1) * (size_t)width * sizeof *rows);

    *out = (pd_speech_taps){.rows = NULL};
    if (!rows) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    /* The windowed sinc at each phase. */
    for (int p = 0; p <= PHASES; p++)
        for (int k = 0; k < width; k++) {
            const double x = k - reach - (double)p / PHASES;
            const double window = fabs(x) < reach ? 0.5 + 0.5 * cos(M_PI * x / reach) : 0;
            const double y = M_PI * cut * x;
            rows[p * width + k] = (float)(cut * window * (fabs(y) < 1e-9 ? 1 : sin(y) / y));
        }

    *out = (pd_speech_taps){.rows = rows, .from = from, .step = step, .reach = reach, .width = width};
    return PD_OK;
}

void pd_speech_taps_deinit(pd_speech_taps *taps)
{
    free(taps->rows);
    taps->rows = NULL;
}

/* Finds the input samples around an output sample, and their weights. Returns the first one's number. */
static long place_taps(const float **row, const pd_speech_taps *taps, long index)
{
    const double at = (double)index * taps->step;
    const long middle = (long)at;

    *row = taps->rows + (size_t)lround((at - (double)middle) * PHASES) * (size_t)taps->width;
    return middle - taps->reach;
}

/* Returns the sum of row[k] samples[at + k] for k from `from` to `to` - 1. Eight sums, of every eighth k
 * each, are added at the end, so that the processor computes them at once. */
static float sum_taps(const float *row, const float *samples, long at, int from, int to)
{
    float sums[LANES] = {0};
    int k = from;

    for (; k < to && k % LANES; k++) sums[k % LANES] += row[k] * samples[at + k];
    for (; k + LANES <= to; k += LANES)
        for (int i = 0; i < LANES; i++) sums[i] += row[k + i] * samples[at + k + i];
    for (; k < to; k++) sums[k % LANES] += row[k] * samples[at + k];

    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

pd_status pd_speech_sound_resample(pd_speech_sound *out, const pd_speech_sound *in, int rate, pd_error *err)
{
    pd_speech_taps taps;
    const size_t count = (size_t)((double)in->count / ((double)in->rate / rate));
    const pd_status status = pd_speech_taps_make(&taps, in->rate, rate, err);
    float *samples = status == PD_OK ? malloc((count + 1) * sizeof *samples) : NULL;

    if (!samples) {
        pd_speech_taps_deinit(&taps);
        return status == PD_OK ? pd_fail(err, PD_ERR_MEMORY, "", "out of memory") : status;
    }

    for (size_t i = 0; i < count; i++) {
        const float *row;
        const long first = place_taps(&row, &taps, (long)i);
        const int from = first < 0 ? (int)-first : 0;
        const int to = first + taps.width > in->count ? (int)(in->count - first) : taps.width;
        samples[i] = sum_taps(row, in->samples, first, from, to);
    }

    pd_speech_taps_deinit(&taps);
    if (out == in) free(out->samples);
    *out = (pd_speech_sound){.samples = samples, .count = (int)count, .rate = rate};

    return PD_OK;
}

int pd_speech_feed_take(float *out, pd_speech_feed *feed, const pd_speech_taps *taps, const float *in,
                        int count)
{
    const float *row;
    int made = 0;

    PD_ASSERT(count >= 0 && count <= PD_SPEECH_FEED && taps->width <= PD_SPEECH_TAPS);

    /* The samples that are kept, then the new ones. */
    memcpy(feed->kept + feed->count, in, (size_t)count * sizeof *in);
    feed->count += count;

    /* Each output sample whose last input sample is there. */
    for (;;) {
        const long first = place_taps(&row, taps, feed->made);
        const long at = first - feed->first; /* place in `kept`; negative: before the sound */
        if (at + taps->width > feed->count) break;
        out[made++] = sum_taps(row, feed->kept, at, at < 0 ? (int)-at : 0, taps->width);
        feed->made++;
    }

    /* Drop what no later output needs. */
    long spare = place_taps(&row, taps, feed->made) - feed->first;
    if (spare > feed->count) spare = feed->count;
    if (spare > 0) {
        feed->count -= (int)spare;
        feed->first += spare;
        memmove(feed->kept, feed->kept + spare, (size_t)feed->count * sizeof *feed->kept);
    }

    return made;
}

void pd_speech_sound_write(pd_buffer *out, const pd_speech_sound *sound)
{
    const uint32_t bytes = 2 * (uint32_t)sound->count;
    const uint32_t head[11] = {0x46464952,
                               36 + bytes,
                               0x45564157,
                               0x20746D66,
                               16,
                               0x00010001,
                               (uint32_t)sound->rate,
                               2 * (uint32_t)sound->rate,
                               0x00100002,
                               0x61746164,
                               bytes};

    for (int i = 0; i < 11; i++) {
        const unsigned char word[4] = {(unsigned char)head[i], (unsigned char)(head[i] >> 8),
                                       (unsigned char)(head[i] >> 16), (unsigned char)(head[i] >> 24)};
        pd_buffer_add(out, word, 4);
    }

    for (int i = 0; i < sound->count; i++) {
        const int s = (int)lrintf(32767 * fminf(fmaxf(sound->samples[i], -1), 1));
        const unsigned char half[2] = {(unsigned char)s, (unsigned char)((unsigned)s >> 8)};
        pd_buffer_add(out, half, 2);
    }
}

void pd_speech_sound_deinit(pd_speech_sound *sound)
{
    free(sound->samples);
    *sound = (pd_speech_sound){.count = 0};
}
