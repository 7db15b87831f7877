#include "server/http/framing.h"

#include "core/base/assert.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define WITHOUT_PROXY_PROTOCOL                                                                               \
    "the PROXY protocol, which is not read; the address of clients is taken from X-Forwarded-For (option "   \
    "access.trusted_proxies)"

#define CHUNK_DIGITS    15  /* most digits of a chunk's size; sizes below 2^60 cannot overflow */
#define CHUNK_EXTENSION 256 /* bytes of a chunk's size line                                     */
#define LENGTH_DIGITS   18

enum state {
    BEGIN, /* before a request line; empty lines are skipped, as RFC 9112 2.2 has it */
    BEGIN_LF,
    METHOD,
    TARGET,
    VERSION,
    VERSION_LF,
    LINE, /* the beginning of a field, or the blank line */
    END_LF,
    NAME,
    VALUE,
    VALUE_LF,
    BODY,
    CHUNK_SIZE,
    CHUNK_EXT,
    CHUNK_SIZE_LF,
    CHUNK_DATA,
    CHUNK_CR,
    CHUNK_LF
};

void pd_srv_framing_init(pd_srv_framing *f, size_t head_bytes)
{
    memset(f, 0, sizeof *f);
    f->head_bytes = head_bytes;
}

/* Ends the framing with an HTTP status. Inside a header field, the detail begins with the field's number. */
static void refuse_framing(pd_srv_framing *f, int status, const char *detail)
{
    f->status = status;
    if (f->fields && f->state >= LINE && f->state <= VALUE_LF)
        snprintf(f->detail, sizeof f->detail, "header field %d: %s", f->fields, detail);
    else
        snprintf(f->detail, sizeof f->detail, "%s", detail);
}

/* Set of ASCII characters: bit c % 32 of word c / 32. */
typedef struct character_set {
    uint32_t words[4];
} character_set;

static const character_set tokens = {{0, 0x03ff6cfa, 0xc7fffffe, 0x57ffffff}}; /* RFC 9110 5.6.2 */
/* Letters, digits and -._~%!$&'()*+;=:[], which may be part of a host with its port. A comma may not: proxies
 * join two Host fields with a comma. */
static const character_set hosts = {{0, 0x2fff6ff2, 0xaffffffe, 0x47fffffe}};
/* Visible characters that need no decision in a target, all but #, & and ?, and in the value of a field, all
 * but the quotation mark. */
static const character_set plain_in_target = {{0, 0x7fffffb6, 0xffffffff, 0x7fffffff}};
static const character_set plain_in_value = {{0, 0xfffffffa, 0xffffffff, 0x7fffffff}};

static bool has(const character_set *set, unsigned char c)
{
    return c < 128 && (set->words[c >> 5] >> (c & 31) & 1);
}

static bool is_named(const pd_srv_framing *f, const char *name)
{
    return f->name_size == strlen(name) && !memcmp(f->name, name, f->name_size);
}

