// All draws of f of one method, with the processor time that each chain had used at its first and
// at its last: from these come diagnostics and the cost of a draw.
#pragma once

#include <vector>

#include "phigp/diagnostics/chain_summary.h"
#include "phigp/inference/gibbs.h"

namespace phigp {

class DrawStore {
 public:
  DrawStore(Eigen::Index rows, int chains, int draws);

  // The sink of one chain that is run on its own.
  class ChainSink final : public DrawSink {
   public:
    ChainSink(DrawStore& store, int chain) : store_(store), chain_(chain) {}
    void take(int, int draw, const Vector& f, const Vector*) override {
      store_.take(chain_, draw, f);
    }

   private:
    DrawStore& store_;
    int chain_;
  };

  // Cuts all chains to the length of the shortest; none of them is shortened by less than that.
  int equal_draws() const;
  double seconds_per_draw() const;   // of processor time, after warm-up; NaN for fewer than 2 draws
  Chains row(Eigen::Index i) const;  // of equal lengths
  Eigen::Index rows() const { return rows_; }
  int chains() const { return static_cast<int>(draws_.size()); }

 private:
  struct Chain {
    Matrix f;  // rows x draws
    int draws = 0;
    double first = 0.0;
    double last = 0.0;
  };
  void take(int chain, int draw, const Vector& f);

  Eigen::Index rows_;
  std::vector<Chain> draws_;
};

}  // namespace phigp
