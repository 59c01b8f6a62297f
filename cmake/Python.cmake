# The extension module phigp._core, linked to the library that is compiled anyway. With the package's Python files
# beside it, ${PROJECT_BINARY_DIR}/python is a place to import phigp from; `pip install .` (pyproject.toml) builds
# the same target and installs both.
if(NOT SKBUILD AND NOT DEFINED Python_EXECUTABLE AND EXISTS "${PROJECT_SOURCE_DIR}/.venv/bin/python")
  set(Python_EXECUTABLE "${PROJECT_SOURCE_DIR}/.venv/bin/python")
endif()
find_package(Python 3.10 COMPONENTS Interpreter Development.Module REQUIRED)
execute_process(COMMAND "${Python_EXECUTABLE}" -m nanobind --cmake_dir
                OUTPUT_STRIP_TRAILING_WHITESPACE OUTPUT_VARIABLE nanobind_ROOT ERROR_QUIET)
find_package(nanobind CONFIG REQUIRED)

file(GLOB binding_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/python/bindings/*.cpp")
set(package_folder "${PROJECT_BINARY_DIR}/python/phigp")
nanobind_add_module(phigp_python NB_STATIC NB_SUPPRESS_WARNINGS ${binding_sources})
set_target_properties(phigp_python PROPERTIES OUTPUT_NAME _core CXX_EXTENSIONS OFF
                      LIBRARY_OUTPUT_DIRECTORY "${package_folder}")
target_link_libraries(phigp_python PRIVATE phigp::phigp)
# Nothing here is hot. The library's symbols stay inside: another extension may bring its own copy.
target_compile_options(phigp_python PRIVATE "$<$<CONFIG:Debug,RelWithDebInfo>:-O1>")
target_link_options(phigp_python PRIVATE "-Wl,--exclude-libs,ALL")
target_compile_options(nanobind-static PRIVATE -w)  # our warnings are for our code
nanobind_add_stub(phigp_python_stub MODULE _core OUTPUT "${package_folder}/_core.pyi"
                  PYTHON_PATH "${package_folder}" DEPENDS phigp_python)

file(GLOB_RECURSE package_files RELATIVE "${PROJECT_SOURCE_DIR}/python/phigp" CONFIGURE_DEPENDS
     "${PROJECT_SOURCE_DIR}/python/phigp/*.py" "${PROJECT_SOURCE_DIR}/python/phigp/py.typed")
if(SKBUILD)
  bundle_shared_parts(phigp_python phigp)
  install(FILES "${package_folder}/_core.pyi" DESTINATION phigp)
else()
  # Links, so that a change in a Python file needs no build. One that was renamed leaves none behind.
  file(GLOB_RECURSE old_links "${package_folder}/*.py")
  file(REMOVE ${old_links})
  foreach(file IN LISTS package_files)
    cmake_path(GET file PARENT_PATH folder)
    file(MAKE_DIRECTORY "${package_folder}/${folder}")
    file(CREATE_LINK "${PROJECT_SOURCE_DIR}/python/phigp/${file}" "${package_folder}/${file}" SYMBOLIC)
  endforeach()
endif()
