/* The frame of the encoder: blocks, planes, heads and tail; included by the versions, which define
 *
 *     vertex_planes(planes, rows, first, count, stride)   deltas of rows first .. first + count - 1,
 *                                                         planes[k][i], 0 behind the last up to a whole group
 *     vertex_group(out, numbers, code)                    writes 16 numbers, sets code to 0 .. 3, returns the
 *                                                         end
 *
 * before they include it.
 */
#define ROWS  256 /* rows of a block */
#define GROUP 16
#define TAIL  32 /* the first row stands at the end, with zeros before it */

static size_t encode(unsigned char *out, const unsigned char *rows, size_t count, int stride)
{
    PD_DEBUG_ASSERT(stride >= 4 && stride <= PD_K_VERTEX_STRIDE && stride % 4 == 0);
    _Alignas(32) unsigned char planes[PD_K_VERTEX_STRIDE][ROWS];
    unsigned char *at = out;
    *at++ = 0xa0; /* version 0 */

    for (size_t first = 0; first < count; first += ROWS) {
        const size_t some = count - first < ROWS ? count - first : ROWS, groups = (some + GROUP - 1) / GROUP;
        vertex_planes(planes, rows, first, some, stride);

        /* Each plane: two bits a group, then the groups. */
        for (int k = 0; k < stride; k++) {
            uint32_t codes[ROWS / GROUP / 4] = {0};
            unsigned char *head = at;
            at += (groups + 3) / 4;
            for (size_t g = 0; g < groups; g++) {
                uint32_t code;
                at = vertex_group(at, planes[k] + GROUP * g, &code);
                codes[g / 4] |= code << g % 4 * 2;
            }
            for (size_t g = 0; g < groups; g += 4) head[g / 4] = (unsigned char)codes[g / 4];
        }
    }

    memset(at, 0, TAIL);
    at += TAIL;
    if (count) memcpy(at - stride, rows, (size_t)stride);
    return (size_t)(at - out);
}