/* Checks a complete header field and keeps what it says about the body. The field's name is in lower case. */
static void end_field(pd_srv_framing *f)
{
    /* Remove trailing blanks. A value that is longer than the buffer is not trimmed, because such values are
     * not read here. */
    const size_t written = f->value_size;

    while (f->value_size && f->value_size <= sizeof f->value &&
           (f->value[f->value_size - 1] == ' ' || f->value[f->value_size - 1] == '\t'))
        f->value_size--;

    /* libmicrohttpd 0.9.75 keeps trailing blanks: it does not recognise the coding "chunked ", and would read
     * the next request as part of this body */
    if (f->value_size != written && (is_named(f, "content-length") || is_named(f, "transfer-encoding")))
        return refuse_framing(f, 400,
                              "blanks follow the value of Content-Length or Transfer-Encoding; none allowed");

    /* libmicrohttpd also answers a cookie that is one quotation mark with two 431 replies */
    if (f->ends_open && is_named(f, "cookie"))
        return refuse_framing(f, 400,
                              "the value of Cookie has an opening quotation mark without a closing one");

    /* Two fields that frame the body, or two hosts, could be read differently by a proxy: each may occur once
     * and never in a trailer. */
    if (is_named(f, "host")) {
        if (f->in_trailers)
            return refuse_framing(f, 400, "Host stands in a trailer; only allowed in the head");
        if (++f->hosts > 1) return refuse_framing(f, 400, "Host is given twice; once allowed");
    } else if (is_named(f, "content-length")) {
        if (f->in_trailers)
            return refuse_framing(f, 400, "Content-Length stands in a trailer; only allowed in the head");
        if (++f->lengths > 1) return refuse_framing(f, 400, "Content-Length is given twice; once allowed");
        if (!f->value_size || f->value_size > LENGTH_DIGITS)
            return refuse_framing(f, 400, "Content-Length is not a number of 1 to 18 digits");

        /* Parse the length digit by digit; 18 digits cannot overflow 64 bits. */
        f->remaining = 0;
        for (size_t i = 0; i < f->value_size; i++) {
            if (f->value[i] < '0' || f->value[i] > '9')
                return refuse_framing(f, 400, "Content-Length is not a number of 1 to 18 digits");
            f->remaining = 10 * f->remaining + (uint64_t)(f->value[i] - '0');
        }
    } else if (is_named(f, "transfer-encoding")) {
        if (f->in_trailers)
            return refuse_framing(f, 400, "Transfer-Encoding stands in a trailer; only allowed in the head");
        if (++f->codings > 1) return refuse_framing(f, 400, "Transfer-Encoding is given twice; once allowed");
        if (f->value_size != 7 || strncasecmp(f->value, "chunked", 7))
            return refuse_framing(f, 501, "Transfer-Encoding is not chunked; no other coding is supported");
    }
}

/* Ends a head or the trailers at the blank line:
 * checks the fields against each other and decides what follows. */
static void end_head(pd_srv_framing *f)
{
    f->fields = 0;
    f->used = 0;

    /* Trailers end a chunked body, so that a new request follows. */
    if (f->in_trailers) {
        f->state = BEGIN;
        return;
    }

    f->heads++;

    /* Combinations that proxies and servers read differently are refused
     * (request smuggling, RFC 9112 6.3). */
    if (f->is_connect)
        return refuse_framing(f, 501,
                              "the method CONNECT is not supported, because this server is not a proxy");
    if (f->is_http11 && !f->hosts)
        return refuse_framing(f, 400, "the request has no Host, which HTTP/1.1 requires");
    if (f->lengths && f->codings)
        return refuse_framing(f, 400,
                              "Content-Length and Transfer-Encoding are given; only one of the two allowed");
    if (f->codings && !f->is_http11)
        return refuse_framing(f, 400, "Transfer-Encoding is given with HTTP/1.0; only allowed with HTTP/1.1");

    /* Choose the state of the body: chunks, a length, or none. */
    f->digits = 0;
    if (f->codings) {
        f->state = CHUNK_SIZE;
        f->remaining = 0;
    } else {
        f->state = f->lengths && f->remaining ? BODY : BEGIN;
    }
}

/* Refuses a target that is neither a path, nor an absolute URL,
 * nor the `*` of OPTIONS, nor a CONNECT target. */
static void check_target(pd_srv_framing *f)
{
    const size_t kept = f->value_size < sizeof f->value ? f->value_size : sizeof f->value;

    if (f->is_connect || (kept && f->value[0] == '/')) return;
    if (f->is_options && f->value_size == 1 && f->value[0] == '*') return;
    if ((kept > 7 && !strncasecmp(f->value, "http://", 7)) ||
        (kept > 8 && !strncasecmp(f->value, "https://", 8)))
        return;
    refuse_framing(f, 400, "the target of the request line is neither a path nor http://HOST/PATH");
}

/* Returns the value of a hexadecimal digit, or -1. */
static int hex_digit(unsigned char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if ((c | 32) >= 'a' && (c | 32) <= 'f') return (c | 32) - 'a' + 10;
    return -1;
}

