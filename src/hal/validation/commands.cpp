#include "hal/validation/commands.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "hal/parts.h"

namespace slipway::hal::validation {

std::unexpected<Error> misuse(const std::string& what) {
  return fail(ErrorCode::internal, "misuse of the device: " + what);
}

void Objects::add(const void* address, Made made) {
  const std::lock_guard lock(mutex_);
  std::erase_if(made_, [](const auto& entry) { return entry.second.object.expired(); });
  made_.insert_or_assign(address, std::move(made));
}
void Objects::add(const std::shared_ptr<Buffer>& buffer, MemoryKind kind) {
  add(buffer.get(), {buffer, kind});
}
void Objects::add(const std::shared_ptr<Pipeline>& pipeline) { add(pipeline.get(), {pipeline, {}}); }

std::optional<MemoryKind> Objects::find(const void* object) const {
  const std::lock_guard lock(mutex_);
  const auto found = made_.find(object);
  if (found == made_.end() || found->second.object.expired()) return std::nullopt;
  return found->second.kind;
}
std::optional<MemoryKind> Objects::kind_of(const Buffer& buffer) const { return find(&buffer); }
bool Objects::has(const Pipeline& pipeline) const { return find(&pipeline).has_value(); }

namespace {

bool is_writable(kernel::BindingKind kind) {
  return kind == kernel::BindingKind::storage_read_write || kind == kernel::BindingKind::record;
}

class Checker {
 public:
  Checker(Submitted submitted, const Objects& objects, const kernel::Target& target)
      : submitted_(submitted), objects_(objects), target_(target) {}

  Result<> check(const Command& command) {
    return std::visit([&](const auto& c) { return this->one(c); }, command);
  }
  [[nodiscard]] std::vector<Access> take_accesses() { return std::move(accesses_); }

 private:
  Result<> one(const Copy& copy) {
    SLIPWAY_TRY_VOID(whole_words("a copy", copy.from_offset, copy.size));
    SLIPWAY_TRY_VOID(whole_words("a copy", copy.to_offset, copy.size));
    SLIPWAY_TRY_VOID(use("a copy", copy.from, copy.from_offset, copy.size, false));
    return use("a copy", copy.to, copy.to_offset, copy.size, true);
  }

  Result<> one(const Fill& fill) {
    SLIPWAY_TRY_VOID(whole_words("a fill", fill.offset, fill.size));
    return use("a fill", fill.buffer, fill.offset, fill.size, true);
  }

  Result<> one(const Barrier&) {
    before_barrier_ = accesses_.size();
    return {};
  }

  Result<> one(const StartTimer&) {
    if (submitted_ == Submitted::often) return misuse("a timer in commands that may be submitted often");
    if (++starts_ > 1) return misuse("a timer is started twice");
    return {};
  }

  Result<> one(const StopTimer&) {
    if (++stops_ > starts_) return misuse("a timer is stopped that does not run");
    return {};
  }

  Result<> one(const Dispatch& dispatch) {
    if (!dispatch.pipeline || !objects_.has(*dispatch.pipeline))
      return misuse("a launch of a pipeline that is not the device's");
    const kernel::Kernel& kernel = dispatch.pipeline->kernel();
    if (dispatch.bindings.size() != kernel.bindings.size())
      return misuse(fmt::format("a launch with {} bindings of a kernel with {} slots",
                                dispatch.bindings.size(), kernel.bindings.size()));
    if (dispatch.launch_words.size() != kernel.launch_words.size())
      return misuse(fmt::format("a launch with {} words of a kernel with {}", dispatch.launch_words.size(),
                                kernel.launch_words.size()));
    if (dispatch.repeat == 0) return misuse("a launch that is repeated 0 times");
    if (!kernel.in_parts && count_parts(dispatch.grid, target_.limits.workgroup_count) > 1)
      return misuse(fmt::format("a launch of {} x {} x {} workgroups of a kernel that is not in parts",
                                dispatch.grid[0], dispatch.grid[1], dispatch.grid[2]));
    for (std::size_t slot = 0; slot < kernel.bindings.size(); ++slot)
      SLIPWAY_TRY_VOID(bind(kernel.bindings[slot], dispatch.bindings[slot]));
    return {};
  }

