/* WAV files of all formats, and resampling, against tones whose samples are known. */
#include "core/speech/sound.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static pd_error err;

static pd_speech_sound tone(double hertz, int rate, int count)
{
    pd_speech_sound s = {.samples = malloc((size_t)count * sizeof(float)), .count = count, .rate = rate};
    for (int i = 0; i < count; i++) s.samples[i] = 0.5f * (float)sin(2 * M_PI * hertz * i / rate);
    return s;
}

static pd_status read(pd_speech_sound *out, const pd_buffer *file)
{
    err = (pd_error){0};
    return pd_speech_sound_read(out, (pd_bytes){file->data, file->size}, &err);
}

static void a_written_file_is_read_back(void **state)
{
    (void)state;
    pd_speech_sound s = tone(440, 16000, 1000), back;
    pd_buffer file = {0};
    pd_speech_sound_write(&file, &s);
    assert_int_equal(file.size, 44 + 2000);
    assert_int_equal(read(&back, &file), PD_OK);
    assert_true(back.count == 1000 && back.rate == 16000);
    for (int i = 0; i < 1000; i++) assert_true(fabsf(back.samples[i] - s.samples[i]) < 1e-4f);
    pd_speech_sound_deinit(&back);

    /* A file that was cut off is read as far as it goes. */
    file.size = 44 + 1001;
    assert_int_equal(read(&back, &file), PD_OK);
    assert_int_equal(back.count, 500);
    pd_speech_sound_deinit(&back);
    pd_speech_sound_deinit(&s);
    pd_buffer_deinit(&file);
}

/* Writes a file of four samples with a header of this format. */
static pd_status read_form(pd_speech_sound *out, int format, int channels, int rate, int bits,
                           const void *data, size_t size)
{
    unsigned char head[44] = "RIFF....WAVEfmt \x10\0\0";
    const unsigned values[] = {(unsigned)format, (unsigned)channels};
    pd_buffer file = {0};
    for (int i = 0; i < 2; i++) head[20 + 2 * i] = (unsigned char)values[i];
    for (int i = 0; i < 4; i++) head[24 + i] = (unsigned char)(rate >> 8 * i);
    head[34] = (unsigned char)bits;
    memcpy(head + 36, "data", 4);
    head[40] = (unsigned char)size;
    pd_buffer_add(&file, head, 44);
    pd_buffer_add(&file, data, size);
    const pd_status status = read(out, &file);
    pd_buffer_deinit(&file);
    return status;
}

static void samples_of_every_format_are_read(void **state)
{
    (void)state;
    static const float floats[2] = {0.25f, NAN};
    static const struct {
        int format, channels, bits;
        const void *data;
        size_t size;
        float first, second;
    } rows[] = {{1, 1, 8, "\xC0\x40", 2, 0.5f, -0.5f},
                {1, 1, 16, "\0\x40\0\xC0", 4, 0.5f, -0.5f},
                {1, 1, 24, "\0\0\x40\0\0\xC0", 6, 0.5f, -0.5f},
                {1, 1, 32, "\0\0\0\x40\0\0\0\xC0", 8, 0.5f, -0.5f},
                {3, 1, 32, floats, 8, 0.25f, 0},
                {7, 1, 8, "\xFF\x80", 2, 0, 32124 / 32768.0f},
                {6, 1, 8, "\xD5\x2A", 2, 8 / 32768.0f, -32256 / 32768.0f},
                {1, 2, 8, "\xC0\x80\x40\x80", 4, 0.25f, -0.25f}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_speech_sound s;
        assert_int_equal(
            read_form(&s, rows[i].format, rows[i].channels, 8000, rows[i].bits, rows[i].data, rows[i].size),
            PD_OK);
        assert_int_equal(s.count, 2);
        assert_true(fabsf(s.samples[0] - rows[i].first) < 1e-4f);
        assert_true(fabsf(s.samples[1] - rows[i].second) < 1e-4f);
        pd_speech_sound_deinit(&s);
    }
}

static void other_files_are_refused_in_words(void **state)
{
    (void)state;
    pd_speech_sound s;
    pd_buffer file = {0};
    pd_buffer_text(&file, "OggS is not a WAV");
    assert_int_equal(read(&s, &file), PD_ERR_INVALID);
    pd_buffer_deinit(&file);
    assert_int_equal(read_form(&s, 85, 1, 8000, 16, "", 0), PD_ERR_UNSUPPORTED);
    assert_int_equal(read_form(&s, 1, 9, 8000, 16, "", 0), PD_ERR_RANGE);
    assert_int_equal(read_form(&s, 1, 1, 4000, 16, "", 0), PD_ERR_RANGE);
    assert_int_equal(read_form(&s, 1, 1, 96000, 16, "", 0), PD_ERR_RANGE);
    assert_null(s.samples);
}

static void a_tone_keeps_its_place_and_its_height_at_another_rate(void **state)
{
    (void)state;
    static const int rates[] = {8000, 22050, 24000, 44100, 48000};
    for (size_t r = 0; r < sizeof rates / sizeof *rates; r++) {
        pd_speech_sound s = tone(700, rates[r], rates[r] / 2);
        assert_int_equal(pd_speech_sound_resample(&s, &s, 16000, NULL), PD_OK);
        assert_true(s.rate == 16000 && abs(s.count - 8000) < 2);
        for (int i = 200; i < 7800; i++)
            assert_true(fabs((double)s.samples[i] - 0.5 * sin(2 * M_PI * 700 * i / 16000)) < 0.01);
        pd_speech_sound_deinit(&s);
    }

    /* What the lower rate cannot hold is left out. */
    pd_speech_sound high = tone(11000, 48000, 24000);
    assert_int_equal(pd_speech_sound_resample(&high, &high, 16000, NULL), PD_OK);
    for (int i = 200; i < 7800; i++) assert_true(fabsf(high.samples[i]) < 0.01f);
    pd_speech_sound_deinit(&high);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_written_file_is_read_back),
        cmocka_unit_test(samples_of_every_format_are_read),
        cmocka_unit_test(other_files_are_refused_in_words),
        cmocka_unit_test(a_tone_keeps_its_place_and_its_height_at_another_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
