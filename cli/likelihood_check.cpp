// phigp likelihood check: whether a formula is a likelihood.
#include <algorithm>
#include <memory>
#include <optional>
#include <span>

#include "cli/assignments.h"
#include "cli/command.h"
#include "cli/likelihood_report.h"
#include "phigp/base/error.h"
#include "phigp/likelihoods/formula/expression.h"
#include "phigp/report/likelihood_text.h"

namespace phigp {

namespace {

struct CheckOptions {
  std::vector<std::string> words;
  std::string link;
  bool density = false;
  std::string domain;
  bool normalise = false;
  TermFormulas terms;
  ReportOptions report;

  bool uses_terms = false;  // any of --c --g --alpha --beta --gamma --phi was given
};

Domain domain_of(const std::string& name) {
  for (const Domain domain : {Domain::real, Domain::label, Domain::count, Domain::successes}) {
    if (domain_name(domain) == name) return domain;
  }
  return Domain::real;
}

void usage(bool ok, const char* what, const char* rule) { require(ok, what, "", rule); }

// The row is asked for before the domain is known: a formula's domain is that of its link, or
// given, or found in the density.
std::optional<Row> observation(const ReportOptions& options, Domain domain) {
  if (!options.y && !options.trials) return std::nullopt;
  return options.row(domain);
}

CheckedFormula check_terms_words(const CheckOptions& options) {
  usage(!options.density && options.link.empty() && !options.normalise,
        "the full form (--c ... --phi)",
        "cannot be combined with --density, --link or --normalise");
  for (const auto& [name, text] : {std::pair{"--c", &options.terms.c},
                                   {"--alpha", &options.terms.alpha},
                                   {"--beta", &options.terms.beta},
                                   {"--gamma", &options.terms.gamma},
                                   {"--phi", &options.terms.phi}}) {
    usage(!text->empty(), name,
          "is missing: the full form needs --c, --alpha, --beta, --gamma and --phi");
  }
  for (const std::string& word : options.words) {
    usage(word.find('=') != std::string::npos, ("FORMULA " + word).c_str(),
          "cannot be combined with the full form (--c ... --phi)");
  }
  TermFormulas terms = options.terms;
  terms.domain = domain_of(options.domain);
  return check_terms(terms, parse_assignments(options.words),
                     observation(options.report, terms.domain));
}

bool mentions(const std::string& formula, const std::string& name) {
  const std::vector<std::string> names = names_in_formula(formula);
  return std::find(names.begin(), names.end(), name) != names.end();
}

CheckedFormula check_words(const CheckOptions& options) {
  if (options.uses_terms) return check_terms_words(options);
  usage(!options.words.empty() && options.words.front().find('=') == std::string::npos, "FORMULA",
        "is missing; it comes before the name=value pairs");
  const std::string& formula = options.words.front();
  const std::map<std::string, double> values =
      parse_assignments(std::span(options.words).subspan(1));
  if (options.density) {
    usage(options.link.empty() && !options.normalise, "--density",
          "cannot be combined with --link or --normalise");
    usage(!mentions(formula, "r") || values.contains("r"), "r",
          "is in the formula, but a density is written in y and f; without --density it is read as "
          "phi(r)");
    const bool given = !options.domain.empty();
    const std::optional<Domain> domain =
        given ? std::optional(domain_of(options.domain)) : std::nullopt;
    return check_density(formula, values, domain,
                         observation(options.report, domain.value_or(Domain::real)));
  }
  usage(options.domain.empty(), "--domain",
        "goes with --density or the full form; phi takes a --link");
  usage(!mentions(formula, "f") || values.contains("f"), "f",
        "is in the formula, but phi is a function of r; for a density p(y|f) add --density");
  const bool labels = options.link == "classification";
  const Link link = labels ? Link::classification : Link::regression;
  return check_phi({formula, link, options.normalise}, values,
                   observation(options.report, labels ? Domain::label : Domain::real));
}

}  // namespace

void add_likelihood_check(CLI::App& likelihood, Commands& commands) {
  CLI::App* app =
      likelihood.add_subcommand("check", "Check a formula: phi(r), or with --density p(y|f)");
  auto options = std::make_shared<CheckOptions>();
  app->add_option("FORMULA", options->words, "phi(r) or p(y|f), then a value for each parameter")
      ->type_name("name=value");
  app->add_option("--link", options->link, "h = (y-f)/scale (default), or h = f with y = -1, +1")
      ->check(CLI::IsMember({"regression", "classification"}));
  app->add_flag("--density", options->density, "FORMULA is the density p(y|f), not phi(r)");
  app->add_option("--domain", options->domain, "What y may be, for --density and the full form")
      ->check(CLI::IsMember({"real", "label", "count", "successes"}));
  app->add_flag("--normalise", options->normalise,
                "Divide phi by phi(0) instead of refusing phi(0) != 1");
  options->report.add_to(*app);
  const std::string group =
      "Full form: p(y|f) = C exp(g f) phi(alpha - beta f + gamma f^2), in place of FORMULA";
  const auto term = [&](const char* name, std::string& text, const char* meaning) {
    app->add_option_function<std::string>(
           name,
           [options, &text](const std::string& value) {
             text = value;
             options->uses_terms = true;
           },
           meaning)
        ->group(group)
        ->type_name("FORMULA");
  };
  term("--c", options->terms.c, "The constant C, in y, trials and parameters");
  term("--g", options->terms.g, "The tilt g (default 0)");
  term("--alpha", options->terms.alpha, "alpha");
  term("--beta", options->terms.beta, "beta");
  term("--gamma", options->terms.gamma, "gamma");
  term("--phi", options->terms.phi, "phi, in r, y, trials and parameters");
  app->footer(
      "Examples:\n"
      "  phigp likelihood check \"exp(-sqrt(r)/b)\" b=1.5\n"
      "  phigp likelihood check \"sech(sqrt(r)/2)\" --link classification\n"
      "  phigp likelihood check --density \"exp(-abs(y-f)/b)/(2*b)\" b=1.5 --plot laplace.svg\n"
      "A formula that starts with a minus sign goes after --.\n"
      "Exit code: 0 proven or not refuted, and normalised; 65 refuted or not normalised; 64 not "
      "readable.");
  commands.push_back({app, [options] { return report(check_words(*options), options->report); }});
}

}  // namespace phigp
