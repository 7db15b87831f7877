/* Tests where requests end and which are refused, by RFC 9110 and RFC 9112. Every text is given in all
 * possible splits and must give the same result. */
#include "server/http/framing.h"

#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <string.h>

#define HOST "Host: a\r\n"
#define GET  "GET / HTTP/1.1\r\n" HOST
#define POST "POST /x HTTP/1.1\r\n" HOST

/* Returns the status of the refusal of these bytes, or 0.
 * Checks that any split of the bytes gives the same. */
static int verdict(const char *text, size_t size)
{
    pd_srv_framing whole, parts;
    pd_srv_framing_init(&whole, 1000);
    const size_t passed = pd_srv_framing_feed(&whole, text, size);
    assert_true(passed <= size && (whole.status || passed == size));

    for (size_t part = 1; part < size; part += 1 + part / 8) {
        pd_srv_framing_init(&parts, 1000);
        for (size_t at = 0; at < size; at += part)
            pd_srv_framing_feed(&parts, text + at, part < size - at ? part : size - at);
        assert_int_equal(parts.status, whole.status);
        assert_int_equal(parts.heads, whole.heads);
        assert_string_equal(parts.detail, whole.detail);
    }
    if (whole.status) assert_true(*whole.detail);
    return whole.status;
}

static int of(const char *text)
{
    return verdict(text, strlen(text));
}

#define WITH_NUL(text) verdict(text, sizeof(text) - 1)

static uint64_t heads(const char *text)
{
    pd_srv_framing f;
    pd_srv_framing_init(&f, 1000);
    pd_srv_framing_feed(&f, text, strlen(text));
    return f.status ? 0 : f.heads;
}

static void requests_are_counted_where_they_end(void **state)
{
    (void)state;
    assert_int_equal(heads(GET "\r\n"), 1);
    assert_int_equal(heads(GET "\r\n" GET "\r\n\r\n\r\n" GET "\r\n"),
                     3); /* empty lines between are skipped */
    assert_int_equal(heads(POST "Content-Length: 5\r\n\r\nGET /" GET "\r\n"), 2);
    assert_int_equal(heads(POST "content-length:  005\r\n\r\n\r\n\r\n1" GET "\r\n"), 2);
    assert_int_equal(of(POST "Content-Length: 5\r\n\r\nGET " GET "\r\n"),
                     0); /* the next begins a byte later: ET */
    assert_int_equal(
        heads(
            POST
            "Transfer-Encoding: Chunked\r\n\r\n5\r\nGET /\r\nA;b=\"c\"\r\n0123456789\r\n0\r\nX: y\r\n\r\n" GET
            "\r\n"),
        2);
    assert_int_equal(heads("OPTIONS * HTTP/1.1\r\n" HOST "\r\n"), 1);
    assert_int_equal(heads("GET HTTP://b/c HTTP/1.1\r\n" HOST "\r\n"), 1);
    assert_int_equal(heads("GET / HTTP/1.0\r\n\r\n"), 1);
}

static void lengths_are_one_number_and_never_beside_chunks(void **state)
{
    (void)state;
    static const char *const bad[] = {"5\r\nContent-Length: 5",
                                      "5\r\nContent-Length: 6",
                                      "5,5",
                                      "5, 5",
                                      "+5",
                                      "-5",
                                      "0x5",
                                      "5 5",
                                      "",
                                      "5a",
                                      "5 ",
                                      "5\t",
                                      "9999999999999999999",
                                      "5\r\nTransfer-Encoding: chunked"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[200];
        snprintf(text, sizeof text, POST "Content-Length: %s\r\n\r\n", bad[i]);
        assert_int_equal(of(text), 400);
    }
    assert_int_equal(of(POST "Content-Length: 999999999999999999\r\n\r\n"), 0);
}

