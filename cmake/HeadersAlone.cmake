# Target headers_alone: every header of the library compiles as the first and only include of a file.
# Twice, so that a missing `#pragma once` is found too. No optimisation: only the front end matters.
# A header whose own .cpp includes it first is left out: compiling that shows the same.
file(GLOB_RECURSE headers RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS
     "${PROJECT_SOURCE_DIR}/phigp/*.h")
set(units "")
foreach(header IN LISTS headers)
  string(REGEX REPLACE "\\.h$" ".cpp" source "${PROJECT_SOURCE_DIR}/${header}")
  if(EXISTS "${source}")
    file(STRINGS "${source}" first REGEX "^#include" LIMIT_COUNT 1)
    if(first STREQUAL "#include \"${header}\"")
      continue()
    endif()
  endif()
  set(unit "${PROJECT_BINARY_DIR}/headers_alone/${header}.cpp")
  # file(CONFIGURE) leaves an unchanged file untouched, so nothing is compiled again without a reason.
  file(CONFIGURE OUTPUT "${unit}" CONTENT "#include \"@header@\"\n#include \"@header@\"\n" @ONLY)
  list(APPEND units "${unit}")
endforeach()
if(units)
  add_library(headers_alone OBJECT EXCLUDE_FROM_ALL ${units})
  target_link_libraries(headers_alone PRIVATE phigp::phigp)
  target_compile_options(headers_alone PRIVATE -O0 -g0)
  set_target_properties(headers_alone PROPERTIES CXX_EXTENSIONS OFF)
else()
  add_custom_target(headers_alone)
endif()
