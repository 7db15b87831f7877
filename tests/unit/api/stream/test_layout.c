/* The rows of the frame layout, compared with the encoder and decoder, and with docs/reference/stream.md. */
#include "api/stream/frame.h"
#include "api/stream/layout.h"
#include "core/base/file.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const pd_api_layout_row *row_of(pd_api_layout_part part, const char *name)
{
    for (const pd_api_layout_row *r = pd_api_layouts[part].rows; r->name; r++)
        if (!strcmp(r->name, name)) return r;
    fail_msg("no row %s", name);
    return NULL;
}

/* Returns the first number of a row, by its type. */
static double number_at(const unsigned char *bytes, pd_api_layout_part part, const char *name)
{
    const pd_api_layout_row *r = row_of(part, name);
    const unsigned char *at = bytes + r->byte;
    uint64_t bits = 0;
    float single;
    double whole;
    int size = r->type[1] == '8' ? 1 : r->type[1] == '1' ? 2 : r->type[1] == '3' ? 4 : 8;

    for (int i = 0; i < size; i++) bits |= (uint64_t)at[i] << (8 * i);
    if (r->type[0] == 'u') return (double)bits;
    if (r->type[0] == 'i') return (int16_t)bits;
    if (size == 8) return memcpy(&whole, &bits, 8), whole;
    return memcpy(&single, &bits, 4), (double)single;
}

static void rows_follow_one_another_to_the_end(void **state)
{
    (void)state;
    static const int wholes[PD_API_LAYOUT_PARTS] = {PD_API_FRAME_HEADER,     PD_API_FRAME_CHARACTER, 0, 0,
                                                    PD_API_INPUT_BYTES_MOST, PD_API_SOUND_HEAD};
    for (int i = 0; i < PD_API_LAYOUT_PARTS; i++) {
        int byte = 0;
        for (const pd_api_layout_row *r = pd_api_layouts[i].rows; r->name; r++) {
            assert_int_equal(r->byte, byte);
            byte += r->size;
        }
        assert_int_equal(byte, wholes[i]);
    }
}

static void a_frame_has_its_values_where_the_rows_say(void **state)
{
    (void)state;
    const pd_api_profile profile = {.channels = PD_API_CHANNEL_ROOT | PD_API_CHANNEL_CONTACTS,
                                    .divisor = 1,
                                    .rotation_bits = 32,
                                    .compact = 0};
    const pd_api_frame_character character = {.id = 70007,
                                              .seq = 90009,
                                              .contacts = 9,
                                              .gait = 4,
                                              .phase = 1.25,
                                              .root = {3.5, 0.25, -7.5},
                                              .yaw = -0.75};
    pd_buffer out = {0};
    const size_t frame = pd_api_frame_begin(&out, &profile, 123456789, 4321.5);
    pd_api_frame_add(&out, frame, &character, &profile);
    const unsigned char *head = out.data, *who = head + PD_API_FRAME_HEADER;

    const struct {
        const char *name;
        double value;
    } heads[] = {{"version", PD_API_FRAME_VERSION},
                 {"kind", PD_API_FRAME_KIND},
                 {"flags", PD_API_FRAME_ROTATIONS_32},
                 {"tick", 123456789},
                 {"time", 4321.5},
                 {"characters", 1},
                 {"translations", 0}},
      whos[] = {{"id", 70007}, {"seq", 90009},  {"channels", 9}, {"contacts", 9},
                {"gait", 4},   {"phase", 1.25}, {"root", 3.5},   {"yaw", -0.75}};
    assert_memory_equal(head, "PSD1", 4);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        if (number_at(head, PD_API_LAYOUT_FRAME, heads[i].name) != heads[i].value)
            fail_msg("%s", heads[i].name);
    for (size_t i = 0; i < sizeof whos / sizeof *whos; i++)
        if (number_at(who, PD_API_LAYOUT_CHARACTER, whos[i].name) != whos[i].value)
            fail_msg("%s", whos[i].name);
    pd_buffer_deinit(&out);
}

