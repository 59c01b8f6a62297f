// Errors of the library as the exceptions of phigp/errors.py, which keep name, value and rule.
#include "phigp/base/error.h"

#include <exception>

#include "phigp/io/atomic_file.h"
#include "python/bindings/bindings.h"

namespace phigp {

namespace {

namespace nb = nanobind;

void raise(const char* type, const Error& error) {
  try {
    const nb::object kind = nb::module_::import_("phigp.errors").attr(type);
    const nb::object raised = kind(nb::str(error.what()), nb::str(error.name().c_str()),
                                   nb::str(error.value().c_str()), nb::str(error.rule().c_str()));
    PyErr_SetObject(kind.ptr(), raised.ptr());
  } catch (nb::python_error& failure) {
    failure.restore();
  }
}

}  // namespace

void bind_errors() {
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const InvalidInput& error) {
      raise("InvalidInput", error);
    } catch (const WriteError& error) {
      raise("WriteError", error);
    } catch (const FileError& error) {
      raise("FileError", error);
    } catch (const NumericalError& error) {
      raise("NumericalError", error);
    }
  });
}

}  // namespace phigp