static void only_chunked_is_understood_and_only_in_http_1_1(void **state)
{
    (void)state;
    assert_int_equal(of(POST "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n"), 400);
    assert_int_equal(of("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"), 400);
    assert_int_equal(of(POST "Transfer-Encoding: gzip, chunked\r\n\r\n"), 501);
    assert_int_equal(of(POST "Transfer-Encoding: chunked, identity\r\n\r\n"), 501);
    assert_int_equal(of(POST "Transfer-Encoding: \"chunked\"\r\n\r\n"), 501);
    assert_int_equal(of(POST "Transfer-Encoding:\r\n\r\n"), 501);
}

static void chunks_have_hexadecimal_sizes_and_crlf(void **state)
{
    (void)state;
#define CHUNKED            POST "Transfer-Encoding: chunked\r\n\r\n"
#define CHUNKED_AND_LENGTH POST "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert_int_equal(of(CHUNKED "1\r\na\r\n0\r\n\r\n"), 0);
    assert_int_equal(of(CHUNKED "fffffffffffffff\r\n"), 0);
    assert_int_equal(of(CHUNKED "1000000000000000\r\n"), 400);
    assert_int_equal(of(CHUNKED "\r\n"), 400);
    assert_int_equal(of(CHUNKED "g\r\n"), 400);
    assert_int_equal(of(CHUNKED "0x1\r\na\r\n"), 400);
    assert_int_equal(of(CHUNKED "1 \r\na\r\n"), 400);
    assert_int_equal(of(CHUNKED "1\na\r\n"), 400);
    assert_int_equal(of(CHUNKED "1\r\nab\r\n"), 400);
    assert_int_equal(of(CHUNKED "1\r\na\n0\r\n\r\n"), 400);
    assert_int_equal(of(CHUNKED "1;a\x01\r\na\r\n"), 400);
    assert_int_equal(of(CHUNKED "1\r\na\r\n0\r\nContent-Length: 3\r\n\r\n"), 400);
    assert_int_equal(of(CHUNKED "1\r\na\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n"), 400);
    assert_int_equal(of(CHUNKED "1\r\na\r\n0\r\nHost: a\r\n\r\n"), 400);
    assert_int_equal(of(CHUNKED "1\r\na\r\n0\r\nX : y\r\n\r\n"), 400);
    assert_int_equal(of(CHUNKED "1\r\na\r\n\r\n"), 400); /* each has a size of its own */
    char many[1024] = CHUNKED;
    for (int i = 0; i < 30; i++) strcat(many, "000000000000001;ab\r\na\r\n");
    strcat(many, "0\r\n\r\n");
    assert_int_equal(of(many), 0); /* and limits are each one's */

    char text[600] = CHUNKED "1;", *at = text + strlen(text);
    memset(at, 'e', 300);
    assert_int_equal(of(text), 400);
}

static void fields_have_a_name_a_colon_and_a_value_on_one_line(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "X : y",   "X\t: y", ": y",        "X",          "X y: z",   " X: y",    "X: y\r\n z", "X: y\r\n\tz",
        "X: a\rb", "X: a\r", "X: a\nY: b", "X: a\x01(b", "X: a\x7f", "X\x80: a", "(X): a",     "X: a\r\r"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[200];
        snprintf(text, sizeof text, GET "%s\r\n\r\n", bad[i]);
        assert_int_equal(of(text), 400);
    }
    assert_int_equal(WITH_NUL(GET "X: a\0b\r\n\r\n"), 400);
    assert_int_equal(WITH_NUL(GET "X: a\0\r\n\r\n"), 400);
    assert_int_equal(WITH_NUL(GET "X\0: a\r\n\r\n"), 400);
    assert_int_equal(of(GET "X:\r\nY:z\r\n!#$%&'*+-.^_`|~: \t a \xc3\xb6 \t\r\n\r\n"), 0);
}

