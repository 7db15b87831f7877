/* Fuzzes the stream's input. The first byte selects the reader: t text message, b binary message, s sounds, h
 * head of the upgrade request, f frame, which the decoder of clients/c reads. */
#include "api/stream/message.h"
#include "clients/c/posed.h"
#include "server/work/sound.h"
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
    pd_api_binary_sound sound;
    unsigned char bytes[PD_API_INPUT_BYTES_MOST];
    if (pd_api_sound_decode(&sound, data, size, NULL) == PD_OK && !sound.samples.size) abort();
    if (pd_api_input_decode(&in, data, size, NULL) != PD_OK) return;
    const size_t written = pd_api_input_encode(bytes, &in);
    if (pd_api_input_decode(&again, bytes, written, NULL) != PD_OK || again.seq != in.seq ||
        again.has_tick != in.has_tick || again.tick != in.tick)
        abort();
}

static pd_status acquire_net(void *ctx, const char *id, bool may_wait, pd_api_model *out, pd_error *err)
{
    static pd_speech_net *net;
    static pd_speech_weights weights; /* all 0: it hears nothing, as fast as another */
    (void)ctx, (void)id, (void)may_wait, (void)err;
    if (!net) net = pd_speech_net_of(&weights);
    *out = (pd_api_model){
        .id = "speech", .kind = &pd_api_kinds[PD_API_KIND_SPEECH], .resident = pd_speech_net_retain(net)};
    return PD_OK;
}

/* Begins a sound whose form the first byte says, and sends it chunks: a byte of size, and as many samples. */
static void read_sounds(const uint8_t *data, size_t size)
{
    static const int rates[] = PD_SPEECH_RATES;
    const pd_api_host host = {.acquire = acquire_net};
    pd_srv_sound *sound;
    pd_error err;
    pd_speech_ear *ear;
    float out[PD_SPEECH_VISEMES], shown[PD_SPEECH_SHAPES];
    if (!size) return;
    const pd_api_hear hear = {.rate = rates[data[0] % PD_SPEECH_RATE_COUNT],
                              .format = (pd_speech_format)(data[0] / 16 % PD_SPEECH_FORMATS),
                              .is_timed = data[0] >= 128};
    if (pd_srv_sound_new(&sound, &host, NULL, &hear, &err) != PD_OK) abort();
    for (size_t i = 1, step = 0; i < size && step < 40; step++) {
        unsigned char head[PD_API_SOUND_HEAD + 1024] = {2};
        pd_api_binary_sound in;
        const size_t most = (size_t)4 * data[i] + 1;
        const size_t count = size - i < most ? size - i : most;
        pd_api_sound_encode(head, 1, sound->next + (data[i] & 1 ? data[i] * 100u : 0));
        memcpy(head + PD_API_SOUND_HEAD, data + i, count < 1024 ? count : 1024);
        i += count;
        if (pd_api_sound_decode(&in, head, PD_API_SOUND_HEAD + (count < 1024 ? count : 1024), &err) != PD_OK)
            abort();
        const pd_api_sound chunk = {in.samples, true, in.at};
        if (pd_srv_sound_put(sound, &chunk, &err) != PD_OK && !*err.detail) abort();
        pd_srv_sound_gather(sound, 1.0 / 60);
        pd_srv_sounds_hear(&sound, 1, 12, &ear, out);
        pd_speech_listener_show(shown, &sound->listener, 1.0 / 60);
        for (int v = 0; v < PD_SPEECH_SHAPES; v++)
            if (!(shown[v] >= 0 && shown[v] <= 1)) abort();
    }
    pd_srv_sound_close(sound);
    pd_srv_sound_free(sound);
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
    if (data[0] == 's') read_sounds(own, size - 1);
    if (data[0] == 'h') read_head(own, size - 1);
    if (data[0] == 'f') read_frame(own, size - 1);
    free(own);
    return 0;
}
