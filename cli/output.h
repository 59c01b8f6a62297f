// Where results go. Standard output is written once, at the end, and checked; files appear whole or
// not at all.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "phigp/io/atomic_file.h"
#include "phigp/report/text_layout.h"

namespace phigp {

// Throws WriteError when not every byte arrived.
void write_standard_output(std::string_view text);

// Replaces `path` by a file with this content, or throws WriteError and leaves what was there.
void write_file(const std::string& path, std::string_view content);

// Throws InvalidInput when a file to be written is one that is read.
void keep_inputs(const std::vector<std::string>& read, const std::vector<std::string>& written);

// Throws WriteError for a file that cannot be written, and leaves no trace: before hours of work.
void require_writable(const std::string& path);

// Colour only on a terminal that wants it (NO_COLOR unset, TERM not dumb); width of that terminal.
TextStyle standard_output_style();

}  // namespace phigp
