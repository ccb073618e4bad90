#include "cli/report.h"

#include <fmt/format.h>

#include "base/console.h"

namespace slipway::cli {

using Json = nlohmann::ordered_json;

int exit_status(const Error& error) {
  return error.code() == ErrorCode::invalid_argument ? exit_usage : exit_failed;
}

void print_error(const Error& error) {
  print_error_line(fmt::format("slipway: error: {}", error.to_string()));
}

void print_diagnostic(const Diagnostic& diagnostic) { print_error_line(to_string(diagnostic)); }

namespace {

// The parts that apply: a tag and its value, or an index and the length that it is too large for.
Json trap_json(const TrapReport& trap) {
  Json json{{"kind", trap.kind}, {"name", trap.name}};
  if (trap.kind == "out_of_bounds") {
    json["index"] = trap.index;
    json["length"] = trap.length;
  } else {
    json["tag"] = trap.tag;
    json["value"] = trap.value;
  }
  json["invocation"] = trap.invocation;
  json["file"] = trap.file;
  json["line"] = trap.line;
  json["column"] = trap.column;
  return json;
}

}  // namespace

Json error_json(const Error& error) {
  Json json{{"code", to_string(error.code())}, {"message", error.message()}};
  if (!error.diagnostics().empty()) {
    Json& list = json["diagnostics"] = Json::array();
    for (const Diagnostic& d : error.diagnostics())
      list.push_back({{"file", d.file},
                      {"line", d.line},
                      {"column", d.column},
                      {"rule", d.rule},
                      {"message", d.message}});
  }
  if (const auto& trap = error.trap()) json["trap"] = trap_json(*trap);
  if (const auto& limit = error.limit()) json["limit"] = {{"name", limit->name}, {"value", limit->value}};
  return json;
}

Json device_json(const DeviceInfo& info) {
  const DeviceLimits& limits = info.limits;
  const DeviceFeatures& features = info.features;
  return {{"selector", info.selector},
          {"name", info.name},
          {"type", to_string(info.type)},
          {"api", info.api},
          {"driver", info.driver},
          {"driver_version", info.driver_version},
          {"limits",
           {{"workgroup_size", limits.workgroup_size},
            {"workgroup_invocations", limits.workgroup_invocations},
            {"workgroup_count", limits.workgroup_count},
            {"workgroup_bytes", limits.workgroup_bytes},
            {"storage_binding_bytes", limits.storage_binding_bytes},
            {"uniform_binding_bytes", limits.uniform_binding_bytes},
            {"buffer_bytes", limits.buffer_bytes},
            {"storage_bindings", limits.storage_bindings},
            {"uniform_bindings", limits.uniform_bindings},
            {"launch_words", limits.launch_words}}},
          {"features",
           {{"f16", features.f16},
            {"subgroups", features.subgroups},
            {"subgroup_size", features.subgroup_size},
            {"preserves_denormals_f32", features.preserves_denormals_f32},
            {"preserves_inf_nan_f32", features.preserves_inf_nan_f32}}},
          {"quirks", info.quirks}};
}

std::string device_text(const DeviceInfo& info) {
  if (info.type == DeviceType::interpreter) return info.selector;
  return fmt::format("{} {}", info.selector, info.name);
}

void print_json(const Json& object) {
  fmt::print("{}\n", object.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace slipway::cli