static void http_1_1_has_one_host(void **state)
{
    (void)state;
    assert_int_equal(of("GET / HTTP/1.1\r\n\r\n"), 400);
    assert_int_equal(of(GET HOST "\r\n"), 400);
    assert_int_equal(of("GET / HTTP/1.0\r\n" HOST HOST "\r\n"), 400);
    static const char *const bad[] = {"a b", "a,b", "a, b", "a/b", "a@b",
                                      "a\"", "<a>", "a?b",  "a#b", "\xc3\xb6"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[200];
        snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: %s\r\n\r\n", bad[i]);
        assert_int_equal(of(text), 400);
    }
    assert_int_equal(of("GET / HTTP/1.1\r\nHost: [::1]:8080 \r\n\r\n"), 0);
    assert_int_equal(of("GET / HTTP/1.1\r\nHost:\r\n\r\n"), 0);
}

static void request_lines_have_two_blanks_a_target_and_a_version(void **state)
{
    (void)state;
    static const char *const bad[] = {"GET  / HTTP/1.1",
                                      "GET / a HTTP/1.1",
                                      "GET\t/ HTTP/1.1",
                                      "GET /",
                                      "GET / ",
                                      "GET",
                                      "",
                                      "GET / http/1.1",
                                      "GET / HTTP/1.",
                                      "GET / HTTP/1.10",
                                      "GET / HTTP/1.1 ",
                                      "GET / HTTP/1.1\r",
                                      " GET / HTTP/1.1",
                                      "G(T / HTTP/1.1",
                                      "GET /\x7f HTTP/1.1",
                                      "GET /\xff HTTP/1.1",
                                      "GET /a#b HTTP/1.1",
                                      "GET * HTTP/1.1",
                                      "OPTIONS ** HTTP/1.1",
                                      "GET a HTTP/1.1",
                                      "GET ftp://a/ HTTP/1.1",
                                      "GET http:// HTTP/1.1",
                                      "GET / XTTP/1.1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[200];
        snprintf(text, sizeof text, "%s\r\n" HOST "\r\n", bad[i]);
        assert_int_equal(of(text), 400);
    }
    assert_int_equal(WITH_NUL("GET /\0a HTTP/1.1\r\n" HOST "\r\n"), 400);
    assert_int_equal(of("\n" GET "\r\n"), 400);
    assert_int_equal(of("\rGET / HTTP/1.1\r\n"), 400);
    assert_int_equal(of("GET / HTTP/2.0\r\n" HOST "\r\n"), 505);
    assert_int_equal(of("GET / HTTP/0.9\r\n" HOST "\r\n"), 505);
    assert_int_equal(of("CONNECT a:80 HTTP/1.1\r\n" HOST "\r\n"), 501);
}

static void heads_fields_and_parameters_have_limits_in_every_request(void **state)
{
    (void)state;
    static char text[20000];
    for (int count = 99; count <= 101; count++) { /* Host is the first */
        char *at = text + sprintf(text, "%s", GET);
        for (int i = 1; i < count; i++) at += sprintf(at, "a:\r\n");
        sprintf(at, "\r\n");
        assert_int_equal(of(text), count > PD_SRV_FIELDS_MAX ? 431 : 0);
    }
    for (int count = 255; count <= 257; count++) {
        char *at = text + sprintf(text, "GET /?a");
        for (int i = 1; i < count; i++) at += sprintf(at, "&a");
        sprintf(at, " HTTP/1.1\r\n" HOST "\r\n");
        assert_int_equal(of(text), count > PD_SRV_PARAMETERS_MAX ? 414 : 0);
    }
    for (int second = 0; second < 2; second++)
        for (size_t size = 999; size <= 1001; size++) {
            char *at = text + sprintf(text, "%s", second ? POST "Content-Length: 900\r\n\r\n" : "");
            if (second) at += sprintf(at, "%0900d", 7);
            char *head = at;
            at += sprintf(at, "%sX: ", GET);
            while ((size_t)(at - head) < size - 4) *at++ = 'x';
            sprintf(at, "\r\n\r\n");
            assert_int_equal(of(text), size > 1000 ? 431 : 0);
        }
}

