#pragma once

namespace warpledger {

/// From now on Ctrl-C, SIGTERM and SIGHUP ask for a stop, and say so on stderr; a second one ends the program the usual
/// way. A SIGHUP that is ignored (nohup) stays ignored. A reader of the output that goes away, as in `| head -1`, does
/// not end the program.
void watch_for_stop();

/// From now on these signals end the program the usual way again: there is nothing left to complete.
void end_watch_for_stop();

/// Whether a stop was asked for.
bool stop_requested();

}  // namespace warpledger
