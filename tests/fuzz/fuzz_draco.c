/* Fuzzes Draco streams. Decoding keeps the memory limits,
 * and decoded triangles refer to existing points only. */
#include "core/io/surface/draco.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#ifdef PD_WITH_DRACO
static void check(int good)
{
    if (!good) abort();
}
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
#ifdef PD_WITH_DRACO
    const pd_io_draco_counts most = {1000, 2000};
    char why[PD_IO_DRACO_WHY_BYTES];
    pd_io_draco_mesh *mesh = pd_io_draco_open((pd_bytes){data, size}, most, why);
    if (!mesh) {
        check(why[0] != 0);
        return 0;
    }

    const pd_io_draco_counts counts = pd_io_draco_counts_of(mesh);
    check(counts.points <= most.points && counts.faces <= most.faces);
    uint32_t *faces = malloc((3 * (size_t)counts.faces + 1) * sizeof *faces);
    check(faces != NULL);
    pd_io_draco_faces(faces, mesh);
    for (size_t i = 0; i < 3 * (size_t)counts.faces; i++) check(faces[i] < counts.points);
    free(faces);
    for (uint32_t id = 0; id < 4; id++) {
        static const int components[] = {5120, 5121, 5122, 5123, 5125, 5126};
        const int width = pd_io_draco_width(mesh, id);
        void *values = malloc(4 * (size_t)width * counts.points + 1);
        check(values != NULL);
        for (int c = 0; c < 6; c++) (void)pd_io_draco_values(values, mesh, id, components[c]);
        free(values);
    }
    pd_io_draco_close(mesh);
#else
    (void)data, (void)size;
#endif
    return 0;
}
