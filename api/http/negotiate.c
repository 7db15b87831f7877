/* Chooses the format (Accept) and the content coding (Accept-Encoding) of a reply, and answers 304 to a
 * client that has it already (If-None-Match). */
#include "api/http/call.h"

#include "config/version.h"
#include "core/base/assert.h"
#include "core/kernel/cpu.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const pd_api_format_info pd_api_formats[PD_API_FORMAT_COUNT] = {
#define FORMAT_ROW(id, name, type, suffix, compressible) {name, type, suffix, compressible},
    PD_API_FORMAT_TABLE(FORMAT_ROW)
#undef FORMAT_ROW
};

/* One element of a comma-separated header: its token and its q. */
typedef struct element {
    const char *token;
    size_t size;
    double q;
} element;

static const char *skip_blank(const char *s)
{
    return s + strspn(s, " \t");
}

/* Returns q of the parameters in [s, end); 1 when there is none, 0 when it is no number. */
static double quality(const char *s, const char *end)
{
    while (s < end) {
        s = skip_blank(s + 1); /* past ';' */
        if (s + 1 < end && (*s == 'q' || *s == 'Q') && s[1] == '=') {
            const double q = strtod(s + 2, NULL);
            return q >= 0 && q <= 1 ? q : 0;
        }

        while (s < end && *s != ';') s++;
    }

    return 1;
}

/* Reads the next element at *at; 0 at the end. */
static bool next_element(element *out, const char **at)
{
    const char *s = *at + strspn(*at, " \t,");
    const char *end;

    if (!*s) return false;
    end = s + strcspn(s, ",");
    out->token = s;
    out->size = strcspn(s, " \t;,");
    out->q = quality(s + strcspn(s, ";,"), end);
    *at = end;

    return true;
}

/* Returns how exactly an element matches a type: 3 for the type itself, 2 for "model/ *", 1 for "* / *", 0
 * for no match. */
static int specificity(const element *e, const char *type)
{
    const size_t slash = strcspn(type, "/");

    if (e->size == strlen(type) && !strncasecmp(e->token, type, e->size)) return 3;
    if (e->size == slash + 2 && !strncasecmp(e->token, type, slash + 1) && e->token[slash + 1] == '*')
        return 2;
    return e->size == 3 && !memcmp(e->token, "*/*", 3);
}

static double accepted(const char *accept, const char *type)
{
    element e;
    double q = 0;
    int best = 0;

    while (next_element(&e, &accept)) {
        const int s = specificity(&e, type);
        if (s > best) {
            best = s;
            q = e.q;
        }
    }

    return q;
}

int pd_api_negotiate(const char *accept, const char *const *types, int count)
{
    PD_ASSERT(count > 0);
    double best = 0;
    int index = -1;

    if (!accept || !*skip_blank(accept)) return 0;
    for (int i = 0; i < count; i++) {
        const double q = accepted(accept, types[i]);
        if (q > best) {
            best = q;
            index = i;
        }
    }

    return index;
}

int pd_api_choose_format(pd_api_call *call, const pd_api_request *request, int asked, unsigned set)
{
    const char *types[PD_API_FORMAT_COUNT];
    int formats[PD_API_FORMAT_COUNT];
    int count = 0;
    int index;
    char list[256] = "";

    PD_ASSERT(asked < PD_API_FORMAT_COUNT && !(set >> PD_API_FORMAT_COUNT));
    if (asked >= 0) return asked;
    for (int f = 0; f < PD_API_FORMAT_COUNT; f++) {
        if (!(set >> f & 1)) continue;
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", count ? ", " : "",
                 pd_api_formats[f].type);
        formats[count] = f;
        types[count++] = pd_api_formats[f].type;
    }

    index = pd_api_negotiate(request->accept, types, count);
    if (index >= 0) return formats[index];
    pd_api_refuse(call, 406, NULL, "Accept: %.120s; this route gives %s (or use ?format=)", request->accept,
                  list);

    return -1;
}

/* Returns q of a coding that the header names; -1 when it names none. x-gzip is another name of gzip (RFC
 * 9110, 8.4.1.3). */
