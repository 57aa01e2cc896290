#include "exec/places.h"

#include <utility>

namespace warpledger {
namespace {

bool fits_l2(const Job& job, const Device& device) {
  const auto l2 = device.facts.find("l2_bytes");
  if (l2 == device.facts.end()) return false;
  double bytes = 0;
  for (const BufferSpec& buffer : job.buffers)
    bytes += static_cast<double>(buffer.count) * static_cast<double>(facts_of(buffer.type).bytes);
  return bytes <= static_cast<double>(l2->second);
}

}  // namespace

Places::Places(const Job& job, Prepared first, PointContext& context) : job_(job), backend_(context.backend) {
  places_.push_back(std::move(first));
  const int count = job.measure.timed() && fits_l2(job, backend_.describe()) ? backend_.places() : 1;
  for (int place = 1; place < count; ++place) places_.push_back(prepare(job, backend_, context.workspace, place));
}

std::vector<Sample> Places::take(int samples) {
  std::vector<Sample> taken;
  const int count = static_cast<int>(places_.size());
  for (int turn = 0; turn < count; ++turn) {
    const int share = (samples + count - 1 - turn) / count;
    if (share == 0) break;
    const std::vector<Sample> here = backend_.time(places_[next_].work, job_.measure.cache, share);
    taken.insert(taken.end(), here.begin(), here.end());
    next_ = (next_ + 1) % places_.size();
  }
  return taken;
}

}  // namespace warpledger
