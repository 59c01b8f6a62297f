# xxHash brings no CMake package. Header only here: phigp compiles it in, so nothing is linked.
find_path(XXHASH_INCLUDE_DIR xxhash.h)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(XxHash REQUIRED_VARS XXHASH_INCLUDE_DIR)
mark_as_advanced(XXHASH_INCLUDE_DIR)
if(XxHash_FOUND AND NOT TARGET XxHash::xxhash)
  add_library(XxHash::xxhash INTERFACE IMPORTED)
  set_target_properties(XxHash::xxhash PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${XXHASH_INCLUDE_DIR}")
endif()
