// The plan of a pipeline, for the layers below its handle.
#pragma once

#include <slipway/plan.h>

#include "pipeline/pipeline_state.h"

namespace slipway::pipeline {

/// With symbols where arguments decide.
[[nodiscard]] Plan make_plan(const PipelineState& pipeline);

}  // namespace slipway::pipeline
