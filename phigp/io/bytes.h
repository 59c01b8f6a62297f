// A file as bytes in memory, with gzip taken off. What the bytes mean is for others to say.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

namespace phigp::detail {

// Throws FileError when the path is missing, a folder, not readable, or a gzip file that is cut off
// or damaged. gzip is known by its first bytes, not by the name; several members in a row are one
// text.
std::string read_bytes(const std::string& path);

// The same from a stream, which `name` stands for in errors.
std::string read_bytes(std::istream& in, const std::string& name);

// Throws FileError unless the bytes are UTF-8 text: a spreadsheet, an archive, an image or another
// encoding is named as what it is, with the line where the text ends.
void require_text(std::string_view bytes, const std::string& name);
// The same for a piece of a file that is not its beginning and starts on this line.
void require_text_after(std::string_view bytes, const std::string& name, std::size_t line);

}  // namespace phigp::detail
