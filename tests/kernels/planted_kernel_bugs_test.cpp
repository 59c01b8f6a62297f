// Bugs planted from outside, each of a kind that is easily made. The contract that passes the right
// kernel has to fail the wrong one.
#include <gtest/gtest.h>

#include "phigp/kernels/parse_kernel.h"
#include "tests/kernels/kernel_contract.h"

namespace phigp::test {
namespace {

// Passes everything on; bugs override.
class Forwarding : public Kernel {
 public:
  explicit Forwarding(KernelPtr right) : right(std::move(right)) {}
  std::string text() const override { return right->text(); }
  std::vector<std::string> parameter_names() const override { return right->parameter_names(); }
  std::vector<double> parameters() const override { return right->parameters(); }
  KernelPtr with_parameters(std::span<const double> values) const override {
    return right->with_parameters(values);
  }
  void cross(const Points& X, const Points& Z, Matrix& K) const override { right->cross(X, Z, K); }
  void diagonal(const Points& X, Vector& k) const override { right->diagonal(X, k); }
  void gram(const Points& X, Matrix& K) const override { right->gram(X, K); }
  void contract_cross(const Points& X, const Points& Z, const Matrix& G,
                      std::span<double> out) const override {
    right->contract_cross(X, Z, G, out);
  }
  void taped_cross(const Points& X, const Points& Z, Matrix& K,
                   std::unique_ptr<KernelTape>& tape) const override {
    right->taped_cross(X, Z, K, tape);
  }
  void contract_taped(KernelTape& tape, const Matrix& G, std::span<double> out,
                      Points* moved) const override {
    right->contract_taped(tape, G, out, moved);
  }
  void contract_diagonal(const Points& X, const Vector& g, std::span<double> out) const override {
    right->contract_diagonal(X, g, out);
  }
  void contract_gram(const Points& X, const Matrix& G, std::span<double> out) const override {
    right->contract_gram(X, G, out);
  }
  void contract_inputs(const Points& X, const Points& Z, const Matrix& G,
                       Points& moved) const override {
    right->contract_inputs(X, Z, G, moved);
  }

