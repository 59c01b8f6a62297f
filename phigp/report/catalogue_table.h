// The list of named likelihoods: as a table for people and as JSON for programs.
#pragma once

#include <string>

#include "phigp/report/text_layout.h"

namespace phigp {

std::string catalogue_text(const TextStyle& style = {});
std::string catalogue_json();

}  // namespace phigp
