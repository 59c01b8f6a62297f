#include "cli/output.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "phigp/base/error.h"

namespace phigp {

void write_standard_output(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      const int code = written < 0 ? errno : EIO;
      throw WriteError("standard output", "",
                       std::string("cannot be written: ") + std::strerror(code));
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void write_file(const std::string& path, std::string_view content) {
  AtomicFile file(path);
  file.write(content);
  file.commit();
}

void keep_inputs(const std::vector<std::string>& read, const std::vector<std::string>& written) {
  for (const std::string& input : read) {
    for (const std::string& output : written) {
      std::error_code missing;
      require(!std::filesystem::equivalent(input, output, missing), "output file", output,
              "must not be a file that is read");
    }
  }
}

void require_writable(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  // A reader of a pipe would take opening and closing it for the whole output.
  if (std::filesystem::is_other(status)) return;
  const AtomicFile probe(path);
}

TextStyle standard_output_style() {
  TextStyle style;
  if (::isatty(STDOUT_FILENO) == 0) return style;
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  style.colour = (no_colour == nullptr || *no_colour == '\0') &&
                 (terminal == nullptr || std::string_view(terminal) != "dumb");
  struct winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    style.width = std::clamp<std::size_t>(size.ws_col, 60, 100);
  }
  return style;
}

}  // namespace phigp
