// Collects what the reader finds, in order, and bounds it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"

namespace slipway::wgsl {

class Diagnostics {
 public:
  explicit Diagnostics(const SourceMap& sources) : sources_(&sources) {}

  void error(Span span, std::string_view rule, std::string message) {
    ++errors_;
    if (errors_ <= most) found_.push_back(sources_->diagnose(span, rule, std::move(message)));
  }
  void warning(Span span, std::string_view rule, std::string message, Severity severity = Severity::warning) {
    if (found_.size() < most) found_.push_back(sources_->diagnose(span, rule, std::move(message), severity));
  }
  [[nodiscard]] std::size_t errors() const { return errors_; }
  [[nodiscard]] bool full() const { return errors_ >= most; }
  [[nodiscard]] std::vector<Diagnostic> take() { return std::move(found_); }
  [[nodiscard]] const SourceMap& sources() const { return *sources_; }

 private:
  static constexpr std::size_t most = 100;  // a reader of the list has given up by then
  const SourceMap* sources_;
  std::vector<Diagnostic> found_;
  std::size_t errors_ = 0;
};

}  // namespace slipway::wgsl
