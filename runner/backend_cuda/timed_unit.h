#pragma once

#include <cuda_runtime_api.h>

#include <memory>

#include "backend_cuda/work_stream.h"
#include "exec/backend.h"

namespace warpledger {

/// The launches of a work as they are timed: one after the other, or as one CUDA graph.
///
/// The graph is made with the unit, outside any clock, by capturing the launches: so it has their attributes, and
/// programmatic ones overlap in it. It holds their arguments, so each set of buffers has a graph of its own; what the
/// buffers hold is no part of it. Counters are taken of the launches themselves (CounterCollector).
class TimedUnit {
 public:
  /// Both must outlive it. Throws as WorkStream::enqueue() does for what cannot be part of a graph.
  TimedUnit(const WorkStream& stream, const Work& work);

  /// Queues all of it. Throws as WorkStream::enqueue().
  void enqueue() const;

 private:
  struct Destroy {
    void operator()(cudaGraph_t graph) const { cudaGraphDestroy(graph); }
    /// One that is still running is freed when it ends.
    void operator()(cudaGraphExec_t graph) const { cudaGraphExecDestroy(graph); }
  };
  using Graph = std::unique_ptr<CUgraph_st, Destroy>;
  using GraphExec = std::unique_ptr<CUgraphExec_st, Destroy>;

  /// What the stream captured; null when a launch was refused meanwhile.
  Graph end_capture() const;
  Graph captured() const;
  GraphExec instantiated() const;
  std::string words() const;

  const WorkStream& stream_;
  const Work& work_;
  GraphExec graph_;  ///< null: one after the other
};

/// Whether the launches of a work are as they are timed only without a wait between them.
bool are_queued_together(const Work& work);

}  // namespace warpledger
