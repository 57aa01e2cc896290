#include "backend_cuda/cubin_cache.h"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>

#include "backend_cuda/nvrtc.h"
#include "backend_cuda/nvrtc_headers.h"
#include "model/digest.h"

namespace warpledger {
namespace {

// An entry is two lines and the image: the SHA-256 of all that follows it, the functions' names as a JSON object, and
// the cubin.
std::string encode(const Cubin& cubin) {
  const std::string body = nlohmann::json(cubin.functions).dump() + "\n" + cubin.image;
  return sha256(body) + "\n" + body;
}

std::optional<Cubin> decode(const std::string& entry) {
  const std::size_t body = entry.find('\n') + 1;
  if (body == 0 || entry.compare(0, body - 1, sha256(std::string_view(entry).substr(body))) != 0) return std::nullopt;
  const std::size_t image = entry.find('\n', body) + 1;
  if (image == 0) return std::nullopt;
  const auto names = nlohmann::json::parse(entry.begin() + static_cast<std::ptrdiff_t>(body),
                                           entry.begin() + static_cast<std::ptrdiff_t>(image), nullptr, false);
  if (!names.is_object()) return std::nullopt;
  return Cubin{entry.substr(image), names.get<std::map<std::string, std::string>>()};
}

}  // namespace

std::optional<Cubin> CubinCache::find(const std::string& key) const {
  if (folder_.empty()) return std::nullopt;
  std::ifstream file(entry(key), std::ios::binary);
  if (!file) return std::nullopt;
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return decode(bytes);
}

void CubinCache::keep(const std::string& key, const Cubin& cubin) const {
  if (folder_.empty()) return;
  std::error_code failed;
  std::filesystem::create_directories(folder_, failed);
  // Readers see a whole entry or none: it is written aside and renamed.
  const std::filesystem::path aside = folder_ / fmt::format("{}.{}.partial", key, getpid());
  std::ofstream file(aside, std::ios::binary);
  file << encode(cubin);
  file.close();
  if (file) std::filesystem::rename(aside, entry(key), failed);
  if (!file || failed) std::filesystem::remove(aside, failed);
}

std::string cubin_key(const Program& program, std::span<const std::string> functions,
                      std::span<const std::string> options) {
  // The main file's name is part of the image (-lineinfo), and which functions are asked for, not in which order.
  const nlohmann::json parts = {digest_of(program),
                                digest_of(Program{{}, standard_headers()}),
                                program.main.name,
                                std::set<std::string>(functions.begin(), functions.end()),
                                std::vector<std::string>(options.begin(), options.end()),
                                nvrtc_version()};
  return sha256(parts.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

Cubin cached_cubin(const CubinCache& cache, const Program& program, std::span<const std::string> functions,
                   std::span<const std::string> options) {
  const std::string key = cubin_key(program, functions, options);
  if (std::optional<Cubin> kept = cache.find(key)) return *std::move(kept);
  Cubin cubin = compile_cubin(program, functions, options);
  cache.keep(key, cubin);
  return cubin;
}

Cubin cubin_for_arch(const Program& program, std::span<const std::string> functions, int arch,
                     const std::string& cache_dir) {
  return cached_cubin(CubinCache(cache_dir), program, functions, nvrtc_options(arch));
}

}  // namespace warpledger
