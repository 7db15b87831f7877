#ifndef PD_FACTORY_TESTS_SUPPORT_MAKEHUMAN_H
#define PD_FACTORY_TESTS_SUPPORT_MAKEHUMAN_H
/* Writes a small folder in MakeHuman's layout, whose body is the egg: base.obj with a cube for every joint, a
 * rig, and every target that training asks for. Each target stretches the egg by an amount that its name
 * decides, the height targets along y, so that stature and mass can be solved for. Decimetres, as the real
 * files are.
 *
 * All files are removed by fake_makehuman_remove. */
#include "factory/makehuman/asset.h"
#include "factory/body/part/expression.h"
#include "factory/body/shape/joints.h"
#include "factory/makehuman/slider.h"
#include "factory/tests/support/egg_joints.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct fake_makehuman {
    char folder[64];
    egg e;
} fake_makehuman;

/* Metres, both sides. */
static inline void fake_place(double out[3], int point)
{
    int left = pd_factory_joints[point].mirror < point ? pd_factory_joints[point].mirror : point;
    for (int c = 0; c < 3; c++) out[c] = egg_joints[left][c] * (c == 0 && left != point ? -1 : 1);
}

static inline FILE *fake_open(const fake_makehuman *f, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    FILE *file = fopen(path, "w");
    if (!file) abort();
    return file;
}

