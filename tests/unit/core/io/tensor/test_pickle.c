/* Tests the reader of pickles, which executes nothing: every opcode that it reads, numpy, scipy and chumpy
 * objects, and programs that would fill memory or never end. */
#include "tests/support/cmocka.h"

#include <stdlib.h>

#include "core/io/tensor/pickle_numpy.h"

static pd_pickle parsed(const char *bytes, size_t size)
{
    pd_pickle out;
    pd_error err = {0};
    if (pd_pickle_parse(&out, bytes, size, "p", &err)) fail_msg("%s: %s", err.where, err.detail);
    return out;
}

/* Literals with zeros in them: everything but the final 0. */
#define PARSED(literal) parsed(literal, sizeof literal - 1)

static void refused(const char *bytes, size_t size, pd_status status, const char *where, const char *detail)
{
    pd_pickle out;
    pd_error err = {0};
    unsigned char *exact = malloc(size ? size : 1);
    memcpy(exact, bytes, size);
    if (pd_pickle_parse(&out, exact, size, "p", &err) != status) fail_msg("%s: %s", err.where, err.detail);
    if (where) assert_string_equal(err.where, where);
    if (!strstr(err.detail, detail)) fail_msg("detail is %s", err.detail);
    assert_null(out.root);
    assert_null(out.chunks);
    free(exact);
}

#define REFUSED(literal, status, where, detail) refused(literal, sizeof literal - 1, status, where, detail)

static void numbers_of_every_opcode_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        int64_t value;
    } rows[] = {
        {"K\xff.", 3, 255},
        {"M\xff\xff.", 4, 65535},
        {"J\xff\xff\xff\xff.", 6, -1},
        {"J\x00\x00\x00\x80.", 6, INT32_MIN},
        {"I-42\n.", 6, -42},
        {"I01\n.", 5, 1},
        {"L12345678901L\n.", 15, 12345678901},
        {"\x8a\x00.", 3, 0},
        {"\x8a\x01\x80.", 4, -128},
        {"\x8a\x02\x80\x00.", 5, 128},
        {"\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x7f.", 11, INT64_MAX},
        {"\x8b\x02\x00\x00\x00\x01\x02.", 8, 513},
        {"\x88.", 2, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_pickle p = parsed(rows[i].bytes, rows[i].size);
        assert_int_equal(p.root->integer, rows[i].value);
        pd_pickle_deinit(&p);
    }
    pd_pickle p = PARSED("G\x3f\xf8\0\0\0\0\0\0.");
    assert_true(p.root->real == 1.5);
    pd_pickle_deinit(&p);
    p = PARSED("F-2.5e-1\n.");
    assert_true(p.root->real == -0.25);
    pd_pickle_deinit(&p);
}

static void python_2_strings_are_unescaped(void **state)
{
    (void)state;
    pd_pickle p = PARSED("S'a\\x00\\n\\'\\\\\\303z'\np0\n.");
    assert_int_equal(p.root->text.size, 7);
    assert_memory_equal(p.root->text.data, "a\0\n'\\\303z", 7);
    pd_pickle_deinit(&p);
    p = PARSED("V\\u00e9\xe9\\U0001F600\n.");
    assert_memory_equal(p.root->text.data, "\xc3\xa9\xc3\xa9\xf0\x9f\x98\x80", 8);
    pd_pickle_deinit(&p);
    REFUSED("S'abc\n.", PD_ERR_FORMAT, "p:0", "the string has no quotation marks");
    REFUSED("S'\\q'\n.", PD_ERR_FORMAT, "p:0", "escape");
    REFUSED("S'\\x1'\n.", PD_ERR_FORMAT, "p:0", "escape");
    /* nothing else is an escape, and the last letter may be what begins one */
    p = PARSED("V\\x41\\n\\q\\\n.");
    assert_int_equal(p.root->text.size, 9);
    assert_memory_equal(p.root->text.data, "\\x41\\n\\q\\", 9);
    pd_pickle_deinit(&p);
    REFUSED("V\\u12\n.", PD_ERR_FORMAT, "p:0", "escape");
}

