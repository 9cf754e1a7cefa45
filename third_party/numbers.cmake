# Linear algebra of the host, threads, SIMD with run-time dispatch.

third_party_from_system(eigen Eigen3 TARGETS Eigen3::Eigen)
if(NOT TARGET third_party::eigen)
    third_party_fetch(eigen https://gitlab.com/libeigen/eigen/-/archive/3.4.0/eigen-3.4.0.tar.bz2
                      b4c198460eba6f28d34894e3a5710998818515104d6e74e5cc331ce31e46e626 DOWNLOAD_ONLY)
    third_party_headers(eigen "${eigen_SOURCE_DIR}")
endif()

third_party_from_system(tbb TBB 2021 TARGETS TBB::tbb)
if(NOT TARGET third_party::tbb)
    # oneTBB warns of static builds, because two copies in one process would fight; here is one program.
    set(TBB_TEST OFF)
    set(TBB_STRICT OFF)
    third_party_fetch(tbb https://github.com/uxlfoundation/oneTBB/archive/refs/tags/v2022.2.0.tar.gz
                      f0f78001c8c8edb4bddc3d4c5ee7428d56ae313254158ad1eec49eced57f6a5b)
    third_party_library(tbb TBB::tbb)
endif()

third_party_from_system(hwy hwy 1.0 TARGETS hwy::hwy)
if(NOT TARGET third_party::hwy)
    set(HWY_ENABLE_TESTS OFF)
    third_party_fetch(hwy https://github.com/google/highway/archive/refs/tags/1.2.0.tar.gz
                      7e0be78b8318e8bdbf6fa545d2ecb4c90f947df03f7aadc42c1967f019e63343)
    third_party_library(hwy hwy)
endif()
