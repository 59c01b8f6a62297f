// What the program's exit code means; the numbers are those of sysexits.h.
#pragma once

namespace phigp {

enum ExitCode : int {
  kSuccess = 0,
  kUsage = 64,         // a command line, formula or parameter that makes no sense
  kRefused = 65,       // a likelihood that is none, a table that no model can use
  kMissingInput = 66,  // a file that cannot be read
  kInternal = 70,      // a defect of this program
  kOutputFailed = 74,  // a closed pipe, a full disk, a folder that cannot be written to
  kSettings = 78       // settings that contradict each other
};

}  // namespace phigp
