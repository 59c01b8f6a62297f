# Every part the build uses. All are imported targets, whose headers CMake treats as system headers, so
# our warnings do not reach them. What the compiled library links stands in phigpConfig.cmake.in too.
find_package(Threads REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(Boost 1.81 REQUIRED CONFIG)
find_package(fmt REQUIRED CONFIG)
find_package(Cerf REQUIRED)
find_package(Random123 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED CONFIG)

if(PHIGP_BUILD_CLI)
  find_package(CLI11 REQUIRED CONFIG)
endif()
if(PHIGP_BUILD_TESTS)
  find_package(GTest REQUIRED CONFIG)
endif()
if(PHIGP_BUILD_BENCHMARKS)
  find_package(benchmark REQUIRED CONFIG)
endif()
