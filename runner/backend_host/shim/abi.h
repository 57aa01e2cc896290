#pragma once

// What a compiled kernel and the runner know of each other. Compiled into both: no headers, plain layout.
namespace warpledger::shim {

struct Index {
  unsigned x, y, z;
};

/// The special registers of the CUDA thread that is running, one copy an OS thread; the runner writes them.
struct Registers {
  Index thread, block, block_size, grid_size;
};

/// What the threads of a block brought to a barrier.
struct BarrierVote {
  unsigned arrived;  ///< threads
  unsigned nonzero;  ///< threads whose predicate was not zero
};

/// What the lanes of a warp brought to a warp operation. A lane that took no part reads as all ones (NaN, -1).
struct Exchange {
  unsigned long long bits[32];
  unsigned arrived;  ///< lanes, as a mask
};

/// What a traced kernel does to memory. The values are those of the runner's log.
enum class Access : unsigned { load, store, atomic };

/// What a kernel asks of the runner. All of them act on the CUDA thread that calls.
struct Runtime {
  BarrierVote (*barrier)(bool predicate);
  /// Waits for the lanes in `mask`; `shuffles`: the SHFL instructions that a GPU executes for it.
  Exchange* (*arrive)(unsigned mask, unsigned long long bits, unsigned shuffles);
  void (*leave)(Exchange* exchange);  ///< done with reading what arrive() gave
  unsigned (*active_mask)(unsigned call_site);
  long long (*clock)();
  void (*fail)(const char* what);  ///< ends the launch; does not return

  // Of traced kernels, each called before the kernel does it. The place in the program is where the call returns to.
  void (*load[5])(const void* address);   ///< of 1, 2, 4, 8, 16 bytes
  void (*store[5])(const void* address);  ///< of 1, 2, 4, 8, 16 bytes
  void (*basic_block)();                  ///< the first instruction of a basic block
  void (*access)(Access access, const void* address, unsigned bytes, const void* site);
};

enum class ParameterKind : unsigned { pointer, integer, floating, other };

struct Parameter {
  ParameterKind kind;
  unsigned bytes;
};

struct Kernel {
  const char* name;
  void (*call)(void* const* arguments);  ///< runs one CUDA thread; arguments[i] points to the i-th value
  const Parameter* parameters;
  unsigned parameter_count;
};

/// What a compiled program exports: `extern "C" const Program warpledger_program`.
struct Program {
  const Kernel* kernels;
  unsigned kernel_count;
  Registers* (*registers)();  ///< of the calling OS thread
  void (*bind)(const Runtime* runtime);
};

}  // namespace warpledger::shim
