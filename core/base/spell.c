#include "core/base/spell.h"

#include <string.h>

static int min3(int a, int b, int c)
{
    int least = a < b ? a : b;
    return least < c ? least : c;
}

int pd_spell_distance(const char *a, const char *b)
{
    int row[64];
    int n = (int)strlen(b);
    if (n > 63 || strlen(a) > 63) return 99;
    for (int j = 0; j <= n; j++) row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = min3(replaced, row[j] + 1, row[j - 1] + 1);
        }
    }
    return row[n];
}
