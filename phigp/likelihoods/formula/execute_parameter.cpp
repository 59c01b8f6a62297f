// Numbers that carry the derivative in one parameter.
#include "phigp/likelihoods/formula/execute.h"

namespace phigp {

template <int N>
using InParameter = Taylor<N, Dual>;

template void Program::run_with_derivative<Dual>(std::span<const Dual>, const Rows&, std::size_t,
                                                 std::span<Dual>) const;
template void Program::run_with_derivative<InParameter<1>>(std::span<const InParameter<1>>,
                                                           const Rows&, std::size_t,
                                                           std::span<InParameter<1>>) const;
template void Program::run_with_derivative<InParameter<2>>(std::span<const InParameter<2>>,
                                                           const Rows&, std::size_t,
                                                           std::span<InParameter<2>>) const;
template void Program::run_with_derivative<InParameter<64>>(std::span<const InParameter<64>>,
                                                            const Rows&, std::size_t,
                                                            std::span<InParameter<64>>) const;

}  // namespace phigp
