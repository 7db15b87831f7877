#include "core/pfnn/control.h"

pd_pfnn_control pd_pfnn_control_default(void)
{
    return (pd_pfnn_control){
#define PD_PFNN_CONTROL_VALUE(name, value, text) .name = value,
        PD_PFNN_CONTROL_TABLE(PD_PFNN_CONTROL_VALUE)
#undef PD_PFNN_CONTROL_VALUE
    };
}
