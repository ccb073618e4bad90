// slipway: WGSL compute kernels on whatever device is there. Includes the whole public API.
#pragma once

#include <slipway/buffer.h>
#include <slipway/cache.h>
#include <slipway/device.h>
#include <slipway/device_info.h>
#include <slipway/error.h>
#include <slipway/host_buffer.h>
#include <slipway/no_throw.h>
#include <slipway/pipeline.h>
#include <slipway/plan.h>
#include <slipway/program.h>
#include <slipway/program_builder.h>
#include <slipway/result.h>
