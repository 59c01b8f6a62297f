#include "phigp/report/cross_validation_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "phigp/base/error.h"
#include "phigp/report/json_number.h"

namespace phigp {

namespace {

using Json = nlohmann::json;
using State = FoldResult::State;
constexpr std::size_t kLabel = 14;
constexpr std::size_t kMostFoldsShown = 50;  // the JSON has them all

Json number(double value) { return number_or_text<Json>(value); }

std::string place(const CrossValidation& result, const FoldResult& fold) {
  return result.settings.repeats == 1
             ? fmt::format("fold {}", fold.fold + 1)
             : fmt::format("fold {} of repeat {}", fold.fold + 1, fold.repeat + 1);
}

std::string title(const ScoreEntry& entry) {
  std::string text(describe(entry.score).title);
  if (entry.level) text += fmt::format(" of {:g} % interval", 100.0 * *entry.level);
  return text;
}

std::string scores_text(const CrossValidation& result) {
  std::string out =
      fmt::format("\n{:<28}{:>12}{:>24}\n", "score", "all rows", "std. error over folds");
  for (const ScoreEntry& entry : result.pooled.scores) {
    out += fmt::format("{:<28}{:>12.4f}", title(entry), entry.value);
    if (entry.standard_error) out += fmt::format("{:>24.4f}", *entry.standard_error);
    if (entry.p_value) out += fmt::format("{:>24}", fmt::format("p = {:.2g}", *entry.p_value));
    out += "\n";
  }
  return out;
}

std::string folds_text(const CrossValidation& result) {
  const bool repeated = result.settings.repeats > 1;
  std::string out = fmt::format("\n{}{:>5}{:>7}", repeated ? "repeat" : "", "fold", "rows");
  for (const ScoreEntry& entry : result.pooled.scores) out += fmt::format("{:>14}", entry.key());
  out += "\n";
  const std::size_t shown = std::min(result.folds.size(), kMostFoldsShown);
  for (std::size_t k = 0; k < shown; ++k) {
    const FoldResult& fold = result.folds[k];
    if (repeated) out += fmt::format("{:>6}", fold.repeat + 1);
    out += fmt::format("{:>5}", fold.fold + 1);
    if (fold.state == State::done) {
      out += fmt::format("{:>7}", fold.evaluation.rows);
      for (const ScoreEntry& entry : fold.evaluation.scores)
        out += fmt::format("{:>14.4f}", entry.value);
    } else {
      out += fold.state == State::failed ? "   failed" : "   not reached";
    }
    out += "\n";
  }
  if (shown < result.folds.size())
    out += fmt::format("… and {} more\n", result.folds.size() - shown);
  return out;
}

const char* name_of(State state) {
  switch (state) {
    case State::done:
      return "done";
    case State::failed:
      return "failed";
    case State::not_reached:
      return "not reached";
  }
  return "";
}

Json scores_json(const std::vector<ScoreEntry>& entries, bool with_error) {
  Json scores = Json::object();
  for (const ScoreEntry& entry : entries) {
    if (!with_error) {
      scores[entry.key()] = number(entry.value);
      continue;
    }
    scores[entry.key()] = {{"value", number(entry.value)}};
    if (entry.standard_error) scores[entry.key()]["standard_error"] = number(*entry.standard_error);
    if (entry.level) scores[entry.key()]["level"] = *entry.level;
    if (entry.p_value) scores[entry.key()]["p_value"] = number(*entry.p_value);
  }
  return scores;
}

Json fold_json(const FoldResult& fold) {
  Json object{{"repeat", fold.repeat + 1},
              {"fold", fold.fold + 1},
              {"state", name_of(fold.state)},
              {"training_rows", fold.training_rows}};
  if (fold.state == State::failed) object["failure"] = fold.failure;
  if (fold.state != State::done) return object;
  object["rows"] = fold.evaluation.rows;
  object["elbo"] = number(fold.fit.elbo);
  object["stop"] = to_text(fold.fit.stop);
  object["seconds"] = number(fold.fit.seconds);
  object["scores"] = scores_json(fold.evaluation.scores, false);
  return object;
}

}  // namespace

std::string failures_text(const CrossValidation& result) {
  std::string text;
  for (const FoldResult& fold : result.folds) {
    if (fold.state == State::failed)
      text +=
          fmt::format("{}- {}: {}", text.empty() ? "" : "\n", place(result, fold), fold.failure);
  }
  return text;
}

std::string cross_validation_text(const CrossValidation& result, const TextStyle& style) {
  const auto line = [&](const char* label, const std::string& text,
                        Emphasis emphasis = Emphasis::none) {
    return labelled(label, text, kLabel, style, emphasis);
  };
  std::string rows = std::to_string(result.rows);
  if (result.left_out > 0)
    rows += fmt::format("; {} without a target or of weight 0 left out", result.left_out);
  std::string out = line("rows", rows);
  std::string folds = std::to_string(result.settings.folds);
  if (result.settings.repeats > 1) folds += fmt::format(", {} times", result.settings.repeats);
  if (result.stratified) folds += ", each with its share of both labels";
  out += line("folds", folds);
  if (result.stop == Stop::stopped)
    out += line("stopped",
                fmt::format("{} of {} folds are done; what follows is about them", result.done,
                            result.folds.size()),
                Emphasis::doubtful);
  if (result.failed > 0)
    out += line("failed",
                fmt::format("{} of {} folds; scores are of the others", result.failed,
                            result.folds.size()),
                Emphasis::bad) +
           line("", failures_text(result), Emphasis::bad);
  const auto unfinished = std::count_if(result.folds.begin(), result.folds.end(), [](auto& fold) {
    return fold.state == State::done && !ended_well(fold.fit.stop);
  });
  if (unfinished > 0)
    out += line("learning", fmt::format("{} folds ended at the limit of steps", unfinished),
                Emphasis::doubtful);
  for (const CellCount& count : result.pooled.unseen)
    out += line(
        "unseen",
        fmt::format("{} cells of {} with a category new to their fold", count.cells, count.column),
        Emphasis::doubtful);
  if (result.done == 0) return out;
  return out + scores_text(result) + folds_text(result);
}

std::string cross_validation_json(const CrossValidation& result) {
  Json folds = Json::array();
  for (const FoldResult& fold : result.folds) folds.push_back(fold_json(fold));
  Json unseen = Json::object();
  for (const CellCount& count : result.pooled.unseen) unseen[count.column] = count.cells;
  const Json object{{"rows", result.rows},
                    {"left_out", result.left_out},
                    {"folds", result.settings.folds},
                    {"repeats", result.settings.repeats},
                    {"stratified", result.stratified},
                    {"stopped", result.stop == Stop::stopped},
                    {"done", result.done},
                    {"failed", result.failed},
                    {"unseen", unseen},
                    {"scores", scores_json(result.pooled.scores, true)},
                    {"each", folds}};
  return object.dump(2) + "\n";
}

}  // namespace phigp