/* Each reason to refuse, with its status and its text. RFC 9112: 400, 414 for targets, 431 for fields (RFC
 * 6585), 501 for codings and methods, 505 for versions. */
static void every_refusal_has_its_status_and_text(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int status;
        const char *detail;
    } rows[] = {
        {POST "Content-Length: 5 \r\n\r\n", 400,
         "blanks follow the value of Content-Length or Transfer-Encoding; none allowed"},
        {POST "Transfer-Encoding: chunked\t\r\n\r\n", 400,
         "blanks follow the value of Content-Length or Transfer-Encoding; none allowed"},
        {GET "Cookie: a=\"\r\n\r\n", 400,
         "the value of Cookie has an opening quotation mark without a closing one"},
        {GET HOST "\r\n", 400, "Host is given twice; once allowed"},
        {CHUNKED "0\r\nHost: a\r\n\r\n", 400, "Host stands in a trailer; only allowed in the head"},
        {CHUNKED "0\r\nContent-Length: 3\r\n\r\n", 400,
         "Content-Length stands in a trailer; only allowed in the head"},
        {CHUNKED "0\r\nTransfer-Encoding: chunked\r\n\r\n", 400,
         "Transfer-Encoding stands in a trailer; only allowed in the head"},
        {POST "Content-Length: 5\r\nContent-Length: 5\r\n\r\n", 400,
         "Content-Length is given twice; once allowed"},
        {POST "Content-Length:\r\n\r\n", 400, "Content-Length is not a number of 1 to 18 digits"},
        {POST "Content-Length: 1234567890123456789\r\n\r\n", 400,
         "Content-Length is not a number of 1 to 18 digits"},
        {POST "Content-Length: 1/\r\n\r\n", 400, "Content-Length is not a number of 1 to 18 digits"},
        {POST "Content-Length: 1:\r\n\r\n", 400, "Content-Length is not a number of 1 to 18 digits"},
        {POST "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 400,
         "Transfer-Encoding is given twice; once allowed"},
        {POST "Transfer-Encoding: gzip\r\n\r\n", 501,
         "Transfer-Encoding is not chunked; no other coding is supported"},
        {POST "Transfer-Encoding: chunkee\r\n\r\n", 501,
         "Transfer-Encoding is not chunked; no other coding is supported"},
        {"CONNECT a:80 HTTP/1.1\r\n" HOST "\r\n", 501,
         "the method CONNECT is not supported, because this server is not a proxy"},
        {"GET / HTTP/1.1\r\n\r\n", 400, "the request has no Host, which HTTP/1.1 requires"},
        {CHUNKED_AND_LENGTH, 400,
         "Content-Length and Transfer-Encoding are given; only one of the two allowed"},
        {"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400,
         "Transfer-Encoding is given with HTTP/1.0; only allowed with HTTP/1.1"},
        {"GET a HTTP/1.1\r\n" HOST "\r\n", 400,
         "the target of the request line is neither a path nor http://HOST/PATH"},
        {"GET https:// HTTP/1.1\r\n" HOST "\r\n", 400,
         "the target of the request line is neither a path nor http://HOST/PATH"},
        {"(GET / HTTP/1.1\r\n", 400, "the request does not begin with a method"},
        {"PROXY TCP4 1.2.3.4 5.6.7.8 1111 80\r\n", 400,
         "the PROXY protocol, which is not read; the address of clients is taken from X-Forwarded-For "
         "(option "
         "access.trusted_proxies)"},
        {"PRI * HTTP/2.0\r\n", 400, "HTTP/2 where HTTP/1.1 is expected"},
        {"\x16\x03\x01", 400, "TLS where HTTP is expected; a proxy before this server ends TLS"},
        {"\rG", 400, "a carriage return is not followed by a line feed"},
        {"G(T / HTTP/1.1\r\n", 400, "the method is not followed by one blank and a target"},
        {"GET /\x7f HTTP/1.1\r\n", 400,
         "the target of the request line has a byte that is not allowed there"},
        {"GET / HTTP/2.1\r\n", 505, "the HTTP version is not supported; HTTP/1.1 and HTTP/1.0 are"},
        {"GET / HTTP/1.1 \r\n", 400, "the request line does not end with HTTP/1.1 and CRLF"},
        {"GET / HTTP/1.1\rX", 400, "a carriage return is not followed by a line feed"},
        {GET "X: y\r\n z\r\n", 400, "the line begins with a blank (a folded line); not allowed"},
        {GET "X: y\r\n\tz\r\n", 400, "the line begins with a blank (a folded line); not allowed"},
        {GET ": y\r\n", 400, "the field has no name before the colon"},
        {GET "(: y\r\n", 400, "the name has a byte that is not allowed in a name"},
        {GET "X(: y\r\n", 400, "the name has a byte that is not allowed in a name"},
        {GET "X y: z\r\n", 400, "a blank stands in the name or before the colon; not allowed"},
        {GET "X\t: z\r\n", 400, "a blank stands in the name or before the colon; not allowed"},
        {GET "\rX", 400, "a carriage return is not followed by a line feed"},
        {GET "X: y\n", 400, "a line feed has no carriage return before it"},
        {GET "X: y\x01", 400, "the value has a control character; not allowed"},
        {GET "X: y\x1f", 400, "the value has a control character; not allowed"},
        {GET "X: y\x7f", 400, "the value has a control character; not allowed"},
        {GET "X: y\rz", 400, "a carriage return is not followed by a line feed"},
        {"GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400,
         "Host is invalid; a name or an address, with or without a port, expected"},
        {CHUNKED "1234567890abcdef\r\n", 400,
         "the size of a chunk has more than 15 digits; at most 15 allowed"},
        {CHUNKED "g\r\n", 400, "the size of a chunk is not hexadecimal digits followed by CRLF"},
        {CHUNKED ";\r\n", 400, "the size of a chunk is not hexadecimal digits followed by CRLF"},
        {CHUNKED "1;a\x1f\r\n", 400, "the extension of a chunk has a control character; not allowed"},
        {CHUNKED "1;a\x7f\r\n", 400, "the extension of a chunk has a control character; not allowed"},
        {CHUNKED "1\rX", 400, "a carriage return is not followed by a line feed"},
        {CHUNKED "1\r\naX", 400, "a chunk is longer than its size"},
        {CHUNKED "1\r\na\rX", 400, "a carriage return is not followed by a line feed"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_srv_framing f;
        if (of(rows[i].text) != rows[i].status) fail_msg("%d: %s", of(rows[i].text), rows[i].text);
        pd_srv_framing_init(&f, 1000);
        pd_srv_framing_feed(&f, rows[i].text, strlen(rows[i].text));
        const size_t said = strlen(f.detail), wanted = strlen(rows[i].detail);
        if (said < wanted || strcmp(f.detail + said - wanted, rows[i].detail) != 0)
            fail_msg("%s: %s", rows[i].text, f.detail);
    }
    static const char *const good[] = {"Cookie: a=\"b\"", "Cookie: \"", "Cookie: a=b\"", "X: a=\"",
                                       "Cookie: a=\"\""};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char text[100];
        snprintf(text, sizeof text, GET "%s\r\n\r\n", good[i]);
        assert_int_equal(of(text), 0);
    }
    assert_int_equal(heads("GET HTTPS://b/c HTTP/1.1\r\n" HOST "\r\n"), 1);
    assert_int_equal(heads("GET http://b HTTP/1.1\r\n" HOST "\r\n"), 1);

    /* An extension of 256 bytes behind a size of one digit; the digits of the size count too. */
    char text[600] = CHUNKED "1;", *at = text + strlen(text);
    for (int size = 254; size <= 257; size++) {
        memset(at, 'e', (size_t)size);
        strcpy(at + size, "\r\na\r\n0\r\n\r\n");
        assert_int_equal(of(text), size > 255 ? 400 : 0);
    }
}

