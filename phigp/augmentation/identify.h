// Which named law, if any, has this phi? Parameters are read off the first cumulants or the natural
// scale and the candidate is compared with phi at many real and complex points. An identification
// gives an exact sampler, not a proof. math.md (K.7)
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "phigp/augmentation/radial.h"
#include "phigp/base/random.h"

namespace phigp {

struct IdentifiedLaw {
  std::string law;   // "Polya-Gamma"
  RadialPtr radial;  // the same phi, in known form
  // A draw from the tilted law of phi^power; power need not be 1 where real_powers holds.
  std::function<double(double c2, double power, Stream&)> draw;
  bool real_powers = true;
};

std::optional<IdentifiedLaw> identify(const RadialPtr& radial, const Row& row = {});

}  // namespace phigp
