#pragma once

#include <cuda_runtime_api.h>

#include <memory>

#include "backend_cuda/work_stream.h"
#include "exec/backend.h"

namespace warpledger {

/// The launches of a work as they are timed: queued one by one, or as one CUDA graph.
///
/// The constructor captures the graph, outside any timing. It keeps the launches' attributes, so programmatic ones
/// overlap, and their arguments, so each set of buffers has its own graph. Counters are collected from plain launches
/// (CounterCollector).
class TimedUnit {
 public:
  /// Both must outlive this. Throws as WorkStream::enqueue() if a launch cannot be captured.
  TimedUnit(const WorkStream& stream, const Work& work);

  /// Throws as WorkStream::enqueue().
  void enqueue() const;

 private:
  struct Destroy {
    void operator()(cudaGraph_t graph) const { cudaGraphDestroy(graph); }
    /// A running graph is freed when it ends.
    void operator()(cudaGraphExec_t graph) const { cudaGraphExecDestroy(graph); }
  };
  using Graph = std::unique_ptr<CUgraph_st, Destroy>;
  using GraphExec = std::unique_ptr<CUgraphExec_st, Destroy>;

  /// Returns null if a launch was rejected.
  Graph end_capture() const;
  Graph captured() const;
  GraphExec instantiated() const;
  std::string words() const;

  const WorkStream& stream_;
  const Work& work_;
  GraphExec graph_;  ///< null: launches are queued one by one
};

/// True if waiting between the launches would change what is timed.
bool are_queued_together(const Work& work);

}  // namespace warpledger
