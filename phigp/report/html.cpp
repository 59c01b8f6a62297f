#include "phigp/report/html.h"

#include <fmt/format.h>

#include "phigp/report/markup.h"

namespace phigp {

HtmlTable::HtmlTable(std::vector<std::string> heads, const std::vector<std::size_t>& numbers,
                     bool ends_in_sentences)
    : heads_(std::move(heads)), styles_(heads_.size()) {
  for (const std::size_t column : numbers) styles_.at(column) = " class=\"n\"";
  if (ends_in_sentences) styles_.back() = " class=\"w\"";
}

std::string HtmlTable::markup() const {
  const auto cells = [&](const std::vector<std::string>& row, const char* tag) {
    std::string out = "<tr>";
    for (std::size_t k = 0; k < row.size(); ++k)
      out += fmt::format("<{0}{1}>{2}</{0}>", tag, styles_.at(k), row[k]);
    return out + "</tr>\n";
  };
  std::string out = "<div class=\"scroll\"><table>\n<thead>" + cells(heads_, "th") + "</thead>\n";
  out += "<tbody>\n";
  for (const std::vector<std::string>& row : rows_) out += cells(row, "td");
  return out + "</tbody>\n</table></div>\n";
}

void HtmlFacts::add(const std::string& name, const std::string& value) {
  add_markup(name, escaped(value));
}

void HtmlFacts::add_markup(const std::string& name, const std::string& value) {
  rows_ += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped(name), value);
}

std::string HtmlFacts::markup() const { return "<dl>\n" + rows_ + "</dl>\n"; }

std::string html_figures(const std::vector<Panel>& panels, std::size_t& drawn) {
  if (panels.empty()) return "";
  const auto style = [](LegendEntry::Mark mark) {
    switch (mark) {
      case LegendEntry::Mark::line:
        return "line";
      case LegendEntry::Mark::dashes:
        return "dashes";
      case LegendEntry::Mark::dot:
        return "dot";
      case LegendEntry::Mark::area:
        return "area";
    }
    return "line";
  };
  std::string out = "<div class=\"figures\">\n";
  for (const Panel& panel : panels) {
    std::string caption = fmt::format("<b>{}</b>", escaped(panel.title));
    for (const LegendEntry& entry : legend_of(panel))
      caption += fmt::format(" <span class=\"key\"><i class=\"{} {}\"></i>{}</span>",
                             colour_name(entry.colour), style(entry.mark), escaped(entry.label));
    if (!panel.note.empty())
      caption += fmt::format(" <span class=\"key\">{}</span>", escaped(panel.note));
    out += fmt::format("<figure><figcaption>{}</figcaption>\n{}</figure>\n", caption,
                       inline_svg(panel, drawn++));
  }
  return out + "</div>\n";
}

std::string html_section(const std::string& id, const std::string& title,
                         const std::string& inside) {
  return fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n{}</section>\n", escaped(id),
                     escaped(title), inside);
}

std::string html_note(const std::string& text) {
  return fmt::format("<p class=\"note\">{}</p>\n", escaped(text));
}

}  // namespace phigp
