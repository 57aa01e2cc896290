// The matrices of this family, by formula. All have about MEAN elements per row; they differ in how these are shared
// out:
//   random:    0 to 2 mean per row, anywhere
//   power law: a few rows of up to 16 mean, most of half the mean to the mean; the row of rank p, among rows in no
//              order, has as many as the square root grows from p to p + 1; anywhere
//   band:      mean in every row, on the diagonal and right of it, around the edge
//   triangle:  from 0 in the first row to 2 mean in the last; left of the diagonal
// Only whole numbers and exact square roots, so that all that build a row agree on it.

enum class Kind { random, power_law, band, triangle };

struct Matrix {
  Kind kind;
  int rows, mean;
};

__device__ inline Matrix matrix_of(int kind, int rows, int mean) { return {static_cast<Kind>(kind), rows, mean}; }

// A number that looks drawn for the pair (A, B).
__device__ inline unsigned drawn(unsigned a, unsigned b) {
  unsigned mixed = a * 0x9e3779b1u + b * 0x6c8e9cf5u + 0x2545f491u;
  mixed = (mixed ^ mixed >> 15) * 0x5bd1e9b5u;
  mixed = (mixed ^ mixed >> 13) * 0x3243f6a9u;
  return mixed ^ mixed >> 16;
}

// Elements of all rows before `row` (before that rank in a power law).
__device__ inline long long elements_before(const Matrix& a, int row) {
  const long long rows = a.rows, mean = a.mean, before = row;
  switch (a.kind) {
    case Kind::random:
      return before * mean + (before > 0 && before < rows ? drawn(row, 0) % (a.mean + 1u) : 0);
    case Kind::power_law:
      return static_cast<long long>(sqrt(static_cast<double>(mean * mean * rows * (before + rows / 1024 + 1))));
    case Kind::band:
      return before * mean;
    case Kind::triangle:
      return mean * before * before / rows;
  }
  return 0;
}

__device__ inline int row_length(const Matrix& a, int row) {
  constexpr long long prime = 2654435761;  // above all numbers of rows, so that each row has its own rank
  const int rank = a.kind == Kind::power_law ? static_cast<int>(row * prime % a.rows) : row;
  return static_cast<int>(elements_before(a, rank + 1) - elements_before(a, rank));
}

// The column of element K of a row. A random matrix may have two elements in one place, which add up.
__device__ inline int column(const Matrix& a, int row, int k) {
  if (a.kind == Kind::band) return (row + k) % a.rows;
  if (a.kind == Kind::triangle) return static_cast<int>(static_cast<long long>(k) * a.rows / (2 * a.mean));
  return static_cast<int>(drawn(row, 2 * k + 1) % a.rows);
}

// Element K of a row: from -1 to 1.
__device__ inline float value(int row, int k) {
  return (static_cast<int>(drawn(row, 2 * k + 2) >> 8) - (1 << 23)) * (1.0f / (1 << 23));
}
