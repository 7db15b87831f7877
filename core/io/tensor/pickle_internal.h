#ifndef PD_IO_TENSOR_PICKLE_INTERNAL_H
#define PD_IO_TENSOR_PICKLE_INTERNAL_H
/* The stack machine behind pd_pickle_parse. Used by core/io/tensor/pickle*.c only.
 *
 * A step reads one opcode with its argument, changes the stack, the memo or the tree, and returns a status.
 * Functions that return a pointer, a count or a bool return NULL, 0 or false after they have filled *err and
 * m->status; the step then returns m->status.
 */
#include "core/io/tensor/pickle.h"

#include <stdbool.h>

typedef struct pd_pickle_machine {
    pd_pickle *out;
    const unsigned char *bytes;
    size_t size, at, opcode_at; /* bytes of the input; offsets of the next byte and of the present opcode */
    pd_pickle_value **stack;
    size_t stack_count, stack_capacity;
    size_t marks[PD_PICKLE_MAX_MARKS]; /* (mark_count) heights of the stack at the open marks */
    int mark_count;
    pd_pickle_value **memo; /* (memo_capacity), NULL: not set */
    size_t memo_capacity, memo_count;
    int stopped;       /* 1: the opcode STOP was run */
    bool with_objects; /* objects of torch and joblib are read */
    const char *name;  /* name of the file, for errors */
    pd_error *err;
    pd_status status;
} pd_pickle_machine;

typedef pd_status pd_pickle_step(pd_pickle_machine *m, int argument);

/* Fills the machine's error with the place in the file and a message, sets m->status, and returns it. */
pd_status pd_pickle_fail(pd_pickle_machine *m, pd_status status, const char *format, ...) PD_PRINTF(3, 4);

/* Allocates memory that lives as long as the tree. NULL: out of memory or over the limit. */
void *pd_pickle_alloc(pd_pickle_machine *m, size_t bytes);
/* Makes an empty value of that kind. NULL: out of memory or over the limit. */
pd_pickle_value *pd_pickle_make(pd_pickle_machine *m, pd_pickle_kind kind);
/* Makes a value of text and pushes it. */
pd_status pd_pickle_push_text(pd_pickle_machine *m, pd_pickle_kind kind, pd_bytes text);
pd_status pd_pickle_push(pd_pickle_machine *m, pd_pickle_value *value); /* NULL: returns m->status */
/* Return the value on top of the stack, above the innermost mark;
 * _pop also removes it. NULL when there is none. */
pd_pickle_value *pd_pickle_pop(pd_pickle_machine *m);
pd_pickle_value *pd_pickle_top(pd_pickle_machine *m);
/* Removes the innermost mark and everything above it. The values stay readable until the next push. */
pd_pickle_value **pd_pickle_pop_mark(pd_pickle_machine *m, size_t *count);
pd_status pd_pickle_append(pd_pickle_machine *m, pd_pickle_value *list, pd_pickle_value *const *values,
                           size_t count);

/* Reads the next `count` bytes of the input. NULL when it has fewer. */
const unsigned char *pd_pickle_take(pd_pickle_machine *m, uint64_t count);
/* Reads a little-endian number of 1, 2, 4 or 8 bytes. Returns false when the input ends. */
bool pd_pickle_take_number(pd_pickle_machine *m, uint64_t *out, int bytes);
/* Reads a line; *out is without its newline. Returns false when the input ends before a newline. */
bool pd_pickle_take_line(pd_pickle_machine *m, pd_bytes *out);

/* Pushes the global module.name if it is on the allow-list. */
pd_status pd_pickle_push_global(pd_pickle_machine *m, pd_bytes module, pd_bytes name);
/* Pushes an OBJECT for callable(args). Calls of the codecs
 * and of copy_reg become the value that they return. */
pd_status pd_pickle_push_call(pd_pickle_machine *m, pd_pickle_value *callable, pd_pickle_value *args);

/* Stores the top of the stack in a memo slot, and pushes the value of a slot. */
pd_status pd_pickle_memo_put(pd_pickle_machine *m, uint64_t index);
pd_status pd_pickle_memo_get(pd_pickle_machine *m, uint64_t index);

/* Steps of protocol 0, whose arguments are lines of text (pickle_text.c). */
pd_status pd_pickle_step_int_line(pd_pickle_machine *m, int is_long);
pd_status pd_pickle_step_float_line(pd_pickle_machine *m, int unused);
pd_status pd_pickle_step_string_line(pd_pickle_machine *m, int unused);
pd_status pd_pickle_step_unicode_line(pd_pickle_machine *m, int unused);
pd_status pd_pickle_step_memo_line(pd_pickle_machine *m, int is_get);
pd_status pd_pickle_step_global_line(pd_pickle_machine *m, int is_instance);

/* Reads the bytes behind the description of one of joblib's arrays into object->text (pickle_joblib.c). */
pd_status pd_pickle_take_joblib(pd_pickle_machine *m, pd_pickle_value *object);

/* Runs until STOP (pickle_steps.c). */
pd_status pd_pickle_run(pd_pickle_machine *m);

#endif