 protected:
  KernelPtr right;
};

struct Subject {
  WrittenKernel written = *written_unit("rbf", true, {0, 1});
  KernelPtr right = parse_kernel(written.text(), 2);
  Points X = test_points(70, 2, 1);
  Points Z = test_points(9, 2, 2);
};

TEST(PlantedKernelBugs, TheRightKernelPasses) {
  const Subject s;
  const Forwarding same(s.right);
  EXPECT_TRUE(check_matrices(same, s.X).empty());
  EXPECT_TRUE(check_values(same, s.written, s.X, s.Z).empty());
  EXPECT_TRUE(check_contractions(same, s.written, s.X, s.Z).empty());
  EXPECT_TRUE(check_differences(same, s.X, s.Z).empty());
  std::unique_ptr<KernelTape> tape;
  EXPECT_TRUE(check_tape(same, s.X, s.Z, tape).empty());
  EXPECT_TRUE(check_parameters(same, 2).empty());
}

TEST(PlantedKernelBugs, ADerivativeTwiceAsLargeIsCaught) {
  class Twice final : public Forwarding {
   public:
    using Forwarding::Forwarding;
    void contract_gram(const Points& X, const Matrix& G, std::span<double> out) const override {
      right->contract_gram(X, 2.0 * G, out);
    }
  };
  const Subject s;
  EXPECT_FALSE(check_contractions(Twice(s.right), s.written, s.X, s.Z).empty());
  EXPECT_FALSE(check_differences(Twice(s.right), s.X, s.Z).empty());
}

TEST(PlantedKernelBugs, ASlopeInTheInputsOfTheWrongSignIsCaught) {
  class Backwards final : public Forwarding {
   public:
    using Forwarding::Forwarding;
    void contract_inputs(const Points& X, const Points& Z, const Matrix& G,
                         Points& moved) const override {
      right->contract_inputs(X, Z, -G, moved);
    }
  };
  const Subject s;
  EXPECT_FALSE(check_differences(Backwards(s.right), s.X, s.Z).empty());
}

TEST(PlantedKernelBugs, ATapeThatForgetsInputsIsCaught) {
  class Forgets final : public Forwarding {
   public:
    using Forwarding::Forwarding;
    void contract_taped(KernelTape& tape, const Matrix& G, std::span<double> out,
                        Points* /*moved*/) const override {
      right->contract_taped(tape, G, out, nullptr);
    }
  };
  const Subject s;
  std::unique_ptr<KernelTape> tape;
  EXPECT_FALSE(check_tape(Forgets(s.right), s.X, s.Z, tape).empty());
}

TEST(PlantedKernelBugs, ASumThatOverwritesIsCaught) {
  class Overwrites final : public Forwarding {
   public:
    using Forwarding::Forwarding;
    void contract_diagonal(const Points& X, const Vector& g, std::span<double> out) const override {
      std::fill(out.begin(), out.end(), 0.0);
      right->contract_diagonal(X, g, out);
    }
  };
  const Subject s;
  EXPECT_FALSE(check_contractions(Overwrites(s.right), s.written, s.X, s.Z).empty());
}

TEST(PlantedKernelBugs, SwappedLengthscalesAreCaught) {
  class Swaps final : public Forwarding {
   public:
    using Forwarding::Forwarding;
    void contract_cross(const Points& X, const Points& Z, const Matrix& G,
                        std::span<double> out) const override {
      right->contract_cross(X, Z, G, out);
      std::swap(out[1], out[2]);
    }
  };
  const Subject s;
  EXPECT_FALSE(check_contractions(Swaps(s.right), s.written, s.X, s.Z).empty());
}

TEST(PlantedKernelBugs, AnAsymmetryInTheLastPlaceIsCaught) {
  class Asymmetric final : public Forwarding {
   public:
    using Forwarding::Forwarding;
    void gram(const Points& X, Matrix& K) const override {
      right->gram(X, K);
      K(1, 0) *= 1.0 + 2.3e-16;
    }
  };
  const Subject s;
  EXPECT_FALSE(check_matrices(Asymmetric(s.right), s.X).empty());
}

TEST(PlantedKernelBugs, AnIndefiniteMatrixIsCaught) {
  class Indefinite final : public Forwarding {
   public:
    using Forwarding::Forwarding;
    void gram(const Points& X, Matrix& K) const override {
      right->gram(X, K);
      K.diagonal().array() -= 1e-9;
    }
    void diagonal(const Points& X, Vector& k) const override {
      right->diagonal(X, k);
      k.array() -= 1e-9;
    }
  };
  const Subject s;
  EXPECT_FALSE(check_matrices(Indefinite(s.right), s.X).empty());
}

TEST(PlantedKernelBugs, WhiteNoiseBetweenEqualInputsIsCaught) {
  class Confused final : public Forwarding {
   public:
    using Forwarding::Forwarding;
    void cross(const Points& X, const Points& Z, Matrix& K) const override {
      right->cross(X, Z, K);
      for (int i = 0; i < X.rows(); ++i) {
        for (int j = 0; j < Z.rows(); ++j) K(i, j) += X.row(i) == Z.row(j) ? 0.5 : 0.0;
      }
    }
  };
  const Subject s;
  const WrittenKernel white = *written_unit("white", false, {});
  const Confused confused(parse_kernel(white.text(), 2));
  EXPECT_FALSE(check_matrices(confused, s.X).empty());
  EXPECT_FALSE(check_values(confused, white, s.X, s.X).empty());
}

TEST(PlantedKernelBugs, AWrongConstantIsCaughtByTheTextbookAlone) {
  // 2.5 exp(-s) instead of 2.5 exp(-s/2): right in itself, with lengthscales shorter by sqrt 2.
  class Shorter final : public Forwarding {
   public:
    using Forwarding::Forwarding;
    std::vector<double> parameters() const override {
      std::vector<double> values = right->parameters();
      for (std::size_t p = 1; p < values.size(); ++p) values[p] *= std::sqrt(2.0);
      return values;
    }
    KernelPtr with_parameters(std::span<const double> given) const override {
      std::vector<double> values(given.begin(), given.end());
      for (std::size_t p = 1; p < values.size(); ++p) values[p] /= std::sqrt(2.0);
      return right->with_parameters(values);
    }
  };
  const Subject s;
  std::vector<double> shorter = s.right->parameters();
  shorter[1] /= std::sqrt(2.0);
  shorter[2] /= std::sqrt(2.0);
  const Shorter wrong(s.right->with_parameters(shorter));
  EXPECT_TRUE(check_matrices(wrong, s.X).empty());
  EXPECT_TRUE(check_differences(wrong, s.X, s.Z).empty());
  EXPECT_FALSE(check_values(wrong, s.written, s.X, s.Z).empty());
}

TEST(PlantedKernelBugs, ATextThatLosesDigitsIsCaught) {
  class Rounded final : public Forwarding {
   public:
    using Forwarding::Forwarding;
    std::string text() const override { return "2.5*rbf(ard, lengthscale=[0.7,1.3])"; }
    std::vector<double> parameters() const override { return {2.5, 0.7, 1.3000000000000003}; }
  };
  const Subject s;
  EXPECT_FALSE(check_parameters(Rounded(s.right), 2).empty());
}

}  // namespace
}  // namespace phigp::test