/* Adds a character to the name of the header field, in lower case. What exceeds the buffer is only counted:
 * no name that matters is that long. */
static void keep_name(pd_srv_framing *f, unsigned char c)
{
    if (f->name_size < sizeof f->name) f->name[f->name_size] = (char)(c >= 'A' && c <= 'Z' ? c | 32 : c);
    f->name_size++;
}

/* Adds a character to the value of the header field. What exceeds the buffer is only counted. */
static void keep_value(pd_srv_framing *f, unsigned char c)
{
    if (f->value_size < sizeof f->value) f->value[f->value_size] = (char)c;
    f->value_size++;
}

/* Reads one byte of the request line, up to the line feed behind the version. */
static void step_request_line(pd_srv_framing *f, unsigned char c)
{
    static const char version[] = "HTTP/1.";

    switch (f->state) {
    case BEGIN:
        if (c == '\r') {
            f->state = BEGIN_LF;
            return;
        }

        /* The first byte of a method starts a new request: forget the fields of the one before. */
        f->state = METHOD;
        f->fields = f->parameters = f->hosts = f->lengths = f->codings = 0;
        f->is_connect = f->is_options = f->in_query = f->is_http11 = f->in_trailers = false;
        f->name_size = f->value_size = 0;

        /* The first byte of a TLS record, and what stands behind the empty lines
         * of version 2 of the PROXY protocol. */
        if (c == 0x16)
            return refuse_framing(f, 400, "TLS where HTTP is expected; a proxy before this server ends TLS");
        if (!c) return refuse_framing(f, 400, WITHOUT_PROXY_PROTOCOL);
        if (!has(&tokens, c)) return refuse_framing(f, 400, "the request does not begin with a method");
        keep_value(f, c);
        return;
    case BEGIN_LF:
        if (c != '\n') return refuse_framing(f, 400, "a carriage return is not followed by a line feed");
        f->state = BEGIN;
        return;
    case METHOD:
        if (has(&tokens, c)) {
            keep_value(f, c);
            return;
        }

        /* The method is complete; these two methods allow special targets. */
        if (c != ' ') return refuse_framing(f, 400, "the method is not followed by one blank and a target");
        if (f->value_size == 5 && !memcmp(f->value, "PROXY", 5))
            return refuse_framing(f, 400, WITHOUT_PROXY_PROTOCOL);
        if (f->value_size == 3 && !memcmp(f->value, "PRI", 3))
            return refuse_framing(f, 400, "HTTP/2 where HTTP/1.1 is expected");
        f->is_connect = f->value_size == 7 && !memcmp(f->value, "CONNECT", 7);
        f->is_options = f->value_size == 7 && !memcmp(f->value, "OPTIONS", 7);
        f->value_size = 0;
        f->state = TARGET;
        return;
    case TARGET:
        if (c == ' ') {
            check_target(f);
            f->state = VERSION;
            f->name_size = 0;
            return;
        }

        /* Refuse bytes that must be percent-encoded in a target. */
        if (c <= ' ' || c >= 0x7f || c == '#')
            return refuse_framing(f, 400,
                                  "the target of the request line has a byte that is not allowed there");

        /* Count the query parameters, which are limited to bound the memory of their list. */
        if (c == '?') f->in_query = true;
        if (c == '&' && f->in_query && ++f->parameters >= PD_SRV_PARAMETERS_MAX)
            return refuse_framing(f, 414,
                                  "the target has more than 256 query parameters; at most 256 allowed");
        keep_value(f, c);
        return;
    case VERSION:
        if (c == '\r' && f->name_size == sizeof version) {
            f->state = VERSION_LF;
            return;
        }

        /* Compare with "HTTP/1." byte by byte; name_size counts the bytes that matched. One digit follows. */
        if (f->name_size < sizeof version - 1 && c == (unsigned char)version[f->name_size]) {
            f->name_size++;
        } else if (f->name_size == sizeof version - 1 && c >= '0' && c <= '9') {
            f->is_http11 = c > '0';
            f->name_size++;
        } else if (f->name_size == 5 && c >= '0' && c <= '9') {
            refuse_framing(f, 505, "the HTTP version is not supported; HTTP/1.1 and HTTP/1.0 are");
        } else {
            refuse_framing(f, 400, "the request line does not end with HTTP/1.1 and CRLF");
        }

        return;
    default:
        PD_ASSERT(f->state == VERSION_LF);
        if (c != '\n') return refuse_framing(f, 400, "a carriage return is not followed by a line feed");
        f->state = LINE;
    }
}

