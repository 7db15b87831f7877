#ifndef PD_CHARACTER_ROLLOUT_STATE_H
#define PD_CHARACTER_ROLLOUT_STATE_H
/* All that the next tick of a character reads, as bytes from which another program continues bit for bit, and
 * the hash of these bytes, by which two programs compare what they have computed.
 *
 *     bytes = origin, character, overlay, input      in the packing of core/io/fields/fields.h
 *     hash  = pd_hash64(bytes)
 *
 * Equal states have equal bytes, natively and in WebAssembly. The server of a predicted character, the C
 * client and clients/core all use these functions.
 *
 * Units    the character and its overlay are in the character's own unit (core/character/size.h), the input
 *          is in metres.
 * Memory   _write appends to the caller's buffer; the reader borrows the bytes.
 * Threads  pure functions; a writer belongs to one thread.
 * Errors   _read: ERR_FORMAT at "/snapshot" for bytes that are damaged, of another model or of another
 *          version of these tables; *out is then undefined. Bytes with a clip that plays are refused too.
 */
#include "core/base/buffer.h"
#include "core/character/action/overlay.h"
#include "core/character/character.h"
#include "core/io/fields/fields.h"

#define PD_CHARACTER_STATE_MOST 65536 /* most bytes that are read */

typedef struct pd_character_state {
    pd_character motion;
    pd_character_overlay overlay;
    pd_character_input input; /* holds until the next one */
} pd_character_state;

/* Appends a state. The input may be NULL: none, which is a character that stands. */
void pd_character_state_write(pd_buffer *out, pd_fields_writer *writer, const pd_character *motion,
                              const pd_character_overlay *overlay, const pd_character_input *input,
                              const pd_character_rig *rig);
/* Reads a state for the same model. */
pd_status pd_character_state_read(pd_character_state *out, const void *bytes, size_t size,
                                  const pd_character_rig *rig, pd_error *err);

#endif
