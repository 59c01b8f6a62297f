# tests/<room>/*_test.cpp become one GoogleTest program test_<room>; other .cpp files of the folder are
# its helpers. tests/support is a library linked to all. Tests with `Slow` in their name carry the label
# slow and are left to `make test-slow`. tests/cli/*_test.sh run against the program.
include(GoogleTest)

set(PHIGP_TEST_TIMEOUT 120 CACHE STRING "Seconds one ordinary test may take")
set(PHIGP_SLOW_TEST_TIMEOUT 3600 CACHE STRING "Seconds one slow test may take")

add_library(phigp_test_settings INTERFACE)
target_link_libraries(phigp_test_settings INTERFACE phigp::phigp fmt::fmt Boost::headers
                                                    GTest::gtest nlohmann_json::nlohmann_json
                                                    ZLIB::ZLIB)
# Tests spend their time in the library; optimising their own code costs more than it gains.
set(PHIGP_TEST_OPTIMISATION "-O1" CACHE STRING "Optimisation of the tests' own code")
# g++ 12 sees overruns in string concatenation that are not there, at this level more than at others.
target_compile_options(phigp_test_settings INTERFACE ${PHIGP_TEST_OPTIMISATION} -Wno-array-bounds
                       -Wno-stringop-overflow -Wno-stringop-overread -Wno-restrict)
target_compile_definitions(phigp_test_settings
                           INTERFACE "PHIGP_TEST_DATA=\"${PROJECT_SOURCE_DIR}/tests\"")

