#ifndef PD_KERNEL_UNROLLED_H
#define PD_KERNEL_UNROLLED_H
/* How the functions and loops of *_lanes.h are compiled.
 *
 *     INLINE     before a function: always inlined, so that its counts are constants
 *     UNROLLED   before a loop of constant count: its accumulators, an array, become registers
 *
 * Under a sanitizer neither is done: unrolled, instrumented text takes minutes to compile. The bits are the same.
 */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#endif
#if defined(SANITIZED)
#define INLINE static __attribute__((noinline))
#define UNROLLED
#else
#define INLINE static inline __attribute__((always_inline))
#if defined(__clang__)
#define UNROLLED _Pragma("clang loop unroll(full)")
#else
#define UNROLLED _Pragma("GCC unroll 32")
#endif
#endif

#endif
