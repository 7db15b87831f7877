#ifndef PD_TESTS_CHECKED_LOCKS_H
#define PD_TESTS_CHECKED_LOCKS_H
/* A program that includes this ends when a thread unlocks a mutex that it has not locked, which POSIX leaves
 * undefined and glibc does not notice. Include it once in a program. Sanitizers have checks of their own in
 * the same place: with them it does nothing. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined __GLIBC__ && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    static _Atomic uintptr_t found; /* glibc's own */
    uintptr_t next = atomic_load(&found);
    if (!next) {
        next = (uintptr_t)dlsym(RTLD_NEXT, "pthread_mutex_unlock");
        atomic_store(&found, next);
    }
    if (mutex->__data.__kind == PTHREAD_MUTEX_NORMAL && mutex->__data.__owner != gettid()) {
        fprintf(stderr, "a mutex is unlocked that the thread has not locked\n");
        abort();
    }
    int (*unlock)(pthread_mutex_t *);
    memcpy(&unlock, &next, sizeof unlock);
    return unlock(mutex);
}
#endif

#endif