/* Reads one byte of a header or trailer field, or of the blank line that ends them. */
static void step_field(pd_srv_framing *f, unsigned char c)
{
    switch (f->state) {
    case LINE:
        if (c == '\r') {
            f->state = END_LF;
            return;
        }

        /* A field begins, or a malformed line: folded lines (RFC 9112 5.2) and empty names are refused. */
        if (++f->fields > PD_SRV_FIELDS_MAX)
            return refuse_framing(f, 431, "the request has more than 100 header fields; at most 100 allowed");
        if (c == ' ' || c == '\t')
            return refuse_framing(f, 400, "the line begins with a blank (a folded line); not allowed");
        if (c == ':') return refuse_framing(f, 400, "the field has no name before the colon");
        if (!has(&tokens, c))
            return refuse_framing(f, 400, "the name has a byte that is not allowed in a name");

        /* Reset what belongs to one field. */
        f->name_size = f->value_size = 0;
        f->had_blank = f->ends_open = f->in_quotes = false;
        f->last = 0;
        keep_name(f, c);
        f->state = NAME;
        return;
    case END_LF:
        if (c != '\n') return refuse_framing(f, 400, "a carriage return is not followed by a line feed");
        end_head(f);
        return;
    case NAME:
        if (c == ':')
            f->state = VALUE;
        else if (c == ' ' || c == '\t')
            refuse_framing(f, 400, "a blank stands in the name or before the colon; not allowed");
        else if (!has(&tokens, c))
            refuse_framing(f, 400, "the name has a byte that is not allowed in a name");
        else
            keep_name(f, c);
        return;
    case VALUE:
        if (c == '\r') {
            f->state = VALUE_LF;
            return;
        }

        /* Control characters and a bare line feed are refused; blanks before the value are skipped. */
        if ((c < ' ' && c != '\t') || c == 0x7f)
            return refuse_framing(f, 400,
                                  c == '\n' ? "a line feed has no carriage return before it"
                                            : "the value has a control character; not allowed");
        if ((c == ' ' || c == '\t') && !f->value_size) return;
        keep_value(f, c);

        /* Track quotation marks for the check of cookies in end_field. */
        if (c == '"') f->in_quotes = !f->in_quotes;
        f->ends_open = c == '"' && f->in_quotes && f->last == '=';
        f->last = c;

        /* Only Host is checked byte by byte. Blanks may end the value but not divide it. */
        if (!is_named(f, "host")) return;
        if (c == ' ' || c == '\t')
            f->had_blank = true;
        else if (f->had_blank || !has(&hosts, c))
            refuse_framing(f, 400, "Host is invalid; a name or an address, with or without a port, expected");
        return;
    default:
        PD_ASSERT(f->state == VALUE_LF);
        if (c != '\n') return refuse_framing(f, 400, "a carriage return is not followed by a line feed");
        end_field(f);
        f->state = LINE;
    }
}

