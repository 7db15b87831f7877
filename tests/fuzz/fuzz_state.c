/* Fuzzes the state of a predicted character, as a client reads it: bytes that are accepted move on for some
 * ticks and give bytes that are read again. FUZZ_SEED=FILE writes a valid state as a seed. */
#include "core/base/file.h"
#include "tools/predict/predictor.h"
#include "tests/support/rigs.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static pd_tool_predictor predictor;
static pd_character_rig rig;

static void begin_state(void)
{
    pd_pfnn_model *model = rigs_model(16, 5);

    if (pd_character_rig_init(&rig, model, NULL) != PD_OK ||
        pd_tool_predictor_init(&predictor, &rig, NULL, NULL) != PD_OK)
        abort();
    const char *seed = getenv("FUZZ_SEED");
    if (!seed) return;

    /* A character that has walked for a second. */
    pd_character_state state = {.input = {.move = {0, 1}}};
    pd_buffer bytes = {0};
    pd_fields_writer writer = {.counts = {0}};
    pd_tool_correction done;
    if (pd_character_init(&state.motion, &rig, NULL, (double[2]){0, 0}, 0, NULL) != PD_OK) abort();
    pd_character_state_write(&bytes, &writer, &state.motion, &state.overlay, &state.input, &rig);
    if (pd_tool_predictor_restore(&predictor, &done, 1, 0, 60, bytes.data, bytes.size, NULL) != PD_OK)
        abort();
    pd_buffer_clear(&bytes);
    pd_character_state_write(&bytes, &writer, &predictor.now.motion, &predictor.now.overlay,
                             &predictor.now.input, &rig);
    if (pd_file_write(seed, bytes.data, bytes.size, NULL) != PD_OK) abort();
    exit(0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_tool_correction done;
    pd_error err = {0};

    if (!rig.frames) begin_state();
    pd_tool_predictor_forget(&predictor);
    if (pd_tool_predictor_restore(&predictor, &done, 100, 0, 4, data, size, &err) != PD_OK) {
        if (!*err.where) abort();
        return 0;
    }
    for (int i = 0; i < 8; i++) pd_tool_predictor_step(&predictor);
    pd_character_pose pose;
    pd_tool_predictor_shown(&pose, &predictor);

    return 0;
}
