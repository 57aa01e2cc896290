#include <gtest/gtest.h>

#include "spec/experiment.h"
#include "spec/typed_library_fixture.h"

namespace warpledger {
namespace {

class BadReference : public testing::TestWithParam<BadCase> {};

TEST_P(BadReference, IsRefusedAtItsPlace) {
  const TypedLibrary files;
  files.edit(GetParam().file, GetParam().from, GetParam().to);
  const std::string message = files.message([&] { load_experiment(files.library(), "x"); });
  EXPECT_EQ(message.substr(0, message.find("\nhint")), GetParam().message);
  EXPECT_EQ(errors_in(message), 1) << message;
}

const BadCase kBadReferences[] = {
    {"ReferenceWithoutItsKernel", kFamilyFile, "reference: {source: reference.cu, kernel: scale_reference, ",
     "reference: {source: reference.cu, ",
     R"text(kernels/scale/family.yaml:13:12: key 'kernel' is missing
  reference: {source: reference.cu, template: [elt], args: [y, x, m]}
             ^)text"},
    {"ReferenceWithBothForms", kFamilyFile, "kernel: scale_reference, template: [elt], args: [y, x, m]}",
     "kernel: k, launches: [{kernel: k, args: [y, x, m]}]}",
     R"text(kernels/scale/family.yaml:13:43: 'kernel' has no meaning next to 'launches'
  reference: {source: reference.cu, kernel: k, launches: [{kernel: k, args: [y, x, m]}]}
                                            ^)text"},
    {"ReferenceWithoutLaunches", kFamilyFile, "kernel: scale_reference, template: [elt], args: [y, x, m]}",
     "launches: []}",
     R"text(kernels/scale/family.yaml:13:45: this list is empty
  reference: {source: reference.cu, launches: []}
                                              ^)text"},
    {"ReferenceThatIsTimed", kFamilyFile, "kernel: scale_reference, template: [elt], args: [y, x, m]}",
     "launches: [{kernel: k, args: [y, x, m], prepare: true}]}",
     R"text(kernels/scale/family.yaml:13:75: unknown key 'prepare' in launch of a reference
  reference: {source: reference.cu, launches: [{kernel: k, args: [y, x, m], prepare: true}]}
                                                                            ^)text"},
    {"ReferenceOfOneKernelAlone", kFamilyFile,
     "reference: {source: reference.cu, kernel: scale_reference, template: [elt], args: [y, x, m]}\nkernels:\n",
     "kernels:\n  other: {source: scale.cu, args: [y, x], reference: {source: reference.cu, kernel: k, args: [y, "
     "x]}}\n",
     R"text(kernels/scale/family.yaml:1:1: key 'reference' is missing
  family: scale
  ^)text"},
    {"ReferenceOfAKernelWithATensorMap", kFamilyFile, "    cooperative: true",
     "    cooperative: true\n    reference: {source: reference.cu, kernel: k, args: [y, {tensor_map: x, sizes: n, box: "
     "8}]}",
     R"text(kernels/scale/family.yaml:24:60: a reference takes no tensor map
      reference: {source: reference.cu, kernel: k, args: [y, {tensor_map: x, sizes: n, box: 8}]}
                                                             ^)text"},
    {"StructWithoutMembers", kFamilyFile, "args: [y, x, m, elt 2]", "args: [y, x, m, {struct: []}]",
     R"text(kernels/scale/family.yaml:21:30: this list is empty
      args: [y, x, m, {struct: []}]
                               ^)text"},
    {"StructOfAnUnknownBuffer", kFamilyFile, "args: [y, x, m, elt 2]", "args: [y, x, m, {struct: [x, z]}]",
     R"text(kernels/scale/family.yaml:21:34: unknown buffer 'z'
      args: [y, x, m, {struct: [x, z]}]
                                   ^)text"},
    {"StructInAStruct", kFamilyFile, "args: [y, x, m, elt 2]", "args: [y, x, m, {struct: [x, {struct: [y]}]}]",
     R"text(kernels/scale/family.yaml:21:34: expected a single value, found a mapping
      args: [y, x, m, {struct: [x, {struct: [y]}]}]
                                   ^)text"},
    {"StructWithAnotherKey", kFamilyFile, "args: [y, x, m, elt 2]", "args: [y, x, m, {struct: [x], align: 16}]",
     R"text(kernels/scale/family.yaml:21:35: unknown key 'align' in struct
      args: [y, x, m, {struct: [x], align: 16}]
                                    ^)text"},
    {"ReferenceWithAStruct", kFamilyFile, "template: [elt], args: [y, x, m]}",
     "template: [elt], args: [{struct: [y, x, m]}]}",
     R"text(kernels/scale/family.yaml:13:84: a reference takes no struct
  reference: {source: reference.cu, kernel: scale_reference, template: [elt], args: [{struct: [y, x, m]}]}
                                                                                     ^)text"},
};
INSTANTIATE_TEST_SUITE_P(Family, BadReference, testing::ValuesIn(kBadReferences),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace warpledger
