#pragma once

#include <string>
#include <vector>

#include "exec/worker_process.h"
#include "spec/paths.h"

namespace warpledger {

/// A worker for `device` ("auto", "cuda", "cuda:1", "host", "host:h200") with the data of `roots`.
WorkerProcess make_worker(const Paths& paths, const std::vector<std::string>& roots, const std::string& device);

/// The same, for code that is not ours but `author`'s: apart from this process and confined.
WorkerProcess make_untrusted_worker(const Paths& paths, const std::vector<std::string>& roots,
                                    const std::string& device, const std::string& author);

}  // namespace warpledger
