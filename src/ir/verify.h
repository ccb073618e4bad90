// The verifier, and the module type that only it makes.
#pragma once

#include <expected>
#include <memory>
#include <vector>

#include "ir/finding.h"
#include "ir/layout.h"
#include "ir/module.h"

namespace slipway::ir {

/// A module that obeys every rule of verify(); shared, never changed.
class ValidModule {
 public:
  [[nodiscard]] const Module& operator*() const { return *module_; }
  [[nodiscard]] const Module* operator->() const { return module_.get(); }
  [[nodiscard]] const LayoutTable& layouts() const { return *layouts_; }

 private:
  friend std::expected<ValidModule, std::vector<Finding>> verify(Module module);
  explicit ValidModule(Module module)
      : module_(std::make_shared<const Module>(std::move(module))),
        layouts_(std::make_shared<const LayoutTable>(module_->types)) {}
  std::shared_ptr<const Module> module_;
  std::shared_ptr<const LayoutTable> layouts_;
};

/// Checks every rule listed at the head of verify.cpp. Handles first: a module from anywhere may be passed.
[[nodiscard]] std::expected<ValidModule, std::vector<Finding>> verify(Module module);

}  // namespace slipway::ir
