// phigp recover: the draws of a run that was killed, from the journal it left.
#include <fmt/format.h>

#include <memory>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/output.h"
#include "phigp/io/tensor_stream.h"

namespace phigp {

void add_recover_command(CLI::App& program, Commands& commands) {
  CLI::App* app = program.add_subcommand("recover", "Save the draws of a run that was killed");
  auto path = std::make_shared<std::string>();
  app->add_option("FILE", *path, "OUT.safetensors of that run, beside which the journal is")
      ->required()
      ->type_name("");
  app->footer(
      "Makes FILE from FILE.journal with every draw that reached the disk, and deletes the\n"
      "journal. Not while that run is still working.\n"
      "Example:\n  phigp recover draws.safetensors");
  commands.push_back({app, [path] {
                        std::string text;
                        for (const auto& [series, rows] : recover_tensors(*path))
                          text += fmt::format("{:<20}{:>10} draws\n", series, rows);
                        write_standard_output(text);
                        return kSuccess;
                      }});
}

}  // namespace phigp
