#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "exec/backend.h"
#include "model/job.h"

namespace warpledger {

/// A buffer on the device between two guard zones that no kernel may write.
class GuardedBuffer {
 public:
  GuardedBuffer(Backend& backend, std::size_t bytes);

  DevicePointer data() const;
  std::size_t bytes() const { return bytes_; }
  void write(std::span<const std::byte> content);
  void fill(std::byte value);
  void read(std::span<std::byte> content) const;

  void arm_guards();
  std::vector<std::byte> guard_before() const;
  std::vector<std::byte> guard_after() const;

 private:
  Backend& backend_;
  std::size_t bytes_;
  std::unique_ptr<Memory> memory_;
};

/// A buffer's first content, on the host and on the device.
struct FirstContent {
  std::vector<std::byte> host;
  GuardedBuffer device;
};

/// Keeps what neighbouring points of a plan share: device buffers of the same name and size, inputs of the same
/// content, and loaded modules. A buffer has one copy for each place (0, 1, ...) in device memory that points ask for.
class Workspace {
 public:
  explicit Workspace(Backend& backend) : backend_(backend) {}

  /// A new point begins: what neither it nor the one before uses goes, unless somebody holds it.
  void begin_point();

  /// The first content of `buffer`, made and uploaded once for all points that have the same.
  std::shared_ptr<FirstContent> first_content(const BufferSpec& buffer, std::uint64_t seed);
  /// An input with its first content. At place 0 it is the device copy of first_content().
  std::shared_ptr<GuardedBuffer> input(const BufferSpec& buffer, std::uint64_t seed, int place);
  /// A buffer of that name, type and count with arbitrary content; the same one for all points that ask for it.
  std::shared_ptr<GuardedBuffer> buffer(const BufferSpec& buffer, int place);
  std::shared_ptr<Module> module(const Program& program, const std::vector<std::string>& functions);

  /// Forgets all buffers: after a faulty kernel neither contents nor guard zones can be trusted.
  void forget_buffers();

 private:
  template <typename T>
  struct Entry {
    std::shared_ptr<T> item;
    std::int64_t used_by_point = 0;
  };
  template <typename T>
  using Store = std::map<std::string, Entry<T>>;

  template <typename T>
  std::shared_ptr<T>& slot(Store<T>& store, const std::string& key);
  GuardedBuffer allocate(std::size_t bytes);
  void drop_unused(std::int64_t before_point);

  Backend& backend_;
  std::int64_t point_ = 0;
  Store<FirstContent> contents_;
  Store<GuardedBuffer> buffers_;
  Store<Module> modules_;
};

}  // namespace warpledger
