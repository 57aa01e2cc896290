// A ledger may be foreign, and a library program runs on this machine's CPU.
#include <gtest/gtest.h>

#include "remeasure/run_to_repeat.h"
#include "spec/library_fixture.h"

namespace warpledger {
namespace {

/// A library whose experiment has a library program with that source and header.
class WithHostCode : public TemporaryLibrary {
 public:
  explicit WithHostCode(const std::string& header) {
    edit(kFamilyFile, "scale_plain: {source: scale.cu", "scale_plain: {library: blas.cu, link: cublas");
    write("kernels/scale/blas.cu", "#include \"blas.h\"\n");
    write("kernels/scale/blas.h", header);
  }
  Experiment experiment() const { return load_experiment(library(), "x"); }
};

TEST(HostCode, OfALedgerIsRunWhereTheSameIsInstalled) {
  const WithHostCode stored("// one\n"), installed("// one\n");
  EXPECT_NO_THROW(refuse_host_code(stored.experiment(), installed.library()));
}

TEST(HostCode, OfALedgerIsRefusedWhereAHeaderOrTheFamilyIsAnotherOrNotThere) {
  const WithHostCode stored("// one\n"), other("// two\n");
  EXPECT_THROW(refuse_host_code(stored.experiment(), other.library()), Error);
  WithHostCode linked("// one\n");
  linked.edit(kFamilyFile, "link: cublas", "link: evil");
  EXPECT_THROW(refuse_host_code(linked.experiment(), stored.library()), Error);
  WithHostCode passed("// one\n");  // a macro becomes part of the installed program's code
  passed.edit(kFamilyFile, "link: cublas", "link: cublas, defines: {n: n}");
  EXPECT_THROW(refuse_host_code(passed.experiment(), stored.library()), Error);
  const TemporaryLibrary kernels;
  EXPECT_THROW(refuse_host_code(stored.experiment(), kernels.library()), Error);
  EXPECT_THROW(refuse_host_code(stored.experiment(), Library({"/nowhere"})), Error);
}

TEST(HostCode, IsNoneOfAKernel) {
  const TemporaryLibrary kernels;
  EXPECT_NO_THROW(refuse_host_code(load_experiment(kernels.library(), "x"), Library({"/nowhere"})));
}

}  // namespace
}  // namespace warpledger
