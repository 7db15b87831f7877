// What a mesh's numbers take as text and as compressed vertices, beside the strongest that Debian has: std::to_chars of libstdc++ (Ryu) and
// meshopt_encodeVertexBuffer of meshoptimizer. CSV: row,who,us,bytes. The limit is memcpy of the bytes that are written.
//
//     formats [seconds per row]
//
// 40,140 numbers between -1 and 1 with six decimals (a body's coordinates); 13,380 rows of 8 bytes that change little from one to the next.
extern "C" {
#include "core/kernel/bytes/decimals.h"
#include "core/kernel/bytes/vertex_code.h"
}
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <meshoptimizer.h>
#include <vector>

static double now()
{
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

// The least time of one run, and what it wrote.
template <class Work> static void row(const char *name, const char *who, double seconds, Work work)
{
    double least = 1e9, begin = now();
    size_t bytes = 0;
    do {
        const double start = now();
        bytes = work();
        least = std::fmin(least, now() - start);
    } while (now() - begin < seconds);
    std::printf("%s,%s,%.1f,%zu\n", name, who, 1e6 * least, bytes);
}

int main(int argc, char **argv)
{
    const double seconds = argc > 1 ? std::atof(argv[1]) : 1;
    const size_t vertices = 13380, count = 3 * vertices;
    std::vector<float> numbers(count);
    std::vector<short> rows(4 * vertices);
    unsigned state = 1;
    for (size_t i = 0; i < count; i++) {
        state = state * 1664525u + 1013904223u;
        numbers[i] = float(state) / 2147483648.0f - 1;
    }
    for (size_t i = 0; i < vertices; i++)
        for (size_t c = 0; c < 3; c++) {
            state = state * 1664525u + 1013904223u;
            rows[4 * i + c] = short((i ? rows[4 * (i - 1) + c] : 0) + int(state >> 25) - 64);
        }
    std::vector<char> text(count * 24);
    pd_buffer buffer = {};

    std::printf("row,who,us,bytes\n");
    row("numbers_json", "posed", seconds, [&] {
        pd_buffer_clear(&buffer);
        pd_k_decimals_add(&buffer, numbers.data(), count, ',', "", nullptr);
        return buffer.size;
    });
    row("numbers_json", "std::to_chars", seconds, [&] {
        char *at = text.data();
        for (size_t i = 0; i < count; i++) {
            at = std::to_chars(at, at + 20, numbers[i], std::chars_format::fixed, 6).ptr;
            while (at[-1] == '0') at--; // as ours leaves out zeros
            *at++ = ',';
        }
        return size_t(at - text.data());
    });
    row("numbers_json", "printf", seconds, [&] {
        char *at = text.data();
        for (size_t i = 0; i < count; i++) at += std::sprintf(at, "%.6f,", double(numbers[i]));
        return size_t(at - text.data());
    });
    std::vector<char> copy(buffer.size);
    row("numbers_json", "limit", seconds, [&] {
        std::memcpy(copy.data(), buffer.data, buffer.size);
        asm volatile("" ::"r"(copy.data()) : "memory");
        return buffer.size;
    });

    const size_t bound = meshopt_encodeVertexBufferBound(vertices, 8);
    std::vector<unsigned char> encoded(bound);
    const auto *bytes = reinterpret_cast<const unsigned char *>(rows.data());
    row("vertices_encoded", "posed", seconds,
        [&] { return pd_k_vertex_code_get()->encode(encoded.data(), bytes, vertices, 8); });
    row("vertices_encoded", "meshoptimizer", seconds, [&] {
        meshopt_encodeVertexVersion(0);
        return meshopt_encodeVertexBuffer(encoded.data(), bound, bytes, vertices, 8);
    });
    row("vertices_encoded", "limit", seconds, [&] {
        std::memcpy(copy.data(), bytes, 8 * vertices);
        asm volatile("" ::"r"(copy.data()) : "memory");
        return 8 * vertices;
    });
    pd_buffer_deinit(&buffer);
    return 0;
}
