// What the kernels of this family share: the constants of a step, which the runner fills in, and its formulas.

struct Step {
  float learning_rate, mu, rho, epsilon;
};

__constant__ Step c_step;

__device__ inline float next_mean(float v, float gradient) { return c_step.mu * v + (1 - c_step.mu) * gradient; }

__device__ inline float next_square(float r, float gradient) {
  return c_step.rho * r + (1 - c_step.rho) * gradient * gradient;
}

__device__ inline float moved(float weight, float v, float r) {
  return weight - c_step.learning_rate * v / (sqrtf(r) + c_step.epsilon);
}

// The whole step of one weight; all but GRADIENT are replaced.
__device__ inline void step(float& weight, float& v, float& r, float gradient) {
  v = next_mean(v, gradient);
  r = next_square(r, gradient);
  weight = moved(weight, v, r);
}
