#include "tests/report/well_formed.h"

#include <gtest/gtest.h>

namespace phigp::test {
namespace {

TEST(WellFormed, FindsPlantedDefects) {
  EXPECT_EQ(defect_of("<!DOCTYPE html>\n<a b=\"1\"><c/>x &lt; y</a>\n"), "");
  for (const char* bad : {"<a>", "<a></b>", "<a b=1></a>", "<a b=\"1\" b=\"2\"></a>",
                          "<a>&nbsp;</a>", "<a>x < y</a>", "<a>&</a>", "<a></a><b></b>",
                          "<a b=\"<\"></a>", "<a>]]></a>", "<a b></a>", "<a", "<a></a>text"})
    EXPECT_NE(defect_of(bad), "") << bad;
}

TEST(WellFormed, FindsNumbersThatAreNone) {
  for (const char* bad :
       {"<p>nan</p>", "<p>-inf</p>", "<path d=\"1,NaN\"/>", "<p>Inf</p>", "<td>–</td>"})
    EXPECT_NE(odd_number_in(bad), "") << bad;
  EXPECT_EQ(odd_number_in("<p>information, banana, inference</p>"), "");
}

}  // namespace
}  // namespace phigp::test
