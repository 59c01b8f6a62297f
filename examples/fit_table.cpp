// Fits a table with Student-t noise and predicts its first rows: fit_table [TABLE [TARGET]].
#include <cstdio>

#include "phigp/phigp.h"

int main(int argc, char** argv) {
  const std::string path = argc > 1 ? argv[1] : "";
  std::vector<double> x, y;
  for (int i = 0; i < 40; ++i) {
    x.push_back(0.2 * i);
    y.push_back(i % 13 == 5 ? 9.0 : 0.1 * (i % 7) + 0.05 * i);  // three outliers
  }
  const phigp::Table table =
      path.empty()
          ? phigp::Table("example", {phigp::number_column("x", x), phigp::number_column("y", y)})
          : phigp::read_table(path);
  phigp::FitSettings settings;
  settings.target = argc > 2 ? argv[2] : "y";
  settings.likelihood.name = "student-t";
  const phigp::FittedModel model = phigp::fit(table, settings);
  std::printf("bound %.3f after %d steps\n", model.report().elbo, model.report().learning_steps);
  const phigp::Predictions p = phigp::predict(model, table, 0, 5);
  for (Eigen::Index i = 0; i < 5; ++i)
    std::printf("row %d: mean %.3f, 95 %% interval %.3f .. %.3f\n", int(i) + 1, p.mean[i],
                p.quantiles(i, 0), p.quantiles(i, 2));
}
