#include "exec/workspace.h"

#include <fmt/format.h>

#include "base/text.h"
#include "exec/check.h"
#include "exec/random_content.h"
#include "model/digest.h"

namespace warpledger {
namespace {

/// Wide enough that an index a few rows off still lands in it; a multiple of 256 keeps cudaMalloc's alignment.
constexpr std::size_t kGuardBytes = 4096;

/// Loaded modules kept for points to come; a plan seldom has more instances between two of the same.
constexpr std::size_t kModulesKept = 64;

std::string shape_of(const BufferSpec& buffer) {
  return fmt::format("{}:{}:{}", buffer.name, facts_of(buffer.type).name, buffer.count);
}

/// The same for all buffers of this process, and known to no kernel.
std::uint64_t fingerprint_key() {
  static const std::uint64_t key = secret_number();
  return key;
}

}  // namespace

GuardedBuffer::GuardedBuffer(Backend& backend, std::size_t bytes)
    : backend_(backend), bytes_(bytes), memory_(backend.allocate(bytes + 2 * kGuardBytes)) {
  arm_guards(kGuardByte);
}

DevicePointer GuardedBuffer::data() const { return {memory_.get(), kGuardBytes}; }

void GuardedBuffer::write(std::span<const std::byte> content) { backend_.write(*memory_, kGuardBytes, content); }

void GuardedBuffer::fill(std::byte value) { backend_.fill(*memory_, kGuardBytes, bytes_, value); }

void GuardedBuffer::randomise(ElementType type, std::uint64_t seed) {
  backend_.fill_random(*memory_, kGuardBytes, bytes_, type, seed);
}

std::uint64_t GuardedBuffer::fingerprint() const {
  return backend_.fingerprint(*memory_, kGuardBytes, bytes_, fingerprint_key());
}

void GuardedBuffer::read(std::span<std::byte> content) const { backend_.read(*memory_, kGuardBytes, content); }

void GuardedBuffer::arm_guards(std::byte guard) {
  guard_ = guard;
  backend_.fill(*memory_, 0, kGuardBytes, guard);
  backend_.fill(*memory_, kGuardBytes + bytes_, kGuardBytes, guard);
}

std::vector<std::byte> GuardedBuffer::guard_before() const {
  std::vector<std::byte> zone(kGuardBytes);
  backend_.read(*memory_, 0, zone);
  return zone;
}

std::vector<std::byte> GuardedBuffer::guard_after() const {
  std::vector<std::byte> zone(kGuardBytes);
  backend_.read(*memory_, kGuardBytes + bytes_, zone);
  return zone;
}

GuardedBuffer Workspace::allocate(std::size_t bytes) {
  try {
    return GuardedBuffer(backend_, bytes);
  } catch (const PointEnd&) {
    // What is kept for points to come must not be in the way of this one.
    drop_unused();
    return GuardedBuffer(backend_, bytes);
  }
}

std::shared_ptr<FirstContent> Workspace::first_content(const BufferSpec& buffer, std::uint64_t seed) {
  const std::string key = content_key(buffer, seed);
  if (const auto kept = contents_.find(key); kept != contents_.end()) return kept->second;
  // The device is asked first: what does not fit there must not be made on the host.
  GuardedBuffer device = allocate(size_bytes(buffer));
  auto host = inputs_.get(buffer, seed);
  device.write(*host);
  const std::uint64_t fingerprint = device.fingerprint();
  return contents_[key] = std::make_shared<FirstContent>(FirstContent{std::move(host), std::move(device), fingerprint});
}

std::shared_ptr<GuardedBuffer> Workspace::input(const BufferSpec& buffer, std::uint64_t seed, int place) {
  const std::shared_ptr<FirstContent> content = first_content(buffer, seed);
  if (place == 0) return {content, &content->device};
  const std::string key = fmt::format("{}@{}", content_key(buffer, seed), place);
  if (const auto kept = buffers_.find(key); kept != buffers_.end()) return kept->second;
  auto made = std::make_shared<GuardedBuffer>(allocate(size_bytes(buffer)));
  made->write(*content->host);
  return buffers_[key] = std::move(made);
}

std::shared_ptr<GuardedBuffer> Workspace::buffer(const BufferSpec& buffer, int place) {
  const std::string key = fmt::format("{}@{}", shape_of(buffer), place);
  if (const auto kept = buffers_.find(key); kept != buffers_.end()) return kept->second;
  auto made = std::make_shared<GuardedBuffer>(allocate(size_bytes(buffer)));
  return buffers_[key] = std::move(made);
}

std::shared_ptr<Module> Workspace::module(const Program& program, const std::vector<std::string>& functions) {
  const std::string key = digest_of(program) + join(functions, ";");
  if (const auto kept = modules_.find(key); kept != modules_.end()) return kept->second;
  std::shared_ptr<Module> made = backend_.compile(program, functions);
  return modules_[key] = std::move(made);
}

void Workspace::forget_buffers() {
  contents_.clear();
  buffers_.clear();
}

void Workspace::forget_all() {
  forget_buffers();
  modules_.clear();
}

void Workspace::drop_unused() {
  const auto unused = [](const auto& entry) { return entry.second.use_count() <= 1; };
  std::erase_if(contents_, unused);
  std::erase_if(buffers_, unused);
  if (modules_.size() > kModulesKept) std::erase_if(modules_, unused);
}

}  // namespace warpledger
