#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace warpledger {

/// A parameter of a model that is fitted. It goes from a value to `factor` times as much or as little, rounded, but by
/// 1 at least and never out of `least` to `most`.
struct Tunable {
  std::string name;
  std::int64_t least = 1;
  std::int64_t most = 1;
  double factor = 2;
};

/// Values of parameters by name.
using Setting = std::map<std::string, std::int64_t>;

/// How far a model with that setting is from what was measured; infinite where the model cannot be run with it.
using SettingError = std::function<double(const Setting&)>;

struct Calibration {
  Setting setting;  ///< with the least error that was found
  double error = 0;
  std::size_t candidates = 0;  ///< settings that the error was asked of, the first one included
};

/// Coordinate descent from `start`, which has a value for each of `tunables`: one parameter after the other goes up, or
/// else down, as long as the error becomes less. Ends after a round that makes it less by under 1 %, or when
/// `most_candidates` settings were asked. Asks no setting twice.
Calibration descend(const Setting& start, const std::vector<Tunable>& tunables, std::size_t most_candidates,
                    const SettingError& error);

}  // namespace warpledger
