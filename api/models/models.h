#ifndef PD_API_MODELS_MODELS_H
#define PD_API_MODELS_MODELS_H
/* Handlers of the routes that list and reload models. */
#include "api/http/routes.h"

pd_api_handler pd_api_handle_models, pd_api_handle_model, pd_api_handle_reload;

#endif
