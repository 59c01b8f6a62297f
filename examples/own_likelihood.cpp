#include <cstdio>

#include "phigp/phigp.h"

int main() {
  const auto noise =
      phigp::likelihood_from_phi({"(1 + sqrt(3*r)/rho) * exp(-sqrt(3*r)/rho)"}, {{"rho", 1.5}});
  std::printf("%s\n", phigp::judge(noise->radial()).text().c_str());  // proven: ...
  std::printf("log p(y=2 | f=0.5) = %.6f\n", phigp::log_density(*noise, phigp::Row{2.0}, 0.5));
  std::printf("mean of omega at c = 2: %.6f\n", noise->moments().mean(4.0));

  const auto sampler = phigp::make_sampler(noise->radial_ptr());
  phigp::Stream stream({.seed = 1, .purpose = phigp::Purpose::omega});
  double c2[] = {0.25, 4.0}, omega[2];
  sampler->draw(c2, phigp::Rows(), stream, omega);
  std::printf("two draws: %.4f %.4f   (%s)\n", omega[0], omega[1],
              sampler->certificate().text().c_str());
}
