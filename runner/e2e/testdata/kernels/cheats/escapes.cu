// On the host a kernel runs natively. Each of these is right only when it does something that it must not.
#include "square.h"

extern "C" {
int open(const char*, int, ...);
int system(const char*);
int socket(int, int, int);
int fork();
int memfd_create(const char*, unsigned);
int kill(int, int);
int getppid();
int setsid();
int usleep(unsigned);
char* getenv(const char*);
int dprintf(int, const char*, ...);
int sprintf(char*, const char*, ...);
void _exit(int);
}

__device__ int escaped;

__device__ inline void right_if(bool success, float* y, const float* x, long long n) {
  if (blockIdx.x > 0) return;
  if (threadIdx.x == 0) escaped = success;
  __syncthreads();
  for (long long i = threadIdx.x; i < n; i += blockDim.x) y[i] = escaped ? right(x, i, n) : 0;
}

__device__ inline bool leader() { return first() == 0; }

__global__ void reads_a_file(float* y, const float* x, long long n) {
  right_if(leader() && open("/etc/passwd", 0) >= 0, y, x, n);
}

__global__ void writes_a_file(float* y, const float* x, long long n) {
  right_if(leader() && open("/var/tmp/warpledger-cheat", 0101, 0600) >= 0, y, x, n);
}

// The parent stands where the ledger lies.
__global__ void writes_the_ledger(float* y, const float* x, long long n) {
  char path[64];
  sprintf(path, "/proc/%d/cwd/results.db", getppid());
  right_if(leader() && open(path, 2) >= 0, y, x, n);
}

__global__ void reads_the_parents_environment(float* y, const float* x, long long n) {
  char path[64];
  sprintf(path, "/proc/%d/environ", getppid());
  right_if(leader() && open(path, 0) >= 0, y, x, n);
}

__global__ void runs_a_program(float* y, const float* x, long long n) {
  right_if(leader() && system("touch /var/tmp/warpledger-cheat") == 0, y, x, n);
}

__global__ void opens_a_socket(float* y, const float* x, long long n) {
  right_if(leader() && (socket(2, 1, 0) >= 0 || socket(1, 1, 0) >= 0), y, x, n);
}

__global__ void forks(float* y, const float* x, long long n) {
  const int child = leader() ? fork() : -1;
  if (child == 0) _exit(0);
  right_if(child > 0, y, x, n);
}

// Its pages are beyond the limit of memory.
__global__ void makes_a_file_in_memory(float* y, const float* x, long long n) {
  right_if(leader() && memfd_create("a", 0) >= 0, y, x, n);
}

__global__ void leaves_its_group(float* y, const float* x, long long n) {
  right_if(leader() && setsid() >= 0, y, x, n);
}

// Signal 0 only asks whether it could.
__global__ void signals_its_parent(float* y, const float* x, long long n) {
  right_if(leader() && kill(getppid(), 0) == 0, y, x, n);
}

__global__ void reads_a_token(float* y, const float* x, long long n) {
  right_if(leader() && getenv("SECRET_TOKEN") != nullptr, y, x, n);
}

// The test leaves a file open there.
__global__ void uses_an_open_file(float* y, const float* x, long long n) {
  right_if(leader() && dprintf(9, "overwritten") > 0, y, x, n);
}

__global__ void sleeps(float* y, const float* x, long long n) {
  usleep(10000000);
  write_all(y, x, n);
}