/* Each byte by its number, octal and hexadecimal, as Python 2 wrote those that are no letters. */
static void every_byte_can_be_an_escape(void **state)
{
    (void)state;
    for (int byte = 0; byte < 256; byte++) {
        char files[3][16];
        sprintf(files[0], "S'\\%03oA'\n.", (unsigned)byte);
        sprintf(files[1], "S'\\x%02xA'\n.", (unsigned)byte);
        sprintf(files[2], "S'\\x%02XA'\n.", (unsigned)byte);
        for (int f = 0; f < 3; f++) {
            pd_pickle p = parsed(files[f], strlen(files[f]));
            assert_int_equal(p.root->text.size, 2);
            assert_int_equal(p.root->text.data[0], byte);
            assert_int_equal(p.root->text.data[1], 'A');
            pd_pickle_deinit(&p);
        }
    }
}

static void a_dict_gives_the_last_value_of_a_key(void **state)
{
    (void)state;
    pd_pickle p = PARSED("}(U\x01"
                         "aK\x01U\x01"
                         "aK\x02X\x01\x00\x00\x00"
                         "bK\x03u.");
    assert_int_equal(pd_pickle_get(p.root, "a")->integer, 2);
    assert_int_equal(pd_pickle_get(p.root, "b")->integer, 3);
    assert_null(pd_pickle_get(p.root, "c"));
    pd_pickle_deinit(&p);
}

static void latin1_text_becomes_bytes(void **state)
{
    (void)state;
    pd_pickle p = PARSED("c_codecs\nencode\nX\x04\x00\x00\x00\xc3\xbf"
                         "a\x00X\x06\x00\x00\x00latin1\x86R.");
    assert_int_equal(p.root->kind, PD_PICKLE_BYTES);
    assert_int_equal(p.root->text.size, 3);
    assert_memory_equal(p.root->text.data,
                        "\xff"
                        "a\x00",
                        3);
    pd_pickle_deinit(&p);
    REFUSED("c_codecs\nencode\nX\x01\x00\x00\x00"
            "aX\x05\x00\x00\x00rot13\x86R.",
            PD_ERR_UNSUPPORTED, NULL, "latin1");
}

static void globals_outside_the_list_are_refused_by_name_and_place(void **state)
{
    (void)state;
    REFUSED("cos\nsystem\n(S'id'\ntR.", PD_ERR_UNSUPPORTED, "p:0", "\"os.system\" is none of the globals");
    REFUSED("\x80\x04\x8c\x02os\x8c\x06system\x93.", PD_ERR_UNSUPPORTED, "p:14", "\"os.system\"");
    REFUSED("(S'id'\nios\nsystem\n.", PD_ERR_UNSUPPORTED, "p:7", "\"os.system\"");
    REFUSED("c__builtin__\neval\n.", PD_ERR_UNSUPPORTED, "p:0", "\"__builtin__.eval\"");
    REFUSED("cnumpy.core.multiarray\nfromfile\n.", PD_ERR_UNSUPPORTED, "p:0", "fromfile");
    REFUSED("cchumpy\nCh\n.", PD_ERR_UNSUPPORTED, "p:0", "\"chumpy.Ch\"");
    REFUSED("cnumpy\x01\nnd\xff\n.", PD_ERR_UNSUPPORTED, "p:0", "\"numpy?.nd?\"");
    REFUSED("K\x01)R.", PD_ERR_UNSUPPORTED, "p:3", "not one of the allowed globals");
    REFUSED("Pid\n.", PD_ERR_UNSUPPORTED, "p:0", "persistent id");
    REFUSED("\x82\x01.", PD_ERR_UNSUPPORTED, "p:0", "extension code");
    REFUSED("\x80\x05\x97.", PD_ERR_UNSUPPORTED, "p:2", "out-of-band");
    REFUSED("\x80\x06.", PD_ERR_UNSUPPORTED, "p:0", "protocol 6");
}

