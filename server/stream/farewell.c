#include "server/stream/farewell.h"

#include "core/base/assert.h"

void pd_srv_farewell_begin(pd_srv_farewell *farewell, int64_t now_us)
{
    farewell->next_us = farewell->fed_us = now_us;
}

bool pd_srv_farewell_tell(pd_srv_farewell *farewell, bool is_fed, int64_t step_us, int64_t left_us,
                          int64_t now_us)
{
    PD_ASSERT(step_us >= 0);
    if (left_us > 0) {
        if (now_us < farewell->next_us) return false;
        if (!is_fed && now_us - farewell->fed_us < PD_SRV_FAREWELL_PAUSE_US) return false;
    }

    farewell->next_us += step_us;
    if (is_fed) farewell->fed_us = now_us;

    return true;
}

void pd_srv_farewell_rest(pd_srv_farewell *farewell, int64_t now_us)
{
    if (farewell->next_us < now_us) farewell->next_us = now_us;
}
