// SPDX-License-Identifier: Apache-2.0
// Header, footer and the order of the functions (language 6.2, 6.3).
#include <algorithm>

#include "hammock/base/marks.h"
#include "hammock/base/pages.h"
#include "hammock/print/kernel.h"
#include "printer.h"

namespace hammock {

Printer::Printer(const Context& context, const Module* module, const PrintOptions& options)
    : context_(context), module_(module), options_(options), names_(context.strings) {}

Definition Printer::print_definition() {
  is_definition_ = true;
  use_module_comments();
  reserve_names();
  module_->is_lone_function ? lone_function() : module_class();
  out_.erase(out_.find_last_not_of(" \n") + 1);
  out_ += '\n';
  respell_prefixes(out_, options_);
  const bool has_metadata = shows_metadata();
  return {std::move(out_), has_metadata ? shown_metadata() : "", {uses_ir_, uses_tir_, uses_relax_, has_metadata}};
}

bool Printer::may_hide_metadata() const {
  return shows_metadata() && (context_.strings.find("metadata") || options_.name == "metadata");
}

bool Printer::shows_metadata() const { return options_.constants != Constants::omitted && !metadata_.empty(); }

std::string Printer::shown_metadata() {
  if (newer(Spelling::metadata_json)) {
    span_ = metadata_span_;
    gap(std::string(kMetadataGap));
  }
  return metadata_section(context_, metadata_);
}

void Printer::reserve_names() {
  if (!module_->is_lone_function && class_name_as_read() == options_.module_alias)
    options_.module_alias.clear();  // `class cls`: functions call it by its name
  for (std::string_view reserved : {"I", "T", "R"}) names_.reserve(reserved);
  for (const std::string* prefix : {&options_.ir_prefix, &options_.tir_prefix, &options_.relax_prefix}) {
    if (*prefix != "I" && *prefix != "T" && *prefix != "R") names_.reserve(*prefix);
  }
  if (!options_.module_alias.empty()) names_.reserve(options_.module_alias);
  if (keeps_metadata_) names_.reserve("metadata");
}

std::string Printer::print_module() {
  use_module_comments();
  constexpr size_t kUsualLine = 100;  // growing a long text by doubling would touch its memory three times
  size_t values = 0;
  for (const GlobalFunction& f : module_->functions) values += f.relax() ? f.relax()->size() : 0;
  out_.reserve(values * kUsualLine);
  reserve_names();
  // The header is known last. A good guess stands first, so that a long text need not be moved.
  std::string guess = guessed_header();
  out_.reserve(estimated_size());
  prefer_huge_pages(out_.data(), out_.capacity());
  out_ += guess;
  out_ += outside(At::definition_before);
  module_->is_lone_function ? lone_function() : module_class();
  if (!metadata_.empty() && !shows_metadata()) out_ += kMetadataOmitted;
  if (std::string actual = header(); actual != guess) out_.replace(0, guess.size(), actual);
  if (shows_metadata()) out_.insert(0, shown_metadata());
  file_comments();
  out_.erase(out_.find_last_not_of(" \n") + 1);
  respell_prefixes(out_, options_);
  return with_python(std::move(out_), *module_);
}

std::string Printer::guessed_header() {
  for (const GlobalFunction& f : module_->functions) (f.is_kernel() ? uses_tir_ : uses_relax_) = true;
  for (uint32_t i = 0; i < std::min<size_t>(context_.prims.size(), 100) && !uses_tir_; ++i)
    uses_tir_ = context_.prims[Prim(i)].kind == PrimKind::var;
  uses_ir_ = !module_->is_lone_function;
  std::string text = header();
  uses_ir_ = uses_tir_ = uses_relax_ = false;
  return text;
}

// Of the text in bytes; too much costs nothing.
size_t Printer::estimated_size() const {
  constexpr size_t kBytesPerNode = 100;
  size_t size = 0;
  for (const GlobalFunction& f : module_->functions) size += f.relax() ? f.relax()->size() * kBytesPerNode : 0;
  return size;
}

// One comment per prefix used so far, and a line of nothing but the indentation.
std::string Printer::header() const {
  std::string indentation(this->indentation(depth_), ' ');
  std::string text;
  if (uses_ir_) text += indentation + "# from tvm.script import ir as " + options_.ir_prefix + "\n";
  if (uses_tir_)
    text += indentation + "# from tvm.script import " + std::string(spell(Spelling::tir_namespace)) + " as " +
            options_.tir_prefix + "\n";
  if (uses_relax_) text += indentation + "# from tvm.script import relax as " + options_.relax_prefix + "\n";
  return text + indentation + "\n";
}

void Printer::lone_function() {
  HAMMOCK_CHECK(module_->functions.size() == 1, "a lone function stands in a module of one");
  global_function(module_->functions[0]);
}

void Printer::module_class() {
  names_.reserve(class_name());
  out_ += "@I.ir_module";
  member_line(At::class_decorator_behind, 0);
  if (module_comments_) lines(module_comments_->at(At::class_def_before, 0));
  out_ += "class ";
  out_ += class_name();
  const bool has_python = std::ranges::any_of(
      module_->functions, [](const GlobalFunction& f) { return std::holds_alternative<PythonFunc>(f.body); });
  if (has_python && module_->base) out_ += "(" + std::string(context_.text(module_->base)) + ")";
  out_ += ':';
  member_line(At::class_behind, 0);
  ++depth_;
  mode_ = Mode::tir;
  module_statement("I.module_attrs(", module_->attrs, At::module_attrs_before, At::module_attrs_behind);
  module_statement("I.module_global_infos(", module_->global_infos, At::global_infos_before, At::global_infos_behind);
  mode_ = Mode::relax;
  for (const GlobalFunction* f : functions_in_order()) global_function(*f);
  if (module_->functions.empty()) {
    indent();
    out_ += "pass\n";
  }
  if (module_comments_) lines(module_comments_->at(At::class_end, 0));
  uses_ir_ = true;  // of the class itself; the headers of nested functions list what was used inside it
  --depth_;
}

// Of an empty dict nothing but the comments.
void Printer::module_statement(std::string_view callee, Attr dict, At before, At behind) {
  if (module_comments_) lines(module_comments_->at(before, 0));
  if (!dict || context_.attrs.items(dict).empty()) {
    if (module_comments_) lines(module_comments_->at(behind, 0));
    return;
  }
  indent();
  uses_ir_ = true;
  out_ += callee;
  attribute(dict);
  out_ += ')';
  member_line(behind, 0);
}

// TVM knows no name but Module.
std::string Printer::class_name_as_read() const {
  if (!options_.name.empty()) return options_.name;
  const bool is_kept = options_.constants == Constants::complete || is_definition_;
  return module_->class_name && is_kept ? std::string(context_.text(module_->class_name)) : "Module";
}

std::string Printer::class_name() const {
  std::string name = class_name_as_read();
  bool is_taken = name == "I" || name == "T" || name == "R" || name == options_.module_alias ||
                  name == options_.ir_prefix || name == options_.tir_prefix || name == options_.relax_prefix ||
                  (keeps_metadata_ && name == "metadata");
  return is_taken ? name + "_1" : name;
}

std::vector<const GlobalFunction*> Printer::functions_in_order() const {
  std::vector<std::pair<int, const GlobalFunction*>> order;
  for (const GlobalFunction& f : module_->functions) {
    constexpr int kLast = 1000;
    if (std::holds_alternative<PythonFunc>(f.body)) continue;
    int by_kind = f.is_kernel() ? 1 : std::holds_alternative<ExternFunction>(f.body) ? 2 : 3;
    order.emplace_back(context_.text(f.name) == "main" ? kLast : by_kind, &f);
  }
  std::ranges::stable_sort(order, {}, [&](const auto& o) { return std::pair(o.first, context_.text(o.second->name)); });
  std::vector<const GlobalFunction*> functions;
  for (const auto& [priority, f] : order) functions.push_back(f);
  for (const GlobalFunction& f : module_->functions) {  // where they were written
    if (!std::holds_alternative<PythonFunc>(f.body)) continue;
    functions.insert(functions.begin() + (&f - module_->functions.data()), &f);
  }
  return functions;
}

void Printer::gap(std::string what) {
  if (options_.gaps) options_.gaps->push_back({std::move(what), span_});
}

void Printer::global_function(const GlobalFunction& f) {
  if (module_comments_ && !module_->is_lone_function) lines(module_comments_->at(At::member_before, f.name.index));
  span_ = f.span;
  if (f.relax()) {
    outermost_function(f);
    out_ += '\n';
  } else if (f.is_kernel()) {
    prim_function(f);
    out_ += '\n';
  } else if (std::holds_alternative<PythonFunc>(f.body)) {
    indent();
    out_ += '\0' + std::to_string(&f - module_->functions.data()) + "\n\n";  // with_python puts it there
  } else {
    uses_relax_ = true;
    indent();
    out_ += context_.text(f.name);
    out_ += " = ";
    extern_function(std::get<ExternFunction>(f.body).symbol, f.info);
    member_line(At::member_behind, f.name.index);
  }
}

void Printer::prim_function(const GlobalFunction& f) {
  const tir::Kernel& kernel = *f.kernel();
  uses_tir_ = true;
  std::string_view name = context_.text(f.name);
  if (module_->is_lone_function && !is_definition_) {
    if (kernel.is_private) name = options_.name.empty() ? "main" : std::string_view(options_.name);
    else if (kernel.symbol && is_identifier(context_.text(kernel.symbol))) name = context_.text(kernel.symbol);
  }
  const std::string module_name = module_->is_lone_function ? "" : class_name();
  const bool is_text_of_tvm = options_.constants != Constants::complete;
  bool is_lossy = false;
  out_ += print_kernel(kernel, name,
                       {.dialect = options_.dialect,
                        .indent_spaces = options_.indent_spaces,
                        .depth = depth_,
                        .comments = options_.comments,
                        .gaps = options_.gaps,
                        .is_lossy = is_text_of_tvm ? &is_lossy : nullptr,
                        .class_name = module_name});
  if (is_lossy) lose();
}

std::string with_python(std::string text, const Module& module, std::string_view line_end) {
  size_t mark = text.find('\0');
  if (mark == std::string::npos) return text;
  const bool is_cut = text.back() != '\n';  // the last line has no end
  if (is_cut) text += '\n';
  std::string out;
  size_t done = 0;
  for (; mark != std::string::npos; mark = text.find('\0', done)) {
    const size_t begin = text.rfind('\n', mark) + 1;
    const std::string_view indentation = std::string_view(text).substr(begin, mark - begin);
    out.append(text, done, begin - done);
    done = text.find('\n', mark) + 1;
    const PythonFunc& f = std::get<PythonFunc>(module.functions[std::stoul(text.substr(mark + 1))].body);
    for (std::string_view rest = f.text; !rest.empty();) {
      std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(line.size() + 1);
      if (line.starts_with('\0')) {
        line.remove_prefix(1);
      } else if (line.starts_with(f.indentation)) {
        line.remove_prefix(f.indentation.size());
        out += indentation;
      }
      out += line;
      out += line_end;
    }
  }
  out.append(text, done);
  if (is_cut) out.pop_back();
  return out;
}

// That there is a metadata section is known last. Where something may have its name, the text is made a second time.
template <class Text>
static Text printed(const Module& module, const PrintOptions& options, Text (Printer::*text)()) {
  const size_t gaps = options.gaps ? options.gaps->size() : 0, omitted = options.omitted ? options.omitted->size() : 0;
  Printer first(module.context(), &module, options);
  Text out = (first.*text)();
  if (!first.may_hide_metadata()) return out;
  if (options.gaps) options.gaps->resize(gaps);
  if (options.omitted) options.omitted->resize(omitted);
  Printer second(module.context(), &module, options);
  second.keep_metadata();
  return (second.*text)();
}

Definition print_definition(const Module& module, const PrintOptions& options) {
  return printed(module, options, &Printer::print_definition);
}

std::string print(const Module& module, const PrintOptions& options) {
  return printed(module, options, &Printer::print_module);
}

std::string print(const Context& context, StructInfo info, const Module* module) {
  Printer printer(context, module);
  printer.use_hints(nullptr);
  printer.struct_info(info);
  return printer.take();
}

std::string print(const Context& context, Prim expr) {
  Printer printer(context, nullptr);
  printer.use_hints(nullptr);
  printer.prim(expr);
  return printer.take();
}

std::string print_attr(const Context& context, Attr attr, const Module* module) {
  Printer printer(context, module);
  printer.use_hints(nullptr);
  printer.attribute(attr);
  return printer.take();
}

std::string print_binding(const Module& module, const Function& fn, Value binding) {
  Printer printer(module.context(), &module);
  printer.use_hints(&fn);
  printer.binding(binding);
  return printer.take();
}

}  // namespace hammock
