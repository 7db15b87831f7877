#include "core/io/tensor/pickle_internal.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define PROTOCOL_MAX 5

/* ---- the machine: protocol, frames, marks, the stack ---- */

static pd_status step_protocol(pd_pickle_machine *m, int unused)
{
    uint64_t version;
    (void)unused;

    if (!pd_pickle_take_number(m, &version, 1)) return m->status;
    if (version <= PROTOCOL_MAX) return PD_OK;

    return pd_pickle_fail(m, PD_ERR_UNSUPPORTED, "pickle protocol %d; 0 to %d allowed", (int)version,
                          PROTOCOL_MAX);
}

static pd_status step_frame(pd_pickle_machine *m, int unused)
{
    uint64_t length;
    (void)unused;

    if (!pd_pickle_take_number(m, &length, 8)) return m->status;
    if (length <= m->size - m->at) return PD_OK;

    return pd_pickle_fail(m, PD_ERR_FORMAT,
                          "a frame of %llu bytes; at most the %zu bytes of the rest of the file allowed",
                          (unsigned long long)length, m->size - m->at);
}

static pd_status step_stop(pd_pickle_machine *m, int unused)
{
    (void)unused;
    m->out->root = pd_pickle_pop(m);
    m->stopped = 1;
    return m->out->root ? PD_OK : m->status;
}

static pd_status step_mark(pd_pickle_machine *m, int unused)
{
    (void)unused;
    if (m->mark_count == PD_PICKLE_MAX_MARKS)
        return pd_pickle_fail(m, PD_ERR_LIMIT, "more than the allowed %d open marks", PD_PICKLE_MAX_MARKS);
    m->marks[m->mark_count++] = m->stack_count;
    return PD_OK;
}

static pd_status step_pop(pd_pickle_machine *m, int unused)
{
    (void)unused;
    if (m->mark_count && m->marks[m->mark_count - 1] == m->stack_count) {
        m->mark_count--;
        return PD_OK;
    }

    return pd_pickle_pop(m) ? PD_OK : m->status;
}

static pd_status step_pop_mark(pd_pickle_machine *m, int unused)
{
    size_t count;
    (void)unused;
    return pd_pickle_pop_mark(m, &count) ? PD_OK : m->status;
}

static pd_status step_dup(pd_pickle_machine *m, int unused)
{
    (void)unused;
    return pd_pickle_push(m, pd_pickle_top(m));
}

/* ---- values: numbers, text, containers ---- */

static pd_status step_constant(pd_pickle_machine *m, int which)
{
    pd_pickle_value *value = pd_pickle_make(m, which < 0 ? PD_PICKLE_NONE : PD_PICKLE_BOOL);
    if (value) value->integer = which > 0;
    return pd_pickle_push(m, value);
}

/* BININT is signed, BININT1 and 2 are not. */
static pd_status step_int(pd_pickle_machine *m, int bytes)
{
    uint64_t number;
    if (!pd_pickle_take_number(m, &number, bytes)) return m->status;
    pd_pickle_value *value = pd_pickle_make(m, PD_PICKLE_INT);
    if (value) value->integer = bytes == 4 ? (int32_t)(uint32_t)number : (int64_t)number;
    return pd_pickle_push(m, value);
}

/* Two's complement of any length; beyond 8 bytes it stays BYTES, as nothing here needs it. */
static pd_status step_long(pd_pickle_machine *m, int prefix)
{
    uint64_t length;
    uint64_t number = 0;

    if (!pd_pickle_take_number(m, &length, prefix)) return m->status;
    const unsigned char *p = pd_pickle_take(m, length);
    if (!p) return m->status;
    if (length > 8) return pd_pickle_push_text(m, PD_PICKLE_BYTES, (pd_bytes){p, (size_t)length});
    for (size_t i = 0; i < length; i++) number |= (uint64_t)p[i] << (8 * i);
    if (length && length < 8 && p[length - 1] & 0x80) number |= UINT64_MAX << (8 * length);
    pd_pickle_value *value = pd_pickle_make(m, PD_PICKLE_INT);
    if (value) value->integer = (int64_t)number;

    return pd_pickle_push(m, value);
}

