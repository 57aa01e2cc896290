#pragma once

#include <cupti_result.h>

#include <exception>
#include <string>

namespace warpledger {

/// CUPTI refused. Counting stops, the run goes on: what() becomes the reason of every metric that is absent for it.
class CuptiFailure : public std::exception {
 public:
  CuptiFailure(CUptiResult result, const std::string& function);
  CUptiResult result() const { return result_; }
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  CUptiResult result_;
  std::string message_;
};

/// Throws CuptiFailure unless `result` is success; `function` is the CUPTI function that returned it.
void check_cupti(CUptiResult result, const char* function);

/// Calls a function of CUPTI. Throws CuptiFailure when it refuses, Error when there is no CUPTI.
/// Uses toolkit_library.h.
#define WARPLEDGER_CUPTI(function, ...) warpledger::check_cupti(CUPTI(function)(__VA_ARGS__), #function)

/// What an administrator does so that users may read hardware counters.
extern const char* const kCounterPermissionCure;

/// A CUPTI parameter struct, zeroed, with its size filled in as CUPTI wants it.
#define WARPLEDGER_CUPTI_PARAMS(type, variable) \
  type variable{};                              \
  (variable).structSize = type##_STRUCT_SIZE

}  // namespace warpledger