static double named_quality(const char *header, const char *name)
{
    element e;

    while (next_element(&e, &header)) {
        if (e.size == 6 && !strncasecmp(e.token, "x-gzip", 6)) {
            e.token += 2;
            e.size -= 2;
        }

        if (e.size == strlen(name) && !strncasecmp(e.token, name, e.size)) return e.q;
    }

    return -1;
}

/* Returns q of a coding: the one of its name, otherwise that of "*"; -1 when the header has neither. */
static double coding_quality(const char *header, const char *name)
{
    const double q = named_quality(header, name);
    return q < 0 ? named_quality(header, "*") : q;
}

pd_api_coding pd_api_choose_coding(const char *accept_encoding)
{
    double zstd, gzip;

    if (!accept_encoding) return PD_API_IDENTITY;
    zstd = coding_quality(accept_encoding, "zstd");
    gzip = coding_quality(accept_encoding, "gzip");
    if (zstd <= 0 && gzip <= 0) return PD_API_IDENTITY;

    /* A client may prefer bytes that are not encoded (RFC 9110, 12.5.3):
     * it names identity with the greatest q. */
    if (named_quality(accept_encoding, "identity") > fmax(zstd, gzip)) return PD_API_IDENTITY;

    return zstd >= gzip ? PD_API_ZSTD : PD_API_GZIP;
}

pd_api_hash pd_api_reply_hash(const pd_api_call *call, const char *kind)
{
    pd_api_hash hash = pd_api_hash_begin();

    pd_api_hash_text(&hash, kind);
    pd_api_hash_text(&hash, pd_cfg_version_text());
    pd_api_hash_text(&hash, pd_k_cpu_name());
    pd_api_hash_text(&hash, call->model.id);

    return hash;
}

/* Sets the ETag and keeps to If-Match, then If-None-Match, in the order of RFC 9110, 13.2.2.
 * true: the call is finished. */
static bool validate(pd_api_call *call, const pd_api_request *request, const char *etag)
{
    pd_api_reply *reply = &call->reply;

    pd_api_header_set(reply, "ETag", "%s", etag);
    if (request->if_match && !pd_api_etag_listed(request->if_match, etag, false)) {
        pd_api_refuse(call, 412, NULL, "If-Match does not hold: the ETag is %s", etag);
        return true;
    }

    if (!request->if_none_match || !pd_api_etag_listed(request->if_none_match, etag, true)) return false;
    pd_buffer_clear(&reply->body);
    reply->status = 304;
    reply->content_type = NULL;
    call->done = 1;

    return true;
}

bool pd_api_cacheable(pd_api_call *call, const pd_api_request *request, pd_api_hash hash, int max_age_seconds)
{
    char etag[40];

    snprintf(etag, sizeof etag, "\"%016llx%016llx\"", (unsigned long long)hash.a, (unsigned long long)hash.b);
    pd_api_header_set(&call->reply, "Cache-Control", "max-age=%d", max_age_seconds);
    pd_api_header_set(&call->reply, "Vary", "Accept, Accept-Encoding");
    return validate(call, request, etag);
}

bool pd_api_revised(pd_api_call *call, const pd_api_request *request, const char *revision,
                    const char *variant)
{
    static const char *const codings[] = {
        [PD_API_IDENTITY] = "", [PD_API_GZIP] = "-gzip", [PD_API_ZSTD] = "-zstd"};
    char etag[96];

    PD_ASSERT((unsigned)call->coding < sizeof codings / sizeof *codings);
    if (!*revision) return false;
    snprintf(etag, sizeof etag, "\"%s%s%s%s\"", revision, *variant ? "-" : "", variant,
             codings[call->coding]);
    pd_api_header_set(&call->reply, "Cache-Control", "no-cache");
    pd_api_header_set(&call->reply, "Vary", "Accept-Encoding");

    return validate(call, request, etag);
}

bool pd_api_refuse_condition(pd_api_call *call, const char *what, const char *revision)
{
    const char *failed = pd_api_condition_fails(&call->condition, revision);

    if (!failed) return false;
    pd_api_refuse(call, 412, NULL, "%s does not hold: %s \"%.64s\" %s", failed, what, call->id,
                  !revision                     ? "does not exist"
                  : !strcmp(failed, "If-Match") ? "has another ETag now"
                                                : "exists with such an ETag");

    return true;
}
