# Installs into a fresh prefix, then configures, builds and runs tests/consumer against it: what a user
# of `find_package(phigp)` does. Run by ctest, with BUILD, SOURCE, GENERATOR, COMPILER, VERSION, CONFIG.
set(work "${BUILD}/consumer")
set(prefix "${work}/prefix")

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  message(STATUS "${output}")
  if(NOT status EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "status ${status} from: ${command}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE "${work}")
run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${prefix}" --config "${CONFIG}")
run("${CMAKE_COMMAND}" -S "${SOURCE}/tests/consumer" -B "${work}/build" -G "${GENERATOR}"
    "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_PREFIX_PATH=${prefix}" -DCMAKE_BUILD_TYPE=Release)
run("${CMAKE_COMMAND}" --build "${work}/build" --config Release)
run("${work}/build/consumer" "${VERSION}")

if(EXISTS "${prefix}/bin/phigp")
  run("${prefix}/bin/phigp" --version)
  if(NOT output MATCHES "${VERSION}")
    message(FATAL_ERROR "the installed program says '${output}', VERSION says ${VERSION}")
  endif()
endif()
file(REMOVE_RECURSE "${work}")
