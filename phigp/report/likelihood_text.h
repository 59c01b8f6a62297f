// A LikelihoodSummary for people: one screen of text. Formats only; every number comes from the
// summary.
#pragma once

#include <string>

#include "phigp/report/likelihood_summary.h"
#include "phigp/report/text_layout.h"

namespace phigp {

std::string likelihood_text(const LikelihoodSummary& summary, const TextStyle& style = {});

// The short names that options and JSON use: "real", "label", "count", "successes".
std::string domain_name(Domain domain);
// "proven", "not refuted", "refuted"; "exact", "table", "inversion".
std::string verdict_name(Verdict::Kind kind);
std::string certificate_name(Certificate::Kind kind);

}  // namespace phigp