  Result<> bind(const kernel::BindingSlot& slot, const BufferRange& bound) {
    const kernel::Limits& limits = target_.limits;
    const bool uniform = slot.kind == kernel::BindingKind::uniform;
    const std::string what = fmt::format("the binding '{}'", slot.name);
    const std::uint64_t unit = uniform ? limits.uniform_offset_alignment : limits.storage_offset_alignment;
    if (bound.offset % unit != 0)
      return misuse(fmt::format("{} is at byte {}, not at a multiple of {}", what, bound.offset, unit));
    if (const auto most = uniform ? limits.uniform_binding_bytes : limits.storage_binding_bytes;
        bound.size > most)
      return misuse(fmt::format("{} has {} bytes of at most {}", what, bound.size, most));
    if (bound.size < slot.fixed_bytes)
      return misuse(fmt::format("{} has {} bytes of at least {}", what, bound.size, slot.fixed_bytes));
    SLIPWAY_TRY_VOID(use(what, bound.buffer, bound.offset, bound.size, is_writable(slot.kind)));
    if (bound.offset == bound.buffer->size())
      return misuse(fmt::format("{} starts behind the end of its buffer", what));
    if (objects_.kind_of(*bound.buffer) == MemoryKind::upload)
      return misuse(fmt::format("{} is memory for uploads", what));
    return {};
  }

  static Result<> whole_words(const char* what, std::uint64_t offset, std::uint64_t size) {
    if (offset % 4 == 0 && size % 4 == 0) return {};
    return misuse(fmt::format("{} of {} bytes at byte {}: not whole words", what, size, offset));
  }

  Result<> use(const std::string& what, const std::shared_ptr<Buffer>& buffer, std::uint64_t offset,
               std::uint64_t size, bool writes) {
    if (!buffer) return misuse(what + " has no buffer");
    const auto kind = objects_.kind_of(*buffer);
    if (!kind) return misuse(what + " has a buffer that is not the device's, or no longer");
    if (offset > buffer->size() || size > buffer->size() - offset)
      return misuse(
          fmt::format("{} has {} bytes at byte {} of a buffer of {}", what, size, offset, buffer->size()));
    if (writes && *kind == MemoryKind::upload) return misuse(what + " writes memory for uploads");
    if (size == 0) return {};
    Access access{buffer.get(), buffer, offset, offset + size, writes};
    const auto first = accesses_.begin() + static_cast<std::ptrdiff_t>(before_barrier_);
    const auto other = std::find_if(first, accesses_.end(), [&](const Access& earlier) {
      return (earlier.writes || writes) && earlier.overlaps(access);
    });
    if (other != accesses_.end())
      return misuse(
          fmt::format("{} {} bytes {}..{} of a buffer of which {}..{} are {}, with no barrier between", what,
                      writes ? "writes" : "reads", access.begin, access.end, other->begin, other->end,
                      other->writes ? "written" : "read"));
    accesses_.push_back(std::move(access));
    return {};
  }

  const Submitted submitted_;
  const Objects& objects_;
  const kernel::Target& target_;
  std::vector<Access> accesses_;
  std::size_t before_barrier_ = 0;  // so many of them
  int starts_ = 0;
  int stops_ = 0;
};

}  // namespace

Result<std::vector<Access>> check(std::span<const Command> commands, Submitted submitted,
                                  const Objects& objects, const kernel::Target& target) {
  Checker checker(submitted, objects, target);
  for (const Command& command : commands) SLIPWAY_TRY_VOID(checker.check(command));
  return checker.take_accesses();
}

}  // namespace slipway::hal::validation
