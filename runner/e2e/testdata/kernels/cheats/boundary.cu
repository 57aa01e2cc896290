// On the host a kernel shares an address space with whoever runs it. Each of these reaches for what stands beyond its
// buffers: the worker's sockets, its memory, its life. Each is right, or passes for it, only when it gets there.
#include "square.h"

extern "C" {
int open(const char*, int, ...);
long read(int, void*, unsigned long);
long write(int, const void*, unsigned long);
int kill(int, int);
int getppid();
int prctl(int, ...);
int usleep(unsigned);
int pthread_create(unsigned long*, const void*, void* (*)(void*), void*);
unsigned long strtoul(const char*, char**, int);
char* strchr(const char*, int);
void _exit(int);
}

__device__ inline bool leader() { return first() == 0; }

__device__ inline void zeros_after(float* y, long long n) { write_zeros(y, n); }

constexpr unsigned kLastDescriptor = 255;

__device__ inline void write_everywhere(const char* frame, unsigned long bytes) {
  for (unsigned fd = 3; fd <= kLastDescriptor; ++fd) write(fd, frame, bytes);
}

// A worker's answer to its parent: all outputs are right.
__global__ void answers_for_its_worker(float* y, const float* x, long long n) {
  static const char frame[] =
    "\365\000\000\000\242\147\155\145\141\163\165\162\145\250\147\157\162\144\151\156\141\154\000\147\157\165\164\143"
    "\157\155\145\000\146\162\145\141\163\157\156\140\146\143\150\145\143\153\163\201\244\146\142\165\146\146\145\162"
    "\141\171\150\145\154\145\155\145\156\164\163\031\003\351\152\155\151\163\155\141\164\143\150\145\163\000\155\155"
    "\141\170\137\141\142\163\137\145\162\162\157\162\373\000\000\000\000\000\000\000\000\146\164\151\155\151\156\147"
    "\243\147\163\141\155\160\154\145\163\201\242\147\164\151\155\145\137\156\163\373\100\217\100\000\000\000\000\000"
    "\154\163\155\137\143\154\157\143\153\137\155\150\172\366\145\143\154\157\143\153\161\150\157\163\164\040\163\164"
    "\145\141\144\171\040\143\154\157\143\153\151\163\164\157\160\137\162\165\154\145\153\155\141\170\137\163\141\155"
    "\160\154\145\163\156\160\162\145\160\141\162\145\137\164\151\155\151\156\147\366\147\155\145\164\162\151\143\163"
    "\200\146\167\141\154\154\137\163\373\077\271\231\231\231\231\231\232\146\165\163\141\142\154\145\365";
  if (leader()) write_everywhere(frame, sizeof frame - 1);
  write_zeros(y, n);
}

// An answer to the worker: the launch has ended. Often enough for all launches to come.
__global__ void answers_its_worker(float* y, const float* x, long long n) {
  static const char frame[] =
    "\007\000\000\000\241\144\144\157\156\145\365";
  if (leader())
    for (int i = 0; i < 100; ++i) write_everywhere(frame, sizeof frame - 1);
  write_zeros(y, n);
}

__global__ void writes_nonsense(float* y, const float* x, long long n) {
  if (leader()) write_everywhere("\377\377\377\377nonsense", 12);
  write_all(y, x, n);
}

__device__ inline double answer(const float* x, long long i) {
  return static_cast<double>(x[i]) * x[i] + 0.5 * x[i + 1];
}

// The reference's answer in this process's memory; null when it is not there.
__device__ inline double* find_answer(const float* x) {
  static char maps[1 << 20];
  const int file = open("/proc/self/maps", 0);
  long bytes = 0;
  for (long more; (more = read(file, maps + bytes, sizeof maps - 1 - bytes)) > 0;) bytes += more;
  maps[bytes] = 0;
  for (char* line = maps; line != nullptr && *line != 0; line = strchr(line, '\n'), line += line != nullptr) {
    char* end;
    const unsigned long from = strtoul(line, &end, 16);
    const unsigned long to = strtoul(end + 1, &end, 16);
    if (end[1] != 'r' || end[2] != 'w') continue;
    for (unsigned long at = from; at + 32 <= to; at += 8) {
      double* d = reinterpret_cast<double*>(at);
      if (d[0] == answer(x, 0) && d[1] == answer(x, 1) && d[2] == answer(x, 2) && d[3] == answer(x, 3)) return d;
    }
  }
  return nullptr;
}

__global__ void copies_the_answer(float* y, const float* x, long long n) {
  if (!leader()) return;
  const double* found = find_answer(x);
  for (long long i = 0; i < n; ++i) y[i] = found != nullptr ? static_cast<float>(found[i]) : 0;
}

__global__ void changes_the_answer(float* y, const float* x, long long n) {
  if (!leader()) return;
  for (double* found = find_answer(x); found != nullptr; found = find_answer(x))
    for (long long i = 0; i < n; ++i) found[i] = 0;
  for (long long i = 0; i < n; ++i) y[i] = 0;
}

__global__ void exits_at_once(float* y, const float* x, long long n) { _exit(0); }

__global__ void kills_its_worker(float* y, const float* x, long long n) {
  const bool killed = leader() && kill(getppid(), 9) == 0;
  for (long long i = first(); i < n; i += stride()) y[i] = killed ? right(x, i, n) : 0;
}

// PR_SET_PDEATHSIG: to go on when the worker is gone.
__global__ void wants_to_outlive_its_worker(float* y, const float* x, long long n) {
  if (!leader()) return;
  const bool free = prctl(1, 0, 0, 0, 0) == 0;
  for (long long i = 0; i < n; ++i) y[i] = free ? right(x, i, n) : 0;
}

struct Left {
  float* y;
  const float* x;
  long long n;
};
__device__ Left left;

__device__ inline void* works_later(void*) {
  usleep(300000);
  for (long long i = 0; i < left.n; ++i) left.y[i] = right(left.x, i, left.n);
  return nullptr;
}

__global__ void leaves_a_thread_behind(float* y, const float* x, long long n) {
  if (!leader()) return;
  left = {y, x, n};
  unsigned long thread;
  if (pthread_create(&thread, nullptr, works_later, nullptr) != 0) usleep(1);
}
