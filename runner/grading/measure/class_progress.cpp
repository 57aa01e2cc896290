#include "grading/measure/class_progress.h"

namespace warpledger {

ClassProgress::ClassProgress(const Console* console, const std::vector<GradingDevice>& devices) {
  for (const GradingDevice& device : devices) labels_.push_back(device.label.empty() ? "" : device.label + ": ");
  if (console != nullptr) lines_.emplace(console->out, console->takes_escape_codes, console->width, devices.size());
}

void ClassProgress::tell(const std::string& line) {
  if (lines_) lines_->tell(0, line + "\n");
}

void ClassProgress::tell(std::size_t device, const std::string& line) {
  if (lines_) lines_->tell(device, labels_.at(device) + line + "\n");
}

void ClassProgress::is_at(std::size_t device, const std::string& what) {
  if (lines_ && lines_->is_live() && labels_.size() > 1) lines_->draw(device, labels_.at(device) + what);
}

}  // namespace warpledger
