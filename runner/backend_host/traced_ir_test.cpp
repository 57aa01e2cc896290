#include "backend_host/traced_ir.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

TEST(RenameBlockCopies, ChoosesPiecesByTheAlignmentThatBothPointersHave) {
  EXPECT_EQ(rename_block_copies("  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 16 %1, i8* align 8 %2, i64 32, i1 "
                                "false), !tbaa.struct !7\n"),
            "  call void @warpledger_memcpy_8(i8* align 16 %1, i8* align 8 %2, i64 32, i1 false), !tbaa.struct !7\n");
  EXPECT_EQ(rename_block_copies("call void @llvm.memmove.p0.p0.i64(ptr align 4 %1, ptr align 2 %2, i64 8, i1 false)\n"),
            "call void @warpledger_memmove_2(ptr align 4 %1, ptr align 2 %2, i64 8, i1 false)\n");
  EXPECT_EQ(rename_block_copies("tail call void @llvm.memcpy.p0.p0.i64(ptr align 4 %1, ptr %2, i64 8, i1 false)\n"),
            "tail call void @warpledger_memcpy_1(ptr align 4 %1, ptr %2, i64 8, i1 false)\n");
}

TEST(RenameBlockCopies, NeverMovesMoreThanSixteenBytesAtOnce) {
  EXPECT_EQ(rename_block_copies("call void @llvm.memset.p0i8.i64(i8* align 128 %1, i8 0, i64 400, i1 false)\n"),
            "call void @warpledger_memset_16(i8* align 128 %1, i8 0, i64 400, i1 false)\n");
}

TEST(RenameBlockCopies, LeavesDeclarationsAndAllElseAlone) {
  const std::string ir =
      "declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias, i8* noalias, i64, i1 immarg) #1\n"
      "  %3 = load float, float* %2, align 4\n";
  EXPECT_EQ(rename_block_copies(ir), ir);
}

TEST(OrderBlocks, MovesALoopsExitBehindItAndNamesWhatHadNumbers) {
  const std::string ir = R"(define void @f(i32 %0, i1 %1) #0 {
  br label %3

3:                                                ; preds = %2, %7
  br i1 %1, label %5, label %7

5:                                                ; preds = %3
  ret void

7:                                                ; preds = %3
  br label %3
}
)";
  EXPECT_EQ(order_blocks(ir), R"(define void @f(i32 %v0, i1 %v1) #0 {
v2:
  br label %v3
v3:
  br i1 %v1, label %v5, label %v7
v7:
  br label %v3
v5:
  ret void
}
)");
}

TEST(OrderBlocks, FollowsASwitchOverSeveralLinesAndQuotedNames) {
  const std::string ir = R"(define void @f(i32 %0) {
entry:
  switch i32 %0, label %"a b" [
    i32 1, label %one
  ]
"a b":
  ret void
one:
  br label %"a b"
}
)";
  const std::string ordered = order_blocks(ir);
  EXPECT_LT(ordered.find("\none:"), ordered.find("\n\"a b\":"));
}

TEST(OrderBlocks, LeavesTextOutsideOfFunctionsAlone) {
  const std::string ir = "@text = constant [3 x i8] c\"%1\\00\"\n%0 = type { i32 }\n";
  EXPECT_EQ(order_blocks(ir), ir);
}

}  // namespace
}  // namespace warpledger
