#ifndef PD_SPEECH_VISEME_H
#define PD_SPEECH_VISEME_H
/* Visemes: the mouth shapes of speech, by the names of Oculus, and by those of other systems.
 *
 *     PP p b m · FF f v · TH th · DD t d · kk k g ng · CH ch j sh zh · SS s z · nn n l · RR r er ·
 *     aa a · E e · I i · O o · U u w · sil silence
 *
 * Sets of names (pd_speech_set):
 *
 *     oculus    sil PP FF TH DD kk CH SS nn RR aa E ih oh ou; I O U for the last three, and "viseme_" before
 *               a name, are allowed
 *     openxr    the same in capital letters (XR_META_face_tracking_visemes)
 *     azure     0 to 21, numbers or texts: the visemes of Microsoft's speech service
 *     polly     p t S T f k i r s u @ a e E o O sil: Amazon Polly
 *     rhubarb   A to H and X: Rhubarb Lip Sync
 *     vrm       aa ih ou ee oh of VRM 1.0, A I U E O of VRM 0.x
 *
 * Names of oculus, openxr and vrm may be in small or capital letters. A name of another system may stand for
 * two visemes, one after the other: Azure's 9, 10 and 11 are diphthongs.
 *
 * Threads  any; all tables are const.
 */
#include <stdbool.h>

/* X(id, name as Oculus has it, name of the weight without "viseme_") */
#define PD_SPEECH_VISEME_TABLE(X)                                                                            \
    X(SIL, "sil")                                                                                            \
    X(PP, "PP")                                                                                              \
    X(FF, "FF")                                                                                              \
    X(TH, "TH")                                                                                              \
    X(DD, "DD")                                                                                              \
    X(KK, "kk")                                                                                              \
    X(CH, "CH")                                                                                              \
    X(SS, "SS")                                                                                              \
    X(NN, "nn")                                                                                              \
    X(RR, "RR")                                                                                              \
    X(AA, "aa")                                                                                              \
    X(E, "E")                                                                                                \
    X(I, "I")                                                                                                \
    X(O, "O")                                                                                                \
    X(U, "U")

typedef enum pd_speech_viseme {
#define PD_SPEECH_VISEME_ENUM(id, name) PD_SPEECH_##id,
    PD_SPEECH_VISEME_TABLE(PD_SPEECH_VISEME_ENUM)
#undef PD_SPEECH_VISEME_ENUM
        PD_SPEECH_VISEMES,
    PD_SPEECH_NEXT = PD_SPEECH_VISEMES /* h: takes the shape of the sound after it */
} pd_speech_viseme;

#define PD_SPEECH_SHAPES (PD_SPEECH_VISEMES - 1) /* visemes that move the mouth: all but silence */

/* Returns the name of a viseme: "sil", "PP" to "U". */
const char *pd_speech_viseme_name(pd_speech_viseme viseme);

typedef enum pd_speech_set {
    PD_SPEECH_OCULUS,
    PD_SPEECH_OPENXR,
    PD_SPEECH_AZURE,
    PD_SPEECH_POLLY,
    PD_SPEECH_RHUBARB,
    PD_SPEECH_VRM,
    PD_SPEECH_SETS
} pd_speech_set;

/* What a name of a set stands for. */
typedef struct pd_speech_named {
    const char *name;
    pd_speech_viseme first, second; /* second: shape from 60 % of the time on; equal to first: one shape */
    float weight;                   /* 0 to 1 */
} pd_speech_named;

/* Finds a name in a set. Returns NULL if the set does not have it. */
const pd_speech_named *pd_speech_set_find(pd_speech_set set, const char *name);
/* Returns the names of a set for messages: "0 to 21". */
const char *pd_speech_set_names(pd_speech_set set);

#endif
