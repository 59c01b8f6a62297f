#include "phigp/io/tensor_stream.h"

#include <set>
#include <utility>

#include "phigp/base/error.h"
#include "phigp/base/nearest.h"
#include "phigp/io/tensor_journal.h"
#include "phigp/io/tensor_writer.h"

namespace phigp {

namespace {

constexpr std::size_t kBufferNumbers = 32'768;  // 256 KB per series before a block is written

void check(const TensorStreamOptions& options, const std::string& path) {
  std::set<std::string> names;
  require(!options.format.empty(), path, "", "must have a format");
  for (const TensorSeries& series : options.series) {
    require(series.width > 0, path + ", " + series.name, "",
            "must have rows of at least one number");
    require(names.insert(series.name).second, path, series.name,
            "must have series of different names");
  }
}

std::string_view bytes_of(const std::vector<double>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double)};
}

// From the journal, which may be larger than memory, block by block into the file.
void write_final(const std::string& path, const detail::TensorJournal& journal,
                 const std::map<std::string, Tensor>& tensors,
                 const std::map<std::string, std::string>& metadata) {
  const TensorStreamOptions& options = journal.options();
  std::vector<detail::TensorEntry> entries;
  std::map<std::string, std::size_t> series;
  for (std::size_t i = 0; i < options.series.size(); ++i) {
    const TensorSeries& one = options.series[i];
    series.emplace(one.name, i);
    entries.push_back({one.name, detail::TensorType::f64, {journal.rows(i), one.width}, 0, 0});
  }
  for (const auto& [name, tensor] : tensors) {
    require(!series.contains(name), path, name, "must have arrays of different names");
    const auto type = static_cast<detail::TensorType>(tensor.values.index());
    require(detail::value_count(tensor.shape, name) * detail::bytes_per_value(type) ==
                detail::bytes_of(tensor).size(),
            path, name, "must have as many values as its shape says");
    entries.push_back({name, type, tensor.shape, 0, 0});
  }
  std::map<std::string, std::string> all = metadata;  // what is known now goes before
  all.insert(options.metadata.begin(), options.metadata.end());
  detail::TensorWriter writer(path, options.format, options.format_version, all, entries);
  std::vector<double> numbers;
  for (const detail::TensorEntry& entry : writer.entries()) {
    const auto place = series.find(entry.name);
    if (place == series.end()) {
      writer.add(detail::bytes_of(tensors.at(entry.name)));
      continue;
    }
    for (const detail::JournalBlock& block : journal.blocks(place->second)) {
      journal.read(block, options.series[place->second].width, numbers);
      writer.add(bytes_of(numbers));
    }
  }
  writer.finish();
}

}  // namespace

TensorStream::TensorStream(const std::string& path, const TensorStreamOptions& options)
    : path_(path) {
  check(options, path);
  journal_ = std::make_unique<detail::TensorJournal>(path, options);
  buffers_.resize(options.series.size());
}

TensorStream::~TensorStream() {
  if (journal_ == nullptr) return;
  bool any = false;
  try {
    for (std::size_t i = 0; i < buffers_.size(); ++i) {
      flush_series(i);
      any = any || journal_->rows(i) > 0;
    }
  } catch (const Error&) {
    return;  // nobody to tell; the blocks written before stay
  }
  if (!any) journal_->remove();
}

std::size_t TensorStream::index_of(const std::string& name) const {
  require(journal_ != nullptr, path_, "", "is finished; nothing may follow");
  const std::vector<TensorSeries>& series = journal_->options().series;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (series[i].name == name) return i;
    names.push_back(series[i].name);
  }
  throw InvalidInput(path_ + ", series " + name, "", unknown_name_rule(name, names));
}

void TensorStream::flush_series(std::size_t index) {
  if (buffers_[index].empty()) return;
  journal_->append(index, buffers_[index]);
  buffers_[index].clear();
}

void TensorStream::append(const std::string& series, std::span<const double> rows) {
  const std::scoped_lock lock(mutex_);
  const std::size_t index = index_of(series);
  const std::size_t width = journal_->options().series[index].width;
  require(rows.size() % width == 0, path_ + ", series " + series, std::to_string(rows.size()),
          "must get whole rows of " + std::to_string(width) + " numbers");
  std::vector<double>& buffer = buffers_[index];
  buffer.insert(buffer.end(), rows.begin(), rows.end());
  if (buffer.size() >= kBufferNumbers) flush_series(index);
}

std::uint64_t TensorStream::rows(const std::string& series) const {
  const std::scoped_lock lock(mutex_);
  const std::size_t index = index_of(series);
  return journal_->rows(index) + buffers_[index].size() / journal_->options().series[index].width;
}

bool TensorStream::empty() const {
  const std::scoped_lock lock(mutex_);
  require(journal_ != nullptr, path_, "", "is finished; nothing may follow");
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    if (journal_->rows(i) > 0 || !buffers_[i].empty()) return false;
  }
  return true;
}

void TensorStream::flush() {
  const std::scoped_lock lock(mutex_);
  require(journal_ != nullptr, path_, "", "is finished; nothing may follow");
  for (std::size_t i = 0; i < buffers_.size(); ++i) flush_series(i);
  journal_->synchronise();
}

void TensorStream::finish(const std::map<std::string, Tensor>& tensors,
                          const std::map<std::string, std::string>& metadata) {
  const std::scoped_lock lock(mutex_);
  require(journal_ != nullptr, path_, "", "is finished; nothing may follow");
  for (std::size_t i = 0; i < buffers_.size(); ++i) flush_series(i);
  write_final(path_, *journal_, tensors, metadata);
  journal_->remove();
  journal_.reset();
}

std::vector<std::pair<std::string, std::uint64_t>> recover_tensors(const std::string& path) {
  detail::TensorJournal journal(path);
  write_final(path, journal, {}, {{"stop", "killed"}});
  journal.remove();
  std::vector<std::pair<std::string, std::uint64_t>> rows;
  const std::vector<TensorSeries>& series = journal.options().series;
  for (std::size_t i = 0; i < series.size(); ++i)
    rows.emplace_back(series[i].name, journal.rows(i));
  return rows;
}

}  // namespace phigp
