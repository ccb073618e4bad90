// What the verifier and the analyses report: a rule, a message, a place as a site.
#pragma once

#include <string>
#include <vector>

#include "ir/module.h"

namespace slipway::ir {

struct Finding {
  std::string rule;     ///< `ir.…`
  std::string message;  ///< lower case, no full stop
  SiteId site = 0;
  Severity severity = Severity::error;
};

}  // namespace slipway::ir
