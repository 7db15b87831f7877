/* Packs: what is written is found and read back, equal arrays are stored once, and damage is refused. */
#include "core/io/pack/pack.h"

#include "core/base/file.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NUMBERS 5000

/* A model of one number, two arrays and a text. */
typedef struct toy {
    int count;
    float *numbers, *none;
    char *text;
} toy;

static void visit(pd_pack_cursor *c, toy *t)
{
    PD_PACK_VALUE(c, t->count);
    pd_pack_array(c, &t->numbers, (size_t)t->count, sizeof *t->numbers, PD_PACK_COLD);
    pd_pack_array(c, &t->none, (size_t)t->count, sizeof *t->none, PD_PACK_OPTIONAL);
    pd_pack_text(c, &t->text);
}

static void add(pd_pack_writer *w, const char *name, uint64_t hash, float first)
{
    pd_pack_cursor cursor;
    float *numbers = calloc(NUMBERS, sizeof *numbers);
    numbers[0] = first;
    toy t = {NUMBERS, numbers, NULL, (char *)"a text"};
    pd_pack_write(&cursor, w, name, &(pd_pack_source){hash, 100 + hash});
    visit(&cursor, &t);
    assert_int_equal(pd_pack_write_end(&cursor, NULL), PD_OK);
    free(numbers); /* what was visited has been copied */
}

/* A pack of models "one" and "two" with numbers that begin with a and b. */
static pd_bytes make(float a, float b)
{
    pd_bytes bytes;
    pd_pack_writer *w = pd_pack_writer_new();
    add(w, "one", 1, a);
    add(w, "two", 2, b);
    assert_int_equal(pd_pack_bytes(&bytes, w, NULL), PD_OK);
    pd_pack_writer_free(w);
    return bytes;
}

static pd_status read_toy(toy *t, pd_pack *pack, int number, pd_error *err)
{
    pd_pack_cursor cursor;
    const pd_status status = pd_pack_read(&cursor, pack, number, err);
    if (status != PD_OK) return status;
    visit(&cursor, t);
    return pd_pack_read_end(&cursor, err);
}

static void a_model_is_found_by_its_source_and_read_back(void **state)
{
    (void)state;
    pd_bytes bytes = make(1, 2);
    pd_pack *pack;
    assert_int_equal(pd_pack_parse(&pack, bytes, "pack", NULL), PD_OK);
    assert_int_equal(pd_pack_model_count(pack), 2);
    const int number = pd_pack_find(pack, &(pd_pack_source){2, 102});
    assert_int_equal(number, 1);
    assert_int_equal(pd_pack_find(pack, &(pd_pack_source){2, 103}),
                     -1); /* a file of another size is another file */
    assert_int_equal(pd_pack_find(pack, &(pd_pack_source){3, 102}), -1);
    assert_int_equal(pd_pack_find_name(pack, "one"), 0);
    assert_int_equal(pd_pack_find_name(pack, "three"), -1);

    toy t = {0};
    assert_int_equal(read_toy(&t, pack, number, NULL), PD_OK);
    assert_int_equal(t.count, NUMBERS);
    assert_true(t.numbers[0] == 2 && t.numbers[NUMBERS - 1] == 0);
    assert_null(t.none);
    assert_string_equal(t.text, "a text");
    assert_int_equal((uintptr_t)t.numbers % 64, 0);
    pd_pack_release(pack);
    pd_pack_bytes_free(&bytes);
}

static void equal_arrays_of_several_models_are_stored_once(void **state)
{
    (void)state;
    pd_bytes same = make(1, 1), other = make(1, 2);
    assert_true(other.size - same.size >= NUMBERS * sizeof(float));
    pd_pack *pack;
    toy a = {0}, b = {0};
    assert_int_equal(pd_pack_parse(&pack, same, "pack", NULL), PD_OK);
    assert_int_equal(read_toy(&a, pack, 0, NULL), PD_OK);
    assert_int_equal(read_toy(&b, pack, 1, NULL), PD_OK);
    assert_ptr_equal(a.numbers, b.numbers);
    pd_pack_release(pack);
    pd_pack_bytes_free(&same), pd_pack_bytes_free(&other);
}

