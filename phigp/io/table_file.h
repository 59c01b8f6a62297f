// Column files: a table as one array per column in a safetensors file, which is mapped instead of
// read. However many rows there are, opening one costs no memory and a table of any size can be
// worked on. `convert_table` (table_conversion.h) makes one from text in bounded memory.
#pragma once

#include <string>

#include "phigp/io/table.h"

namespace phigp {

// Maps the file; cells come into memory as they are looked at. The header is checked in every part
// and against its own checksum, and codes of text must lie in their dictionary; numbers are
// believed, since comparing the checksum of all means reading all: check_table does that. The file
// must not be cut short while the table lives; replacing it by a rename does no harm. Row numbers
// are those of the file that it was made from, which is named with them. Throws FileError.
Table open_table(const std::string& path);

// Reads the file from end to end and throws FileError if a byte is not what was written.
void check_table(const std::string& path);

// Writes whole or not at all. Throws WriteError.
void write_table(const std::string& path, const Table& table);

}  // namespace phigp
