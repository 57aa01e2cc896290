// What the kernels of this family share: the element type and the shape, which the runner fills in.

using elt_t = float;

struct App {
  int d_l;  // components of a vector
  int n_l;  // vectors
};

__constant__ App c_app;