/* Every byte of a pack counts: whichever is changed, opening or reading fails,
 * unless it is padding between sections. */
/* The page cache may hold large pages: what a request reads shares none with what it does not read. */
static void cold_arrays_lie_behind_all_others(void **state)
{
    (void)state;
    pd_bytes bytes = make(1, 2);
    pd_pack *pack;
    assert_int_equal(pd_pack_parse(&pack, bytes, "toys", NULL), PD_OK);
    toy one, two;
    assert_int_equal(read_toy(&one, pack, 0, NULL), PD_OK);
    assert_int_equal(read_toy(&two, pack, 1, NULL), PD_OK);
    const char *cold = (const char *)(one.numbers < two.numbers ? one.numbers : two.numbers);
    assert_true(one.text < cold && two.text < cold);
    assert_true((const unsigned char *)cold >= bytes.data + bytes.size - 2 * (NUMBERS * sizeof(float) + 64));
    pd_pack_release(pack);
    pd_pack_bytes_free(&bytes);
}

static void a_changed_byte_is_refused(void **state)
{
    (void)state;
    pd_bytes bytes = make(1, 2);
    unsigned char *at = (unsigned char *)(uintptr_t)bytes.data;
    int accepted = 0;
    for (size_t i = 0; i < bytes.size; i += i < 1024 ? 1 : 211) {
        pd_pack *pack = NULL;
        pd_error err = {0};
        toy t = {0};
        at[i] ^= 0x10;
        pd_status status = pd_pack_parse(&pack, bytes, "pack", &err);
        for (int m = 0; m < 2 && status == PD_OK; m++) status = read_toy(&t, pack, m, &err);
        if (status == PD_OK)
            assert_int_equal(at[i] ^ 0x10, 0), accepted++;
        else
            assert_true(err.detail[0]);
        pd_pack_release(pack);
        at[i] ^= 0x10;
    }
    /* Bytes of padding: behind the tables, and behind the text and the numbers
     * of the two models, which come first. */
    assert_true(accepted <= 4 * 63);
    pd_pack_bytes_free(&bytes);
}

static void a_cut_pack_is_refused(void **state)
{
    (void)state;
    pd_bytes bytes = make(1, 2);
    for (size_t size = 0; size < bytes.size; size += size < 600 ? 1 : 997) {
        pd_pack *pack;
        pd_error err = {0};
        assert_int_equal(pd_pack_parse(&pack, (pd_bytes){bytes.data, size}, "pack", &err), PD_ERR_FORMAT);
        assert_string_equal(err.where, "pack");
        assert_null(pack);
    }
    pd_pack_bytes_free(&bytes);
}

static void a_pack_of_another_layout_is_refused_with_advice(void **state)
{
    (void)state;
    pd_bytes bytes = make(1, 2);
    pd_error err;
    pd_pack *pack;
    ((unsigned char *)(uintptr_t)bytes.data)[8]++; /* the layout follows the eight letters */
    assert_int_equal(pd_pack_parse(&pack, bytes, "pack", &err), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "posedctl pack"));
    pd_pack_bytes_free(&bytes);
}