static pd_status step_float(pd_pickle_machine *m, int unused)
{
    uint64_t bits = 0;
    (void)unused;
    const unsigned char *p = pd_pickle_take(m, 8);
    pd_pickle_value *value = p ? pd_pickle_make(m, PD_PICKLE_FLOAT) : NULL;

    if (!value) return m->status;
    for (int i = 0; i < 8; i++) bits = bits << 8 | p[i];
    memcpy(&value->real, &bits, 8);

    return pd_pickle_push(m, value);
}

static pd_status push_counted(pd_pickle_machine *m, pd_pickle_kind kind, int prefix)
{
    uint64_t length;
    if (!pd_pickle_take_number(m, &length, prefix)) return m->status;
    const unsigned char *p = pd_pickle_take(m, length);
    return p ? pd_pickle_push_text(m, kind, (pd_bytes){p, (size_t)length}) : m->status;
}

static pd_status step_bytes(pd_pickle_machine *m, int prefix)
{
    return push_counted(m, PD_PICKLE_BYTES, prefix);
}

static pd_status step_text(pd_pickle_machine *m, int prefix)
{
    return push_counted(m, PD_PICKLE_TEXT, prefix);
}

static pd_status step_empty(pd_pickle_machine *m, int kind)
{
    return pd_pickle_push(m, pd_pickle_make(m, (pd_pickle_kind)kind));
}

/* Joins all values above the mark to one value. */
static pd_status step_gather(pd_pickle_machine *m, int kind)
{
    size_t count = 0;
    pd_pickle_value **values = pd_pickle_pop_mark(m, &count);
    pd_pickle_value *value = values ? pd_pickle_make(m, (pd_pickle_kind)kind) : NULL;

    if (!value) return m->status;
    if (kind == PD_PICKLE_DICT && count % 2)
        return pd_pickle_fail(m, PD_ERR_FORMAT,
                              "the last key of a dict has no value; pairs of keys and values expected");

    return pd_pickle_append(m, value, values, count) ? m->status : pd_pickle_push(m, value);
}

static pd_status step_tuple(pd_pickle_machine *m, int count)
{
    pd_pickle_value *values[3] = {0};
    pd_pickle_value *tuple = pd_pickle_make(m, PD_PICKLE_TUPLE);

    if (!tuple) return m->status;
    for (int i = count - 1; i >= 0; i--)
        if (!(values[i] = pd_pickle_pop(m))) return m->status;

    return pd_pickle_append(m, tuple, values, (size_t)count) ? m->status : pd_pickle_push(m, tuple);
}

/* Runs APPEND (1), SETITEM (2), APPENDS (-1) and SETITEMS (-2).
 * The latter two add everything above the mark. */
static pd_status step_add(pd_pickle_machine *m, int unit)
{
    /* Pop the values. */
    pd_pickle_value *popped[2] = {0};
    pd_pickle_value **values = popped;
    size_t count = unit < 0 ? 0 : (size_t)unit;

    if (unit < 0 && !(values = pd_pickle_pop_mark(m, &count))) return m->status;

    for (int i = unit - 1; i >= 0; i--)
        if (!(popped[i] = pd_pickle_pop(m))) return m->status;

    /* Add them to the list, dict or object below. */
    pd_pickle_value *target = pd_pickle_top(m);
    if (!target) return m->status;

    pd_pickle_kind wanted = unit == 2 || unit == -2 ? PD_PICKLE_DICT : PD_PICKLE_LIST;
    if (target->kind != wanted && target->kind != PD_PICKLE_OBJECT)
        return pd_pickle_fail(m, PD_ERR_FORMAT, "the opcode adds to a value of another type; a %s expected",
                              wanted == PD_PICKLE_DICT ? "dict" : "list");
    if (wanted == PD_PICKLE_DICT && count % 2)
        return pd_pickle_fail(m, PD_ERR_FORMAT,
                              "the last key of a dict has no value; pairs of keys and values expected");

    return pd_pickle_append(m, target, values, count);
}

/* ---- globals, calls, objects ---- */

pd_status pd_pickle_push_global(pd_pickle_machine *m, pd_bytes module, pd_bytes name)
{
    if (!pd_pickle_allows(module, name, m->with_objects))
        return pd_pickle_fail(m, PD_ERR_UNSUPPORTED, "\"%.*s.%.*s\" is none of the globals that %s may name",
                              (int)(module.size < 80 ? module.size : 80), (const char *)module.data,
                              (int)(name.size < 80 ? name.size : 80), (const char *)name.data,
                              m->with_objects ? "a file of arrays" : "a body model");
    size_t size = module.size + 1 + name.size;
    unsigned char *text = pd_pickle_alloc(m, size);
    if (!text) return m->status;
    memcpy(text, module.data, module.size);
    text[module.size] = '.';
    memcpy(text + module.size + 1, name.data, name.size);

    return pd_pickle_push_text(m, PD_PICKLE_GLOBAL, (pd_bytes){text, size});
}

