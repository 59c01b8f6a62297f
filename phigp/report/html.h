// Pieces of an HTML page. Cells and texts that come from data are escaped by whoever has them:
// what these functions take is markup, unless they say text.
#pragma once

#include <string>
#include <vector>

#include "phigp/report/svg.h"

namespace phigp {

class HtmlTable {
 public:
  // Columns of numbers, named by their place, are set flush right; a last column of sentences keeps
  // a width that can be read.
  explicit HtmlTable(std::vector<std::string> heads, const std::vector<std::size_t>& numbers = {},
                     bool ends_in_sentences = false);

  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }
  // In a box of its own that scrolls where the page is too narrow for it.
  std::string markup() const;

 private:
  std::vector<std::string> heads_;
  std::vector<std::string> styles_;  // attributes of each column's cells
  std::vector<std::vector<std::string>> rows_;
};

// Names and values in two columns.
class HtmlFacts {
 public:
  void add(const std::string& name, const std::string& value);  // text
  void add_markup(const std::string& name, const std::string& value);
  std::string markup() const;

 private:
  std::string rows_;
};

// Panels side by side where there is room, each with title, legend and note. `drawn` counts the
// panels of the page.
std::string html_figures(const std::vector<Panel>& panels, std::size_t& drawn);

std::string html_section(const std::string& id, const std::string& title,
                         const std::string& inside);
std::string html_note(const std::string& text);  // text: a remark in smaller type

// The style sheet of a page: light and dark, from a phone's width up.
const char* html_style();

}  // namespace phigp
