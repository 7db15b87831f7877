#include "server/identity/webhook_policy.h"

#include "core/base/file.h"
#include "server/identity/curl_library.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A place as libcurl reads it. */
typedef struct place {
    char scheme[8], host[256], port[8];
} place;

/* One entry of webhooks.allow. */
typedef struct entry {
    place at;
    /* "*.example.org": the host is "example.org", and hosts that end in ".example.org" are meant */
    bool is_suffix;
} entry;

struct pd_srv_webhook_policy {
    pd_srv_webhook_keys keys;
    entry *entries;
    pd_cfg_prefix *private;
    int entry_count, private_count;
};

/* IPv4 addresses that are not public: the special-purpose registry of RFC 6890 and multicast. */
static const char *const not_public[] = {
    "0.0.0.0/8",     "10.0.0.0/8",      "100.64.0.0/10",  "127.0.0.0/8",    "169.254.0.0/16",
    "172.16.0.0/12", "192.0.0.0/24",    "192.0.2.0/24",   "192.88.99.0/24", "192.168.0.0/16",
    "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3"};
/* IPv6: addresses outside of 2000::/3 are not public. Within it Teredo and 6to4 contain IPv4 addresses, and
 * documentation addresses lead nowhere. */
static const char global[] = "2000::/3";
static const char *const not_global[] = {"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"};

/* ---- URLs ---- */

/* Copies a part of a URL. Returns false when it is missing or too long. */
static bool copy_part(const pd_srv_curl *curl, char *out, size_t size, CURLU *url, CURLUPart part,
                      unsigned flags)
{
    char *text = NULL;
    const bool good = !curl->url_get(url, part, &text, flags) && strlen(text) < size;
    if (good) snprintf(out, size, "%s", text);
    curl->free(text);
    return good;
}

static bool has_part(const pd_srv_curl *curl, CURLU *url, CURLUPart part)
{
    char *text = NULL;
    const bool has = !curl->url_get(url, part, &text, 0);
    curl->free(text);
    return has;
}

/* Reads scheme, host and port. is_entry: the scheme may be missing, and nothing may follow the port. Returns
 * what is wrong, or NULL. */
static const char *read_place(place *out, const char *text, bool is_entry)
{
    if (strlen(text) > PD_SRV_WEBHOOK_URL_MOST) return "longer than 1024 bytes";
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if (*c <= ' ' || *c >= 0x7f) return "a blank or a character that is not ASCII; percent-encode it";

    const pd_srv_curl *curl = pd_srv_curl_load();
    if (!curl) return "libcurl (libcurl.so.4) cannot be loaded";
    CURLU *url = curl->url();
    if (!url) return "out of memory";
    const char *wrong = NULL;
    char path[8];
    if (curl->url_set(url, CURLUPART_URL, text, is_entry ? CURLU_DEFAULT_SCHEME : 0))
        wrong = "not a URL";
    else if (!copy_part(curl, out->scheme, sizeof out->scheme, url, CURLUPART_SCHEME, 0) ||
             (strcmp(out->scheme, "https") && strcmp(out->scheme, "http")))
        wrong = "a scheme other than https and http";
    else if (!copy_part(curl, out->host, sizeof out->host, url, CURLUPART_HOST, 0) ||
             !copy_part(curl, out->port, sizeof out->port, url, CURLUPART_PORT, CURLU_DEFAULT_PORT))
        wrong = "no host or a wrong port";
    else if (has_part(curl, url, CURLUPART_USER) || has_part(curl, url, CURLUPART_PASSWORD))
        wrong = "a user or a password, which are not sent";
    else if (has_part(curl, url, CURLUPART_FRAGMENT))
        wrong = "a fragment, which is not sent";
    else if (is_entry && (!copy_part(curl, path, sizeof path, url, CURLUPART_PATH, 0) || strcmp(path, "/") ||
                          has_part(curl, url, CURLUPART_QUERY)))
        wrong = "a path; scheme, host and port alone allowed";
    curl->url_cleanup(url);

    return wrong;
}

/* Returns whether the host is an IP address, as libcurl writes it: IPv6 in brackets. */
static bool is_address(const char *host)
{
    unsigned char bits[4];
    return *host == '[' || inet_pton(AF_INET, host, bits) == 1;
}

static bool matches(const entry *e, const place *at)
{
    if (strcmp(e->at.scheme, at->scheme) || strcmp(e->at.port, at->port)) return false;
    if (!e->is_suffix) return !strcasecmp(e->at.host, at->host);
    const size_t size = strlen(at->host);
    const size_t suffix = strlen(e->at.host);

    return size > suffix + 1 && at->host[size - suffix - 1] == '.' &&
           !strcasecmp(at->host + size - suffix, e->at.host);
}

/* ---- loading ---- */

/* Reads one entry: "*." behind the scheme stands for every name below the host. */
static const char *read_entry(entry *out, const char *text)
{
    char rest[PD_SRV_WEBHOOK_URL_MOST + 1];
    const char *colon = strstr(text, "://");
    const char *host = colon ? colon + 3 : text;

    out->is_suffix = !strncmp(host, "*.", 2);
    const int size = snprintf(rest, sizeof rest, "%s%.*s%s", colon ? "" : "https://", (int)(host - text),
                              text, host + (out->is_suffix ? 2 : 0));
    if (size < 0 || (size_t)size >= sizeof rest) return "longer than 1024 bytes";
    if (strchr(rest, '*')) return "* allowed as the first label alone, as in *.example.org";
    const char *wrong = read_place(&out->at, rest, true);
    if (!wrong && out->is_suffix && is_address(out->at.host)) return "an address has no names below it";

    return wrong;
}

