/* Fuzzes script files: read as YAML, decoded, and, if short, rolled out by a small network. */
#include "tests/fuzz/api_answer.h"

#include "tools/motion/document.h"
#include "tests/support/rigs.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Checks that every pointer of the tree has a place. */
static void ask_places(const pd_tool_document *document, const json_t *value, const char *pointer, int depth)
{
    char at[256], place[600];
    const char *key;
    json_t *item;
    size_t i;
    pd_tool_document_place(place, sizeof place, document, pointer);
    if (strncmp(place, "script", 6) || depth > 3) return;
    json_object_foreach((json_t *)(uintptr_t)value, key, item)
    {
        snprintf(at, sizeof at, "%.100s/%.100s", pointer, key);
        ask_places(document, item, at, depth + 1);
    }
    json_array_foreach(value, i, item)
    {
        snprintf(at, sizeof at, "%.200s/%zu", pointer, i);
        ask_places(document, item, at, depth + 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_tool_document *document;
    pd_api_request request = {.method = "POST", .path = "/v1/motions/rollout", .query = "format=measure"};
    make_host();
    if (!api_host_state.motion) api_host_state.motion = rigs_model(4, 1);
    if (size > 20000 || pd_tool_document_parse(&document, (pd_bytes){data, size}, "script", NULL) != PD_OK)
        return 0;
    json_t *json = pd_tool_document_json(document);
    ask_places(document, json, "", 0);

    /* Formats without a body show faces in json and vrma. */
    if (json_object_get(json, "faces")) request.query = size % 2 ? "format=json" : "format=vrma";
    if (json_number_value(json_object_get(json, "seconds")) > 0.5 || !json_object_get(json, "seconds"))
        json_object_set_new(json, "seconds", json_real(0.5));
    char *text = json_dumps(json, JSON_COMPACT);
    request.body = (pd_bytes){(const unsigned char *)text, text ? strlen(text) : 0};
    answer(&request);
    free(text);
    pd_tool_document_close(document);
    return 0;
}
