#ifndef PD_TOOLS_LEARN_READ_H
#define PD_TOOLS_LEARN_READ_H
/* Reads the folder of `posedctl learn`:
 *
 *     template.npz   or template.obj, template.ply, as template.h reads them
 *     poses/         meshes of several people in many poses, by subject as tools/base/mesh_list.h has it
 *     shapes/        meshes of many people in about one pose, one mesh per person; optional
 *     held-out/      other poses of the people in poses/, for evaluation; optional
 *     genders.csv    a line "subject,male" or "subject,female" for each; needed with a gender only
 *
 * In an npz are vertices (N,V,3), NaN where one was not seen, and joints (N,K,3) where they are known. OBJ
 * and PLY have every vertex.
 *
 * Space    metres, right-handed, +Y up for the template; meshes may stand anywhere.
 */
#include "train/registration/set.h"
#include "tools/learn/template.h"

#define PD_TOOL_LEARN_SUBJECTS 10000

typedef struct pd_tool_learn_folder {
    pd_learn_template tpl;
    pd_tool_learn_doubts doubts; /* uncertain joints of a template without parts */
    pd_learn_set set;
    char (*subjects)[128]; /* (set.subject_count) names */
    int others;            /* number of files with other endings; path of one of them (mesh_list.h) */
    char other[1024];
} pd_tool_learn_folder;

/* Reads and checks everything. template_path: `given` of template.h; NULL: the template in the folder.
 * gender: "male", "female", or "all". Everything is checked (pd_learn_set_check); errors name the file. */
pd_status pd_tool_learn_read(pd_tool_learn_folder *out, const char *folder, const char *template_path,
                             const char *gender, pd_error *err);
void pd_tool_learn_folder_deinit(pd_tool_learn_folder *folder);

#endif
