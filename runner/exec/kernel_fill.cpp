#include "exec/kernel_fill.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <variant>

#include "exec/verify.h"

namespace warpledger {
namespace {

Scalar seed_argument(std::uint64_t number) {
  Scalar scalar{ElementType::u64, {}};
  std::memcpy(scalar.bytes.data(), &number, sizeof number);
  return scalar;
}

BoundLaunch bind_fill(const Launch& launch, std::uint64_t seed, const Module& module, const GuardedBuffer& made) {
  BoundLaunch bound{&module, launch.function, {made.data(), seed_argument(seed)}, launch.grid, launch.block};
  for (const Argument& argument : launch.arguments) bound.arguments.emplace_back(std::get<Scalar>(argument));
  return bound;
}

std::vector<std::byte> read_whole(const GuardedBuffer& buffer) {
  std::vector<std::byte> content(buffer.bytes());
  buffer.read(content);
  return content;
}

}  // namespace

std::vector<std::byte> filled_by_kernel(const BufferSpec& buffer, std::uint64_t seed, const Module& module,
                                        GuardedBuffer& made, Backend& backend) try {
  Work work;
  work.launches.push_back(bind_fill(buffer.maker->launch, seed, module, made));
  made.fill(std::byte{0xff});
  backend.launch(work);
  std::vector<std::byte> content = read_whole(made);
  made.fill(std::byte{0});
  backend.launch(work);
  refuse_written_guards(buffer, made);
  const std::vector<std::byte> again = read_whole(made);
  const auto differs = std::ranges::mismatch(content, again).in1;
  if (differs == content.end()) return content;
  const auto element = static_cast<std::size_t>(differs - content.begin()) / facts_of(buffer.type).bytes;
  throw PointFailure(Outcome::invalid_point,
                     fmt::format("element {} is not the same when {} runs again with the same seed: write every "
                                 "element, from the seed and its index alone",
                                 element, buffer.maker->launch.function));
} catch (const PointFailure& end) {
  // A faulty fill is not the kernel's fault.
  const Outcome outcome = end.outcome() == Outcome::incorrect ? Outcome::invalid_point : end.outcome();
  throw PointFailure(outcome, fmt::format("its fill: {}", end.what()));
}

}  // namespace warpledger