/* Reads one byte of a chunk's size line or of the line end behind its data. */
static void step_chunk(pd_srv_framing *f, unsigned char c)
{
    switch (f->state) {
    case CHUNK_SIZE: {
        /* Hexadecimal digits, then CRLF or an extension. */
        const int digit = hex_digit(c);
        if (digit >= 0) {
            if (++f->digits > CHUNK_DIGITS)
                return refuse_framing(f, 400,
                                      "the size of a chunk has more than 15 digits; at most 15 allowed");
            f->remaining = f->remaining << 4 | (uint64_t)digit;
        } else if (f->digits && c == '\r') {
            f->state = CHUNK_SIZE_LF;
        } else if (f->digits && c == ';') {
            f->state = CHUNK_EXT;
        } else {
            refuse_framing(f, 400, "the size of a chunk is not hexadecimal digits followed by CRLF");
        }

        return;
    }
    case CHUNK_EXT:
        if (c == '\r')
            f->state = CHUNK_SIZE_LF;
        else if ((c < ' ' && c != '\t') || c == 0x7f)
            refuse_framing(f, 400, "the extension of a chunk has a control character; not allowed");
        else if (++f->digits > CHUNK_EXTENSION)
            refuse_framing(f, 400, "the extension of a chunk has more than 256 bytes; at most 256 allowed");
        return;
    case CHUNK_SIZE_LF:
        if (c != '\n') return refuse_framing(f, 400, "a carriage return is not followed by a line feed");

        /* A chunk of size 0 ends the body; trailers follow. */
        f->in_trailers = !f->remaining;
        f->state = f->remaining ? CHUNK_DATA : LINE;
        f->digits = 0;
        return;
    case CHUNK_CR:
        if (c != '\r') return refuse_framing(f, 400, "a chunk is longer than its size");
        f->state = CHUNK_LF;
        return;
    default:
        PD_ASSERT(f->state == CHUNK_LF);
        if (c != '\n') return refuse_framing(f, 400, "a carriage return is not followed by a line feed");
        f->state = CHUNK_SIZE;
    }
}

/* Reads one byte outside of body data, and limits the size of a head. */
static void step_framing(pd_srv_framing *f, unsigned char c)
{
    PD_ASSERT(f->state != BODY && f->state != CHUNK_DATA);

    /* Size lines of chunks have limits of their own and do not count towards the head. */
    if (f->state >= CHUNK_SIZE) {
        step_chunk(f, c);
        return;
    }

    /* Name the part of the head that is too long; each part has a status of its own. */
    if (++f->used > f->head_bytes) {
        const bool is_method = f->state == METHOD;
        const bool is_target = f->state == TARGET;
        refuse_framing(f, is_method ? 501 : is_target ? 414 : 431, "");
        snprintf(f->detail, sizeof f->detail, "%s longer than %zu bytes (limits.head_bytes)",
                 is_method   ? "the method is"
                 : is_target ? "the target of the request line is"
                             : "request line and headers are",
                 f->head_bytes);
        return;
    }

    if (f->state < LINE)
        step_request_line(f, c);
    else
        step_field(f, c);
}

/* Returns the characters that the present state keeps without a decision; NULL: every byte needs one. */
static const character_set *plain_set(const pd_srv_framing *f)
{
    switch (f->state) {
    case METHOD:
    case NAME: return &tokens;
    case TARGET: return &plain_in_target;
    case VALUE:
        /* Blanks before a value are skipped, and blanks within a Host are refused. */
        if (!f->value_size || f->had_blank) return NULL;
        return is_named(f, "host") ? &hosts : &plain_in_value;
    default: return NULL;
    }
}

/* Takes the bytes that need no decision, most of a head, as step_framing() would one by one.
 * Returns how many it took. */
static size_t take_plain(pd_srv_framing *f, const unsigned char *at, size_t size)
{
    const character_set *set = plain_set(f);

    if (!set) return 0;
    const size_t most = f->head_bytes - f->used < size ? f->head_bytes - f->used : size;
    size_t count = 0;
    while (count < most && has(set, at[count])) count++;
    if (!count) return 0;

    f->used += count;
    if (f->state == NAME) {
        for (size_t i = 0; i < count; i++) keep_name(f, at[i]);
        return count;
    }

    if (f->value_size < sizeof f->value) {
        const size_t room = sizeof f->value - f->value_size;
        memcpy(f->value + f->value_size, at, count < room ? count : room);
    }

    f->value_size += count;
    if (f->state == VALUE) {
        f->last = at[count - 1];
        f->ends_open = false;
    }

    return count;
}