static void broken_programs_are_errors(void **state)
{
    (void)state;
    REFUSED("", PD_ERR_FORMAT, "p:0", "needs 1 bytes; at most the 0 bytes");
    REFUSED("K", PD_ERR_FORMAT, "p:0", "needs 1 bytes");
    REFUSED(".", PD_ERR_FORMAT, "p:0", "empty stack");
    REFUSED("0.", PD_ERR_FORMAT, "p:0", "empty stack");
    REFUSED("(.", PD_ERR_FORMAT, "p:1", "empty stack");
    REFUSED("t.", PD_ERR_FORMAT, "p:0", "the stack has no mark for the opcode");
    REFUSED("(K\x01"
            "d.",
            PD_ERR_FORMAT, "p:3", "the last key of a dict has no value; pairs of keys and values expected");
    REFUSED("}(K\x01u.", PD_ERR_FORMAT, "p:4",
            "the last key of a dict has no value; pairs of keys and values expected");
    REFUSED("K\x01K\x02"
            "a.",
            PD_ERR_FORMAT, "p:4", "a list expected");
    REFUSED("]K\x01K\x02s.", PD_ERR_FORMAT, "p:5", "a dict expected");
    REFUSED("]K\x01"
            "b.",
            PD_ERR_FORMAT, "p:3", "the opcode sets the state of a value of another type");
    REFUSED("h\x05.", PD_ERR_FORMAT, "p:0", "never filled");
    REFUSED("\xff.", PD_ERR_FORMAT, "p:0", "0xff is not a pickle opcode");
    REFUSED("T\xff\xff\xff\xff"
            "a.",
            PD_ERR_FORMAT, "p:0", "4294967295 bytes");
    REFUSED("\x8e\xff\xff\xff\xff\xff\xff\xff\xff.", PD_ERR_FORMAT, "p:0", "the rest of the file allowed");
    REFUSED("\x95\xff\xff\xff\xff\xff\xff\xff\xff.", PD_ERR_FORMAT, "p:0", "frame");
    REFUSED("I12x\n.", PD_ERR_FORMAT, "p:0", "whole number");
    REFUSED("I99999999999999999999\n.", PD_ERR_FORMAT, "p:0", "whole number of 64 bits");
    REFUSED("F1.5", PD_ERR_FORMAT, "p:0", "the line of the opcode's argument does not end");
    REFUSED("g-1\n.", PD_ERR_FORMAT, "p:0", "memo slot");
}

static void memo_slots_beyond_the_limit_are_refused(void **state)
{
    (void)state;
    REFUSED("Nr\xff\xff\xff\xff.", PD_ERR_LIMIT, "p:1", "memo slot 4294967295; 0 to 499999 allowed");
    REFUSED("Np18446744073709551615\n.", PD_ERR_LIMIT, "p:1", "0 to 499999 allowed");
    REFUSED("Nr\x20\xa1\x07\x00.", PD_ERR_LIMIT, "p:1", "memo slot 500000");
}

static void refused_flood(const char *unit, size_t unit_size, size_t count, const char *detail)
{
    char *flood = malloc(unit_size * count + 1);
    for (size_t i = 0; i < count; i++) memcpy(flood + i * unit_size, unit, unit_size);
    flood[unit_size * count] = '.';
    refused(flood, unit_size * count + 1, PD_ERR_LIMIT, NULL, detail);
    free(flood);
}

static void too_many_values_marks_or_stack_entries_are_refused(void **state)
{
    (void)state;
    refused_flood("]", 1, 600000, "more than the allowed 500000 values");
    refused_flood("(", 1, 2000, "more than the allowed 1000 open marks");
    refused_flood("K\x01"
                  "2222222222",
                  12, 120000, "on the stack");
}

/* Decoding one long text again and again would turn a small file into terabytes. */
static void a_pickle_that_expands_by_repeated_decoding_is_refused(void **state)
{
    (void)state;
    static const char head[] = "c_codecs\nencode\nq\x00"
                               "0X\x00\x00\x10\x00";
    size_t size = sizeof head - 1 + (1 << 20) + 200 * 64, at = sizeof head - 1;
    char *bomb = malloc(size);
    memcpy(bomb, head, at);
    memset(bomb + at, 'a', 1 << 20);
    at += 1 << 20;
    at += (size_t)sprintf(bomb + at, "q\x01"
                                     "0U\x06latin1q\x02"
                                     "0");
    for (int i = 0; i < 200; i++) {
        memcpy(bomb + at, "hZh\x01h\x02\x86R0", 9);
        bomb[at + 1] = 0;
        at += 9;
    }
    bomb[at++] = '.';
    refused(bomb, at, PD_ERR_LIMIT, NULL, "the values take more than the allowed");
    free(bomb);
}

