// What every kernel has to satisfy, as functions that return the list of what failed: an empty list
// for a right kernel, a full one for a planted bug.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "phigp/kernels/kernel.h"
#include "tests/kernels/written_kernel.h"

namespace phigp::test {

using Failures = std::vector<std::string>;

// n points in d dimensions, some of them twice, more than one tile for n > 64.
Points test_points(int n, int d, unsigned seed);

// gram is exactly symmetric and positive semidefinite to rounding; equals cross off the diagonal;
// its diagonal is `diagonal`.
Failures check_matrices(const Kernel& kernel, const Points& X);
// Every matrix against the textbook, relative 1e-12 of the largest entry.
Failures check_values(const Kernel& kernel, const WrittenKernel& written, const Points& X,
                      const Points& Z);
// The three contractions against loops over exact derivatives, relative 1e-10 of the sum of sizes.
Failures check_contractions(const Kernel& kernel, const WrittenKernel& written, const Points& X,
                            const Points& Z);
// The same against central differences of the kernel's own matrices, relative 1e-6: needs no
// textbook.
Failures check_differences(const Kernel& kernel, const Points& X, const Points& Z);
// What a tape keeps gives cross, contract_cross and contract_inputs; wrong shapes are refused.
Failures check_tape(const Kernel& kernel, const Points& X, const Points& Z,
                    std::unique_ptr<KernelTape>& tape);
// Names, values and with_parameters agree; names are unique; text reads back as the same kernel.
Failures check_parameters(const Kernel& kernel, int dimensions);

// One gtest failure per entry, at most ten.
void report(const Failures& failures, const std::string& title);

}  // namespace phigp::test
