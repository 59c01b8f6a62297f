// The unit kernels that a kernel expression may name.
#pragma once

#include <string>
#include <vector>

namespace phigp {

struct KernelName {
  std::string name;         // "rbf"
  std::string description;  // one line
  bool has_ard = false;     // takes one lengthscale per dimension
  bool has_dims = false;    // sees inputs, so that active dimensions can be chosen
  bool stationary = false;  // a function of x - z alone
};

std::vector<KernelName> kernel_names();

}  // namespace phigp