static void nesting_and_cycles_cost_no_stack(void **state)
{
    (void)state;
    size_t depth = 200000;
    char *deep = malloc(2 * depth + 2);
    memset(deep, ']', depth);
    memset(deep + depth, 'a', depth - 1);
    deep[2 * depth - 1] = '.';
    pd_pickle p = parsed(deep, 2 * depth);
    assert_int_equal(p.root->item_count, 1);
    pd_pickle_deinit(&p);
    free(deep);
    p = PARSED("]q\x01h\x01"
               "a.");
    assert_ptr_equal(p.root->items[0], p.root);
    pd_pickle_deinit(&p);
}

/* chumpy objects whose x is themselves. */
static void a_chumpy_cycle_ends(void **state)
{
    (void)state;
    pd_array array;
    pd_error err = {0};
    pd_pickle p = PARSED("cchumpy.ch\nCh\n)\x81q\x01}U\x01xh\x01sb.");
    assert_int_equal(pd_pickle_array(&array, p.root, "shapedirs", &err), PD_ERR_UNSUPPORTED);
    pd_pickle_deinit(&p);
}

#define DTYPE "cnumpy\ndtype\nU\x02i2K\x00K\x01\x87R(K\x03U\x01<NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb"
#define ARRAY                                                                                                \
    "cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85U\x01"                                  \
    "b\x87R"

/* Two of three numbers, chosen by chumpy, in a Ch or alone: the third, then the first. */
#define CHOSEN                                                                                               \
    "cchumpy.reordering\nSelect\n)\x81}(U\x01"                                                               \
    "a" ARRAY "(K\x01K\x03\x85" DTYPE "\x89U\x06\x05\0\x07\0\x09\0tb"                                        \
    "U\x04idxs" ARRAY "(K\x01K\x02\x85" DTYPE "\x89U\x04\x02\0\x00\0tbub"

static void chumpy_selections_are_resolved_inside_objects_too(void **state)
{
    (void)state;
    for (int way = 0; way < 2; way++) {
        pd_array array;
        void *owned = NULL;
        double values[2] = {0};
        pd_error err = {0};
        pd_pickle p;
        if (way)
            p = PARSED("cchumpy.ch\nCh\n)\x81}U\x01x" CHOSEN "sb.");
        else
            p = PARSED(CHOSEN ".");
        if (pd_pickle_array_gather(&array, &owned, p.root, "betas", &err))
            fail_msg("%s: %s", err.where, err.detail);
        assert_int_equal(array.count, 2);
        assert_int_equal(pd_array_f64(values, &array, "betas", &err), PD_OK);
        assert_true(values[0] == 9 && values[1] == 5);
        free(owned);
        pd_pickle_deinit(&p);
    }
}

static void arrays_are_views_into_the_file(void **state)
{
    (void)state;
    pd_array array;
    pd_error err = {0};
    int64_t values[4];
    pd_pickle p = PARSED(ARRAY "(K\x01K\x02K\x02\x86" DTYPE "\x88U\x08\x01\0\x02\0\x03\0\xff\xfftb.");
    assert_int_equal(pd_pickle_array(&array, p.root, "a", &err), PD_OK);
    assert_int_equal(array.rank, 2);
    assert_int_equal(pd_array_i64(values, &array, "a", &err), PD_OK);
    assert_int_equal(values[0], 1);
    assert_int_equal(values[1], 3); /* Fortran order */
    assert_int_equal(values[2], 2);
    assert_int_equal(values[3], -1);
    pd_pickle_deinit(&p);
}

