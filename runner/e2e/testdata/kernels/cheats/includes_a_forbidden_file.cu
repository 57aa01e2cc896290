// By a macro: reading the source does not tell what is included.
#define SECRETS "/etc/passwd"
__global__ void includes_a_forbidden_file(float* y, const float* x, long long n) {
#include SECRETS
}