static void requests_before_a_refused_one_are_still_served(void **state)
{
    (void)state;
    pd_srv_framing f;
    const char good[] = GET "\r\n" POST "Content-Length: 3\r\n\r\nabc",
               bad[] = GET "X : y\r\n\r\n" GET "\r\n";
    char both[sizeof good + sizeof bad];
    memcpy(both, good, sizeof good - 1);
    memcpy(both + sizeof good - 1, bad, sizeof bad);
    pd_srv_framing_init(&f, 1000);
    assert_int_equal(pd_srv_framing_feed(&f, both, strlen(both)), sizeof good - 1);
    assert_int_equal(f.status, 400);
    assert_string_equal(f.detail,
                        "header field 2: a blank stands in the name or before the colon; not allowed");
    assert_int_equal(pd_srv_framing_feed(&f, GET "\r\n", 20), 0); /* nothing more */

    pd_srv_framing_init(&f, 1000); /* begun in an earlier piece: none of this one */
    assert_int_equal(pd_srv_framing_feed(&f, "GET / HT", 8), 8);
    assert_int_equal(pd_srv_framing_feed(&f, "TP/1.1\r\nX\r\n", 11), 0);
    assert_int_equal(f.status, 400);
}

static void the_first_head_ends_at_its_blank_line_and_at_no_byte_before(void **state)
{
    (void)state;
    pd_srv_framing f;
    const char head[] = "\r\n" GET "Content-Length: 5\r\n\r\nabcde";
    const size_t size = strlen(head) - 5;
    for (size_t part = 0; part < size; part++) {
        pd_srv_framing_init(&f, 1000);
        assert_int_equal(pd_srv_framing_head(&f, head, part), 0);
        assert_int_equal(f.status, 0);
    }
    pd_srv_framing_init(&f, 1000);
    assert_int_equal(pd_srv_framing_head(&f, head, strlen(head)), size);
    pd_srv_framing_init(&f, 1000);
    assert_int_equal(pd_srv_framing_head(&f, "GET / HTTP/1.1\r\n\r\n", 18), 0);
    assert_int_equal(f.status, 400);
}