static pd_status read_lists(pd_srv_webhook_policy *policy, const pd_cfg *cfg, pd_error *err)
{
    const pd_cfg_list *allow = &cfg->webhooks_allow;
    const pd_cfg_list *private = &cfg->webhooks_private;

    policy->entries = calloc((size_t)allow->count, sizeof *policy->entries);
    policy->private = calloc((size_t) private->count + 1, sizeof *policy->private);
    if (!policy->entries || !policy->private)
        return pd_fail(err, PD_ERR_MEMORY, "webhooks.allow", "out of memory");

    for (int i = 0; i < allow->count; i++, policy->entry_count++) {
        const char *wrong = read_entry(&policy->entries[i], allow->items[i]);
        if (wrong)
            return pd_fail(err, PD_ERR_INVALID, "webhooks.allow",
                           "\"%.100s\": %s; \"hooks.example.org\", \"*.example.org:8443\" or "
                           "\"http://127.0.0.1:9000\" expected",
                           allow->items[i], wrong);
    }

    for (int i = 0; i < private->count; i++, policy->private_count++) {
        const pd_status status = pd_cfg_prefix_parse(&policy->private[i], private->items[i], err);
        if (status != PD_OK) return status;
    }

    return PD_OK;
}

static pd_status read_secrets(pd_srv_webhook_policy *policy, const char *file, pd_error *err)
{
    pd_bytes text;
    pd_error why = {0};

    if (pd_file_map(&text, file, &why))
        return pd_fail(err, PD_ERR_IO, "webhooks.secret_file", "%.200s: %.100s", why.where, why.detail);
    const pd_status status = pd_srv_webhook_keys_parse(&policy->keys, pd_text_unmarked(text), &why);
    pd_file_unmap(&text);
    if (status == PD_OK) return PD_OK;

    return pd_fail(err, status, "webhooks.secret_file", "%.200s: %s%s%.200s", file, why.where,
                   *why.where ? ": " : "", why.detail);
}

pd_status pd_srv_webhook_policy_load(pd_srv_webhook_policy **out, const pd_cfg *cfg, pd_error *err)
{
    *out = NULL;
    if (!cfg->webhooks_allow.count) return PD_OK;
    pd_srv_webhook_policy *policy = calloc(1, sizeof *policy);
    if (!policy) return pd_fail(err, PD_ERR_MEMORY, "webhooks.allow", "out of memory");

    pd_status status = read_lists(policy, cfg, err);
    if (status == PD_OK) status = read_secrets(policy, cfg->webhooks_secret_file, err);
    if (status == PD_OK)
        *out = policy;
    else
        pd_srv_webhook_policy_free(policy);

    return status;
}

void pd_srv_webhook_policy_free(pd_srv_webhook_policy *policy)
{
    if (!policy) return;
    free(policy->entries);
    free(policy->private);
    explicit_bzero(&policy->keys, sizeof policy->keys);
    free(policy);
}

const pd_srv_webhook_keys *pd_srv_webhook_policy_keys(const pd_srv_webhook_policy *policy)
{
    return &policy->keys;
}

/* ---- checks ---- */

pd_status pd_srv_webhook_policy_check(pd_srv_webhook_target *out, const pd_srv_webhook_policy *policy,
                                      const char *url, pd_error *err)
{
    place at;

    *out = (pd_srv_webhook_target){0};
    if (!policy)
        return pd_fail(err, PD_ERR_INVALID, "",
                       "this server sends no webhooks: its configuration has no webhooks.allow");
    const char *wrong = read_place(&at, url, false);
    if (wrong) return pd_fail(err, PD_ERR_INVALID, "", "\"%.100s\": %s; an https URL expected", url, wrong);

    for (int i = 0; i < policy->entry_count; i++) {
        if (!matches(&policy->entries[i], &at)) continue;
        snprintf(out->host, sizeof out->host, "%s", at.host);
        out->is_literal = is_address(at.host);
        return PD_OK;
    }

    return pd_fail(err, PD_ERR_INVALID, "",
                   "%s://%.100s:%s; a scheme, host and port of the server's webhooks.allow expected",
                   at.scheme, at.host, at.port);
}

static bool is_in(const char *const *ranges, size_t count, bool is_v6, const unsigned char *bits)
{
    for (size_t i = 0; i < count; i++) {
        pd_cfg_prefix prefix;
        if (pd_cfg_prefix_parse(&prefix, ranges[i], NULL) == PD_OK && pd_cfg_prefix_has(&prefix, is_v6, bits))
            return true;
    }

    return false;
}

bool pd_srv_webhook_policy_reaches(const pd_srv_webhook_policy *policy, const pd_srv_webhook_target *target,
                                   bool is_v6, const unsigned char *bits)
{
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    static const char *const globals[] = {global};

    if (target->is_literal) return true;

    /* IPv4 written as IPv6 is IPv4. */
    if (is_v6 && !memcmp(bits, mapped, sizeof mapped)) {
        is_v6 = false;
        bits += sizeof mapped;
    }

    for (int i = 0; i < policy->private_count; i++)
        if (pd_cfg_prefix_has(&policy->private[i], is_v6, bits)) return true;
    if (!is_v6) return !is_in(not_public, sizeof not_public / sizeof *not_public, false, bits);

    return is_in(globals, 1, true, bits) &&
           !is_in(not_global, sizeof not_global / sizeof *not_global, true, bits);
}
