#ifndef TESTS_SUPPORT_CMOCKA_H
#define TESTS_SUPPORT_CMOCKA_H
/* Includes cmocka after the headers that it needs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* |a - b| <= tolerance, both printed when not. */
#define assert_near(a, b, tolerance)                                                                         \
    do {                                                                                                     \
        double near_a = (a), near_b = (b);                                                                   \
        if (!(fabs(near_a - near_b) <= (tolerance)))                                                         \
            fail_msg("%s is %.12g, %s is %.12g: %.3g apart, %.3g allowed", #a, near_a, #b, near_b,           \
                     fabs(near_a - near_b), (double)(tolerance));                                            \
    } while (0)

#endif
