/* Fuzzes the stream's input. The first byte selects the reader: t text message, b binary message, h head of
 * the upgrade request, f frame, which the decoder of clients/c reads. */
#include "api/stream/message.h"
#include "clients/c/posed.h"
#include "server/stream/upgrade.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_text(const uint8_t *data, size_t size)
{
    static const pd_api_limits limits = {.json_depth = 32, .json_memory = 1 << 20};
    pd_api_message m;
    pd_api_problems problems = {0};
    pd_buffer out = {0};
    if (!pd_api_message_decode(&m, (pd_bytes){data, size}, &limits, &problems)) {
        if (!problems.count) abort();
        pd_api_write_error(&out, m.ref, "invalid", &problems);
    }
    pd_api_message_deinit(&m);
    pd_buffer_deinit(&out);
}

static void read_binary(const uint8_t *data, size_t size)
{
    pd_api_binary_input in, again;
    unsigned char bytes[PD_API_INPUT_BYTES_MOST];
    if (pd_api_input_decode(&in, data, size, NULL) != PD_OK) return;
    const size_t written = pd_api_input_encode(bytes, &in);
    if (pd_api_input_decode(&again, bytes, written, NULL) != PD_OK || again.seq != in.seq) abort();
}

static void read_head(const uint8_t *data, size_t size)
{
    static pd_srv_settings settings;
    static pd_srv_tickets *tickets;
    pd_srv_upgrade out;
    if (!tickets) {
        tickets = pd_srv_tickets_new();
        pd_srv_auth_load(&settings.auth, "", NULL);
    }
    if (pd_srv_upgrade_judge(&out, &settings, tickets, (const char *)data, size, false, 0) &&
        out.status != 101 && !*out.detail)
        abort();
}

static void read_frame(const uint8_t *data, size_t size)
{
    posed_frame frame;
    posed_character who;
    float at[4], facing;
    const posed_counts counts = {31, 12};
    if (!posed_frame_open(&frame, data, size)) return;
    while (posed_frame_next(&frame, &who, counts)) {
        if (who.joints) posed_joint(at, &who, 30);
        if (who.rotations) posed_rotation(at, &who, 30);
        if (who.trajectory) posed_sample(at, &facing, &who, 11);
        if (who.smpl) posed_smpl_rotation(at, &who, 23);
        if (who.vertex_count) posed_vertex(at, &who, who.vertex_count - 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size) return 0;
    uint8_t *own = malloc(size - 1 ? size - 1 : 1); /* of its own size, so that a byte beyond is seen */
    memcpy(own, data + 1, size - 1);
    if (data[0] == 't') read_text(own, size - 1);
    if (data[0] == 'b') read_binary(own, size - 1);
    if (data[0] == 'h') read_head(own, size - 1);
    if (data[0] == 'f') read_frame(own, size - 1);
    free(own);
    return 0;
}
