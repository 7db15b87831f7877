/* Tests OSC messages with the example of the specification, and reads what is written by a reader that the
 * test has from the specification. */
#include "core/base/rng.h"
#include "core/io/mocap/osc.h"
#include "tests/support/cmocka.h"

/* A reader written from the specification, not from the writer. */
static size_t padded(size_t n)
{
    return (n + 4) / 4 * 4;
}

static uint32_t big_endian(const unsigned char *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static const unsigned char *expect_text(const unsigned char *p, const char *text)
{
    size_t n = strlen(text);
    assert_memory_equal(p, text, n);
    for (size_t i = n; i < padded(n); i++) assert_int_equal(p[i], 0);
    return p + padded(n);
}

static void a_message_is_what_the_specification_prints(void **state)
{
    (void)state;
    static const unsigned char expected[] =
        "#bundle\0\0\0\0\0\0\0\0\1\0\0\0\x20/oscillator/4/frequency\0,f\0\0\x43\xdc\0";
    pd_buffer out = {0};
    pd_osc_bundle(&out);
    size_t opened = pd_osc_open(&out, "/oscillator/4/frequency", "f");
    pd_osc_float(&out, 440);
    pd_osc_close(&out, opened);
    assert_int_equal(out.size, sizeof expected);
    assert_memory_equal(out.data, expected, sizeof expected);
    pd_buffer_deinit(&out);
}

typedef struct message {
    char address[24], types[12], texts[8][20];
    uint32_t numbers[8];
} message;

static void make(message *m, pd_rng *rng)
{
    int arguments = pd_rng_below(rng, 9), length = 1 + pd_rng_below(rng, 20);
    memset(m, 0, sizeof *m);
    for (int i = 0; i < length; i++) m->address[i] = i ? (char)('a' + pd_rng_below(rng, 26)) : '/';
    for (int i = 0; i < arguments; i++) {
        m->types[i] = "ifs"[pd_rng_below(rng, 3)];
        m->numbers[i] = (uint32_t)pd_rng_next(rng);
        int letters = pd_rng_below(rng, 19);
        for (int c = 0; c < letters; c++) m->texts[i][c] = (char)(1 + pd_rng_below(rng, 127));
    }
}

static void add(pd_buffer *out, const message *m)
{
    size_t opened = pd_osc_open(out, m->address, m->types);
    for (int i = 0; m->types[i]; i++) {
        float value;
        memcpy(&value, &m->numbers[i], sizeof value);
        if (m->types[i] == 'i') pd_osc_int(out, (int32_t)m->numbers[i]);
        if (m->types[i] == 'f') pd_osc_float(out, value);
        if (m->types[i] == 's') pd_osc_text(out, m->texts[i]);
    }
    pd_osc_close(out, opened);
}

static const unsigned char *expect(const unsigned char *p, const message *m)
{
    char types[16];
    const unsigned char *end = p + 4 + big_endian(p);
    assert_int_equal(big_endian(p) % 4, 0);
    snprintf(types, sizeof types, ",%s", m->types);
    p = expect_text(expect_text(p + 4, m->address), types);
    for (int i = 0; m->types[i]; i++) {
        if (m->types[i] != 's') assert_int_equal(big_endian(p), m->numbers[i]);
        p = m->types[i] == 's' ? expect_text(p, m->texts[i]) : p + 4;
    }
    assert_ptr_equal(p, end);
    return p;
}

static void whatever_is_written_reads_back(void **state)
{
    (void)state;
    pd_rng rng;
    pd_buffer out = {0};
    pd_rng_init(&rng, 11);
    for (int round = 0; round < 500; round++) {
        message messages[5];
        int count = pd_rng_below(&rng, 6);
        pd_buffer_clear(&out);
        pd_osc_bundle(&out);
        for (int i = 0; i < count; i++) make(&messages[i], &rng), add(&out, &messages[i]);
        const unsigned char *p = expect_text(out.data, "#bundle") + 8;
        for (int i = 0; i < count; i++) p = expect(p, &messages[i]);
        assert_ptr_equal(p, out.data + out.size);
    }
    pd_buffer_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_is_what_the_specification_prints),
        cmocka_unit_test(whatever_is_written_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