static inline void fake_cube(FILE *file, const char *name, int point, int *vertices)
{
    static const int sides[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1},
                                    {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
    double p[3];
    fake_place(p, point);
    for (int k = 0; k < 8; k++)
        fprintf(file, "v %.4f %.4f %.4f\n", 10 * p[0] + (k & 1 ? 0.05 : -0.05),
                10 * p[1] + (k & 2 ? 0.05 : -0.05), 10 * p[2] + (k & 4 ? 0.05 : -0.05));
    fprintf(file, "g joint-%s\n", name);
    for (int s = 0; s < 6; s++)
        fprintf(file, "f %d %d %d %d\n", *vertices + sides[s][0] + 1, *vertices + sides[s][1] + 1,
                *vertices + sides[s][2] + 1, *vertices + sides[s][3] + 1);
    *vertices += 8;
}

/* Returns whether a joint has a cube of its own.
 * The first joints of four fingers have SMPL's cubes of hands already. */
static inline int fake_is_new(int point)
{
    const char *cube = pd_factory_joints[point].cubes[0];
    return !(strstr(cube, "-finger-") && !strstr(cube, "-finger-1-") &&
             strstr(cube, "-1") == cube + strlen(cube) - 2);
}

static inline void fake_obj(const fake_makehuman *f)
{
    FILE *file = fake_open(f, "3dobjs/base.obj");
    int vertices = EGG_VERTICES;
    for (int i = 0; i < EGG_VERTICES; i++)
        fprintf(file, "v %.4f %.4f %.4f\n", 10 * f->e.vertices[3 * i], 10 * f->e.vertices[3 * i + 1],
                10 * f->e.vertices[3 * i + 2]);
    fprintf(file, "g body\n");
    for (int q = 0; q < EGG_QUADS; q++)
        fprintf(file, "f %d/1 %d/1 %d/1 %d/1\n", f->e.quads[q][0] + 1, f->e.quads[q][1] + 1,
                f->e.quads[q][2] + 1, f->e.quads[q][3] + 1);
    for (int p = 0; p < PD_FACTORY_JOINT_COUNT; p++)
        for (int k = 0; k < PD_FACTORY_POINT_CUBES && pd_factory_joints[p].cubes[k]; k++) {
            int index = p == PD_FACTORY_L_HAND || p == PD_FACTORY_R_HAND, last = index && k == 3;
            int point = !index || (k && !last)
                            ? p
                            : (k ? PD_FACTORY_L_LITTLE : PD_FACTORY_L_INDEX) + (p == PD_FACTORY_R_HAND);
            fake_cube(file, pd_factory_joints[p].cubes[k], point, &vertices);
        }
    for (int p = PD_FACTORY_JAW; p < PD_FACTORY_POINT_COUNT; p++)
        if (fake_is_new(p)) fake_cube(file, pd_factory_joints[p].cubes[0], p, &vertices);
    fclose(file);
}

/* Writes a skeleton in which every bone of a joint is a child of the first bone of the joint above, with the
 * arm bones that only unposing uses. */
static inline void fake_skeleton(const fake_makehuman *f)
{
    static const char *const more[] = {"shoulder01", "upperarm02", "lowerarm02"};
    static const char *const below[] = {"clavicle", "upperarm01", "lowerarm01"};
    FILE *file = fake_open(f, "rigs/default.mhskel");
    fprintf(file, "{\"bones\": {\n\"root\": {\"parent\": null}");
    for (int p = 0; p < PD_FACTORY_JOINT_COUNT; p++) {
        char list[128], parent[64] = "root", *save = NULL;
        snprintf(list, sizeof list, "%s", pd_factory_joints[p].bones);
        if (pd_factory_joints[p].parent >= 0)
            sscanf(pd_factory_joints[pd_factory_joints[p].parent].bones, "%63s", parent);
        for (char *bone = strtok_r(list, " ", &save); bone; bone = strtok_r(NULL, " ", &save))
            if (strcmp(bone, "root") != 0) fprintf(file, ",\n\"%s\": {\"parent\": \"%s\"}", bone, parent);
    }
    fprintf(file, ",\n\"jaw\": {\"parent\": \"head\", \"head\": \"chin\"}");
    for (int k = 0; k < 3; k++)
        for (int side = 0; side < 2; side++)
            fprintf(file, ",\n\"%s.%c\": {\"parent\": \"%s.%c\"}", more[k], side ? 'R' : 'L', below[k],
                    side ? 'R' : 'L');
    fprintf(file, "}, \"joints\": {\"chin\": [0, 1]}}\n");
    fclose(file);
}

static inline int fake_nearest_joint(const float *v)
{
    int best = 0;
    double best_distance = 1e9;
    for (int p = 0; p < PD_FACTORY_JOINT_COUNT; p++) {
        double place[3], d = 0;
        fake_place(place, p);
        for (int c = 0; c < 3; c++) d += pow(place[c] - v[c], 2);
        if (d < best_distance - 1e-9) best_distance = d, best = p;
    }
    return best;
}

static inline void fake_weights(const fake_makehuman *f)
{
    FILE *file = fake_open(f, "rigs/default_weights.mhw");
    fprintf(file, "{\"weights\": {");
    for (int p = 0; p < PD_FACTORY_JOINT_COUNT; p++) {
        char bone[64];
        int count = 0;
        sscanf(pd_factory_joints[p].bones, "%63s", bone);
        fprintf(file, "%s\n\"%s\": [", p ? "," : "", bone);
        for (int i = 0; i < EGG_VERTICES; i++)
            if (fake_nearest_joint(f->e.vertices + 3 * i) == p)
                fprintf(file, "%s[%d, %g]", count++ ? ", " : "", i, p == PD_FACTORY_HEAD ? 0.5 : 1);
        fprintf(file, "]");
    }
    /* the head's other half is the jaw's */
    fprintf(file, ",\n\"jaw\": [");
    for (int i = 0, count = 0; i < EGG_VERTICES; i++)
        if (fake_nearest_joint(f->e.vertices + 3 * i) == PD_FACTORY_HEAD)
            fprintf(file, "%s[%d, 0.5]", count++ ? ", " : "", i);
    fprintf(file, "]");
    fprintf(file, "}}\n");
    fclose(file);
}

/* -1 .. 1, decided by the name alone. */
static inline double fake_number(const char *name, int which)
{
    unsigned h = 2166136261u + (unsigned)which * 977u;
    for (; *name; name++) h = (h ^ (unsigned char)*name) * 16777619u;
    return (h >> 8 & 0xffff) / 32767.5 - 1;
}

static inline void fake_stretch(double out[3], const char *name)
{
    for (int c = 0; c < 3; c++) out[c] = 0.04 * fake_number(name, c);
    if (strstr(name, "minheight")) out[1] = -0.25;
    if (strstr(name, "maxheight")) out[1] = 0.3;
    if (strstr(name, "maxweight")) out[0] = out[2] = 0.25;
    if (strstr(name, "minweight")) out[0] = out[2] = -0.3;
}

/* Stretches body and cubes about the origin. %.9f, so that both sides move alike. */
static inline void fake_target(const fake_makehuman *f, const char *name)
{
    char path[192], ending[192];
    double stretch[3];
    snprintf(path, sizeof path, "targets/%s", name);
    snprintf(ending, sizeof ending, "%.*s", (int)(strstr(name, ".target") - name), name);
    char *right = strstr(ending, "/r-");
    if (right) right[1] = 'l';
    fake_stretch(stretch, ending);
    FILE *file = fake_open(f, path);
    fprintf(file, "# made by a test\n");
    for (int i = 0; i < EGG_VERTICES; i++)
        fprintf(file, "%d %.9f %.9f %.9f\n", i, 10 * stretch[0] * f->e.vertices[3 * i],
                10 * stretch[1] * f->e.vertices[3 * i + 1], 10 * stretch[2] * f->e.vertices[3 * i + 2]);
    int vertex = EGG_VERTICES;
    for (int p = 0; p < PD_FACTORY_JOINT_COUNT; p++)
        for (int k = 0; k < PD_FACTORY_POINT_CUBES && pd_factory_joints[p].cubes[k]; k++, vertex += 8) {
            double place[3];
            fake_place(place, p);
            for (int corner = 0; corner < 8; corner++)
                fprintf(file, "%d %.9f %.9f %.9f\n", vertex + corner, 10 * stretch[0] * place[0],
                        10 * stretch[1] * place[1], 10 * stretch[2] * place[2]);
        }
    for (int p = PD_FACTORY_JAW; p < PD_FACTORY_POINT_COUNT; p++) {
        double place[3];
        fake_place(place, p);
        for (int corner = 0; fake_is_new(p) && corner < 8; corner++)
            fprintf(file, "%d %.9f %.9f %.9f\n", vertex + corner, 10 * stretch[0] * place[0],
                    10 * stretch[1] * place[1], 10 * stretch[2] * place[2]);
        if (fake_is_new(p)) vertex += 8;
    }
    fclose(file);
}

/* Writes expression units, each of which rotates the jaw about x: the first by one degree, the second by two,
 * and so on; Rest by half a degree. */
static inline void fake_units(const fake_makehuman *f)
{
    char names[128][PD_FACTORY_NAME_BYTES] = {"Rest"};
    int count = 1;
    for (int r = 0; r < pd_factory_expression_row_count; r++) {
        char recipe[256], *save = NULL, path[192];
        snprintf(recipe, sizeof recipe, "%s", pd_factory_expressions[r].recipe);
        for (char *name = strtok_r(recipe, " ", &save); name; name = strtok_r(NULL, " ", &save)) {
            strtok_r(NULL, " ", &save);
            int known = 0;
            if (!strncmp(name, "t:", 2)) {
                static const char *const races[] = {"african", "asian", "caucasian"};
                for (int k = 0; k < 3; k++) {
                    snprintf(path, sizeof path, "expression/units/%s/%s.target", races[k], name + 2);
                    fake_target(f, path);
                }
                continue;
            }
            for (int n = 0; n < count; n++) known |= !strcmp(names[n], name);
            if (!known) snprintf(names[count++], sizeof names[0], "%s", name);
        }
    }

    FILE *file = fake_open(f, "poseunits/face-poseunits.json");
    fprintf(file, "{\"framemapping\": [");
    for (int n = 0; n < count; n++) fprintf(file, "%s\"%s\"", n ? ", " : "", names[n]);
    fprintf(file, "]}\n");
    fclose(file);
    file = fake_open(f, "poseunits/face-poseunits.bvh");
    fprintf(file, "HIERARCHY\nROOT jaw\n{\nOFFSET 0 0 0\nCHANNELS 3 Xrotation Yrotation Zrotation\nEnd "
                  "Site\n{\nOFFSET 0 1 0\n}\n}\n");
    fprintf(file, "MOTION\nFrames: %d\nFrame Time: 0.1\n", count);
    for (int n = 0; n < count; n++) fprintf(file, "%g 0 0\n", n ? n : 0.5);
    fclose(file);
}

static inline void fake_slider(const fake_makehuman *f, const pd_factory_slider *slider)
{
    char stem[128], name[192];
    const char *const sides[] = {"l", "r"}, *ends[] = {slider->negative, slider->positive},
                      *star = strstr(slider->path, "%c");
    for (int side = 0; side < (star ? 2 : 1); side++)
        for (int end = 0; end < 2; end++) {
            if (star)
                snprintf(stem, sizeof stem, "%.*s%s%s", (int)(star - slider->path), slider->path, sides[side],
                         star + 2);
            else
                snprintf(stem, sizeof stem, "%s", slider->path);
            snprintf(name, sizeof name, "%s-%s.target", stem, ends[end]);
            fake_target(f, name);
        }
}

static inline void fake_shapes(const fake_makehuman *f, const char *const *shapes, int count)
{
    for (int k = 0; k < count; k++) {
        char name[192];
        snprintf(name, sizeof name, "%s.target", shapes[k]);
        fake_target(f, name);
    }
}

static inline void fake_makehuman_write(fake_makehuman *f)
{
    static const char *const folders[] = {"",
                                          "3dobjs",
                                          "rigs",
                                          "targets",
                                          "targets/macrodetails",
                                          "targets/macrodetails/height",
                                          "targets/macrodetails/proportions",
                                          "targets/breast",
                                          "targets/armslegs",
                                          "targets/bodyshapes",
                                          "targets/buttocks",
                                          "targets/hip",
                                          "targets/measure",
                                          "targets/neck",
                                          "targets/head",
                                          "targets/forehead",
                                          "targets/eyebrows",
                                          "targets/cheek",
                                          "targets/ears",
                                          "targets/eyes",
                                          "targets/nose",
                                          "targets/mouth",
                                          "targets/chin",
                                          "targets/asym",
                                          "targets/expression",
                                          "targets/expression/units",
                                          "targets/expression/units/african",
                                          "targets/expression/units/asian",
                                          "targets/expression/units/caucasian",
                                          "poseunits",
                                          "targets/stomach",
                                          "targets/torso"};
    static pd_factory_macro_target macros[PD_FACTORY_MACRO_COUNT];
    snprintf(f->folder, sizeof f->folder, "/tmp/posed-makehuman-XXXXXX");
    if (!mkdtemp(f->folder)) abort();
    for (size_t k = 1; k < sizeof folders / sizeof *folders; k++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", f->folder, folders[k]);
        mkdir(path, 0755);
    }
    egg_init(&f->e);
    fake_obj(f);
    fake_skeleton(f);
    fake_units(f);
    fake_weights(f);
    for (int i = pd_factory_macro_list(macros) - 1; i >= 0; i--) fake_target(f, macros[i].path);
    for (int k = 0; k < pd_factory_slider_count; k++) fake_slider(f, &pd_factory_sliders[k]);
    fake_shapes(f, pd_factory_female_shapes, pd_factory_female_shape_count);
    fake_shapes(f, pd_factory_male_shapes, pd_factory_male_shape_count);
}

static inline void fake_makehuman_remove(const fake_makehuman *f)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", f->folder);
    if (system(command) != 0) fprintf(stderr, "%s is left over\n", f->folder);
}

#endif
