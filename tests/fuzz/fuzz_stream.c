/* What comes in over the stream, by the first byte: t a text message, b a binary one, h the head of the request to upgrade; w: bytes of
 * the socket, whole and piece by piece; f: a frame, as the client's decoder in clients/c reads it. */
#include "api/stream_message.h"
#include "clients/c/posed.h"
#include "server/framing.h"
#include "server/server.h"
#include "server/upgrade.h"

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
    pd_buffer_deinit(&out);
}

static void read_binary(const uint8_t *data, size_t size)
{
    pd_api_binary_input in, again;
    unsigned char bytes[PD_API_INPUT_BYTES];
    if (pd_api_input_decode(&in, data, size, NULL) != PD_OK) return;
    pd_api_input_encode(bytes, &in);
    if (pd_api_input_decode(&again, bytes, sizeof bytes, NULL) != PD_OK) abort();
}

static void read_head(const uint8_t *data, size_t size)
{
    static pd_srv srv;
    static pd_srv_live live;
    pd_srv_upgrade out;
    if (!srv.tickets) {
        srv.tickets = pd_srv_tickets_new();
        pd_srv_auth_load(&live.auth, "", NULL);
        atomic_init(&srv.live, &live);
    }
    if (pd_srv_upgrade_judge(&out, &srv, (const char *)data, size, 0) && out.status != 101 && !*out.detail)
        abort();
    pd_buffer answer = {0};
    pd_srv_upgrade_answer(&answer, (const char *)data, size);
    if (pd_srv_head_bytes((const char *)data, size) > size) abort();
    pd_buffer_deinit(&answer);
}

/* A hash of all that a reader tells when it is fed so many bytes at a time. */
static uint32_t told_of(const uint8_t *data, size_t size, size_t piece)
{
    pd_srv_reader r = {.limit = 300};
    uint32_t hash = 1;
    for (const uint8_t *from = data, *all = data + size; from < all && !r.wrong;) {
        const uint8_t *at = from, *end = (size_t)(all - from) < piece ? all : from + piece;
        for (pd_srv_got got; (got = pd_srv_reader_take(&r, &at, end)) != PD_SRV_GOT_NOTHING && !r.wrong;) {
            int is_message = got <= PD_SRV_GOT_BINARY, has_bytes = got <= PD_SRV_GOT_CLOSE;
            const unsigned char *bytes = is_message ? r.message.data : r.control;
            size_t count = !has_bytes ? 0 : is_message ? r.message.size : r.control_size;
            if (count > r.limit) abort();
            hash = hash * 31 + (uint32_t)got;
            for (size_t i = 0; i < count; i++) hash = hash * 31 + bytes[i];
        }
        from = end;
    }
    if (r.wrong) hash ^= 0xffff;
    pd_srv_reader_deinit(&r);
    return hash;
}

static void read_socket(const uint8_t *data, size_t size)
{
    uint32_t whole = told_of(data, size, size ? size : 1);
    if (told_of(data, size, 1) != whole || told_of(data, size, 7) != whole) abort();
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
    if (data[0] == 'w') read_socket(own, size - 1);
    if (data[0] == 'f') read_frame(own, size - 1);
    free(own);
    return 0;
}
