# libcerf ships pkg-config data only; this defines Cerf::cerf. Installed with the package, because a
# static phigp passes the dependency on.
find_path(Cerf_INCLUDE_DIR cerf.h)
find_library(Cerf_LIBRARY cerf)
mark_as_advanced(Cerf_INCLUDE_DIR Cerf_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Cerf REQUIRED_VARS Cerf_LIBRARY Cerf_INCLUDE_DIR)

if(Cerf_FOUND AND NOT TARGET Cerf::cerf)
  add_library(Cerf::cerf UNKNOWN IMPORTED)
  set_target_properties(Cerf::cerf PROPERTIES IMPORTED_LOCATION "${Cerf_LIBRARY}"
                                              INTERFACE_INCLUDE_DIRECTORIES "${Cerf_INCLUDE_DIR}")
endif()
