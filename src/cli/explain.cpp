// `slipway explain`: the plan of a pipeline, for a launch where the flags describe one.
#include <fmt/format.h>

#include "base/files.h"
#include "cli/commands.h"
#include "cli/report.h"
#include "cli/request.h"

namespace slipway::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ExplainFlags {
  RunFlags run;
  std::string html;
};

Json quantity_json(const Quantity& quantity) {
  if (quantity.value) return *quantity.value;
  return quantity.text;
}

Json buffers_json(const Plan& plan) {
  Json list = Json::array();
  for (const PlanBuffer& buffer : plan.buffers)
    list.push_back({{"name", buffer.name},
                    {"group", buffer.group},
                    {"binding", buffer.binding},
                    {"slot", buffer.slot},
                    {"use", to_string(buffer.use)},
                    {"role", buffer.role},
                    {"on_device", buffer.on_device},
                    {"bytes", quantity_json(buffer.bytes)},
                    {"uploaded", quantity_json(buffer.uploaded)},
                    {"read_back", quantity_json(buffer.read_back)},
                    {"avoided", quantity_json(buffer.avoided)}});
  return list;
}

Json geometry_json(const PlanGeometry& geometry) {
  Json grid = Json::array();
  for (const Quantity& axis : geometry.grid) grid.push_back(quantity_json(axis));
  return {{"workgroup_size", geometry.workgroup_size},
          {"grid", std::move(grid)},
          {"workgroups", quantity_json(geometry.workgroups)},
          {"invocations", quantity_json(geometry.invocations)},
          {"iterations", geometry.iterations}};
}

Json work_json(const PlanWork& work) {
  Json json{{"arithmetic", work.arithmetic},
            {"memory", work.memory},
            {"workgroup_memory", work.workgroup_memory},
            {"barriers", work.barriers},
            {"subgroup", work.subgroup},
            {"ratio", nullptr}};
  if (const auto ratio = work.ratio()) json["ratio"] = *ratio;
  return json;
}

Json plan_json(const Plan& plan) {
  Json limits = Json::object();
  for (const PlanLimit& limit : plan.limits)
    limits[limit.name] = {{"used", limit.used}, {"most", limit.most}};
  Json caches = Json::object();
  for (const PlanCache& cache : plan.caches)
    caches[cache.stage] = {{"outcome", to_string(cache.answer.outcome)}, {"reason", cache.answer.reason}};
  return {{"id", plan.id},
          {"label", plan.label},
          {"entry_point", plan.entry_point},
          {"device", plan.device},
          {"capabilities", plan.capabilities},
          {"limits", std::move(limits)},
          {"buffers", buffers_json(plan)},
          {"transfers",
           {{"uploaded", quantity_json(plan.transfers.uploaded)},
            {"resident", quantity_json(plan.transfers.resident)},
            {"read_back", quantity_json(plan.transfers.read_back)},
            {"avoided", quantity_json(plan.transfers.avoided)}}},
          {"checks",
           {{"mode", plan.checks.mode},
            {"emitted", plan.checks.emitted},
            {"shared", plan.checks.shared},
            {"proven", plan.checks.proven}}},
          {"geometry", geometry_json(plan.geometry)},
          {"operations", work_json(plan.work)},
          {"occupancy",
           {{"workgroup_bytes", plan.occupancy.workgroup_bytes},
            {"workgroups_at_once", plan.occupancy.workgroups_at_once},
            {"subgroups", plan.occupancy.subgroups},
            {"idle_lanes", plan.occupancy.idle_lanes},
            {"estimate", plan.occupancy.estimate}}},
          {"floats",
           {{"accuracy", plan.floats.accuracy},
            {"may_contract", plan.floats.may_contract},
            {"inexact", plan.floats.inexact}}},
          {"passes", plan.passes},
          {"caches", std::move(caches)}};
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '&': result += "&amp;"; break;
      default: result += c;
    }
  }
  return result;
}

Result<> write_html(const Plan& plan, const std::string& path) {
  const std::string title = escaped(fmt::format("{} on {}", plan.label, plan.device));
  const std::string page = fmt::format(
      "<!doctype html>\n<meta charset=\"utf-8\">\n<title>{0}</title>\n<h1>{0}</h1>\n<pre>\n{1}</pre>\n",
      title, escaped(to_string(plan)));
  return write_file(path, std::as_bytes(std::span(page)));
}

// Whether the flags say anything about a launch.
bool describes_launch(const RunFlags& flags) {
  return !flags.in.empty() || !flags.size.empty() || !flags.out.empty() || !flags.extent.empty() ||
         !flags.grid.empty() || !flags.iterations.empty() || !flags.max_output.empty();
}

Result<Plan> make_plan(const RunFlags& flags) {
  SLIPWAY_TRY(const Request request, make_request(flags));
  SLIPWAY_TRY(const auto pipeline, request.device.compile(request.program, request.config));
  if (!describes_launch(flags)) return pipeline.plan();
  return pipeline.plan(request.arguments(), request.options);
}

Result<> explain(const ExplainFlags& flags) {
  SLIPWAY_TRY(const Plan plan, make_plan(flags.run));
  if (!flags.html.empty()) return write_html(plan, flags.html);
  if (flags.run.json) {
    print_json({{"plan", plan_json(plan)}, {"error", nullptr}});
  } else {
    fmt::print("{}", to_string(plan));
  }
  return {};
}

int run(const ExplainFlags& flags) {
  const auto explained = explain(flags);
  if (explained) return exit_ok;
  print_error(explained.error());
  if (flags.run.json) print_json({{"plan", nullptr}, {"error", error_json(explained.error())}});
  return exit_status(explained.error());
}

}  // namespace

void add_explain(CLI::App& app, int& status) {
  CLI::App* command =
      app.add_subcommand("explain", "Say what a kernel does when it is launched, and what it costs");
  const auto flags = std::make_shared<ExplainFlags>();
  add_run_flags(*command, flags->run);
  command->add_option("--html", flags->html, "Write a page to this file instead")
      ->type_name("FILE")
      ->check(not_empty());
  command->callback([flags, &status] { status = run(*flags); });
}

}  // namespace slipway::cli
