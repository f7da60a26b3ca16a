// SPDX-License-Identifier: Apache-2.0
// Functions, blocks and bindings (language 6.4 to 6.8).
//
// A binding takes effect in the order value, annotation, name: its value is printed first, then its annotation, then
// the name is made unique; the text has them the other way round.
#include <utility>

#include "printer.h"

namespace hammock {

void Printer::outermost_function(const GlobalFunction& f) {
  fn_ = f.relax();
  const Lambda& self = fn_->self();
  comments_ = options_.comments && !fn_->comments.empty() ? &fn_->comments : nullptr;
  names_.open();
  function_scope_ = names_.depth() - 1;
  value_names_.assign(fn_->size(), Names::kNone);
  declaration_indent_ = indentation(depth_ + 1);
  declares_module_ = false;

  std::optional<Attr> symbol = context_.find(self.attrs, "global_symbol");
  bool is_private = self.is_private && !symbol;
  std::string_view name = context_.text(f.name);
  if (module_->is_lone_function && is_private && !is_definition_)
    name = options_.name.empty() ? "main" : std::string_view(options_.name);
  if (module_->is_lone_function && symbol && !is_definition_ && context_.attrs[*symbol].kind == AttrKind::string) {
    std::string_view text = context_.text(Name(context_.attrs[*symbol].id));
    if (is_identifier(text)) name = text;  // else it stays an attribute
  }
  decorator(self, is_private);
  quotes_symbols_ = true;
  signature(self, name);
  quotes_symbols_ = false;

  ++depth_;
  insert_declarations(out_.size());
  size_t attributes = out_.size();
  function_attributes(self, name);
  insert_declarations(attributes);
  size_t body = out_.size();
  region(self.body);
  return_line(self.body);
  insert_declarations(body);
  --depth_;

  names_.close();
  release_symbols(0);
  info_text_.clear();
}

// Symbols of the function that ends have no name any more, and struct info that was printed there no text.
void Printer::release_symbols(size_t infos_kept) {
  for (Prim var : declared_symbols_) symbol_names_[var.index] = Names::kNone;
  declared_symbols_.clear();
  for (size_t i = infos_kept; i < cached_infos_.size(); ++i) info_pieces_[cached_infos_[i].index] = {};
  cached_infos_.resize(infos_kept);
}

void Printer::insert_declarations(size_t at) {
  out_.insert(at, declarations_);
  declarations_.clear();
}

void Printer::decorator(const Lambda& lambda, bool is_private) {
  uses_relax_ = true;
  indent();
  out_ += "@R.function";
  if (!lambda.is_pure) out_ += is_private ? "(pure=False, private=True)" : "(pure=False)";
  if (lambda.is_pure && is_private) out_ += "(private=True)";
  end_line(At::decorator_behind, number(lambda));
  before(At::def_before, number(lambda));
}

// The result's symbols are met before those of the parameters; newer versions print the parameters first.
void Printer::signature(const Lambda& lambda, std::string_view name) {
  size_t begin = out_.size();
  bool result_first = !newer(Spelling::parameters_first);
  auto print_result = [&] {
    bool outer = std::exchange(omits_values_, true);
    if (lambda.ret) struct_info(lambda.ret);
    omits_values_ = outer;
  };
  if (result_first) print_result();
  std::string result = out_.substr(begin);
  out_.resize(begin);
  indent();
  out_ += "def ";
  out_ += name;
  out_ += '(';
  ++depth_;
  if (has_parameter_comments(lambda)) {
    parameters_in_lines(lambda);
  } else {
    for (size_t i = 0; i < lambda.params.size(); ++i) {
      if (i > 0) out_ += ", ";
      parameter(lambda.params[i]);
    }
  }
  out_ += ')';
  if (lambda.ret) {
    out_ += " -> ";
    result_first ? (void)(out_ += result) : print_result();
  }
  out_ += ':';
  end_line(At::def_behind, number(lambda));
  --depth_;
  insert_pending(out_.size());
}

void Printer::parameter(Value param) {
  if (!is_named(param)) define(param);
  name_of(param);
  if (StructInfo info = fn_->info(param)) {
    out_ += ": ";
    struct_info(info);
  }
}

// `global_symbol` is what the name of an outermost function already says.
void Printer::function_attributes(const Lambda& lambda, std::string_view implied_symbol) {
  std::span<const Attr> items = lambda.attrs ? context_.attrs.items(lambda.attrs) : std::span<const Attr>();
  bool is_empty = true;
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    bool is_implied = context_.text(Name(context_.attrs[items[i]].id)) == "global_symbol" &&
                      context_.attrs[items[i + 1]].kind == AttrKind::string &&
                      context_.text(Name(context_.attrs[items[i + 1]].id)) == implied_symbol;
    if (is_implied) continue;
    if (is_empty) {
      before(At::attrs_before, number(lambda));
      indent();
    }
    out_ += is_empty ? "R.func_attr({" : ", ";
    is_empty = false;
    attribute(items[i]);
    out_ += ": ";
    attribute(items[i + 1]);
  }
  if (is_empty) {  // the comments stay
    before(At::attrs_before, number(lambda));
    before(At::attrs_behind, number(lambda));
    return;
  }
  out_ += "})";
  end_line(At::attrs_behind, number(lambda));
}

