// SPDX-License-Identifier: Apache-2.0
// Comments where ir/comments.h says that they belong.
//
// Own lines are indented as what follows them; behind a line stand two blanks, and between several of one line, too. A
// signature with comments has a line for each parameter.
#include "hammock/base/marks.h"
#include "printer.h"

namespace hammock {

void Printer::lines(std::span<const Name> texts) {
  for (Name text : texts) {
    indent();
    out_ += context_.text(text);
    out_ += '\n';
  }
}

void Printer::behind(std::span<const Name> texts) {
  for (Name text : texts) {
    out_ += "  ";
    out_ += context_.text(text);
  }
}

// The end of a line of the class.
void Printer::member_line(At at, uint32_t number) {
  if (module_comments_) behind(module_comments_->at(at, number));
  out_ += '\n';
}

bool Printer::has_parameter_comments(const Lambda& lambda) const {
  if (!comments_) return false;
  bool has = comments_->has(At::params_begin, number(lambda)) || comments_->has(At::params_end, number(lambda));
  for (Value param : lambda.params)
    has |= comments_->has(At::before, param.index) || comments_->has(At::behind, param.index);
  return has;
}

void Printer::parameters_in_lines(const Lambda& lambda) {
  end_line(At::params_begin, number(lambda));
  for (Value param : lambda.params) {
    before(At::before, param.index);
    indent();
    parameter(param);
    out_ += ',';
    end_line(At::behind, param.index);
  }
  before(At::params_end, number(lambda));
  --depth_;
  indent();
  ++depth_;
}

void Printer::declare_symbol_comments(Prim var, At at) {
  if (!comments_) return;
  for (Name text : comments_->at(at, var.index)) {
    declarations_.append(at == At::symbol_before ? declaration_indent_ : 2, ' ');
    declarations_ += context_.text(text);
    if (at == At::symbol_before) declarations_ += '\n';
  }
}

void Printer::use_module_comments() {
  if (options_.comments && !module_->comments.empty()) module_comments_ = &module_->comments;
}

// What stands outside of all definitions. No text becomes a golden test by being printed: another blank tells its marks
// from the test's.
std::string Printer::outside(At at) const {
  std::string text;
  if (!module_comments_) return text;
  for (Name name : module_comments_->at(at, 0)) {
    std::string line(context_.text(name));
    if (is_golden_mark(line) || line.starts_with(kGoldenExpected)) line.insert(1, 1, ' ');
    (text += line) += '\n';
  }
  return text;
}

// Those of the file: above everything, and below, with an empty line between.
void Printer::file_comments() {
  if (std::string header = outside(At::header); !header.empty()) out_.insert(0, header + '\n');
  if (std::string footer = outside(At::footer); !footer.empty()) {
    out_.erase(out_.find_last_not_of(" \n") + 1);
    out_ += "\n\n" + footer;
  }
}

}  // namespace hammock