static void fields_of_a_head_are_found_by_name_and_counted(void **state)
{
    (void)state;
    const char head[] = "GET /?Upgrade:websocket HTTP/1.1\r\nuPgRaDe:  h2c , WebSocket \r\nX: Upgrade: "
                        "a\r\nUpgrade: b\r\nUpgradeX: c\r\n\r\nUpgrade: d\r\n";
    const size_t size = sizeof head - 1 - 12;
    const char *value;
    assert_int_equal(pd_srv_head_value(&value, head, size, "Upgrade"), 15);
    assert_memory_equal(value, "h2c , WebSocket", 15);
    assert_int_equal(pd_srv_head_count(head, size, "upgrade"), 2);
    assert_true(pd_srv_head_has(head, size, "Upgrade", "websocket"));
    assert_true(pd_srv_head_has(head, size, "Upgrade", "b"));
    assert_false(pd_srv_head_has(head, size, "Upgrade", "websocke"));
    assert_false(pd_srv_head_has(head, size, "Upgrade", "c"));
    assert_int_equal(pd_srv_head_value(&value, head, size, "Host"), -1);
    assert_int_equal(pd_srv_head_count("", 0, "Host"), 0);

    /* A head without fields, however it ends, has none. */
    static const char *const bare[] = {"",   "GET / HTTP/1.1", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\n\r\n",
                                       "\n", "Host: a"};
    for (size_t i = 0; i < sizeof bare / sizeof *bare; i++) {
        assert_int_equal(pd_srv_head_value(&value, bare[i], strlen(bare[i]), "Host"), -1);
        assert_int_equal(pd_srv_head_count(bare[i], strlen(bare[i]), "Host"), 0);
        assert_false(pd_srv_head_has(bare[i], strlen(bare[i]), "Host", "a"));
    }
}