static pd_status step_stack_global(pd_pickle_machine *m, int unused)
{
    (void)unused;
    pd_pickle_value *name = pd_pickle_pop(m);
    pd_pickle_value *module = name ? pd_pickle_pop(m) : NULL;

    if (!module) return m->status;
    if (name->kind != PD_PICKLE_TEXT || module->kind != PD_PICKLE_TEXT)
        return pd_pickle_fail(m, PD_ERR_FORMAT, "the name of a global is not text; text expected");

    return pd_pickle_push_global(m, module->text, name->text);
}

/* Runs _codecs.encode(u'..', 'latin1'), by which Python 3 writes bytes in protocols 0 to 2. */
static pd_status push_latin1(pd_pickle_machine *m, const pd_pickle_value *args)
{
    const pd_pickle_value *codec = args->item_count == 2 ? args->items[1] : NULL;

    if (!codec || args->items[0]->kind != PD_PICKLE_TEXT ||
        !(pd_pickle_is(codec, "latin1") || pd_pickle_is(codec, "latin-1")))
        return pd_pickle_fail(m, PD_ERR_UNSUPPORTED,
                              "_codecs.encode has other arguments; latin1 text expected");

    /* Undo UTF-8: one byte for each character, all of them below 256. */
    pd_bytes in = args->items[0]->text;
    unsigned char *out = pd_pickle_alloc(m, in.size ? in.size : 1);
    size_t size = 0;

    for (size_t i = 0; out && i < in.size; i++) {
        unsigned c = in.data[i];
        if (c >= 0x80) {
            if (c < 0xc2 || c > 0xc3 || i + 1 == in.size || (in.data[i + 1] & 0xc0) != 0x80)
                return pd_pickle_fail(m, PD_ERR_FORMAT,
                                      "the text has characters that latin1 does not have; latin1 expected");
            c = (c & 3) << 6 | (in.data[++i] & 63u);
        }

        out[size++] = (unsigned char)c;
    }

    return out ? pd_pickle_push_text(m, PD_PICKLE_BYTES, (pd_bytes){out, size}) : m->status;
}

pd_status pd_pickle_push_call(pd_pickle_machine *m, pd_pickle_value *callable, pd_pickle_value *args)
{
    if (!callable || !args) return m->status;

    if (callable->kind != PD_PICKLE_GLOBAL || args->kind != PD_PICKLE_TUPLE)
        return pd_pickle_fail(m, PD_ERR_UNSUPPORTED,
                              "the pickle calls a value that is not one of the allowed globals");
    if (pd_pickle_is(callable, "_codecs.encode")) return push_latin1(m, args);
    if ((pd_pickle_is(callable, "__builtin__.bytes") || pd_pickle_is(callable, "builtins.bytes")) &&
        !args->item_count)
        return pd_pickle_push_text(m, PD_PICKLE_BYTES, (pd_bytes){m->bytes, 0});

    /* protocols 0 and 1 name the class in the arguments */
    bool reconstructs =
        pd_pickle_is(callable, "copy_reg._reconstructor") || pd_pickle_is(callable, "copyreg._reconstructor");
    if (reconstructs && args->item_count && args->items[0]->kind == PD_PICKLE_GLOBAL)
        callable = args->items[0];

    pd_pickle_value *object = pd_pickle_make(m, PD_PICKLE_OBJECT);
    if (object) {
        object->callable = callable;
        object->args = args;
    }

    return pd_pickle_push(m, object);
}

/* REDUCE and NEWOBJ mean the same to a reader that calls nothing. NEWOBJ_EX has keyword arguments besides. */
static pd_status step_call(pd_pickle_machine *m, int keywords)
{
    if (keywords && !pd_pickle_pop(m)) return m->status;
    pd_pickle_value *args = pd_pickle_pop(m);
    pd_pickle_value *callable = args ? pd_pickle_pop(m) : NULL;
    return pd_pickle_push_call(m, callable, args);
}

