/* Fuzzes C3D and TRC files and the tables of Motive, Nexus and Qualisys. Each accepted position is finite, or
 * missing in all three coordinates. The people of an accepted file have markers of it, each at most once, and
 * the names of joints have places. */
#include "core/io/mocap/markers.h"
#include "core/observe/marker/joints.h"
#include "core/observe/marker/people.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int good)
{
    if (!good) abort();
}

static void divide(const pd_markers *file)
{
    pd_observe_marker_people people;
    char text[400];
    int markers = 0;

    if (pd_observe_marker_people_make(&people, file, "fuzz", NULL) != PD_OK) return;
    check(people.count >= 1 && people.count <= PD_OBSERVE_MARKER_PEOPLE);
    for (int i = 0; i < people.count; i++) {
        const pd_markers *own = &people.files[i];
        check(own->marker_count > 0 && own->frame_count == file->frame_count);
        check(people.count == 1 || people.are_repeated ||
              pd_observe_marker_people_find(&people, people.names[i]) >= 0);
        markers += own->marker_count;
    }

    check(markers + people.left_out <= file->marker_count || people.count == 1);
    pd_observe_marker_people_text(text, sizeof text, &people);
    pd_observe_marker_people_deinit(&people);
}

static void find_joints(const pd_markers *file)
{
    const pd_observe_joint_style style = pd_observe_joint_style_of(file);
    char place[PD_OBSERVE_JOINT_PLACE_BYTES];
    int hinges;

    check(style.known <= file->marker_count);
    for (int i = 0; i < file->marker_count; i++)
        if (pd_observe_joint_place(place, &style, file->names[i]))
            check(*place && pd_observe_joint_bare(file->names[i]));
    if (file->marker_count <= 64 && file->frame_count <= 256) pd_observe_joint_is_suspected(&hinges, file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_markers m;
    if (pd_markers_parse(&m, (pd_bytes){data, size}, "fuzz", NULL) != PD_OK) {
        check(!m.names && !m.positions);
        return 0;
    }
    check(m.marker_count > 0 && m.frame_count > 0 && m.rate > 0 && m.up_axis >= -1 && m.up_axis < 6);
    for (size_t i = 0; i < (size_t)m.marker_count * (size_t)m.frame_count; i++) {
        const float *p = m.positions + 3 * i;
        check(isfinite(p[0]) ? isfinite(p[1]) && isfinite(p[2]) : isnan(p[0]) && isnan(p[1]) && isnan(p[2]));
    }
    for (int i = 0; i < m.marker_count; i++) {
        check(pd_markers_seen(&m, i) >= 0 && pd_markers_seen(&m, i) <= 1);
        check(pd_markers_find(&m, m.names[i]) >= 0);
    }
    divide(&m);
    find_joints(&m);
    pd_markers_deinit(&m);
    return 0;
}
