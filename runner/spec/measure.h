#pragma once

#include <string>

#include "base/error.h"
#include "model/job.h"
#include "spec/reader.h"

namespace warpledger {

/// Reads the `measure` of an experiment; invalid fields keep their defaults.
Measure read_measure(const Reader& measure);

/// `field` is cache, min_samples, max_samples, max_relative_error, resolve, time_limit or clocks. Throws Error at
/// `place` for an unknown field or invalid value.
void set_measure_field(Measure& measure, const std::string& field, const std::string& text, const Place& place);

/// Throws Error at `place` if the fields contradict each other.
void check_measure(const Measure& measure, const Place& place);

/// Parses "1 %" to 1. Throws Error at `place` without a unit or outside 0.0001 % to 100 %.
double parse_percent(const std::string& text, const Place& place);

/// Parses a duration like seconds_in() ("500 ms", "2h30min"), from 1 ms to 1000000 s. Throws like parse_percent().
double parse_duration_s(const std::string& text, const Place& place);

}  // namespace warpledger
