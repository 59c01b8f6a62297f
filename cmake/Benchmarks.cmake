# Each benchmarks/*_bench.cpp is one program. benchmark_main supplies main() where the file has none.
file(GLOB bench_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/benchmarks/*_bench.cpp")
foreach(file IN LISTS bench_files)
  cmake_path(GET file STEM name)
  add_executable(${name} "${file}")
  set_target_properties(${name} PROPERTIES CXX_EXTENSIONS OFF
                                           RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/benchmarks")
  target_link_libraries(${name} PRIVATE phigp::phigp fmt::fmt Boost::headers Random123::Random123
                                        benchmark::benchmark benchmark::benchmark_main)
endforeach()
# Measured against LAPACK's dpotrf, by name from OpenBLAS, whose threads it has to set.
if(TARGET kernel_bench)
  find_library(PHIGP_OPENBLAS openblas REQUIRED)
  target_link_libraries(kernel_bench PRIVATE "${PHIGP_OPENBLAS}")
endif()
