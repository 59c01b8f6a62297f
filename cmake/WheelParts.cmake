# What a wheel needs to work alone. The archive of OpenBLAS is linked in where there is one: of it the wheel then holds
# what the library calls, a quarter of the size, and no Fortran runtime. Whatever is left as a shared library is
# copied beside the extension (bundle_shared_parts), except what every system with Python has.
find_library(PHIGP_OPENBLAS_ARCHIVE libopenblas.a)
mark_as_advanced(PHIGP_OPENBLAS_ARCHIVE)
if(PHIGP_OPENBLAS_ARCHIVE)
  add_library(LAPACK::LAPACK STATIC IMPORTED)
  set_target_properties(LAPACK::LAPACK PROPERTIES IMPORTED_LOCATION "${PHIGP_OPENBLAS_ARCHIVE}"
                        INTERFACE_LINK_LIBRARIES "Threads::Threads;m")
endif()
set(ZLIB_USE_STATIC_LIBS ON)

# bundle_shared_parts(target folder): installs the target and what it needs. An RPATH, and not a RUNPATH, since the
# parts look for each other by it too.
function(bundle_shared_parts target folder)
  set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN")
  target_link_options(${target} PRIVATE "-Wl,--disable-new-dtags")
  install(TARGETS ${target}
          RUNTIME_DEPENDENCIES
          PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|stdc[+][+]|gcc_s)[.]so"
          LIBRARY DESTINATION ${folder})
endfunction()
