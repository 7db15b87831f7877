#ifndef PD_SERVER_HTTP_FRAMING_H
#define PD_SERVER_HTTP_FRAMING_H
/* The framing of HTTP/1.x requests on one connection, held to RFC 9112 to the letter: where one request ends and the next
 * begins. What a proxy in front may read in another way than libmicrohttpd does (request smuggling) is refused before
 * libmicrohttpd gets to see it, in every request of a connection.
 *
 *     request line    token SP target SP "HTTP/1." DIGIT CRLF; the target is visible ASCII: a path, http(s)://..., or "*"
 *                     with OPTIONS                                                   400; CONNECT 501; HTTP/2.0, /9.9 505
 *     fields          name ":" value CRLF; no blank before the colon, no folded line, no NUL or other control
 *                     character, CR and LF only as a pair                             400
 *     Host            one of them in HTTP/1.1, at most one in HTTP/1.0                400
 *     length          at most one Content-Length, one number (no list), or Transfer-Encoding: chunked in HTTP/1.1, never
 *                     both                                                            400; another coding 501
 *     chunks          hexadecimal size, extensions without control characters, CRLF; trailers as fields are   400
 *     sizes           limits.head_bytes and 100 fields (431), 256 query parameters: libmicrohttpd's block of memory for a
 *                     connection holds these. A target of more than limits.head_bytes or with more parameters is 414, a
 *                     method that long 501 (RFC 9112, 3)
 *
 * Pure: bytes in, verdict out, any split of the bytes gives the same. Bodies are skipped, not read.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PD_SRV_FIELDS_MAX     100
#define PD_SRV_PARAMETERS_MAX 256 /* a pose of 55 joints, one parameter for each of its 165 numbers */

typedef struct pd_srv_framing {
    int status; /* 0: good so far; else what to answer before the connection is closed */
    char detail[128];
    uint64_t heads; /* complete so far */

    /* of the request that is being read */
    int state;
    size_t head_bytes, used; /* the limit; of the head or the trailers so far */
    uint64_t remaining;      /* bytes of the body, or of the chunk, that are still to come */
    int fields, parameters, hosts, lengths, codings, digits;
    char name[20], value[24]; /* the beginning of the field that is being read */
    size_t name_size, value_size;
    bool is_connect, is_options, in_query, is_http11, in_trailers, had_blank;
    bool in_quotes,
        ends_open; /* of the value so far: within quotation marks; they were opened by its last byte, behind '=' */
    unsigned char last; /* byte of the value */
} pd_srv_framing;

void pd_srv_framing_init(pd_srv_framing *framing, size_t head_bytes);
/* The connection's next bytes. Returns how many of them may be passed on: all of them, or, once status is set, those
 * before the request that is refused. */
size_t pd_srv_framing_feed(pd_srv_framing *framing, const void *bytes, size_t size);
/* The same up to the end of the first head: its size, its blank line included; 0: not complete yet, or refused. */
size_t pd_srv_framing_head(pd_srv_framing *framing, const void *bytes, size_t size);

/* The value of a field in a head, without blanks around it: length, or -1 when there is none. name in any case. */
int pd_srv_head_value(const char **value, const char *head, size_t size, const char *name);
/* One after the other of the fields of that name; *line begins as NULL. */
int pd_srv_head_next(const char **value, const char **line, const char *head, size_t size, const char *name);
/* How many fields of that name a head has. */
int pd_srv_head_count(const char *head, size_t size, const char *name);
/* true when a field of that name lists the word, in any case. */
bool pd_srv_head_has(const char *head, size_t size, const char *name, const char *word);
/* true when a comma-separated list has the word, in any case. */
bool pd_srv_list_has(const char *list, int length, const char *word);
bool pd_srv_list_has_exactly(const char *list, int length, const char *word); /* in the same case */

#endif