file(GLOB support_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/support/*.cpp")
add_library(test_support OBJECT ${support_sources})
set_target_properties(test_support PROPERTIES CXX_EXTENSIONS OFF)
target_link_libraries(test_support PRIVATE phigp_test_settings)
# What every test includes, and what takes longest to read.
target_precompile_headers(test_support PRIVATE <gtest/gtest.h> <Eigen/Core> <cmath> <functional>
                          <map> <memory> <span> <string> <vector> <fmt/format.h>)

# add_test_program(name library objects): the same objects serve the library and its sanitised twin.
function(add_test_program name library)
  add_executable(${name} ${ARGN} $<TARGET_OBJECTS:test_support>)
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX
                                           RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  target_link_libraries(${name} PRIVATE ${library} fmt::fmt GTest::gtest GTest::gtest_main ZLIB::ZLIB)
endfunction()

file(GLOB_RECURSE test_files RELATIVE "${PROJECT_SOURCE_DIR}/tests" CONFIGURE_DEPENDS
     "${PROJECT_SOURCE_DIR}/tests/*.cpp")
set(rooms "")
foreach(file IN LISTS test_files)
  string(REGEX MATCH "^[^/]+" room "${file}")
  if(room MATCHES "\\.cpp$")
    # A test that no program contains would never run and never be missed.
    message(FATAL_ERROR "tests/${file}: tests live in a folder named after what they test")
  elseif(file MATCHES "_test\\.cpp$" AND NOT room MATCHES "^(consumer|support)$")
    list(APPEND rooms "${room}")
  endif()
endforeach()
list(REMOVE_DUPLICATES rooms)

# Left out of the sanitised run, which is some six times slower: tests that draw millions of times, that
# watch the clock, and that take longest because they try everything that others try in part.
set(not_sanitised *Slow* *Statistical* *DeathTest* *AtScale* Admissibility.Signed* AwkwardData.* CrossValidation.*
    *CustomLikelihood* DensityQuadrature.IsThe* DistanceProducts.* GrowingFit.* KernelContract.Contractions*
    MakeSampler.* PlantedBugs.* Prediction.ClosedForms* Prediction.LogDensity* Prediction.Nothing* Prover.*
    QuantileCurve.* RefinedModels.* RowSampler.* StochasticFit.Ends* SparseAscent.MakesIts* TableConversion.GivesWhat*
    TableSampler.* TensorFiles.RefusesToWrite*)
list(JOIN not_sanitised ":" not_sanitised)

foreach(room IN LISTS rooms)
  set(sources ${test_files})
  list(FILTER sources INCLUDE REGEX "^${room}/")
  list(TRANSFORM sources PREPEND "${PROJECT_SOURCE_DIR}/tests/")
  add_library(tests_of_${room} OBJECT ${sources})
  set_target_properties(tests_of_${room} PROPERTIES CXX_EXTENSIONS OFF)
  target_link_libraries(tests_of_${room} PRIVATE phigp_test_settings)
  target_precompile_headers(tests_of_${room} REUSE_FROM test_support)
  add_test_program(test_${room} phigp $<TARGET_OBJECTS:tests_of_${room}>)
  gtest_discover_tests(test_${room} DISCOVERY_MODE PRE_TEST TEST_PREFIX "${room}/"
                       TEST_FILTER "-*Slow*" PROPERTIES TIMEOUT ${PHIGP_TEST_TIMEOUT})
  gtest_discover_tests(test_${room} DISCOVERY_MODE PRE_TEST TEST_PREFIX "${room}/"
                       TEST_FILTER "*Slow*" TEST_LIST slow_tests_of_${room}
                       PROPERTIES TIMEOUT ${PHIGP_SLOW_TEST_TIMEOUT} LABELS slow)
  if(PHIGP_SANITISED_TESTS)
    add_test_program(sanitised_${room} phigp_sanitised $<TARGET_OBJECTS:tests_of_${room}>)
    gtest_discover_tests(sanitised_${room} DISCOVERY_MODE PRE_TEST TEST_PREFIX "sanitised/${room}/"
                         TEST_FILTER "-${not_sanitised}"
                         PROPERTIES TIMEOUT ${PHIGP_TEST_TIMEOUT} LABELS sanitised)
  endif()
endforeach()

# What is compiled for registers of several widths (base/wide_registers.h), on narrower ones than are here.
foreach(room kernels linalg base)
  foreach(bytes 16 32)
    add_test(NAME "${room}/registers of ${bytes} bytes" COMMAND test_${room} --gtest_brief=1)
    set_tests_properties("${room}/registers of ${bytes} bytes" PROPERTIES TIMEOUT ${PHIGP_TEST_TIMEOUT}
                         ENVIRONMENT "PHIGP_REGISTER_BYTES=${bytes}")
  endforeach()
endforeach()

if(TARGET phigp_cli)
  file(GLOB cli_scripts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/cli/*_test.sh")
  foreach(script IN LISTS cli_scripts)
    cmake_path(GET script STEM name)
    # A folder per script, so that files it writes stay out of the source tree and of each other's way.
    file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/tests/cli/${name}")
    add_test(NAME "cli/${name}" COMMAND bash "${script}" "$<TARGET_FILE:phigp_cli>"
             WORKING_DIRECTORY "${PROJECT_BINARY_DIR}/tests/cli/${name}")
    set_tests_properties("cli/${name}" PROPERTIES TIMEOUT ${PHIGP_TEST_TIMEOUT} LABELS cli
                         ENVIRONMENT "PHIGP=$<TARGET_FILE:phigp_cli>")
  endforeach()
endif()

# Pages as a browser shows them, where there is one.
if(TARGET phigp_cli)
  find_package(Python3 COMPONENTS Interpreter)
  if(Python3_Interpreter_FOUND)
    add_test(NAME report/browser
             COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tests/report/browser_check.py"
                     "$<TARGET_FILE:phigp_cli>" "${PROJECT_BINARY_DIR}/tests/browser")
    set_tests_properties(report/browser PROPERTIES TIMEOUT ${PHIGP_SLOW_TEST_TIMEOUT} LABELS slow
                         SKIP_RETURN_CODE 77)
  endif()
endif()

# tests/python/test_*.py run by pytest against the extension of this build, examples/*.py as they are.
if(TARGET phigp_python)
  set(python_environment "PYTHONPATH=${PROJECT_BINARY_DIR}/python" "PYTHONDONTWRITEBYTECODE=1"
                         "PHIGP=$<$<TARGET_EXISTS:phigp_cli>:$<TARGET_FILE:phigp_cli>>")
  function(add_python_test name)
    add_test(NAME "python/${name}" COMMAND "${Python_EXECUTABLE}" -m ${ARGN}
             WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set_tests_properties("python/${name}" PROPERTIES TIMEOUT 600 LABELS python
                         ENVIRONMENT "${python_environment}")
  endfunction()
  file(GLOB python_tests CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/python/test_*.py")
  foreach(file IN LISTS python_tests)
    cmake_path(GET file STEM name)
    add_python_test(${name} pytest -m "not slow" "${file}")
  endforeach()
  add_python_test(slow pytest -m slow tests/python)
  set_tests_properties(python/slow PROPERTIES TIMEOUT ${PHIGP_SLOW_TEST_TIMEOUT} LABELS slow)
  add_python_test(types mypy -p phigp)
  add_python_test(style ruff check)
  file(GLOB python_examples CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/examples/*.py")
  foreach(file IN LISTS python_examples)
    cmake_path(GET file STEM name)
    add_test(NAME "examples/${name}.py" COMMAND "${Python_EXECUTABLE}" "${file}"
             WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set_tests_properties("examples/${name}.py" PROPERTIES LABELS python
                         ENVIRONMENT "${python_environment};MPLBACKEND=Agg")
  endforeach()
  if(TARGET phigp_cli)
    # Experiments in their quick form, and the page made of the results of the full one.
    file(GLOB experiments CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/experiments/*/run.py")
    foreach(file IN LISTS experiments)
      cmake_path(GET file PARENT_PATH folder)
      cmake_path(GET folder FILENAME name)
      add_test(NAME "experiments/${name}" COMMAND "${Python_EXECUTABLE}" "${file}" --quick
               WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
      set_tests_properties("experiments/${name}" PROPERTIES LABELS experiments TIMEOUT 300
                           ENVIRONMENT "${python_environment}")
    endforeach()
    add_test(NAME experiments/page COMMAND "${Python_EXECUTABLE}"
             "${PROJECT_SOURCE_DIR}/experiments/make_results.py" --check)
    set_tests_properties(experiments/page PROPERTIES LABELS experiments
                         ENVIRONMENT "PYTHONDONTWRITEBYTECODE=1")
  endif()
  # What these show is tested elsewhere; here only that they run.
  set_tests_properties(examples/million_rows.py examples/banana.py examples/gibbs_and_vi.py PROPERTIES LABELS slow)
  # A wheel compiles the library once more, optimised.
  add_test(NAME python/wheel COMMAND bash "${PROJECT_SOURCE_DIR}/tests/python/wheel_test.sh"
           "${Python_EXECUTABLE}" "${PROJECT_BINARY_DIR}/wheel" WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(python/wheel PROPERTIES TIMEOUT ${PHIGP_SLOW_TEST_TIMEOUT} LABELS slow)
endif()

# Examples are programs that a reader copies: they have to build and run.
file(GLOB example_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/examples/*.cpp")
foreach(source IN LISTS example_sources)
  cmake_path(GET source STEM name)
  add_executable(example_${name} "${source}")
  set_target_properties(example_${name} PROPERTIES CXX_EXTENSIONS OFF
                        RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/examples")
  target_link_libraries(example_${name} PRIVATE phigp::phigp)
  add_test(NAME "examples/${name}" COMMAND example_${name})
endforeach()

# Benchmarks run by hand; here they only have to compile.
file(GLOB bench_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/benchmarks/*_bench.cpp")
add_library(benchmarks_compile OBJECT ${bench_sources})
set_target_properties(benchmarks_compile PROPERTIES CXX_EXTENSIONS OFF)
target_link_libraries(benchmarks_compile PRIVATE phigp_test_settings Random123::Random123)
target_compile_options(benchmarks_compile PRIVATE -O0 -g0)

# A sanitised archive cannot be linked by a project that knows nothing of sanitisers.
if(PHIGP_INSTALL AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  add_test(NAME package/consumer
           COMMAND "${CMAKE_COMMAND}" "-DBUILD=${PROJECT_BINARY_DIR}" "-DSOURCE=${PROJECT_SOURCE_DIR}"
                   "-DGENERATOR=${CMAKE_GENERATOR}" "-DCOMPILER=${CMAKE_CXX_COMPILER}"
                   "-DVERSION=${PROJECT_VERSION}" "-DCONFIG=$<CONFIG>"
                   -P "${PROJECT_SOURCE_DIR}/cmake/ConsumerTest.cmake")
  set_tests_properties(package/consumer PROPERTIES TIMEOUT 300)
endif()
