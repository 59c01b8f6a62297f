#include "phigp/io/table_conversion.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "phigp/base/error.h"
#include "phigp/io/atomic_file.h"
#include "phigp/io/bytes.h"
#include "phigp/io/csv_blocks.h"
#include "phigp/io/csv_spill.h"
#include "phigp/io/libsvm_reader.h"
#include "phigp/io/npy_reader.h"
#include "phigp/io/table_file.h"
#include "phigp/io/table_layout.h"

namespace phigp {

namespace {

using detail::CsvForm;
using detail::CsvPiece;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kBlocksPerThread = 2;

// A block of text, and what it was read into. Lines count from 1 until the piece's place is known.
struct Block {
  std::string text;
  CsvPiece piece;
  bool refused = false;
};

class Conversion {
 public:
  Conversion(const std::string& from, const std::string& to, const TableOptions& options,
             const ConversionSettings& settings, const Watcher& watch)
      : from_(from),
        to_(to),
        options_(options),
        settings_(settings),
        watch_(watch),
        threads_(settings.threads),
        source_(from) {
    require(settings.block > 0, "block", 0.0, "must be at least one byte");
  }

  // False if the file is no CSV.
  bool find_form() {
    std::string head;
    const std::size_t wanted = std::max<std::size_t>(settings_.block, 1U << 16U);
    while (!source_.at_end()) {
      source_.read(std::max(wanted, head.size()), head);
      if (source_.at_end() || head.size() > detail::kMostRowBytes) break;
      // What the reader finds out it finds from its first rows: they must be there.
      const char delimiter = detail::find_dialect(text_of(head), options_).delimiter;
      if (detail::whole_rows(text_of(head), delimiter, 4 * detail::kSampleRows) >=
          2 * detail::kSampleRows)
        break;
    }
    if (head.empty()) throw FileError(from_, "", "is empty");
    const bool automatic = options_.format == TableFormat::automatic;
    if (!automatic && options_.format != TableFormat::csv) return false;
    if (automatic && (detail::is_npy(head) || detail::looks_like_tensors(head, head.size())))
      return false;
    if (!source_.at_end()) head.resize(text_end(head));
    detail::require_text(head, from_);
    const std::string_view text = text_of(head);
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
      throw FileError(from_, "", "is empty: it has only blank lines");
    }
    if (automatic && !options_.delimiter && !options_.header && detail::looks_like_libsvm(text))
      return false;
    form_ = detail::find_form(text, from_, options_);
    require_names(from_, form_.names);
    skip_ = head.size() - text.size() + form_.data;
    detail::read_rows(form_, text.substr(form_.data), form_.data_line, detail::kSampleRows)
        .found_text(form_.text);
    return true;
  }

  ConversionReport run() {
    detail::CsvSpill spill(form_, to_);
    ConversionReport report;
    for (;; ++report.passes) {
      read_all(spill);
      if (!spill.changed()) break;
      form_.text = spill.text();
      spill.restart();
    }
    spill.check();
    spill.write([&](std::uint64_t done) { tell("megabytes written", done, spill.bytes()); });
    report.rows = spill.rows();
    report.columns = form_.names.size();
    report.text_columns =
        static_cast<std::size_t>(std::count(form_.text.begin(), form_.text.end(), true));
    return report;
  }

 private:
  static std::string_view text_of(std::string_view bytes) {
    if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
    return bytes;
  }

  // Of a head that is not the whole file: its last whole row, so that no row is cut.
  std::size_t text_end(std::string_view head) const {
    const std::string_view text = text_of(head);
    const char delimiter = detail::find_dialect(text, options_).delimiter;
    const std::size_t end = detail::last_row_end(text, delimiter);
    return end == 0 ? head.size() : head.size() - text.size() + end;
  }

  void tell(const char* phase, std::uint64_t done, std::uint64_t all) {
    const auto megabytes = [](std::uint64_t bytes) { return static_cast<int>(bytes / 1'000'000); };
    if (!watch_ || watch_({phase, megabytes(done), megabytes(all)})) return;
    throw WriteError(to_, "", "was not written: the conversion was stopped");
  }

  void read(Block& block, std::size_t line) const {
    detail::require_text_after(block.text, from_, line);
    block.piece = detail::read_rows(form_, block.text, line);
  }

  // Three things go on at a time: the last blocks are put away in their order, the next ones come
  // from the file, and these are read.
  void read_all(detail::CsvSpill& spill) {
    detail::CsvBlocks blocks(source_, form_.dialect.delimiter, skip_, settings_.block);
    const std::size_t many = kBlocksPerThread * static_cast<std::size_t>(threads_.count());
    std::vector<Block> last;
    std::vector<Block> current;
    std::vector<Block> coming(many);
    std::size_t line = form_.data_line;
    const auto fetch = [&] {
      coming.resize(many);
      std::size_t count = 0;
      while (count < many && blocks.next(coming[count].text)) ++count;
      coming.resize(count);
    };
    fetch();
    while (!coming.empty() || !last.empty()) {
      current = std::exchange(coming, {});
      threads_.for_each_block(2 + current.size(), [&](std::size_t task) {
        if (task == 0) {
          for (Block& block : last) put_away(block, line, spill);
        } else if (task == 1) {
          fetch();
        } else {
          read_early(current[task - 2]);
        }
      });
      last = std::exchange(current, {});
      tell("megabytes read", source_.position(), source_.size());
    }
  }

  // Before it is known on which line the block starts. Errors wait for that.
  void read_early(Block& block) const {
    try {
      read(block, 1);
    } catch (const Error&) {
      block.refused = true;
    }
  }

  void put_away(Block& block, std::size_t& line, detail::CsvSpill& spill) const {
    if (block.refused) read(block, line);  // again, for the error
    CsvPiece& piece = block.piece;
    piece.first_line += line - 1;
    for (std::size_t& number : piece.row_numbers) number += line - 1;
    line += piece.next_line - 1;
    spill.add(piece);
    block = {};
  }

  std::string from_;
  std::string to_;
  const TableOptions& options_;
  ConversionSettings settings_;
  const Watcher& watch_;
  Threads threads_;
  detail::TextSource source_;
  CsvForm form_;
  std::size_t skip_ = 0;  // bytes before the first row
};

}  // namespace

ConversionReport convert_table(const std::string& from, const std::string& to,
                               const TableOptions& options, const ConversionSettings& settings,
                               const Watcher& watch) {
  if (!detail::is_column_file(from)) {
    Conversion conversion(from, to, options, settings, watch);
    if (conversion.find_form()) return conversion.run();
  }
  const Table table = read_table(from, options);
  write_table(to, table);
  ConversionReport report;
  report.rows = table.rows();
  report.columns = table.columns().size();
  for (const Column& column : table.columns())
    report.text_columns += column.kind == ColumnKind::text ? 1 : 0;
  return report;
}

}  // namespace phigp
