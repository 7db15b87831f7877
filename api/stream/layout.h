#ifndef PD_API_STREAM_LAYOUT_H
#define PD_API_STREAM_LAYOUT_H
/* The layout of the stream's binary messages (frame.h), byte by byte, as rows: /docs draws them, a test compares encoder, decoder and
 * docs/reference/stream.md with them. Little-endian. */

typedef enum pd_api_layout_part {
    PD_API_LAYOUT_FRAME,     /* the head of a frame                       */
    PD_API_LAYOUT_CHARACTER, /* of each character, before its channels    */
    PD_API_LAYOUT_CHANNEL,   /* what follows for each bit, in this order  */
    PD_API_LAYOUT_END,       /* what follows behind the last character    */
    PD_API_LAYOUT_INPUT,     /* a client's input                          */
    PD_API_LAYOUT_PARTS
} pd_api_layout_part;

typedef struct pd_api_layout_row {
    int byte, size;   /* of a channel and of the end 0: it depends on counts */
    const char *type; /* "u32", "f32 x 3"; of a channel its bytes: "6 J" */
    const char *name; /* one or two words */
    const char *doc;  /* `code` between backticks */
} pd_api_layout_row;

typedef struct pd_api_layout {
    const char *title, *doc;
    const pd_api_layout_row *rows; /* up to one without a name */
} pd_api_layout;

extern const pd_api_layout pd_api_layouts[PD_API_LAYOUT_PARTS];

#endif
