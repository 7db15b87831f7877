/* Fuzzes bodies of POST requests. The first byte selects the route. */
#include "tests/fuzz/api_answer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const paths[] = {"/v1/models/default/mesh", "/v1/models/default/joints",
                                        "/v1/models/other/measure", "/v1/models/default/fit", "/v1/ik/solve"};
    static const char *const formats[] = {NULL, "format=bin", "format=glb&rig=true", "format=npz"};
    pd_api_request request = {.method = "POST"};

    if (!size) return 0;
    make_host();
    request.path = paths[data[0] % 5];
    if (data[0] % 5 == 0) request.query = formats[data[0] / 5 % 4];
    request.body = (pd_bytes){data + 1, size - 1};
    answer(&request);
    return 0;
}