// A nested function repeats the header, with the prefixes used up to its end.
void Printer::nested_function(Value v) {
  const Lambda& lambda = (*fn_)[(*fn_)[v].lambda()];
  define(v);
  size_t begin = out_.size();
  std::string name(names_.text(value_names_[v.index]));
  names_.open();
  decorator(lambda, false);
  if (newer(Spelling::nested_symbols)) {
    nested_scope(lambda, name);
  } else {
    signature(lambda, name);
    ++depth_;
    function_attributes(lambda, {});
    region(lambda.body);
    return_line(lambda.body);
    --depth_;
  }
  names_.close();
  out_ += '\n';
  if (!is_definition_) out_.insert(begin, header());  // a file of Python has its imports
}

// A nested function that declares the symbols which are met in it first.
void Printer::nested_scope(const Lambda& lambda, std::string_view name) {
  outer_declarations_.push_back(std::exchange(declarations_, {}));
  size_t outer_scope = std::exchange(function_scope_, names_.depth() - 1);
  size_t outer_indent = std::exchange(declaration_indent_, indentation(depth_ + 1));
  std::vector<Prim> outer_symbols = std::exchange(declared_symbols_, {});
  size_t outer_infos = cached_infos_.size();
  quotes_symbols_ = true;
  signature(lambda, name);
  quotes_symbols_ = false;
  ++depth_;
  insert_declarations(out_.size());
  function_attributes(lambda, {});
  size_t body = out_.size();
  region(lambda.body);
  return_line(lambda.body);
  insert_declarations(body);
  --depth_;
  release_symbols(outer_infos);
  declared_symbols_ = std::move(outer_symbols);
  declaration_indent_ = outer_indent;
  function_scope_ = outer_scope;
  declarations_ = std::move(outer_declarations_.back());
  outer_declarations_.pop_back();
}

void Printer::return_line(RegionId id) {
  size_t begin = out_.size();
  before(At::result_before, id.index);
  indent();
  out_ += "return ";
  expression((*fn_)[id].result);
  end_line(At::result_behind, id.index);
  before(At::end, id.index);
  insert_pending(begin);
}

void Printer::region(RegionId id) {
  std::string outer_pending = std::exchange(pending_, {});
  bool outer_in_dataflow = std::exchange(in_dataflow_, false);
  for (const Block& b : (*fn_)[id].blocks) b.is_dataflow ? dataflow_block(b) : block(b);
  pending_ = std::move(outer_pending);
  in_dataflow_ = outer_in_dataflow;
}

void Printer::block(const Block& b) {
  for (Value v : b.bindings) {
    size_t begin = out_.size();
    statement(v);
    insert_pending(begin);
  }
}

void Printer::dataflow_block(const Block& b) {
  size_t begin = out_.size();
  uses_relax_ = true;
  before(At::block_before, b.label);
  indent();
  out_ += "with R.dataflow():";
  end_line(At::block_behind, b.label);
  ++depth_;
  in_dataflow_ = true;
  std::vector<Value> outputs;
  for (Value v : b.bindings) {
    statement(v);
    if ((*fn_)[v].is_output) outputs.push_back(v);
  }
  before(At::output_before, b.label);
  indent();
  out_ += "R.output(";
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (i > 0) out_ += ", ";
    name_of(outputs[i]);
  }
  out_ += ')';
  end_line(At::output_behind, b.label);
  before(At::block_end, b.label);
  in_dataflow_ = false;
  --depth_;
  insert_pending(begin);
}

void Printer::insert_pending(size_t at) {
  if (pending_.empty()) return;
  out_.insert(at, pending_);
  pending_.clear();
}

void Printer::define(Value v) { value_names_[v.index] = names_.define((*fn_)[v].name); }

