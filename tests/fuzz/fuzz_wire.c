/* Fuzzes compact frames in the reader of clients/c:
 * frames one after the other, each after its size as a u32. */
#include "clients/c/posed.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look(posed_wire *wire)
{
    posed_character who;
    float at[4];
    while (posed_wire_next(wire, &who)) {
        if (who.rotations) posed_hips(at, &who), posed_rotation(at, &who, 0);
        if (who.smpl) posed_smpl_pelvis(at, &who), posed_smpl_rotation(at, &who, 0);
        if (who.weight_count) posed_weight(&who, who.weight_count - 1);
        if (who.finger_count) posed_finger_rotation(at, &who, who.finger_count - 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const size_t bytes = 4 * POSED_WIRE_CHARACTER_BYTES;
    void *memory = malloc(bytes);
    posed_wire wire;
    posed_wire_init(&wire, memory, bytes);
    for (size_t at = 0; at + 4 <= size;) {
        const size_t given = data[at] | (size_t)data[at + 1] << 8, left = size - at - 4;
        const size_t length = given < left ? given : left;
        uint8_t *own = malloc(length ? length : 1); /* of its own size, so that a byte beyond is seen */
        memcpy(own, data + at + 4, length);
        if (posed_wire_read(&wire, own, length)) look(&wire);
        free(own);
        at += 4 + length;
    }
    free(memory);
    return 0;
}
