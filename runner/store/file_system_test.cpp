#include <gtest/gtest.h>

#include "store/ledger_file.h"

namespace warpledger {
namespace {

TEST(FileSystem, NamesNetworkFileSystemsByTheirMagic) {
  EXPECT_EQ(network_file_system_of_magic(0x6969), "NFS");
  EXPECT_EQ(network_file_system_of_magic(0xff534d42), "SMB");
  EXPECT_EQ(network_file_system_of_magic(0x01021997), "9P");
  EXPECT_EQ(network_file_system_of_magic(0x65735546), "FUSE");
  EXPECT_EQ(network_file_system_of_magic(0x0bd00bd0), "Lustre");
}

TEST(FileSystem, KnowsAMagicThatIsGivenAsANegativeNumber) {
  EXPECT_EQ(network_file_system_of_magic(static_cast<int>(0xff534d42)), "SMB");
}

TEST(FileSystem, LocalOnesHaveNoName) {
  for (const long local :
       {0xef53L, 0x01021994L, 0x9123683eL, 0x58465342L, 0x794c7630L})  // ext4 tmpfs btrfs xfs overlay
    EXPECT_EQ(network_file_system_of_magic(local), std::nullopt);
}

TEST(FileSystem, OfAFileThatIsNotThereYetIsItsFolders) {
  EXPECT_EQ(network_file_system("/proc/absent.db"), std::nullopt);
  EXPECT_EQ(network_file_system("/absent/absent.db"), std::nullopt);
}

}  // namespace
}  // namespace warpledger