bool Printer::is_void_statement(Value v) const {
  const Node& node = (*fn_)[v];
  if (!options_.syntax_sugar || !node.info || !context_.infos.is_void(node.info) || node.kind == NodeKind::match_cast)
    return false;
  return node.kind != NodeKind::alias || context_.infos.is_void(fn_->info(fn_->args(v)[0]));
}

bool Printer::hides_annotation(Value v) const {
  const Node& node = (*fn_)[v];
  if (!node.info) return true;
  if (node.kind == NodeKind::call_op && (node.op == Op::call_tir || node.op == Op::call_dps_packed)) {
    std::span<const Attr> infos = sinfo_args(v);
    return !infos.empty() && StructInfo(context_.attrs[infos[0]].id) == node.info;
  }
  if (options_.show_all_struct_info) return false;
  return node.kind == NodeKind::match_cast || inferable_info(v) == node.info;
}

// What the value alone says of its struct info; none if it says nothing.
StructInfo Printer::inferable_info(Value v) const {
  const Node& node = (*fn_)[v];
  InfoStore& infos = fn_->context().infos;
  switch (node.kind) {
    case NodeKind::alias: {
      const Node& source = (*fn_)[fn_->args(v)[0]];
      bool is_variable = source.kind == NodeKind::param || is_named(fn_->args(v)[0]);
      return is_variable ? source.info : StructInfo();
    }
    case NodeKind::tuple: {
      std::vector<StructInfo> fields;
      for (Value field : fn_->args(v)) fields.push_back(fn_->info(field));
      return infos.tuple(fields);
    }
    case NodeKind::get_item: {
      StructInfo tuple = fn_->info(fn_->args(v)[0]);
      bool is_known = tuple && infos[tuple].kind == InfoKind::tuple && node.index() < infos.fields(tuple).size();
      return is_known ? infos.fields(tuple)[node.index()] : StructInfo();
    }
    case NodeKind::call_op: return options_.inferred ? options_.inferred(*module_, *fn_, v) : StructInfo();
    default: return {};
  }
}

void Printer::statement(Value v) {
  const Node& node = (*fn_)[v];
  before(At::before, v.index);
  span_ = node.span;
  if (node.kind == NodeKind::cond) return if_statement(v);
  if (node.kind == NodeKind::lambda) return nested_function(v);
  if (is_void_statement(v)) {
    indent();
    value(v);
    return end_line(At::behind, v.index);
  }
  value_text_.clear();
  annotation_text_.clear();
  out_.swap(value_text_);
  value(v);
  out_.swap(value_text_);
  if (!hides_annotation(v)) {
    out_.swap(annotation_text_);
    omits_values_ = node.kind != NodeKind::match_cast;  // it says the same twice
    struct_info(node.info);
    omits_values_ = false;
    out_.swap(annotation_text_);
  }
  if (!is_named(v)) define(v);
  indent();
  out_ += names_.text(value_names_[v.index]);
  if (!annotation_text_.empty()) {
    out_ += ": ";
    out_ += annotation_text_;
  }
  out_ += " = ";
  out_ += value_text_;
  end_line(At::behind, v.index);
}

void Printer::if_statement(Value v) {
  value_text_.clear();
  out_.swap(value_text_);
  expression(fn_->args(v)[0]);
  out_.swap(value_text_);
  if (!is_named(v)) define(v);
  indent();
  out_ += "if ";
  out_ += value_text_;
  out_ += ':';
  end_line(At::behind, v.index);
  branch(v, fn_->then_region(v));
  before(At::else_before, v.index);
  indent();
  out_ += "else:";
  end_line(At::else_behind, v.index);
  branch(v, fn_->else_region(v));
}

void Printer::branch(Value owner, RegionId id) {
  names_.open();
  ++depth_;
  region(id);
  size_t begin = out_.size();
  before(At::result_before, id.index);
  indent();
  name_of(owner);
  if (StructInfo info = fn_->info(owner)) {
    out_ += ": ";
    omits_values_ = true;
    struct_info(info);
    omits_values_ = false;
  }
  out_ += " = ";
  right_hand_side((*fn_)[id].result);
  end_line(At::result_behind, id.index);
  before(At::end, id.index);
  insert_pending(begin);
  --depth_;
  names_.close();
}

void Printer::binding(Value v) {
  out_ += (*fn_)[v].name ? context_.text((*fn_)[v].name) : "_";
  if (StructInfo info = fn_->info(v)) {
    out_ += ": ";
    struct_info(info);
  }
  out_ += " = ";
  value(v);
}

}  // namespace hammock
