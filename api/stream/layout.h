#ifndef PD_API_STREAM_LAYOUT_H
#define PD_API_STREAM_LAYOUT_H
/* Tables of the bytes of the stream's binary messages (frame.h). /docs draws them; a test compares the
 * encoder, the decoder and docs/reference/stream.md with them. All values are little-endian. */

typedef enum pd_api_layout_part {
    PD_API_LAYOUT_FRAME,     /* head of a frame */
    PD_API_LAYOUT_CHARACTER, /* fixed part of each character, before its channels */
    PD_API_LAYOUT_CHANNEL,   /* channels of a character, one for each bit of the mask, in this order */
    PD_API_LAYOUT_END,       /* bytes after the last character */
    PD_API_LAYOUT_INPUT,     /* input of a client */
    PD_API_LAYOUT_SOUND,     /* samples of a client's sound */
    PD_API_LAYOUT_PARTS
} pd_api_layout_part;

/* One value. */
typedef struct pd_api_layout_row {
    int byte, size;   /* offset and size in bytes; 0 for channels and the end, whose size depends on counts */
    const char *type; /* "u32", "f32 x 3"; for a channel its size: "6 J" bytes */
    const char *name; /* one or two words */
    const char *doc;  /* description; code is between backticks */
} pd_api_layout_row;

typedef struct pd_api_layout {
    const char *title, *doc;
    const pd_api_layout_row *rows; /* ending with a row whose name is NULL */
} pd_api_layout;

extern const pd_api_layout pd_api_layouts[PD_API_LAYOUT_PARTS];

#endif
