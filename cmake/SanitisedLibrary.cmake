# phigp_sanitised: the library once more, under the address and undefined-behaviour sanitisers, for tests
# that are compiled anyway. Shared, so that it is linked once; bound to its own functions, so that none of
# the tests' uninstrumented copies of inline functions takes their place.
get_target_property(sources phigp SOURCES)
get_target_property(libraries phigp LINK_LIBRARIES)
add_library(phigp_sanitised SHARED EXCLUDE_FROM_ALL ${sources})
set_target_properties(phigp_sanitised PROPERTIES CXX_EXTENSIONS OFF UNITY_BUILD ${PHIGP_FEW_UNITS}
                                                 UNITY_BUILD_BATCH_SIZE 8)
target_compile_features(phigp_sanitised PUBLIC cxx_std_20)
target_include_directories(phigp_sanitised PUBLIC "${PROJECT_SOURCE_DIR}")
target_link_libraries(phigp_sanitised PUBLIC ${libraries})
# What the address sanitiser sees too, or the processor, is left to the preset asan: a quarter of the time to compile.
set(sanitisers -fsanitize=address,undefined -fno-sanitize=null,alignment,object-size,vptr -fno-sanitize-recover=all)
# g++ 12 sees uninitialised numbers in instrumented code that are not there.
target_compile_options(phigp_sanitised PRIVATE ${sanitisers} -fno-omit-frame-pointer -O1 -Wno-maybe-uninitialized)
# Eigen would allocate in another way under the sanitiser, and the tests free what the library allocates.
target_compile_definitions(phigp_sanitised PRIVATE _GLIBCXX_ASSERTIONS EIGEN_MALLOC_ALREADY_ALIGNED=1)
target_link_options(phigp_sanitised PUBLIC ${sanitisers} PRIVATE -Wl,-Bsymbolic-functions)
