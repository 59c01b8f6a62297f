// Laws whose omega has an exact sampler and a distribution function by a route that shares nothing
// with the inversion: what a table is compared with. Parameters are not 1.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "phigp/augmentation/radial.h"
#include "phigp/augmentation/table_sampler.h"
#include "tests/augmentation/law_references.h"

namespace phigp::test {

struct TableLaw {
  std::string name;
  RadialPtr radial;
  // The cdf at increasing points, right to 1e-9 for c2 from least_c2 to most_c2.
  std::function<Points(double c2, const Points& x)> cdf;
  double least_c2;
  double most_c2;
  int tilts;  // at how many c2 it may be asked for within a tenth of a second or so
};

const std::vector<TableLaw>& table_laws();

// The table of law number i of the list, built on first use and shared by all tests of a program.
const TableSampler& table_of(std::size_t i);

}  // namespace phigp::test
