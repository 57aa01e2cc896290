#include "exec/device_copies.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "exec/collect_metrics.h"
#include "exec/job_fixture.h"
#include "exec/measure_point.h"
#include "exec/scripted_backend_fixture.h"

namespace warpledger {
namespace {

constexpr std::size_t kBytes = 1024;

/// Records allocations, so that a test can write there as a kernel could.
class RememberingBackend : public ScriptedBackend {
 public:
  std::vector<Memory*> allocated;
  std::size_t written_bytes = 0;

  std::unique_ptr<Memory> allocate(std::size_t bytes) override {
    auto memory = ScriptedBackend::allocate(bytes);
    allocated.push_back(memory.get());
    return memory;
  }
  void write(Memory& to, std::size_t offset_bytes, std::span<const std::byte> bytes) override {
    written_bytes += bytes.size();
    ScriptedBackend::write(to, offset_bytes, bytes);
  }
};

class DeviceCopiesTest : public testing::Test {
 protected:
  std::vector<std::byte> content_of(const GuardedBuffer& buffer) {
    std::vector<std::byte> content(buffer.bytes());
    buffer.read(content);
    return content;
  }

  RememberingBackend backend_;
  DeviceCopies copies_{backend_};
  const std::vector<std::byte> host_ = std::vector<std::byte>(kBytes, std::byte{7});
};

TEST_F(DeviceCopiesTest, TheHostIsAskedOnce) {
  GuardedBuffer first(backend_, kBytes);
  GuardedBuffer second(backend_, kBytes);
  const std::uint64_t fingerprint = copies_.write("x", host_, first);
  EXPECT_EQ(copies_.write("x", host_, second), fingerprint);
  EXPECT_EQ(content_of(second), host_);
  EXPECT_EQ(backend_.written_bytes, kBytes);
}

TEST_F(DeviceCopiesTest, WhatAKernelChangedIsDropped) {
  GuardedBuffer first(backend_, kBytes);
  const std::uint64_t fingerprint = copies_.write("x", host_, first);
  EXPECT_FALSE(copies_.drop_changed());
  Memory& copy = *backend_.allocated.back();
  backend_.fill(copy, copy.size_bytes() / 2, 1, std::byte{8});
  EXPECT_TRUE(copies_.drop_changed());
  EXPECT_FALSE(copies_.drop_changed());
  GuardedBuffer second(backend_, kBytes);
  EXPECT_EQ(copies_.write("x", host_, second), fingerprint);
  EXPECT_EQ(content_of(second), host_);
}

TEST_F(DeviceCopiesTest, WithoutMemoryForACopyTheHostIsTaken) {
  GuardedBuffer buffer(backend_, kBytes);
  backend_.free_bytes = 0;
  copies_.write("x", host_, buffer);
  EXPECT_EQ(content_of(buffer), host_);
}

TEST_F(DeviceCopiesTest, DropFreesTheMemory) {
  GuardedBuffer buffer(backend_, kBytes);
  const std::size_t before = backend_.free_bytes;
  copies_.write("x", host_, buffer);
  EXPECT_LT(backend_.free_bytes, before);
  copies_.drop();
  EXPECT_EQ(backend_.free_bytes, before);
}

TEST_F(DeviceCopiesTest, AHostKeepsNone) {
  backend_.gpu_times = false;
  GuardedBuffer buffer(backend_, kBytes);
  const std::size_t before = backend_.free_bytes;
  copies_.write("x", host_, buffer);
  EXPECT_EQ(content_of(buffer), host_);
  EXPECT_EQ(backend_.free_bytes, before);
}

class CopyingBackend : public ScriptedBackend {
 public:
  DevicePointer copied_from;

  void copy(const Restore& copied) override {
    copied_from = copied.from;
    ScriptedBackend::copy(copied);
  }
  void spoil_copy() {
    if (copied_from.memory != nullptr)
      fill(const_cast<Memory&>(*copied_from.memory), copied_from.offset_bytes, 4, std::byte{9});
  }
};

TEST(ChangedCopies, AreNoFaultOfTheNextPoint) {
  CopyingBackend backend;
  static_cast<ScriptedBackend&>(backend) = fixture::doubling_backend();
  PointContext context(backend);
  ASSERT_EQ(measure_point(fixture::untrusted_job(), context).outcome, Outcome::ok);
  backend.spoil_copy();
  const Result next = measure_point(fixture::untrusted_job(), context);
  EXPECT_EQ(next.outcome, Outcome::ok) << next.reason;
}

TEST(ChangedCopies, AreNoFaultOfAPointThatIsCounted) {
  CopyingBackend backend;
  static_cast<ScriptedBackend&>(backend) = fixture::doubling_backend();
  backend.counter_values["inst_executed"] = 7;
  PointContext context(backend);
  const std::vector<Job> jobs = {fixture::untrusted_job()};
  ASSERT_EQ(measure_point(jobs.front(), context).outcome, Outcome::ok);
  backend.spoil_copy();
  EXPECT_EQ(collect_metrics(jobs, context).at(0).at(0).value, 7);
}

TEST(ChangedCopies, MakeTheKernelThatChangesThemWrongAndMeasuredTwice) {
  CopyingBackend backend;
  static_cast<ScriptedBackend&>(backend) = fixture::doubling_backend();
  int launches = 0;
  backend.kernels["good"] = [&](const ScriptedCall& call) {
    fixture::twice(call);
    backend.spoil_copy();
    ++launches;
  };
  PointContext context(backend);
  Job job = fixture::untrusted_job();
  job.measure.max_samples = 0;
  const Result result = measure_point(job, context);
  EXPECT_EQ(result.outcome, Outcome::incorrect);
  EXPECT_LT(launches, 20);
}

}  // namespace
}  // namespace warpledger