/* Which bytes RFC 9110 and 9112 allow: in a token (5.6.2), in a target (RFC 3986: printable, no fragment), in
 * a value (5.5), in the size of a chunk. */
static bool is_tchar(int c)
{
    return c && strchr("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", c);
}

static bool is_in_target(int c)
{
    return c >= 0x21 && c <= 0x7e && c != '#';
}

static bool is_in_value(int c)
{
    return c == '\t' || (c >= 0x20 && c != 0x7f);
}

static bool is_hex(int c)
{
    return c && strchr("0123456789abcdefABCDEF", c);
}

static bool is_digit(int c)
{
    return c && strchr("0123456789", c);
}

static bool is_one(int c)
{
    return c == '1';
}

/* Every byte at each place of a request that is good but for it. */
static void each_byte_is_taken_where_the_grammar_allows_it(void **state)
{
    (void)state;
    static const struct {
        const char *before, *after;
        bool (*is_allowed)(int c);
        const char *but; /* bytes that end what stands before them, and so mean something else */
    } rows[] = {
        {"G", "T / HTTP/1.1\r\n" HOST "\r\n", is_tchar, " "},
        {"GET /a", "b HTTP/1.1\r\n" HOST "\r\n", is_in_target, " "},
        {"GET / HTTP/", ".1\r\n" HOST "\r\n", is_one, ""},
        {"GET / HTTP/1.", "\r\n" HOST "\r\n", is_digit, ""},
        {GET "x", "y: 1\r\n\r\n", is_tchar, ":"},
        {GET, "y: 1\r\n\r\n", is_tchar, "\r"},
        {GET "x: a", "b\r\n\r\n", is_in_value, "\r"},
        {GET "x: ", "b\r\n\r\n", is_in_value, "\r"},
        {POST "Content-Length: 1", "\r\n\r\n", is_digit, "\r \t"},
        {POST "Transfer-Encoding: chunked\r\n\r\n", "\r\n", is_hex, "\r"},
        {POST "Transfer-Encoding: chunked\r\n\r\n0\r\nx", "y: 1\r\n\r\n", is_tchar, ":"},
        {POST "Transfer-Encoding: chunked\r\n\r\n0\r\nx: ", "y\r\n\r\n", is_in_value, "\r"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int c = 0; c < 256; c++) {
            char text[256];
            if (c && strchr(rows[i].but, c)) continue;
            const size_t before = strlen(rows[i].before), after = strlen(rows[i].after);
            memcpy(text, rows[i].before, before);
            text[before] = (char)c;
            memcpy(text + before + 1, rows[i].after, after);
            const int status = verdict(text, before + 1 + after);
            const bool is_version = rows[i].is_allowed == is_one;
            const int wanted = rows[i].is_allowed(c) ? 0 : is_version && is_digit(c) ? 505 : 400;
            if (status != wanted) fail_msg("row %zu, byte %d: %d, and not %d", i, c, status, wanted);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_are_counted_where_they_end),
        cmocka_unit_test(lengths_are_one_number_and_never_beside_chunks),
        cmocka_unit_test(only_chunked_is_understood_and_only_in_http_1_1),
        cmocka_unit_test(chunks_have_hexadecimal_sizes_and_crlf),
        cmocka_unit_test(fields_have_a_name_a_colon_and_a_value_on_one_line),
        cmocka_unit_test(http_1_1_has_one_host),
        cmocka_unit_test(request_lines_have_two_blanks_a_target_and_a_version),
        cmocka_unit_test(heads_fields_and_parameters_have_limits_in_every_request),
        cmocka_unit_test(every_refusal_has_its_status_and_text),
        cmocka_unit_test(requests_before_a_refused_one_are_still_served),
        cmocka_unit_test(the_first_head_ends_at_its_blank_line_and_at_no_byte_before),
        cmocka_unit_test(fields_of_a_head_are_found_by_name_and_counted),
        cmocka_unit_test(each_byte_is_taken_where_the_grammar_allows_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
