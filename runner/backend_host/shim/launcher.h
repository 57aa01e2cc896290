#pragma once

// Turns a kernel function into an entry of the program's table.
#include "backend_host/shim/abi.h"
#include "backend_host/shim/language.h"
#include "backend_host/shim/mathematics.h"

namespace warpledger::shim {

#ifdef WARPLEDGER_TRACED
Registers* registers_here();
void bind_runtime(const Runtime* given);
#else
inline Registers* registers_here() { return &registers; }
inline void bind_runtime(const Runtime* given) { runtime = given; }
#endif

/// An enumeration, scoped or not, is passed as its number.
template <class T>
inline constexpr Parameter parameter_of{
    WarpledgerWhole<T> || __is_enum(T) ? ParameterKind::integer : ParameterKind::other, sizeof(T)};
template <class T>
inline constexpr Parameter parameter_of<T*>{ParameterKind::pointer, sizeof(T*)};
template <>
inline constexpr Parameter parameter_of<float>{ParameterKind::floating, sizeof(float)};
template <>
inline constexpr Parameter parameter_of<double>{ParameterKind::floating, sizeof(double)};

template <unsigned... place>
struct Places {};
/// places_below(): Places<0, 1, ..., n - 1>.
template <unsigned n, unsigned... place>
constexpr auto places_below() {
  if constexpr (n == 0)
    return Places<place...>{};
  else
    return places_below<n - 1, n - 1, place...>();
}

template <auto function>
struct Launcher;

template <class... P, void (*function)(P...)>
struct Launcher<function> {
  static constexpr Parameter parameters[sizeof...(P) + 1] = {parameter_of<P>..., {}};

  template <unsigned... place>
  static void spread(void* const* arguments, Places<place...>) {
    function(*static_cast<P*>(arguments[place])...);
  }
  static void call(void* const* arguments) { spread(arguments, places_below<sizeof...(P)>()); }

  static constexpr Kernel kernel(const char* name) { return {name, &call, parameters, sizeof...(P)}; }
};

}  // namespace warpledger::shim
