# ccache, when present, unless the caller chose a launcher. The base directory makes a second checkout
# of the same code, at another path, hit the cache of the first.
if(PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(PHIGP_CCACHE ccache)
  mark_as_advanced(PHIGP_CCACHE)
  if(PHIGP_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
        "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
        CCACHE_SLOPPINESS=pch_defines,time_macros "${PHIGP_CCACHE}")
    add_compile_options(-fpch-preprocess)  # without it ccache cannot see into precompiled headers
  endif()
endif()
