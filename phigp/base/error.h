// The three ways in which the library refuses. Each error names the thing, its value and the rule
// it breaks, so that a front end can print one sentence and a program can react to the parts.
// Numerical *outcomes* (not converged, jitter added) are fields of reports, never exceptions.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace phigp {

// Shortest text that reads back as the same number: 0.1, 1e-16, inf.
std::string to_text(double value);

class Error : public std::runtime_error {
 public:
  Error(std::string name, std::string value, std::string rule);

  const std::string& name() const { return name_; }    // what was wrong: "student-t: nu"
  const std::string& value() const { return value_; }  // what it was: "-1" (may be empty)
  const std::string& rule() const { return rule_; }    // what it has to be: "must be positive"

 private:
  std::string name_;
  std::string value_;
  std::string rule_;
};

// A caller's mistake: a parameter out of range, a target outside its domain, a formula that does
// not parse.
class InvalidInput : public Error {
 public:
  using Error::Error;
};

// A computation that cannot deliver what it promises, found out before anything wrong was returned.
class NumericalError : public Error {
 public:
  using Error::Error;
};

// A file that cannot be read, written or understood. `name` is its path.
class FileError : public Error {
 public:
  using Error::Error;
};

// Throws InvalidInput(name, value, rule) unless `ok`. The sentence reads: "<name> <rule>, got
// <value>".
inline void require(bool ok, std::string_view name, std::string_view value, std::string_view rule) {
  if (!ok) throw InvalidInput(std::string(name), std::string(value), std::string(rule));
}

inline void require(bool ok, std::string_view name, double value, std::string_view rule) {
  if (!ok) throw InvalidInput(std::string(name), to_text(value), std::string(rule));
}

}  // namespace phigp