/* OBJ: the class and its arguments stand above the mark. */
static pd_status step_obj(pd_pickle_machine *m, int unused)
{
    size_t count = 0;
    (void)unused;
    pd_pickle_value **values = pd_pickle_pop_mark(m, &count);

    if (!values) return m->status;
    if (!count) return pd_pickle_fail(m, PD_ERR_FORMAT, "the object has no class; a class expected");
    pd_pickle_value *args = pd_pickle_make(m, PD_PICKLE_TUPLE);
    if (!args || pd_pickle_append(m, args, values + 1, count - 1)) return m->status;

    return pd_pickle_push_call(m, values[0], args);
}

static pd_status step_build(pd_pickle_machine *m, int unused)
{
    (void)unused;
    pd_pickle_value *state = pd_pickle_pop(m);
    pd_pickle_value *object = state ? pd_pickle_top(m) : NULL;

    if (!object) return m->status;
    if (object->kind != PD_PICKLE_OBJECT)
        return pd_pickle_fail(m, PD_ERR_FORMAT,
                              "the opcode sets the state of a value of another type; an object expected");
    object->state = state;
    if (m->with_objects && pd_pickle_calls(object, "joblib.numpy_pickle.NumpyArrayWrapper"))
        return pd_pickle_take_joblib(m, object);

    return PD_OK;
}

/* ---- the memo ---- */

static pd_status step_put(pd_pickle_machine *m, int bytes)
{
    uint64_t index;
    return pd_pickle_take_number(m, &index, bytes) ? pd_pickle_memo_put(m, index) : m->status;
}

static pd_status step_get(pd_pickle_machine *m, int bytes)
{
    uint64_t index;
    return pd_pickle_take_number(m, &index, bytes) ? pd_pickle_memo_get(m, index) : m->status;
}

/* MEMOIZE: the top of the stack becomes the next entry of the memo. */
static pd_status step_memoize(pd_pickle_machine *m, int unused)
{
    (void)unused;
    return pd_pickle_memo_put(m, m->memo_count);
}

/* Objects that live outside of the file. */
static pd_status step_refused(pd_pickle_machine *m, int which)
{
    static const char *const what[] = {"a persistent id", "an extension code", "an out-of-band buffer"};
    return pd_pickle_fail(m, PD_ERR_UNSUPPORTED,
                          "%s is not in the file; a pickle that contains all of its values is needed",
                          what[which]);
}

/* BINPERSID: the id is on the stack. */
static pd_status step_persistent(pd_pickle_machine *m, int unused)
{
    if (!m->with_objects) return step_refused(m, unused);
    pd_pickle_value *id = pd_pickle_pop(m);
    pd_pickle_value *value = id ? pd_pickle_make(m, PD_PICKLE_PERSISTENT) : NULL;
    if (!value || pd_pickle_append(m, value, &id, 1)) return m->status;
    return pd_pickle_push(m, value);
}

/* ---- the table of opcodes, by their byte: PEP 307, PEP 3154, PEP 574 ---- */

typedef struct row {
    pd_pickle_step *step;
    int argument;
} row;