/* A reader that expects another model gets an error, no pointer beyond the pack. */
static void bytes_beyond_the_readers_limits_are_refused(void **state)
{
    (void)state;
    pd_bytes bytes = make(1, 2);
    pd_pack *pack;
    pd_pack_cursor cursor;
    pd_error err = {0};
    assert_int_equal(pd_pack_parse(&pack, bytes, "pack", NULL), PD_OK);

    /* An array of another size. */
    toy t = {0};
    assert_int_equal(pd_pack_read(&cursor, pack, 0, NULL), PD_OK);
    PD_PACK_VALUE(&cursor, t.count);
    pd_pack_array(&cursor, &t.numbers, NUMBERS + 1, sizeof(float), 0);
    assert_null(t.numbers);
    assert_int_equal(pd_pack_read_end(&cursor, &err), PD_ERR_FORMAT);

    /* A required array that is not there, and a length that overflows. */
    assert_int_equal(pd_pack_read(&cursor, pack, 0, NULL), PD_OK);
    PD_PACK_VALUE(&cursor, t.count);
    pd_pack_array(&cursor, &t.numbers, NUMBERS, sizeof(float), 0);
    assert_non_null(t.numbers);
    pd_pack_array(&cursor, &t.none, NUMBERS, sizeof(float), 0);
    assert_int_equal(pd_pack_read_end(&cursor, NULL), PD_ERR_FORMAT);
    assert_int_equal(pd_pack_read(&cursor, pack, 0, NULL), PD_OK);
    pd_pack_array(&cursor, &t.numbers, SIZE_MAX / 2, sizeof(float), 0);
    assert_null(t.numbers);

    /* A reader that stops early, and one that asks for more numbers than there are: they are 0. */
    assert_int_equal(pd_pack_read(&cursor, pack, 0, NULL), PD_OK);
    assert_int_equal(pd_pack_read_end(&cursor, NULL), PD_ERR_FORMAT);
    double many[64];
    assert_int_equal(pd_pack_read(&cursor, pack, 0, NULL), PD_OK);
    PD_PACK_VALUE(&cursor, many);
    assert_true(many[0] == 0 && many[63] == 0);
    pd_pack_release(pack);
    pd_pack_bytes_free(&bytes);
}

static void a_pack_in_a_file_is_mapped_and_outlives_its_name(void **state)
{
    (void)state;
    char path[] = "/tmp/posed-pack-XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    pd_pack_writer *w = pd_pack_writer_new();
    add(w, "one", 1, 7);
    assert_int_equal(pd_pack_save(path, w, NULL), PD_OK);
    pd_pack_writer_free(w);

    pd_pack *pack;
    toy t = {0};
    assert_int_equal(pd_pack_open(&pack, path, NULL), PD_OK);
    unlink(path);
    assert_int_equal(read_toy(&t, pack, 0, NULL), PD_OK);
    pd_pack_leave_cold(pack, 0);
    assert_true(t.numbers[0] == 7);
    pd_pack_release(pack);
    assert_int_equal(pd_pack_open(&pack, path, NULL), PD_ERR_NOT_FOUND);
}

static void the_source_of_a_file_is_its_content(void **state)
{
    (void)state;
    char path[] = "/tmp/posed-pack-XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    static unsigned char content[600000];
    pd_pack_source a, b, c;
    assert_int_equal(pd_file_write(path, content, sizeof content, NULL), PD_OK);
    assert_int_equal(pd_pack_source_of(&a, path, NULL), PD_OK);
    assert_int_equal(a.bytes, sizeof content);
    assert_int_equal(pd_file_write(path, content, sizeof content, NULL), PD_OK);
    assert_int_equal(pd_pack_source_of(&b, path, NULL), PD_OK);
    assert_true(a.hash == b.hash); /* another file with the same content */
    content[599999] = 1;
    assert_int_equal(pd_file_write(path, content, sizeof content, NULL), PD_OK);
    assert_int_equal(pd_pack_source_of(&c, path, NULL), PD_OK);
    assert_true(a.hash != c.hash);
    unlink(path);
    assert_int_equal(pd_pack_source_of(&a, path, NULL), PD_ERR_NOT_FOUND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_is_found_by_its_source_and_read_back),
        cmocka_unit_test(equal_arrays_of_several_models_are_stored_once),
        cmocka_unit_test(cold_arrays_lie_behind_all_others),
        cmocka_unit_test(a_changed_byte_is_refused),
        cmocka_unit_test(a_cut_pack_is_refused),
        cmocka_unit_test(a_pack_of_another_layout_is_refused_with_advice),
        cmocka_unit_test(bytes_beyond_the_readers_limits_are_refused),
        cmocka_unit_test(a_pack_in_a_file_is_mapped_and_outlives_its_name),
        cmocka_unit_test(the_source_of_a_file_is_its_content),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
