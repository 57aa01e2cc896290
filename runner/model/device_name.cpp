#include "model/device_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>

#include "base/error.h"
#include "base/split.h"
#include "base/text.h"

namespace warpledger {
namespace {

constexpr const char* kListDevices = "`warpledger devices` lists the devices";
constexpr std::string_view kAll = "all";

std::optional<int> whole_number(std::string_view text) {
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, number);
  if (problem != std::errc() || stop != end || number < 0) return std::nullopt;
  return number;
}

[[noreturn]] void refuse_form(const std::string& text) {
  throw Error(fmt::format("there is no device '{}'", text), fmt::format("write {}; {}", kDeviceNameHelp, kListDevices));
}

DeviceName host_name(DeviceName name, const std::vector<std::string>& parts) {
  name.kind = DeviceName::Kind::host;
  if (parts.size() > 1) name.profile = parts[1];
  const std::optional<int> number = parts.size() > 2 ? whole_number(parts[2]) : 1;
  if (parts.size() > 3 || name.profile.empty() || number.value_or(0) < 1) refuse_form(name.text);
  name.number = *number;
  return name;
}

bool begins_like_a_uuid(std::string_view text) { return text.starts_with("gpu-") || text.starts_with("mig-"); }

/// Returns nvidia, geforce, rtx, 4090 for "NVIDIA GeForce RTX 4090".
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : lower_case(text))
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  if (words.back().empty()) words.pop_back();
  return words;
}

bool is_meant(const DeviceName& name, const Device& gpu) {
  if (name.kind == DeviceName::Kind::index)
    return gpu.id == fmt::format("cuda:{}", name.index) && (name.uuid.empty() || name.uuid == gpu.uuid);
  if (name.kind == DeviceName::Kind::uuid) return lower_case(gpu.uuid).starts_with(lower_case(name.text));
  return is_of_model(gpu.name, name.text);
}

/// Parses "cuda:1=GPU-3f2a9c1d-0000".
DeviceName numbered_gpu(const std::string& text, std::size_t sign) {
  const std::optional<int> number = text.starts_with("cuda:") ? whole_number(text.substr(5, sign - 5)) : std::nullopt;
  DeviceName name;
  name.kind = DeviceName::Kind::index;
  name.text = text;
  name.index = number.value_or(0);
  name.uuid = text.substr(sign + 1);
  if (!number || !name.uuid.starts_with("GPU-")) refuse_form(text);
  return name;
}

bool is_host(const Device& device) { return device.backend == "host"; }

std::string list_of(std::span<const Device* const> devices) {
  std::string text;
  for (const Device* device : devices) text += "\n  " + label_of(*device);
  return text;
}

/// Only usable ones.
std::vector<const Device*> gpus_among(std::span<const Device> devices) {
  std::vector<const Device*> gpus;
  for (const Device& device : devices)
    if (!is_host(device) && why_unusable(device).empty()) gpus.push_back(&device);
  return gpus;
}

[[noreturn]] void refuse_unknown(const std::string& text, std::span<const Device> devices) {
  const std::vector<const Device*> gpus = gpus_among(devices);
  throw Error(fmt::format("there is no device '{}'", text),
              gpus.empty() ? fmt::format("no GPU can be used here (`warpledger doctor` says why); {}", kListDevices)
                           : "there are:" + list_of(gpus));
}

void refuse_unusable(const DeviceName& name, std::span<const Device> devices) {
  for (const Device& device : devices)
    if (const std::string why = why_unusable(device); !why.empty() && is_meant(name, device))
      throw Error(fmt::format("{} cannot be used: {}", label_of(device), why), kListDevices);
}

std::vector<Device> all_gpus(const std::string& text, std::span<const Device> devices) {
  const std::string model = text.size() > kAll.size() ? text.substr(kAll.size() + 1) : "";
  std::vector<Device> gpus;
  for (const Device* gpu : gpus_among(devices))
    if (text == kAll || is_of_model(gpu->name, model)) gpus.push_back(*gpu);
  if (gpus.empty()) refuse_unknown(text, devices);
  return gpus;
}

/// A host item is the next host device of its profile.
Device listed_device(const DeviceName& name, std::span<const Device> devices, std::map<std::string, int>& hosts) {
  if (name.kind != DeviceName::Kind::host) {
    const std::vector<const Device*> gpus = gpus_among(devices);
    if (name.kind == DeviceName::Kind::automatic && !gpus.empty()) return *gpus.front();
    if (name.kind != DeviceName::Kind::automatic) return named_gpu(name, devices);
  }
  const auto profile = std::ranges::find(devices, host_device_id(name.profile, 1), &Device::id);
  if (profile == devices.end()) refuse_unknown(name.text, devices);
  int& last = hosts[name.profile];
  last = name.number > 1 ? name.number : last + 1;
  Device device = *profile;
  device.id = host_device_id(name.profile, last);
  return device;
}

}  // namespace