static void an_array_whose_bytes_do_not_match_its_shape_is_refused(void **state)
{
    (void)state;
    pd_array array;
    pd_error err = {0};
    pd_pickle p = PARSED(ARRAY "(K\x01K\x02K\x02\x86" DTYPE "\x89U\x06\x01\0\x02\0\x03\0tb.");
    assert_int_equal(pd_pickle_array(&array, p.root, "a", &err), PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "the number of bytes does not match the shape"));
    pd_pickle_deinit(&p);
    p = PARSED(ARRAY "(K\x01\x8a\x08\0\0\0\0\0\0\0\x40K\x08\x86" DTYPE "\x89U\x00tb.");
    assert_int_equal(pd_pickle_array(&array, p.root, "a", &err), PD_ERR_FORMAT);
    pd_pickle_deinit(&p);
    p = PARSED(ARRAY ".");
    assert_int_equal(pd_pickle_array(&array, p.root, "a", &err), PD_ERR_FORMAT);
    assert_non_null(strstr(err.detail, "without a state"));
    pd_pickle_deinit(&p);
    p = PARSED("].");
    assert_int_equal(pd_pickle_array(&array, p.root, "a", &err), PD_ERR_FORMAT);
    pd_pickle_deinit(&p);
}

#define VECTOR(count, bytes) ARRAY "(K\x01K" count "\x85" DTYPE "\x89U" bytes "tb"
#define CSC(shape, indptr, indices, data)                                                                    \
    "cscipy.sparse.csc\ncsc_matrix\n)\x81}(U\x06_shape" shape "U\x06indptr" indptr "U\x07indices" indices    \
    "U\x04"                                                                                                  \
    "data" data "ub."

static void sparse_matrices_become_rows(void **state)
{
    (void)state;
    pd_csr csr;
    pd_error err = {0};
    /* (2,3): column 0 has row 1 = 5, column 2 has rows 0 = 6 and 1 = 7 */
    pd_pickle p =
        PARSED(CSC("K\x02K\x03\x86", VECTOR("\x04", "\x08\0\0\x01\0\x01\0\x03\0"),
                   VECTOR("\x03", "\x06\x01\0\0\0\x01\0"), VECTOR("\x03", "\x06\x05\0\x06\0\x07\0")));
    assert_true(pd_pickle_is_sparse(p.root));
    if (pd_pickle_sparse(&csr, p.root, "J", &err)) fail_msg("%s", err.detail);
    static const int start[] = {0, 1, 3}, column[] = {2, 0, 2};
    static const double weight[] = {6, 5, 7};
    assert_memory_equal(csr.start, start, sizeof start);
    assert_memory_equal(csr.column, column, sizeof column);
    assert_memory_equal(csr.weight, weight, sizeof weight);
    pd_csr_deinit(&csr);
    pd_pickle_deinit(&p);
}

/* As scipy before 1.13 and after writes them. (2,3): 5 at (1,0), 6 at (0,2), 7 at (1,2). */
static void sparse_matrices_by_triplets_become_rows(void **state)
{
    (void)state;
#define ROWS VECTOR("\x03", "\x06\x01\0\0\0\x01\0")
#define COLS VECTOR("\x03", "\x06\0\0\x02\0\x02\0")
#define COO(places)                                                                                          \
    "cscipy.sparse.coo\ncoo_matrix\n)\x81}(U\x06_shapeK\x02K\x03\x86" places "U\x04"                         \
    "data" VECTOR("\x03", "\x06\x05\0\x06\0\x07\0") "ub."
    pd_pickle two[] = {PARSED(COO("U\x03row" ROWS "U\x03"
                                  "col" COLS)),
                       PARSED(COO("U\x06"
                                  "coords" ROWS COLS "\x86"))};
    for (int i = 0; i < 2; i++) {
        static const int start[] = {0, 1, 3}, column[] = {2, 0, 2};
        static const double weight[] = {6, 5, 7};
        pd_csr csr;
        pd_error err = {0};
        if (pd_pickle_sparse(&csr, two[i].root, "J", &err)) fail_msg("%d: %s", i, err.detail);
        assert_memory_equal(csr.start, start, sizeof start);
        assert_memory_equal(csr.column, column, sizeof column);
        assert_memory_equal(csr.weight, weight, sizeof weight);
        pd_csr_deinit(&csr);
        pd_pickle_deinit(&two[i]);
    }
#undef COO
#undef COLS
#undef ROWS
}

