#ifndef PD_TESTS_SUPPORT_MHR_MAKE_H
#define PD_TESTS_SUPPORT_MHR_MAKE_H
/* A tiny model in MHR's files, made here: an FBX of four joints and seven vertices, and the definition of its
 * parameters.
 *
 *     body_world (0,0,0) - root (0,10,0) - arm (0,10,0), turned by 90 degrees about z - hand (10,0,0)
 *
 * so that at rest root stands at (0,10,0), arm at (0,20,0) and hand at (-0,30,0). */
#include "core/base/buffer.h"
#include "tools/mhr/import.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    MHR_TINY_JOINTS = 4,
    MHR_TINY_VERTICES = 7,
    MHR_TINY_FACES = 9,
    MHR_TINY_IDENTITY = 2,
    MHR_TINY_EXPRESSION = 1
};

static const char mhr_tiny_definition[] = "Momentum Model Definition V1.0\n"
                                          "\n"
                                          "[ParameterTransform]\n"
                                          "root.tx = 10.0 * root_tx # decimetres\n"
                                          "arm.rz = 1.0 * arm_bend + 0.5 * arm_twist\n"
                                          "arm.rx =1.0*arm_twist\n"
                                          "hand.rz = 0.5 * arm.rz\n"
                                          "hand.tx = 10.0 * arm_length\n"
                                          "hand.tx = 1.0 * scale_arm\n"
                                          "hand.sc = 1.0 * scale_hand\n"
                                          "[ParameterSets]\n"
                                          "parameterset rigid root_tx\n"
                                          "parameterset handScale scale_arm scale_hand\n"
                                          "[Limits]\n"
                                          "limit arm_bend minmax [-0.5, 2.0] 0.1\n"
                                          "limit arm_twist minmax_joint [-0.5, 2.0]\n"
                                          "[PoseConstraints]\n"
                                          "poseconstraints tpose arm_bend=0\n";

static inline void fbx_u(pd_buffer *out, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        pd_buffer_add(out, &(unsigned char){(unsigned char)(i < 8 ? value >> 8 * i : 0)}, 1);
}

/* A record is written between _open and _close.
 * _has ends its properties and stores their number and bytes. */
typedef struct fbx_open {
    size_t at, properties_at;
} fbx_open;

static inline fbx_open fbx_begin(pd_buffer *out, const char *name, int properties)
{
    const fbx_open own = {out->size, 0};
    fbx_u(out, 0, 8), fbx_u(out, (uint64_t)properties, 8), fbx_u(out, 0, 8);
    fbx_u(out, strlen(name), 1);
    pd_buffer_text(out, name);
    return own;
}

static inline void fbx_end(pd_buffer *out, fbx_open own)
{
    for (int i = 0; i < 8; i++) out->data[own.at + (size_t)i] = (unsigned char)((uint64_t)out->size >> 8 * i);
}

static inline void fbx_s(pd_buffer *out, const char *text, size_t size)
{
    pd_buffer_add(out, "S", 1);
    fbx_u(out, size, 4);
    pd_buffer_add(out, text, size);
}

static inline void fbx_t(pd_buffer *out, const char *text)
{
    fbx_s(out, text, strlen(text));
}

static inline void fbx_l(pd_buffer *out, int64_t value)
{
    pd_buffer_add(out, "L", 1);
    fbx_u(out, (uint64_t)value, 8);
}

static inline void fbx_d(pd_buffer *out, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, 8);
    pd_buffer_add(out, "D", 1);
    fbx_u(out, bits, 8);
}

/* Writes a record with a packed array of doubles. */
static inline void fbx_doubles(pd_buffer *out, const char *name, const double *values, size_t count)
{
    unsigned char packed[4096];
    uLongf size = sizeof packed;
    const fbx_open own = fbx_begin(out, name, 1);
    compress(packed, &size, (const unsigned char *)values, count * sizeof *values);
    pd_buffer_add(out, "d", 1);
    fbx_u(out, count, 4), fbx_u(out, 1, 4), fbx_u(out, size, 4);
    pd_buffer_add(out, packed, size);
    fbx_end(out, own);
}

