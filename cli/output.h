// Where results go. Standard output is written once, at the end, and checked; files appear whole or
// not at all.
#pragma once

#include <string>
#include <string_view>

#include "phigp/base/error.h"
#include "phigp/report/text_layout.h"

namespace phigp {

// Output that could not be written. `name` says where it was meant to go.
class OutputError : public FileError {
 public:
  using FileError::FileError;
};

// Throws OutputError when not every byte arrived.
void write_standard_output(std::string_view text);

// Replaces `path` by a file with this content, or throws OutputError and leaves what was there: the
// content goes to a temporary file beside it, which is renamed. Devices and pipes are written to.
void write_file(const std::string& path, std::string_view content);

// Colour only on a terminal that wants it (NO_COLOR unset, TERM not dumb); width of that terminal.
TextStyle standard_output_style();

}  // namespace phigp