static const row rows[256] = {
    ['('] = {step_mark, 0},                   /* MARK */
    ['.'] = {step_stop, 0},                   /* STOP */
    ['0'] = {step_pop, 0},                    /* POP */
    ['1'] = {step_pop_mark, 0},               /* POP_MARK */
    ['2'] = {step_dup, 0},                    /* DUP */
    ['F'] = {pd_pickle_step_float_line, 0},   /* FLOAT */
    ['I'] = {pd_pickle_step_int_line, 0},     /* INT */
    ['L'] = {pd_pickle_step_int_line, 1},     /* LONG */
    ['S'] = {pd_pickle_step_string_line, 0},  /* STRING */
    ['V'] = {pd_pickle_step_unicode_line, 0}, /* UNICODE */
    ['c'] = {pd_pickle_step_global_line, 0},  /* GLOBAL */
    ['i'] = {pd_pickle_step_global_line, 1},  /* INST */
    ['p'] = {pd_pickle_step_memo_line, 0},    /* PUT */
    ['g'] = {pd_pickle_step_memo_line, 1},    /* GET */
    ['K'] = {step_int, 1},                    /* BININT1 */
    ['M'] = {step_int, 2},                    /* BININT2 */
    ['J'] = {step_int, 4},                    /* BININT */
    ['G'] = {step_float, 0},                  /* BINFLOAT */
    ['N'] = {step_constant, -1},              /* NONE */
    ['U'] = {step_bytes, 1},                  /* SHORT_BINSTRING */
    ['T'] = {step_bytes, 4},                  /* BINSTRING */
    ['C'] = {step_bytes, 1},                  /* SHORT_BINBYTES */
    ['B'] = {step_bytes, 4},                  /* BINBYTES */
    ['X'] = {step_text, 4},                   /* BINUNICODE */
    [']'] = {step_empty, PD_PICKLE_LIST},     /* EMPTY_LIST */
    [')'] = {step_empty, PD_PICKLE_TUPLE},    /* EMPTY_TUPLE */
    ['}'] = {step_empty, PD_PICKLE_DICT},     /* EMPTY_DICT */
    ['l'] = {step_gather, PD_PICKLE_LIST},    /* LIST */
    ['t'] = {step_gather, PD_PICKLE_TUPLE},   /* TUPLE */
    ['d'] = {step_gather, PD_PICKLE_DICT},    /* DICT */
    ['a'] = {step_add, 1},                    /* APPEND */
    ['s'] = {step_add, 2},                    /* SETITEM */
    ['e'] = {step_add, -1},                   /* APPENDS */
    ['u'] = {step_add, -2},                   /* SETITEMS */
    ['R'] = {step_call, 0},                   /* REDUCE */
    ['o'] = {step_obj, 0},                    /* OBJ */
    ['b'] = {step_build, 0},                  /* BUILD */
    ['q'] = {step_put, 1},                    /* BINPUT */
    ['r'] = {step_put, 4},                    /* LONG_BINPUT */
    ['h'] = {step_get, 1},                    /* BINGET */
    ['j'] = {step_get, 4},                    /* LONG_BINGET */
    ['P'] = {step_refused, 0},                /* PERSID */
    ['Q'] = {step_persistent, 0},             /* BINPERSID */
    [0x80] = {step_protocol, 0},              /* PROTO */
    [0x81] = {step_call, 0},                  /* NEWOBJ */
    [0x82] = {step_refused, 1},               /* EXT1 */
    [0x83] = {step_refused, 1},               /* EXT2 */
    [0x84] = {step_refused, 1},               /* EXT4 */
    [0x85] = {step_tuple, 1},                 /* TUPLE1 */
    [0x86] = {step_tuple, 2},                 /* TUPLE2 */
    [0x87] = {step_tuple, 3},                 /* TUPLE3 */
    [0x88] = {step_constant, 1},              /* NEWTRUE */
    [0x89] = {step_constant, 0},              /* NEWFALSE */
    [0x8a] = {step_long, 1},                  /* LONG1 */
    [0x8b] = {step_long, 4},                  /* LONG4 */
    [0x8c] = {step_text, 1},                  /* SHORT_BINUNICODE */
    [0x8d] = {step_text, 8},                  /* BINUNICODE8 */
    [0x8e] = {step_bytes, 8},                 /* BINBYTES8 */
    [0x8f] = {step_empty, PD_PICKLE_LIST},    /* EMPTY_SET */
    [0x90] = {step_add, -1},                  /* ADDITEMS */
    [0x91] = {step_gather, PD_PICKLE_TUPLE},  /* FROZENSET */
    [0x92] = {step_call, 1},                  /* NEWOBJ_EX */
    [0x93] = {step_stack_global, 0},          /* STACK_GLOBAL */
    [0x94] = {step_memoize, 0},               /* MEMOIZE */
    [0x95] = {step_frame, 0},                 /* FRAME */
    [0x96] = {step_bytes, 8},                 /* BYTEARRAY8 */
    [0x97] = {step_refused, 2},               /* NEXT_BUFFER */
    [0x98] = {step_refused, 2},               /* READONLY_BUFFER */
};

pd_status pd_pickle_run(pd_pickle_machine *m)
{
    while (!m->stopped) {
        m->opcode_at = m->at;
        const unsigned char *opcode = pd_pickle_take(m, 1);
        if (!opcode) return m->status;
        const row *r = &rows[*opcode];
        if (!r->step)
            return pd_pickle_fail(m, PD_ERR_FORMAT,
                                  "0x%02x is not a pickle opcode; an opcode of protocol 0 to 5 expected",
                                  *opcode);
        pd_status status = r->step(m, r->argument);
        if (status) return status;
    }

    return PD_OK;
}
