#pragma once

#include <string>

#include "base/error.h"
#include "model/job.h"
#include "spec/reader.h"

namespace warpledger {

/// The `measure` of an experiment file, without what is wrong in it.
Measure read_measure(const Reader& measure);

/// Sets one field (cache, min_samples, max_samples, max_relative_error, resolve, time_limit, clocks) from its text.
/// Throws Error at `place` for an unknown field or a bad value.
void set_measure_field(Measure& measure, const std::string& field, const std::string& text, const Place& place);

/// Throws Error at `place` when the fields contradict each other.
void check_measure(const Measure& measure, const Place& place);

/// "1 %" -> 1. `place` is the text's; throws Error there when the unit is missing or the share is none that a
/// measurement can have.
double parse_percent(const std::string& text, const Place& place);

/// A duration as seconds_in() takes it ("500 ms", "2h30min"), from 1 ms to 1000000 s; throws like parse_percent.
double parse_duration_s(const std::string& text, const Place& place);

}  // namespace warpledger