static void sparse_refused(pd_pickle p, pd_status status, const char *detail)
{
    pd_csr csr;
    pd_error err = {0};
    assert_int_equal(pd_pickle_sparse(&csr, p.root, "J", &err), status);
    if (!strstr(err.detail, detail)) fail_msg("detail is %s", err.detail);
    assert_null(csr.start);
    pd_pickle_deinit(&p);
}

static void sparse_matrices_that_lie_are_errors(void **state)
{
    (void)state;
#define ONE VECTOR("\x01", "\x02\x01\0")
    sparse_refused(PARSED(CSC("K\x02K\x01\x86", VECTOR("\x02", "\x04\0\0\x02\0"), ONE, ONE)), PD_ERR_FORMAT,
                   "indptr");
    sparse_refused(PARSED(CSC("K\x02K\x02\x86", VECTOR("\x03", "\x06\0\0\x09\0\x01\0"), ONE, ONE)),
                   PD_ERR_FORMAT, "indptr[1] is 9");
    sparse_refused(PARSED(CSC("K\x01K\x01\x86", VECTOR("\x02", "\x04\0\0\x01\0"), ONE, ONE)), PD_ERR_RANGE,
                   "entry 0 at (1, 0)");
    sparse_refused(PARSED(CSC("\x8a\x05\0\0\0\0\x7fK\x01\x86", ONE, ONE, ONE)), PD_ERR_RANGE,
                   "rows and columns are allowed");
    sparse_refused(PARSED(CSC("K\x01", ONE, ONE, ONE)), PD_ERR_FORMAT, "shape");
    sparse_refused(
        PARSED(CSC("K\x02K\x01\x86", VECTOR("\x02", "\x04\0\0\x01\0"), VECTOR("\x02", "\x04\0\0\0\0"), ONE)),
        PD_ERR_FORMAT, "2 indices; 1 expected, one for each number");
#undef ONE
}

static void a_pickle_cut_anywhere_is_an_error(void **state)
{
    (void)state;
    static const char whole[] =
        "\x80\x02" CSC("K\x02K\x03\x86", VECTOR("\x04", "\x08\0\0\x01\0\x01\0\x03\0"),
                       VECTOR("\x03", "\x06\x01\0\0\0\x01\0"), VECTOR("\x03", "\x06\x05\0\x06\0\x07\0"));
    for (size_t size = 0; size < sizeof whole - 1; size++) refused(whole, size, PD_ERR_FORMAT, NULL, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_every_opcode_are_read),
        cmocka_unit_test(python_2_strings_are_unescaped),
        cmocka_unit_test(every_byte_can_be_an_escape),
        cmocka_unit_test(a_dict_gives_the_last_value_of_a_key),
        cmocka_unit_test(latin1_text_becomes_bytes),
        cmocka_unit_test(globals_outside_the_list_are_refused_by_name_and_place),
        cmocka_unit_test(broken_programs_are_errors),
        cmocka_unit_test(memo_slots_beyond_the_limit_are_refused),
        cmocka_unit_test(too_many_values_marks_or_stack_entries_are_refused),
        cmocka_unit_test(a_pickle_that_expands_by_repeated_decoding_is_refused),
        cmocka_unit_test(nesting_and_cycles_cost_no_stack),
        cmocka_unit_test(a_chumpy_cycle_ends),
        cmocka_unit_test(chumpy_selections_are_resolved_inside_objects_too),
        cmocka_unit_test(arrays_are_views_into_the_file),
        cmocka_unit_test(an_array_whose_bytes_do_not_match_its_shape_is_refused),
        cmocka_unit_test(sparse_matrices_become_rows),
        cmocka_unit_test(sparse_matrices_by_triplets_become_rows),
        cmocka_unit_test(sparse_matrices_that_lie_are_errors),
        cmocka_unit_test(a_pickle_cut_anywhere_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
