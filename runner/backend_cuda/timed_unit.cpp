#include "backend_cuda/timed_unit.h"

#include <algorithm>
#include <string>

#include "backend_cuda/cuda_check.h"

namespace warpledger {

TimedUnit::TimedUnit(const WorkStream& stream, const Work& work)
    : stream_(stream), work_(work), graph_(work.graph ? instantiated() : nullptr) {}

void TimedUnit::enqueue() const {
  if (!graph_) return stream_.enqueue(work_.launches);
  const cudaError_t result = cudaGraphLaunch(graph_.get(), stream_.get());
  if (result != cudaSuccess) throw refused_launch(words(), result);
}

TimedUnit::Graph TimedUnit::end_capture() const {
  cudaGraph_t graph = nullptr;
  if (cudaStreamEndCapture(stream_.get(), &graph) != cudaSuccess) cudaGetLastError();
  return Graph(graph);
}

TimedUnit::Graph TimedUnit::captured() const {
  // Relaxed: loading a function on its first launch may allocate memory.
  check_cuda(cudaStreamBeginCapture(stream_.get(), cudaStreamCaptureModeRelaxed), "beginning to capture a graph");
  try {
    stream_.enqueue(work_.launches);
  } catch (...) {
    end_capture();
    throw;
  }
  Graph graph = end_capture();
  if (!graph) throw refused_launch(words(), cudaErrorStreamCaptureInvalidated);
  return graph;
}

TimedUnit::GraphExec TimedUnit::instantiated() const {
  const Graph graph = captured();
  cudaGraphExec_t executable = nullptr;
  const cudaError_t result = cudaGraphInstantiate(&executable, graph.get(), 0);
  if (result != cudaSuccess) throw refused_launch(words(), result);
  return GraphExec(executable);
}

std::string TimedUnit::words() const { return "the graph of " + function_names(work_.launches); }

bool are_queued_together(const Work& work) {
  return work.graph ||
         std::ranges::any_of(work.launches, [](const BoundLaunch& launch) { return launch.attributes.programmatic; });
}

}  // namespace warpledger