static inline void fbx_ints(pd_buffer *out, const char *name, const int *values, size_t count)
{
    const fbx_open own = fbx_begin(out, name, 1);
    pd_buffer_add(out, "i", 1);
    fbx_u(out, count, 4), fbx_u(out, 0, 4), fbx_u(out, 4 * count, 4);
    for (size_t i = 0; i < count; i++) fbx_u(out, (uint64_t)(uint32_t)values[i], 4);
    fbx_end(out, own);
}

/* Writes "name\0\1class" as FBX names its objects. */
static inline fbx_open fbx_object(pd_buffer *out, const char *record, int64_t id, const char *name,
                                  const char *class, const char *kind)
{
    char text[96];
    const size_t n = strlen(name), c = strlen(class);
    const fbx_open own = fbx_begin(out, record, 3);
    memcpy(text, name, n + 1);
    text[n + 1] = 1;
    memcpy(text + n + 2, class, c);
    fbx_l(out, id);
    fbx_s(out, text, n + 2 + c);
    fbx_t(out, kind);
    return own;
}

static inline void fbx_vector(pd_buffer *out, const char *name, const double v[3])
{
    const fbx_open own = fbx_begin(out, "P", 7);
    fbx_t(out, name), fbx_t(out, ""), fbx_t(out, ""), fbx_t(out, "");
    for (int c = 0; c < 3; c++) fbx_d(out, v[c]);
    fbx_end(out, own);
}

static inline void fbx_connect(pd_buffer *out, int64_t child, int64_t parent)
{
    const fbx_open own = fbx_begin(out, "C", 3);
    fbx_t(out, "OO"), fbx_l(out, child), fbx_l(out, parent);
    fbx_end(out, own);
}

static const double mhr_tiny_vertices[3 * MHR_TINY_VERTICES] = {0, 0, 0,  5, 10, 0,  -5, 10, 0,  0, 10,
                                                                5, 0, 20, 1, 1,  30, 0,  -1, 31, 0};

static inline void mhr_tiny_joint(pd_buffer *out, int64_t id, const char *name, const double offset[3],
                                  double about_z)
{
    const fbx_open own = fbx_object(out, "Model", id, name, "Model", "LimbNode");
    const fbx_open all = fbx_begin(out, "Properties70", 0);
    fbx_vector(out, "Lcl Translation", offset);
    if (about_z != 0) fbx_vector(out, "PreRotation", (const double[]){0, 0, about_z});
    fbx_end(out, all);
    fbx_end(out, own);
}

static inline void mhr_tiny_cluster(pd_buffer *out, int64_t id, const int *at, const double *weights,
                                    size_t count, const double *bind)
{
    const fbx_open own = fbx_object(out, "Deformer", id, "c", "SubDeformer", "Cluster");
    fbx_ints(out, "Indexes", at, count);
    fbx_doubles(out, "Weights", weights, count);
    if (bind) fbx_doubles(out, "TransformLink", bind, 16);
    fbx_end(out, own);
}

static inline void mhr_tiny_shape(pd_buffer *out, int64_t id, int vertex, const double by[3])
{
    fbx_open own = fbx_object(out, "Geometry", id, "s", "Geometry", "Shape");
    fbx_ints(out, "Indexes", &vertex, 1);
    fbx_doubles(out, "Vertices", by, 3);
    fbx_end(out, own);
    own = fbx_object(out, "Deformer", id + 10, "s", "SubDeformer", "BlendShapeChannel");
    fbx_end(out, own);
}

