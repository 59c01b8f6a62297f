// Numbers: real, complex, and series without a parameter.
#include "phigp/likelihoods/formula/execute.h"

namespace phigp {

template void Program::run_constants<double>(std::vector<double>&) const;

template void Program::run<double>(std::span<const double>, const Rows&, std::span<double>) const;
template void Program::run<Complex>(std::span<const Complex>, const Rows&,
                                    std::span<Complex>) const;
template void Program::run<Taylor<1>>(std::span<const Taylor<1>>, const Rows&,
                                      std::span<Taylor<1>>) const;
template void Program::run<Taylor<2>>(std::span<const Taylor<2>>, const Rows&,
                                      std::span<Taylor<2>>) const;
template void Program::run<Taylor<3>>(std::span<const Taylor<3>>, const Rows&,
                                      std::span<Taylor<3>>) const;
template void Program::run<Taylor<8>>(std::span<const Taylor<8>>, const Rows&,
                                      std::span<Taylor<8>>) const;
template void Program::run<Taylor<64>>(std::span<const Taylor<64>>, const Rows&,
                                       std::span<Taylor<64>>) const;

}  // namespace phigp
