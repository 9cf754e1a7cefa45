#include "platform/linux_memory.h"

#include "tests/support/scratch.h"

namespace sweep::test {
namespace {

class Memory : public ScratchTest {
  protected:
    void put(const std::string& file, const std::string& text) {
        std::filesystem::create_directories(std::filesystem::path(path(file)).parent_path());
        write(file, text);
    }
    std::uint64_t available() { return platform::free_memory_in(path("")); }
};

TEST_F(Memory, IsWhatTheSystemSaysWhereThereAreNoGroups) {
    EXPECT_EQ(available(), ~std::uint64_t(0));
    put("proc/meminfo", "MemTotal:  9000 kB\nMemFree:  100 kB\nMemAvailable:  5000 kB\nBuffers: 3 kB\n");
    EXPECT_EQ(available(), 5000u * 1024);
    put("proc/self/cgroup", "0::/\n");
    put("sys/fs/cgroup/memory.max", "max\n");
    put("sys/fs/cgroup/memory.current", "4000000\n");
    EXPECT_EQ(available(), 5000u * 1024);
}

TEST_F(Memory, OfAGroupCountsFilesThatCanBeDroppedAsFree) {
    put("proc/meminfo", "MemAvailable:  5000000 kB\n");
    put("proc/self/cgroup", "0::/\n");
    put("sys/fs/cgroup/memory.max", "1000000\n");
    put("sys/fs/cgroup/memory.current", "900000\n");
    EXPECT_EQ(available(), 100000u);
    put("sys/fs/cgroup/memory.stat", "anon 100000\nfile 800000\ninactive_file 700000\nactive_file 100000\n");
    EXPECT_EQ(available(), 800000u);
    put("sys/fs/cgroup/memory.current", "1100000\n");
    EXPECT_EQ(available(), 600000u);
    put("sys/fs/cgroup/memory.stat", "inactive_file 0\n");
    EXPECT_EQ(available(), 0u);
}

TEST_F(Memory, IsTheLeastOfAllGroupsAbove) {
    put("proc/self/cgroup", "0::/user.slice/job\n");
    put("sys/fs/cgroup/user.slice/memory.max", "1000000\n");
    put("sys/fs/cgroup/user.slice/memory.current", "600000\n");
    put("sys/fs/cgroup/user.slice/job/memory.max", "max\n");
    put("sys/fs/cgroup/user.slice/job/memory.current", "500000\n");
    EXPECT_EQ(available(), 400000u);
    put("sys/fs/cgroup/user.slice/job/memory.max", "700000\n");
    EXPECT_EQ(available(), 200000u);
    // The group is outside of the visible hierarchy: its limits begin with the visible root.
    put("proc/self/cgroup", "0::/../elsewhere\n");
    EXPECT_EQ(available(), ~std::uint64_t(0));
    put("sys/fs/cgroup/memory.max", "300000\n");
    put("sys/fs/cgroup/memory.current", "200000\n");
    EXPECT_EQ(available(), 100000u);
}

TEST_F(Memory, IsFoundInGroupsOfVersionOne) {
    put("proc/self/cgroup", "12:cpu,cpuacct:/a\n9:memory:/docker/12ab\n1:name=systemd:/docker/12ab\n0::/x\n");
    // In a container the visible hierarchy begins with the container's own group.
    put("sys/fs/cgroup/memory/memory.limit_in_bytes", "1000000\n");
    put("sys/fs/cgroup/memory/memory.usage_in_bytes", "900000\n");
    put("sys/fs/cgroup/memory/memory.stat", "cache 9\ninactive_file 3\ntotal_inactive_file 500000\n");
    EXPECT_EQ(available(), 600000u);
    put("sys/fs/cgroup/memory/docker/12ab/memory.limit_in_bytes", "9223372036854771712\n");
    put("sys/fs/cgroup/memory/docker/12ab/memory.usage_in_bytes", "800000\n");
    EXPECT_EQ(available(), 600000u);
    put("sys/fs/cgroup/memory/docker/12ab/memory.limit_in_bytes", "900000\n");
    EXPECT_EQ(available(), 100000u);
}

}  // namespace
}  // namespace sweep::test
