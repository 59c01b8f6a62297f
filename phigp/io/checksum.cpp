// Checksum of tensor_header.h. xxHash is compiled in rather than linked.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <new>

#include "phigp/io/tensor_header.h"

namespace phigp::detail {

Checksum::Checksum() : state_(XXH3_createState()) {
  if (state_ == nullptr) throw std::bad_alloc();
  XXH3_64bits_reset(static_cast<XXH3_state_t*>(state_));
}

Checksum::~Checksum() { XXH3_freeState(static_cast<XXH3_state_t*>(state_)); }

void Checksum::add(const void* bytes, std::size_t count) {
  XXH3_64bits_update(static_cast<XXH3_state_t*>(state_), bytes, count);
}

std::string Checksum::digits() const {
  constexpr std::string_view hexadecimal = "0123456789abcdef";
  std::uint64_t value = XXH3_64bits_digest(static_cast<const XXH3_state_t*>(state_));
  std::string text(kChecksumDigits, '0');
  for (std::size_t i = text.size(); i-- > 0; value >>= 4U) text[i] = hexadecimal[value & 15U];
  return text;
}

std::uint64_t checksum_of(const void* bytes, std::size_t count) {
  return XXH3_64bits(bytes, count);
}

}  // namespace phigp::detail
