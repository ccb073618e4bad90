// What a pipeline does when it is launched, and what it cost to make.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <slipway/cache.h>
#include <slipway/program.h>

namespace slipway {

/// A number, or what it will be made of where arguments decide: `16 + 4 * elements(y)`.
struct Quantity {
  std::string text;
  std::optional<std::uint64_t> value;
};

/// What a kernel takes of something that the device limits.
struct PlanLimit {
  std::string name;  ///< as in DeviceLimits
  std::uint64_t used = 0;
  std::uint64_t most = 0;
};

/// A buffer of the program. Quantities are in bytes.
struct PlanBuffer {
  std::string name;
  std::uint32_t group = 0;
  std::uint32_t binding = 0;
  std::uint32_t slot = 0;  ///< in the kernel
  BindingUse use = BindingUse::storage_read;
  std::string role;        ///< "input", "in_out", "output" or "scratch"
  bool on_device = false;  ///< the argument is a device buffer
  Quantity bytes;
  Quantity uploaded;   ///< from the host, at most where it may be left out
  Quantity read_back;  ///< to the host, in whole words
  Quantity avoided;    ///< that a byte range leaves on the device
};

struct PlanTransfers {
  Quantity uploaded;
  Quantity resident;  ///< of device memory while the launch runs: buffers, constant tables and the record
  Quantity read_back;
  Quantity avoided;
};

/// Accesses through an index, in the code as emitted.
struct PlanChecks {
  std::string mode;           ///< "zero", "trap" or "off"
  std::uint32_t emitted = 0;  ///< comparisons of an index with a length
  std::uint32_t shared = 0;   ///< accesses covered by a comparison that another access needed too
  std::uint32_t proven = 0;   ///< accesses whose index cannot be out of range
};

struct PlanGeometry {
  std::array<std::uint32_t, 3> workgroup_size{};
  std::array<Quantity, 3> grid;  ///< in workgroups
  Quantity workgroups;
  Quantity invocations;
  std::uint32_t iterations = 1;
};

/// Operations of one invocation as the program says them, each branch and each loop body once. An operation
/// on a vector counts for each component, a matrix product for each multiplication.
struct PlanWork {
  std::uint64_t arithmetic = 0;
  std::uint64_t memory = 0;            ///< loads, stores and atomics of storage and uniform buffers
  std::uint64_t workgroup_memory = 0;  ///< the same of workgroup memory
  std::uint64_t barriers = 0;
  std::uint64_t subgroup = 0;

  /// Arithmetic operations for each operation on memory; nothing where there is none.
  [[nodiscard]] std::optional<double> ratio() const;
};

/// An estimate from limits: a device is taken to run at one place as many invocations, with as much workgroup
/// memory, as its largest workgroup may have.
struct PlanOccupancy {
  std::uint64_t workgroup_bytes = 0;     ///< workgroup memory of a workgroup
  std::uint64_t workgroups_at_once = 1;  ///< at one place
  std::uint64_t subgroups = 1;           ///< of a workgroup
  std::uint64_t idle_lanes = 0;          ///< of a workgroup's last subgroup
  double estimate = 0;                   ///< share of the lanes at one place that have work
};

struct PlanFloats {
  /// "none", "exact": every result is the nearest value or as exact as WGSL says; "contracted": but products
  /// may be added without rounding in between; "inexact": there are operations with an error bound.
  std::string accuracy;
  bool may_contract = false;
  std::vector<std::string> inexact;  ///< those operations
};

struct PlanCache {
  std::string stage;  ///< "source", "memory", "kernel" or "driver"
  CacheAnswer answer;
};

struct Plan {
  std::string id;  ///< of the artifact
  std::string label;
  std::string entry_point;
  std::string device;
  std::vector<std::string> capabilities;  ///< features of the device that the kernel uses
  std::vector<PlanLimit> limits;
  std::vector<PlanBuffer> buffers;  ///< in order of their slots
  PlanTransfers transfers;
  PlanChecks checks;
  PlanGeometry geometry;
  PlanWork work;
  PlanOccupancy occupancy;
  PlanFloats floats;
  std::vector<std::string> passes;  ///< that lowering ran, in their order
  std::vector<PlanCache> caches;
};

/// For people: a line or a few for each part.
[[nodiscard]] std::string to_string(const Plan& plan);

}  // namespace slipway
