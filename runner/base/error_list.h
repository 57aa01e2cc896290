#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "base/error.h"

namespace warpledger {

/// Errors that are found one after the other and told at once: whoever reads a file goes on behind what is wrong.
class ErrorList {
 public:
  /// Keeps an error, or each of the several that it stands for. One that is kept already is not told twice.
  void add(const Error& error);

  /// Runs `body` and keeps the Error that it throws. Whether nothing was wrong: nothing thrown, and nothing kept.
  template <class Body>
  bool attempt(const Body& body) {
    const std::size_t before = found_;
    try {
      body();
    } catch (const Error& error) {
      add(error);
    }
    return found_ == before;
  }

  bool empty() const { return errors_.empty(); }
  /// All, in the order of their places.
  std::vector<Error> in_order() const;
  /// Throws in_order() as one Error; returns when there is none.
  void raise() const;

 private:
  std::vector<Error> errors_;
  std::set<std::size_t> told_;  ///< hashes of what is kept
  std::size_t found_ = 0;       ///< all that were added, the same one twice as well
};

}  // namespace warpledger
