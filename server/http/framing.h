#ifndef PD_SERVER_HTTP_FRAMING_H
#define PD_SERVER_HTTP_FRAMING_H
/* Checks the framing of HTTP/1.x requests on one connection strictly by RFC 9112: where one request ends and
 * the next begins. Input that a proxy in front may read differently from libmicrohttpd (request smuggling) is
 * refused before libmicrohttpd sees it, in every request of a connection.
 *
 *     request line    token SP target SP "HTTP/1." DIGIT CRLF; the target is visible ASCII: a path,
 *                     http(s)://..., or "*"
 *                     with OPTIONS
 *                         400; CONNECT 501; HTTP/2.0, /9.9 505
 *     fields          name ":" value CRLF; no blank before the colon, no folded line, no NUL or other control
 *                     character, CR and LF only as a pair                             400
 *     Host            one of them in HTTP/1.1, at most one in HTTP/1.0                400
 *     length          at most one Content-Length, one number (no list), or Transfer-Encoding: chunked in
 *                     HTTP/1.1, never
 *                     both                                                            400; another coding 501
 *     chunks          hexadecimal size, extensions without control characters, CRLF; trailers as fields are
 *                     400
 *     sizes           limits.head_bytes and 100 fields (431), 256 query parameters: libmicrohttpd's block of
 *                     memory for a connection holds these. A target of more than limits.head_bytes or with
 *                     more parameters is 414, a method that long 501 (RFC 9112, 3)
 *
 * Status codes on the right answer violations. The functions are pure; the result does not depend on how the
 * bytes are split. Bodies are skipped.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PD_SRV_FIELDS_MAX     100
#define PD_SRV_PARAMETERS_MAX 256 /* a pose of 55 joints, one parameter for each of its 165 numbers */

typedef struct pd_srv_framing {
    int status; /* 0: no violation so far; otherwise the status to send before the connection is closed */
    char detail[128]; /* explanation of the violation */
    uint64_t heads;   /* complete heads so far        */

    /* State of the request that is being read. */
    int state;
    size_t head_bytes;  /* limit of a head, bytes                         */
    size_t used;        /* bytes of the head or of the trailers so far    */
    uint64_t remaining; /* missing bytes of the body or of the chunk      */
    int fields, parameters, hosts, lengths, codings, digits;
    char name[20], value[24]; /* beginning of the field that is being read */
    size_t name_size, value_size;
    bool is_connect, is_options, in_query, is_http11, in_trailers, had_blank;
    bool in_quotes;     /* true: the value so far ends within quotation marks                       */
    bool ends_open;     /* true: the value so far ends with '=' and the opening quotation mark      */
    unsigned char last; /* last byte of the value so far                                            */
} pd_srv_framing;

/* Begins a connection. head_bytes: limit of one head. */
void pd_srv_framing_init(pd_srv_framing *framing, size_t head_bytes);
/* Checks the next bytes of the connection. Returns how many of them may be passed on: all of them, or, when
 * status becomes nonzero, those before the refused request. */
size_t pd_srv_framing_feed(pd_srv_framing *framing, const void *bytes, size_t size);
/* Checks the bytes up to the end of the first head. Returns the size of the head with its blank line, or 0
 * when it is incomplete or refused. */
size_t pd_srv_framing_head(pd_srv_framing *framing, const void *bytes, size_t size);

/* Finds the first field of a name, in any case. Returns the length of its value without surrounding blanks,
 * or -1 when there is none. */
int pd_srv_head_value(const char **value, const char *head, size_t size, const char *name);
/* Finds the next field of a name. *line is NULL before the first call and keeps the position. Returns as
 * pd_srv_head_value. */
int pd_srv_head_next(const char **value, const char **line, const char *head, size_t size, const char *name);
/* Returns the number of fields of a name. */
int pd_srv_head_count(const char *head, size_t size, const char *name);
/* Returns true when a field of that name has the word in its comma-separated list, in any case. */
bool pd_srv_head_has(const char *head, size_t size, const char *name, const char *word);
/* Returns true when a comma-separated list has the word, in any case. */
bool pd_srv_list_has(const char *list, int length, const char *word);
/* Returns true when a comma-separated list has the word in the same case. */
bool pd_srv_list_has_exactly(const char *list, int length, const char *word);

#endif
