#ifndef PD_TOOLS_LEARN_READ_H
#define PD_TOOLS_LEARN_READ_H
/* What `posedctl learn` reads from a folder:
 *
 *     template.npz   or template.obj, template.ply: what template.h takes
 *     poses/         meshes of several people in many poses, by subject as tools/base/mesh_list.h has it
 *     shapes/        meshes of many people in about one pose, each a person of its own; may be missing
 *     held-out/      other poses of the people of poses/, to measure by; may be missing
 *     genders.csv    a line "subject,male" or "subject,female" for each; needed with a gender only
 *
 * In an npz are vertices (N,V,3), NaN where one was not seen, and joints (N,K,3) where they are known. OBJ and PLY have every vertex.
 *
 * Space    metres, right-handed, +Y up for the template; meshes may stand anywhere.
 */
#include "train/registration/set.h"
#include "tools/learn/template.h"

#define PD_TOOL_LEARN_SUBJECTS 10000

typedef struct pd_tool_learn_folder {
    pd_learn_template tpl;
    pd_tool_learn_doubts doubts; /* of a template without parts */
    pd_learn_set set;
    char (*subjects)[128]; /* (set.subject_count) names */
    int others;            /* files with endings that are not read; the path of one of them: mesh_list.h */
    char other[1024];
} pd_tool_learn_folder;

/* template_path: as template.h's `given`; NULL: the folder's own.
 * gender: "male", "female", or "all". Everything is checked (pd_learn_set_check); errors name the file. */
pd_status pd_tool_learn_read(pd_tool_learn_folder *out, const char *folder, const char *template_path,
                             const char *gender, pd_error *err);
void pd_tool_learn_folder_deinit(pd_tool_learn_folder *folder);

#endif
