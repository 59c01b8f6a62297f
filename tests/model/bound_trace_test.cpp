#include "phigp/model/bound_trace.h"

#include <gtest/gtest.h>

#include <cmath>

#include "phigp/model/fit.h"
#include "phigp/model/model_file.h"
#include "tests/io/temporary_folder.h"
#include "tests/support/awkward_data.h"

namespace phigp::test {
namespace {

TEST(TraceRecorder, KeepsTheFirstAndTheLastOfALongPhase) {
  TraceRecorder recorder({});
  const Watcher watch = recorder.watcher();
  const int last = 12345;
  for (int k = 1; k <= last; ++k) EXPECT_TRUE(watch({"learning", k, 0, 2.0 * k}));
  ASSERT_EQ(recorder.phases().size(), 1U);
  const TracePhase phase = recorder.phases().front();
  EXPECT_LE(phase.iteration.size(), TraceRecorder::kMostPoints);
  EXPECT_GE(phase.iteration.size(), TraceRecorder::kMostPoints / 2);
  EXPECT_EQ(phase.iteration.front(), 1);
  EXPECT_EQ(phase.iteration.back(), last);
  for (std::size_t k = 0; k < phase.iteration.size(); ++k) {
    EXPECT_EQ(phase.bound[k], 2.0 * phase.iteration[k]);
    if (k > 0) {
      EXPECT_LT(phase.iteration[k - 1], phase.iteration[k]);
    }
  }
}

TEST(TraceRecorder, TellsPhasesApartAndPassesTheAnswerOn) {
  bool answer = true;
  TraceRecorder recorder([&](const Progress&) { return answer; });
  const Watcher watch = recorder.watcher();
  EXPECT_TRUE(watch({"k-means", 0, 100}));
  EXPECT_TRUE(watch({"learning", 1, 9, -3.0}));
  EXPECT_TRUE(watch({"learning", 1, 9, -3.0}));  // asked again within an iteration
  EXPECT_TRUE(watch({"learning", 2, 9, std::nan("")}));
  EXPECT_TRUE(watch({"learning", 3, 9, -2.0}));
  EXPECT_TRUE(watch({"learning", 1, 9, -1.0}));             // once more from the start
  EXPECT_TRUE(watch({"learning", 2, 9, -1.0, 0.0, 50.0}));  // on other rows
  answer = false;
  EXPECT_FALSE(watch({"coordinate ascent", 1, 9, -1.0}));
  const std::vector<TracePhase> phases = recorder.phases();
  ASSERT_EQ(phases.size(), 4U);
  EXPECT_EQ(phases[0].iteration, (std::vector<int>{1, 3}));
  EXPECT_EQ(phases[1].iteration, (std::vector<int>{1}));
  EXPECT_EQ(phases[2].rows, 50.0);
  EXPECT_EQ(phases[3].name, "coordinate ascent");
}

TEST(FitTrace, RisesToTheBoundAndSurvivesTheModelFile) {
  const TemporaryFolder folder;
  for (const char* inference : {"dense", "sparse", "stochastic"}) {
    FitSettings settings;
    settings.target = "y";
    settings.likelihood.name = "gaussian";
    settings.inference = inference;
    settings.threads = 1;
    const FittedModel model = fit(few_awkward_sets(Domain::real).front().table, settings);
    const std::vector<TracePhase>& trace = model.report().trace;
    ASSERT_FALSE(trace.empty()) << inference;
    EXPECT_NEAR(trace.back().bound.back(), model.report().elbo,
                1e-9 * std::abs(model.report().elbo))
        << inference;
    save_model(folder.path("model"), model);
    const FittedModel loaded = load_model(folder.path("model"));
    EXPECT_EQ(loaded.report().trace, trace) << inference;
    EXPECT_EQ(loaded.report().settings, model.report().settings) << inference;
    EXPECT_EQ(loaded.report().curve.bound, model.report().curve.bound) << inference;
    EXPECT_EQ(setting_text(settings, "inference"), inference);
  }
}

}  // namespace
}  // namespace phigp::test
