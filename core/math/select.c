#include "core/math/select.h"

#include "core/base/assert.h"

double pd_nth_least(double *numbers, size_t count, size_t n)
{
    PD_ASSERT(n < count);
    size_t low = 0;
    size_t high = count - 1;
    while (low < high) {
        const double middle = numbers[low + (high - low) / 2];
        size_t i = low;
        size_t j = high;
        for (;;) {
            while (numbers[i] < middle) i++;
            while (numbers[j] > middle) j--;
            if (i >= j) break;
            const double other = numbers[i];
            numbers[i++] = numbers[j];
            numbers[j--] = other;
        }

        if (n <= j)
            high = j;
        else
            low = j + 1;
    }

    return numbers[n];
}