static inline void mhr_tiny_connections(pd_buffer *out)
{
    const fbx_open own = fbx_begin(out, "Connections", 0);
    fbx_connect(out, 2, 1), fbx_connect(out, 3, 2), fbx_connect(out, 4, 3);
    for (int s = 0; s < 3; s++) fbx_connect(out, 60 + s, 80), fbx_connect(out, 50 + s, 60 + s);
    for (int c = 0; c < 3; c++) fbx_connect(out, 2 + c, 70 + c);
    fbx_end(out, own);
}

/* The whole file; unit: UnitScaleFactor, bind_y: where the skin says that the hand is, 30. */
static inline void mhr_tiny_fbx(pd_buffer *out, double unit, double bind_y)
{
    static const int polygons[] = {0, 1, 3,  -3, 1, 2,  -4, 1, 3,  -5, 3, 2, -5,
                                   2, 1, -5, 4,  5, -7, 0,  2, -2, 6,  5, -5};
    /* rows of the matrix's columns: turned by 90 degrees about z */
    const double bind[16] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, bind_y, 0, 1};
    pd_buffer_add(out, "Kaydara FBX Binary  \0\x1a", 23);
    fbx_u(out, 7700, 4);

    fbx_open own = fbx_begin(out, "GlobalSettings", 0), all = fbx_begin(out, "Properties70", 0);
    fbx_vector(out, "UnitScaleFactor", (const double[]){unit, 0, 0});
    fbx_end(out, all), fbx_end(out, own);

    own = fbx_begin(out, "Objects", 0);
    mhr_tiny_joint(out, 1, "body_world", (const double[]){0, 0, 0}, 0);
    mhr_tiny_joint(out, 2, "root", (const double[]){0, 10, 0}, 0);
    mhr_tiny_joint(out, 3, "arm", (const double[]){0, 10, 0}, 90);
    mhr_tiny_joint(out, 4, "hand", (const double[]){10, 0, 0}, 0);
    const fbx_open mesh = fbx_object(out, "Geometry", 40, "mesh", "Geometry", "Mesh");
    fbx_doubles(out, "Vertices", mhr_tiny_vertices, 3 * MHR_TINY_VERTICES);
    fbx_ints(out, "PolygonVertexIndex", polygons, sizeof polygons / sizeof *polygons);
    fbx_end(out, mesh);
    mhr_tiny_shape(out, 50, 1, (const double[]){1, 0, 0});
    mhr_tiny_shape(out, 51, 5, (const double[]){0, 2, 0});
    mhr_tiny_shape(out, 52, 6, (const double[]){0, 0, 3});
    fbx_end(out, fbx_object(out, "Deformer", 80, "blendshape", "Deformer", "BlendShape"));
    mhr_tiny_cluster(out, 70, (const int[]){0, 1, 2, 3, 4}, (const double[]){1, 1, 1, 1, .5}, 5, NULL);
    mhr_tiny_cluster(out, 71, (const int[]){4}, (const double[]){.5}, 1, NULL);
    mhr_tiny_cluster(out, 72, (const int[]){5, 6}, (const double[]){1, 1}, 2, bind);
    fbx_end(out, own);
    mhr_tiny_connections(out);
}

static inline pd_tool_mhr_import_job mhr_tiny_job(const pd_buffer *fbx)
{
    return (pd_tool_mhr_import_job){
        .fbx = {"tiny.fbx", {fbx->data, fbx->size}},
        .definition = {"tiny.model",
                       {(const unsigned char *)mhr_tiny_definition, sizeof mhr_tiny_definition - 1}},
        .identity_count = MHR_TINY_IDENTITY};
}

/* Makes a small model; a zero model on failure. Free it with pd_mhr_deinit. */
static inline pd_mhr mhr_tiny(void)
{
    pd_buffer fbx = {0};
    pd_mhr mhr;
    mhr_tiny_fbx(&fbx, 1, 30);
    const pd_tool_mhr_import_job job = mhr_tiny_job(&fbx);
    if (pd_tool_mhr_import(&mhr, &job, NULL) != PD_OK) abort();
    pd_buffer_deinit(&fbx);
    return mhr;
}

#endif
