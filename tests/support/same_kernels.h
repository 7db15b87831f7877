#ifndef PD_TESTS_SAME_KERNELS_H
#define PD_TESTS_SAME_KERNELS_H
/* Numbers that the kernels of another BLAS would move: they are computed with the same ones everywhere. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* OpenBLAS reads which kernels it shall have when it is loaded: the program begins again with them. false: this processor has not got them. */
static inline bool same_kernels_begin(char **arguments)
{
    const char *kernels = getenv("OPENBLAS_CORETYPE");
    if (kernels && !strcmp(kernels, "Haswell")) return true;

#if defined __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        setenv("OPENBLAS_CORETYPE", "Haswell", 1);
        execv("/proc/self/exe", arguments);
    }
#else
    (void)arguments;
#endif
    return false;
}

#endif
