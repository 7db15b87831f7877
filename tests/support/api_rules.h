#ifndef PD_TESTS_API_RULES_H
#define PD_TESTS_API_RULES_H
/* Checks rules of every JSON reply: `pose` and `quaternions` of one object are the same rotations,
 * quaternions have length 1, and warnings and errors have a pointer and a detail. */
#include "tests/support/cmocka.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static inline bool api_rules_numbers(double out[4], const json_t *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (json_array_size(list) != count || !json_is_number(json_array_get(list, i))) return false;
        out[i] = json_number_value(json_array_get(list, i));
    }
    return true;
}

static inline void api_rules_turns(const json_t *pose, const json_t *quaternions)
{
    double r[4], q[4];
    size_t i;
    const json_t *row;

    json_array_foreach(quaternions, i, row)
    {
        if (!api_rules_numbers(q, row, 4)) continue;
        const double size = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        if (fabs(size - 1) > 2e-2) fail_msg("quaternions/%zu has the length %g", i, size);
        if (!api_rules_numbers(r, json_array_get(pose, i), 3)) continue;
        const double angle = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
        const double half = angle > 1e-9 ? sin(angle / 2) / angle : 0.5;
        const double cosine = half * (q[0] * r[0] + q[1] * r[1] + q[2] * r[2]) + q[3] * cos(angle / 2);
        if (fabs(cosine) < size * (1 - 1e-4))
            fail_msg("pose/%zu is [%g,%g,%g], and its quaternion [%g,%g,%g,%g]", i, r[0], r[1], r[2], q[0],
                     q[1], q[2], q[3]);
    }
}

static inline void api_rules_check(const json_t *value)
{
    const char *key;
    size_t i;
    json_t *member;

    json_array_foreach((json_t *)(uintptr_t)value, i, member) api_rules_check(member);
    json_object_foreach((json_t *)(uintptr_t)value, key, member)
    {
        api_rules_check(member);
        if (strcmp(key, "warnings") != 0 && strcmp(key, "errors") != 0) continue;
        for (size_t n = 0; n < json_array_size(member); n++) {
            const json_t *remark = json_array_get(member, n);
            if (!json_is_object(remark)) continue;
            const char *detail = json_string_value(json_object_get(remark, "detail"));
            if (!json_is_string(json_object_get(remark, "pointer")) || !detail || !*detail)
                fail_msg("%s/%zu has no pointer or no detail", key, n);
        }
    }
    if (json_is_array(json_object_get(value, "quaternions")))
        api_rules_turns(json_object_get(value, "pose"), json_object_get(value, "quaternions"));
}

#endif
