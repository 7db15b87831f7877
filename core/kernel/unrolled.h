#ifndef PD_KERNEL_UNROLLED_H
#define PD_KERNEL_UNROLLED_H
/* Macros that make the compiler inline and unroll the kernels of *_lanes.h.
 *
 *     INLINE     before a function: always inlined, so that its counts are constants
 *     UNROLLED   before a loop of constant count: fully unrolled, so that an array of accumulators becomes
 *                registers
 *
 * Under a sanitizer both do nothing, because unrolled, instrumented code takes minutes to compile. The
 * results have the same bits.
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