size_t pd_srv_framing_feed(pd_srv_framing *f, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    size_t begin = 0; /* start of the request that is being read */
    if (f->status) return 0;

    for (size_t i = 0; i < size;) {
        /* Body data are skipped at once; every other byte is checked. */
        if (f->state == BODY || f->state == CHUNK_DATA) {
            const size_t part = f->remaining < size - i ? (size_t)f->remaining : size - i;
            i += part;
            f->remaining -= part;
            if (!f->remaining) f->state = f->state == BODY ? BEGIN : CHUNK_CR;
        } else {
            i += take_plain(f, at + i, size - i);
            if (i == size) break;
            step_framing(f, at[i++]);
            if (f->status) return begin;
        }

        /* A request has ended: the bytes up to here are good, whatever follows. */
        if (f->state == BEGIN && !f->used) begin = i;
    }

    return size;
}

size_t pd_srv_framing_head(pd_srv_framing *f, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;

    for (size_t i = 0; i < size && !f->status; i++) {
        step_framing(f, at[i]);
        if (f->heads && !f->status) return i + 1;
    }

    return 0;
}

/* -- reading a head that was checked ----------------------------------------- */

/* Returns the length of the text between `from` and `to` without its blanks and carriage return, and points
 * *value at it. */
static int trimmed(const char **value, const char *from, const char *to)
{
    while (from < to && (*from == ' ' || *from == '\t')) from++;
    while (to > from && (to[-1] == ' ' || to[-1] == '\t' || to[-1] == '\r')) to--;
    *value = from;
    return (int)(to - from);
}

/* Finds the first field of that name from *line on, and moves *line behind it. Returns the length of its
 * value, or -1. */
static int next_value(const char **value, const char **line, const char *end, const char *name)
{
    const size_t length = strlen(name);

    while (*line && *line < end) {
        /* Move to the next line, then compare this line's name. */
        const char *at = *line;
        const char *next = memchr(at, '\n', (size_t)(end - at));
        const char *stop = next ? next : end;
        *line = next ? next + 1 : NULL;
        if ((size_t)(stop - at) > length && at[length] == ':' && !strncasecmp(at, name, length))
            return trimmed(value, at + length + 1, stop);
    }

    return -1;
}

static const char *first_field(const char *head, size_t size)
{
    const char *line = memchr(head, '\n', size);
    return line ? line + 1 : NULL;
}

int pd_srv_head_value(const char **value, const char *head, size_t size, const char *name)
{
    const char *line = first_field(head, size);
    return next_value(value, &line, head + size, name);
}

int pd_srv_head_count(const char *head, size_t size, const char *name)
{
    int count = 0;
    const char *line = first_field(head, size);
    const char *value;
    while (next_value(&value, &line, head + size, name) >= 0) count++;
    return count;
}

int pd_srv_head_next(const char **value, const char **line, const char *head, size_t size, const char *name)
{
    if (!*line) *line = first_field(head, size);
    if (!*line) return -1;
    const int length = next_value(value, line, head + size, name);
    if (!*line) *line = head + size;
    return length;
}

bool pd_srv_head_has(const char *head, size_t size, const char *name, const char *word)
{
    const char *line = first_field(head, size);
    const char *value;
    int length;

    while ((length = next_value(&value, &line, head + size, name)) >= 0)
        if (pd_srv_list_has(value, length, word)) return true;

    return false;
}

/* Reports whether a comma-separated list has the item `word`, compared with or without case. */
static bool list_has(const char *list, int length, const char *word, bool in_case)
{
    const char *end = list + length;

    while (list < end) {
        const char *comma = memchr(list, ',', (size_t)(end - list));
        const char *item;
        const int size = trimmed(&item, list, comma ? comma : end);
        if ((size_t)size == strlen(word) &&
            !(in_case ? memcmp(item, word, (size_t)size) : strncasecmp(item, word, (size_t)size)))
            return true;
        if (!comma) return false;
        list = comma + 1;
    }

    return false;
}

bool pd_srv_list_has(const char *list, int length, const char *word)
{
    return list_has(list, length, word, false);
}

bool pd_srv_list_has_exactly(const char *list, int length, const char *word)
{
    return list_has(list, length, word, true);
}