bool is_of_model(const std::string& name, std::string_view model) {
  const std::string wanted = join(words_of(model), "");
  const std::vector<std::string> words = words_of(name);
  for (std::size_t from = 0; from < words.size(); ++from) {
    std::string run;
    for (std::size_t i = from; i < words.size() && run.size() < wanted.size(); ++i) run += words[i];
    if (run == wanted && !wanted.empty()) return true;
  }
  return false;
}

DeviceName parse_device_name(const std::string& text) {
  if (const std::size_t sign = text.find('='); sign != std::string::npos) return numbered_gpu(text, sign);
  DeviceName name;
  name.text = text;
  const std::vector<std::string> parts = split(text, ':');
  if (text == "auto") return name;
  if (parts[0] == "host") return host_name(std::move(name), parts);
  if (parts[0] == "cuda") {
    name.kind = DeviceName::Kind::index;
    const std::optional<int> index = parts.size() > 1 ? whole_number(parts[1]) : 0;
    if (!index || parts.size() > 2) refuse_form(text);
    name.index = *index;
    return name;
  }
  const bool is_uuid = begins_like_a_uuid(lower_case(text));
  name.kind = is_uuid ? DeviceName::Kind::uuid : DeviceName::Kind::model;
  if (parts.size() > 1 || words_of(text).empty() || is_device_list(text)) refuse_form(text);
  return name;
}

const Device& named_gpu(const DeviceName& name, std::span<const Device> gpus) {
  std::vector<const Device*> found;
  for (const Device* gpu : gpus_among(gpus))
    if (is_meant(name, *gpu)) found.push_back(gpu);
  if (found.empty()) refuse_unusable(name, gpus);
  if (found.empty()) refuse_unknown(name.text, gpus);
  if (found.size() > 1)
    throw Error(fmt::format("{} devices are meant by '{}'", found.size(), name.text),
                "name one of these by its number or more of its UUID:" + list_of(found));
  return *found.front();
}

std::vector<Device> listed_devices(const std::string& list, std::span<const Device> devices) {
  std::vector<Device> listed;
  std::map<std::string, int> hosts;  // last number by profile
  for (const std::string& part : split(list, ',')) {
    const bool is_all = part == kAll || part.starts_with("all:");
    std::vector<Device> meant =
        is_all ? all_gpus(part, devices) : std::vector{listed_device(parse_device_name(part), devices, hosts)};
    for (Device& one : meant) {
      if (std::ranges::count(listed, unique_name(one), unique_name) > 0)
        throw Error(fmt::format("device {} is listed twice", unique_name(one)), "name each device once");
      listed.push_back(std::move(one));
    }
  }
  return listed;
}

std::string why_unusable(const Device& device) {
  const auto why = device.environment.find(kUnusable);
  return why == device.environment.end() ? "" : why->second;
}

const std::string& unique_name(const Device& device) { return is_host(device) ? device.id : device.uuid; }

std::string name_for_worker(const Device& device) {
  const bool has_number = device.backend == "cuda" && device.id.starts_with("cuda:");
  return has_number ? fmt::format("{}={}", device.id, device.uuid) : unique_name(device);
}

bool is_device_list(std::string_view text) {
  return text.find(',') != std::string_view::npos || text == kAll || text.starts_with("all:");
}

std::string host_device_id(const std::string& profile, int number) {
  return number > 1 ? fmt::format("host:{}:{}", profile, number) : "host:" + profile;
}

std::string short_uuid(const std::string& uuid) { return uuid.substr(0, 12); }

std::string name_beside(NamedDevice device, NamedDevice other) {
  if (device.name != other.name || device.uuid == other.uuid) return device.name;
  return fmt::format("{} ({})", device.name, short_uuid(device.uuid));
}

std::string label_of(const Device& device) {
  const std::string uuid = short_uuid(device.uuid);
  if (!is_host(device))
    return fmt::format("{} ({})", device.name, device.id == uuid ? uuid : fmt::format("{}, {}", device.id, uuid));
  return std::ranges::count(device.id, ':') > 1 ? fmt::format("{} ({})", device.name, device.id) : device.name;
}

}  // namespace warpledger
