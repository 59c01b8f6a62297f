#include "tests/report/well_formed.h"

#include <cctype>
#include <string_view>
#include <vector>

namespace phigp::test {

namespace {

constexpr std::string_view kDoctype = "<!DOCTYPE html>\n";

std::string around(std::string_view text, std::size_t at) {
  return std::string(text.substr(at < 60 ? 0 : at - 60, 120));
}

std::size_t name_end(std::string_view text, std::size_t at) {
  const auto belongs = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == ':';
  };
  while (at < text.size() && belongs(text[at])) ++at;
  return at;
}

bool is_entity(std::string_view text) {
  for (const std::string_view known : {"&amp;", "&lt;", "&gt;", "&quot;"})
    if (text.starts_with(known)) return true;
  return false;
}

// Attributes of a tag, name="value" each, no name twice.
bool sound_attributes(std::string_view text) {
  std::vector<std::string_view> names;
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] != ' ') return false;
    const std::size_t start = at + 1;
    const std::size_t end = name_end(text, start);
    if (end == start || text.substr(end, 2) != "=\"") return false;
    const std::size_t close = text.find('"', end + 2);
    if (close == std::string_view::npos) return false;
    for (std::size_t k = end + 2; k < close; ++k)
      if (text[k] == '<' || (text[k] == '&' && !is_entity(text.substr(k)))) return false;
    for (const std::string_view name : names)
      if (name == text.substr(start, end - start)) return false;
    names.push_back(text.substr(start, end - start));
    at = close + 1;
  }
  return true;
}

}  // namespace

std::string defect_of(const std::string& xml) {
  const std::string_view text = xml;
  std::vector<std::string_view> open;
  std::size_t at = text.starts_with(kDoctype) ? kDoctype.size() : 0;
  while (at < text.size()) {
    if (text[at] == '<') {
      const std::size_t end = text.find('>', at);
      if (end == std::string_view::npos) return "tag without end: " + around(text, at);
      std::string_view tag = text.substr(at + 1, end - at - 1);
      const bool closes = tag.starts_with('/');
      const bool empty = tag.ends_with('/');
      if (closes) tag.remove_prefix(1);
      if (empty) tag.remove_suffix(1);
      const std::string_view name = tag.substr(0, name_end(tag, 0));
      if (name.empty() || !sound_attributes(tag.substr(name.size())))
        return "no tag: " + around(text, at);
      if (closes) {
        if (open.empty() || open.back() != name) return "wrong end: " + around(text, at);
        open.pop_back();
      } else if (!empty) {
        open.push_back(name);
      }
      at = end + 1;
      if (open.empty() && text.find_first_not_of('\n', at) != std::string_view::npos)
        return "text behind the end: " + around(text, at);
      continue;
    }
    if (text[at] == '&' && !is_entity(text.substr(at))) return "no entity: " + around(text, at);
    if (text.substr(at, 3) == "]]>") return "end of CDATA: " + around(text, at);
    ++at;
  }
  return open.empty() ? "" : "not closed: " + std::string(open.back());
}

std::string odd_number_in(const std::string& xml) {
  const std::size_t style = xml.find("</style>");
  std::string text = xml.substr(style == std::string::npos ? 0 : style);
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto letter = [&](std::size_t place) {
    return place < text.size() && std::isalnum(static_cast<unsigned char>(text[place])) != 0;
  };
  for (const std::string_view word : {"nan", "inf"}) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
      if ((at == 0 || !letter(at - 1)) && !letter(at + word.size())) return around(text, at);
  }
  // How pages write what is no number: as a cell it says that something was not defined.
  const std::size_t dash = text.find(">–<");
  return dash == std::string::npos ? "" : around(text, dash);
}

}  // namespace phigp::test
