#include "server/stream/reception.h"

#include "api/http/problem.h"
#include "core/base/assert.h"

#include <math.h>

#define MASK 4

static size_t head_bytes(size_t payload)
{
    return MASK + (payload < 126 ? 2 : payload < 65536 ? 4 : 10);
}

void pd_srv_reception_init(pd_srv_reception *r, size_t request, int64_t now_us)
{
    *r = (pd_srv_reception){.handed_over = request, .judged_us = now_us};
}

bool pd_srv_reception_piece(pd_srv_reception *r, size_t size, size_t follows)
{
    if (!r->is_within_frame) r->handed_over += head_bytes(size + follows);
    r->handed_over += size;
    r->is_within_frame = follows > 0;
    return !follows;
}

void pd_srv_reception_control(pd_srv_reception *r, size_t size)
{
    r->handed_over += head_bytes(size) + size;
}

pd_srv_reception_verdict pd_srv_reception_judge(pd_srv_reception *r, uint64_t taken_in, double rate,
                                                int64_t now_us)
{
    if (taken_in < r->handed_over) return PD_SRV_RECEPTION_UNMASKED;

    PD_ASSERT(now_us >= r->judged_us && r->level >= 0);
    uint64_t hidden = taken_in - r->handed_over;
    double bytes = PD_SRV_CONTROL_BYTES * rate;
    double seconds = (double)(now_us - r->judged_us) * 1e-6;
    r->level = fmax(0, r->level + (double)hidden - (double)r->hidden - bytes * seconds);
    r->hidden = hidden;
    r->judged_us = now_us;

    return r->level > PD_SRV_RECEPTION_SLACK + 2 * bytes ? PD_SRV_RECEPTION_FLOOD : PD_SRV_RECEPTION_GOOD;
}

bool pd_srv_close_may_be_sent(int code)
{
    if (code >= 3000) return code <= 4999; /* registered with IANA, or private */
    return code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006;
}

int pd_srv_close_answer(const void *payload, size_t size)
{
    const unsigned char *bytes = payload;
    if (!size) return 1000;
    if (size == 1 || !pd_srv_close_may_be_sent(bytes[0] << 8 | bytes[1])) return 1002;
    return size > 2 && !pd_api_is_utf8((const char *)payload + 2, size - 2) ? 1007 : 1000;
}