static void an_input_has_its_values_where_the_rows_say(void **state)
{
    (void)state;
    const pd_api_binary_input input = {.id = 70007,
                                       .seq = 90009,
                                       .flags = PD_API_INPUT_JUMP | PD_API_INPUT_LOOK,
                                       .gait = 3,
                                       .axes = 2,
                                       .move = {0.5, -0.25},
                                       .look = {-1, 0},
                                       .camera_yaw = 0,
                                       .strafe = 1,
                                       .speed = 2.5,
                                       .has_tick = true,
                                       .tick = 80008};
    unsigned char bytes[PD_API_INPUT_BYTES_MOST];
    pd_api_input_encode(bytes, &input);

    const struct {
        const char *name;
        double value;
    } rows[] = {{"1", 1},          {"flags", 5},      {"gait", 3},    {"axes", 2},
                {"id", 70007},     {"seq", 90009},    {"move", 0.5},  {"look", -32767},
                {"camera yaw", 0}, {"strafe", 65535}, {"speed", 2.5}, {"tick", 80008}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (number_at(bytes, PD_API_LAYOUT_INPUT, rows[i].name) != rows[i].value)
            fail_msg("%s", rows[i].name);
}

static void a_sound_has_its_values_where_the_rows_say(void **state)
{
    (void)state;
    unsigned char bytes[PD_API_SOUND_HEAD + 4] = {0};
    pd_api_binary_sound sound;
    pd_error err;
    pd_api_sound_encode(bytes, 70007, ((uint64_t)3 << 32) + 90009);
    assert_true(number_at(bytes, PD_API_LAYOUT_SOUND, "id") == 70007);
    assert_true(bytes[0] == 2 && bytes[8] == 0x99 && bytes[12] == 3);
    assert_int_equal(pd_api_sound_decode(&sound, bytes, sizeof bytes, &err), PD_OK);
    assert_true(sound.id == 70007 && sound.at == ((uint64_t)3 << 32) + 90009 && sound.samples.size == 4);
    assert_ptr_equal(sound.samples.data, bytes + PD_API_SOUND_HEAD);

    /* A head alone, other kinds, and numbers beyond the range are refused. */
    assert_int_equal(pd_api_sound_decode(&sound, bytes, PD_API_SOUND_HEAD, &err), PD_ERR_FORMAT);
    bytes[3] = 1;
    assert_int_equal(pd_api_sound_decode(&sound, bytes, sizeof bytes, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "byte 3");
    bytes[3] = 0;
    bytes[15] = 1;
    assert_int_equal(pd_api_sound_decode(&sound, bytes, sizeof bytes, &err), PD_ERR_RANGE);
}

/* The channels' rows are those of the profile, in the order of their bits,
 * but root and contacts, which every character has. */
static void channels_have_the_profiles_names(void **state)
{
    (void)state;
    char names[128] = "root";
    for (const pd_api_layout_row *r = pd_api_layouts[PD_API_LAYOUT_CHANNEL].rows; r->name; r++) {
        if (!strcmp(r->name, "seq")) continue; /* which no profile asks for */
        if (!strcmp(r->name, "trajectory")) strcat(names, "|contacts");
        strcat(strcat(names, "|"), r->name);
    }
    assert_string_equal(names, PD_API_FRAME_CHANNELS);
}

static void the_reference_has_every_row(void **state)
{
    (void)state;
    pd_bytes text;
    assert_int_equal(pd_file_map(&text, "docs/reference/stream.md", NULL), PD_OK);
    for (int i = 0; i < PD_API_LAYOUT_PARTS; i++)
        for (const pd_api_layout_row *r = pd_api_layouts[i].rows; r->name; r++) {
            char line[512];
            if (r->size)
                snprintf(line, sizeof line, "| %d | %s | %s |\n", r->byte, r->type, r->doc);
            else
                snprintf(line, sizeof line, "| %s | %s | %s |\n", r->name, r->type, r->doc);
            if (!memmem(text.data, text.size, line, strlen(line))) fail_msg("no line %s", line);
        }
    pd_file_unmap(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_follow_one_another_to_the_end),
        cmocka_unit_test(a_frame_has_its_values_where_the_rows_say),
        cmocka_unit_test(an_input_has_its_values_where_the_rows_say),
        cmocka_unit_test(a_sound_has_its_values_where_the_rows_say),
        cmocka_unit_test(channels_have_the_profiles_names),
        cmocka_unit_test(the_reference_has_every_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
