/* Fuzzes URLs of webhooks and files of their secrets. The first byte selects which. */
#include "server/identity/webhook_policy.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static pd_srv_webhook_policy *policy;

static void start(void)
{
    static const char text[] = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n";
    char file[] = "/tmp/posed-fuzz-XXXXXX",
         *allow[] = {"hooks.example.org", "*.example.net", "http://127.0.0.1:9000"};
    const pd_cfg cfg = {.webhooks_allow = {.items = allow, .count = 3}, .webhooks_secret_file = file};
    const int fd = mkstemp(file);
    if (fd < 0 || write(fd, text, sizeof text - 1) < 0 || pd_srv_webhook_policy_load(&policy, &cfg, NULL))
        abort();
    close(fd);
    unlink(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!policy) start();
    if (!size || size > 4096) return 0;
    if (data[0] & 1) {
        pd_srv_webhook_keys keys;
        if (!pd_srv_webhook_keys_parse(&keys, (pd_bytes){data + 1, size - 1}, NULL) &&
            (keys.count < 1 || keys.count > PD_SRV_WEBHOOK_SECRETS_MOST))
            abort();
        return 0;
    }

    /* A permitted URL has a listed host. */
    char *url = strndup((const char *)data + 1, size - 1);
    pd_srv_webhook_target target;
    if (!pd_srv_webhook_policy_check(&target, policy, url, NULL)) {
        const size_t length = strlen(target.host);
        const bool is_below = length > 12 && !strcasecmp(target.host + length - 12, ".example.net");
        if (!is_below && strcasecmp(target.host, "hooks.example.org") && strcmp(target.host, "127.0.0.1"))
            abort();
        if (target.is_literal != !strcmp(target.host, "127.0.0.1")) abort();
    }
    free(url);
    return 0;
}
