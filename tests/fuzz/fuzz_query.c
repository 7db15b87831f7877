/* Fuzzes a request line and its headers: "GET /path?query", then lines Accept,
 * Accept-Encoding, If-None-Match. */
#include "tests/fuzz/api_answer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Returns the next line of *at, which is cut in place, or NULL when there is none. */
static char *line(char **at)
{
    char *start = *at, *end = start ? strchr(start, '\n') : NULL;

    if (end) *end = 0;
    *at = end ? end + 1 : NULL;
    return start;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1), *at = text, *target, *space, *mark;
    pd_api_request request = {0};

    make_host();
    memcpy(text, data, size);
    text[size] = 0;
    target = line(&at);
    request.accept = line(&at);
    request.accept_encoding = line(&at);
    request.if_none_match = line(&at);
    space = strchr(target, ' ');
    if (space) {
        *space = 0;
        request.method = target;
        request.path = space + 1;
        if ((mark = strchr(space + 1, '?'))) {
            *mark = 0;
            request.query = mark + 1;
        }
        if (!request.accept_encoding || !*request.accept_encoding) request.accept_encoding = NULL;
        answer(&request);
    }
    free(text);
    return 0;
}
