#include <gtest/gtest.h>

#include "base/error.h"
#include "exec/job_fixture.h"
#include "exec/worker.h"

namespace warpledger {
namespace {

TEST(DeviceCheck, ADeviceThatComputesTheKnownAnswerPasses) {
  ScriptedBackend backend = fixture::doubling_backend();
  EXPECT_NO_THROW(check_device(backend));
  EXPECT_EQ(backend.log.back(), "launch warpledger_known_good");
}

TEST(DeviceCheck, OneWrongElementIsAnErrorThatNamesIt) {
  ScriptedBackend backend = fixture::doubling_backend();
  const auto right = backend.kernels.at(kKnownGoodFunction);
  backend.kernels[kKnownGoodFunction] = [=](const ScriptedCall& call) {
    right(call);
    call.pointer<std::uint32_t>(0)[5] += 1;
  };
  try {
    check_device(backend);
    FAIL() << "accepted a wrong answer";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), "a known-good kernel computed 533319914 instead of 533319913 for element 5");
  }
}

TEST(DeviceCheck, WhatTheDeviceRefusesIsThrown) {
  ScriptedBackend backend = fixture::doubling_backend();
  backend.free_bytes = 16;
  EXPECT_THROW(check_device(backend), PointFailure);
}

}  // namespace
}  // namespace warpledger
