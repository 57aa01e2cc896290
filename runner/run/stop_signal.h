#pragma once

namespace warpledger {

/// From now on Ctrl-C, SIGTERM and SIGHUP request a stop, with a note on stderr; a second Ctrl-C ends the program. An
/// ignored SIGHUP (nohup) stays ignored. A closed output, as by `| head -1`, does not end the program.
void watch_for_stop();

/// Restores the usual effect of these signals.
void end_watch_for_stop();

bool stop_requested();

}  // namespace warpledger
