# Library, headers, program and the files behind `find_package(phigp)`.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/phigp")
install(TARGETS phigp EXPORT phigpTargets)
if(TARGET phigp_cli)
  install(TARGETS phigp_cli)
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/phigp" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.h")
install(EXPORT phigpTargets NAMESPACE phigp:: DESTINATION "${package_dir}")

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/phigpConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/phigpConfig.cmake"
                              INSTALL_DESTINATION "${package_dir}")
# Before 1.0 every minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/phigpConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/phigpConfig.cmake" "${PROJECT_BINARY_DIR}/phigpConfigVersion.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/FindCerf.cmake"
        DESTINATION "${package_dir}")
