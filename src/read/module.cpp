// SPDX-License-Identifier: Apache-2.0
// The module level (language 1.2, 1.5): statements that are no `def`, then declarations, then definitions, in order.
#include <algorithm>
#include <cctype>

#include "elaborate.h"
#include "hammock/base/check.h"
#include "hammock/base/suggest.h"
#include "hammock/syntax/lexer.h"

namespace hammock::read {

std::vector<Module> Elaborator::run() {
  std::vector<Module> modules;
  for (const Definition& d : ast_.definitions) {
    if (d.kind == Definition::Kind::assignment && is_metadata_section(ast_[d.stmt]))
      metadata_name_ = ast_[ast_[d.stmt].target].span;
  }
  for (const Definition& definition : ast_.definitions) {
    switch (definition.kind) {
      case Definition::Kind::unknown: bind_unknown(definition.name, definition.line); break;
      case Definition::Kind::changed: forget_list(definition.name); break;
      case Definition::Kind::scope: scopes_.open(); break;
      case Definition::Kind::scope_end: scopes_.close(); break;
      case Definition::Kind::assignment:
        file_assignment(ast_[definition.stmt]);
        append_header(ast_[definition.stmt]);
        if (is_metadata_section(ast_[definition.stmt])) metadata_span_ = definition.line;
        break;
      case Definition::Kind::definition:
        use_aliases(ast_.defs[ast_[definition.stmt].def]);
        ast_[definition.stmt].kind == StmtKind::class_ ? read_class(ast_[definition.stmt])
                                                       : read_lone_function(definition.stmt);
        modules.push_back(finish_module(definition));
        break;
    }
  }
  return modules;
}

void Elaborator::append_header(const Stmt& stmt) {
  std::span<const Name> texts = comments_of(At::header, stmt);
  if (!header_.empty() && !texts.empty()) header_.push_back(context_.name(""));
  header_.insert(header_.end(), texts.begin(), texts.end());
}

// What imports call the namespaces is known to the texts of dims.
void Elaborator::use_aliases(const Def& def) {
  constexpr std::string_view kPaths[kNamespaces] = {"tvm.script.ir", "tvm.script.tir", "tvm.script.relax"};
  const bool is_other = !definition_ || !std::ranges::equal(def.namespaces, definition_->namespaces);
  definition_ = &def;
  if (!is_other) return;
  dim_texts_.clear();
  aliases_.go_back(0);
  for (size_t space = 0; space < kNamespaces; ++space) {
    if (def.namespaces[space]) aliases_.bind(text(def.namespaces[space]), kPaths[space]);
  }
}

Module Elaborator::finish_module(const Definition& definition) {
  const Stmt& stmt = ast_[definition.stmt];
  append_header(stmt);
  module_.comments.add(At::header, 0, header_);
  module_.comments.add(At::footer, 0, comments_of(At::footer, stmt));
  module_.comments.add(At::definition_before, 0, comments_of(At::before, stmt));
  header_.clear();
  Module done = std::exchange(module_, Module(module_.shared_context()));
  const Def& def = ast_.defs[ast_[definition.stmt].def];
  done.text = def.text;
  done.indentation = def.indentation;
  done.metadata = metadata_span_;
  if (options_.incomplete) options_.incomplete->push_back(std::exchange(incomplete_, {}));
  repeated_.clear();
  last_repeated_ = {};
  pending_.clear();
  bad_globals_.clear();
  globals_.clear();
  class_name_ = {};
  results_.reset();
  return done;
}

void Elaborator::read_lone_function(StmtId stmt) {
  module_.is_lone_function = true;
  members_ = stmt;
  if (std::optional<GlobalId> g = declare(stmt)) define(*g);
}

void Elaborator::read_class(const Stmt& stmt) {
  class_name_ = Name(ast_[stmt.target].a);
  module_.class_name = class_name_;
  module_.base = ast_.defs[stmt.def].base;
  module_attrs_.reset();
  members_ = stmt.suite;
  for (ExprId decorator : ast_.decorators(stmt)) class_decorator(decorator);
  scopes_.open();
  scopes_.bind(class_name_, make(What::module, stmt.span));
  for (StmtId id = stmt.suite; id; id = ast_[id].next) {
    if (ast_[id].kind != StmtKind::def) class_statement(ast_[id]);
  }
  if (module_attrs_) module_.attrs = context_.sorted_dict({module_attrs_->begin(), module_attrs_->end()});
  std::vector<GlobalId> declared;
  for (StmtId id = stmt.suite; id; id = ast_[id].next) {
    if (ast_[id].kind != StmtKind::def) continue;
    if (std::optional<GlobalId> g = declare(id)) declared.push_back(*g);
  }
  for (GlobalId g : declared) define(g);
  scopes_.close();
  class_comments(stmt);
}

// TVM does not look at it when it reads text, and Python refuses what is misspelt.
void Elaborator::class_decorator(ExprId e) {
  constexpr std::string_view kNames[] = {"I.ir_module", "ir.ir_module", "tvm.script.ir_module", "script.ir_module",
                                         "ir_module"},
                             kKeys[] = {"check_well_formed"};
  auto suspect = [&](std::string_view written, Span span, std::span<const std::string_view> known) {
    if (std::find(known.begin(), known.end(), written) != known.end()) return;
    std::string hint = did_you_mean(written, known);
    if (!hint.empty()) bad(Diag::unsupported_syntax, span, "'" + std::string(written) + "' is not known here" + hint);
  };
  ExprId name = ast_[e].kind == ExprKind::call ? ast_.list(e)[0] : e;
  if (ast_[name].kind == ExprKind::name) suspect(text(Name(ast_[name].a)), ast_[name].span, kNames);
  if (name == e) return;
  for (ExprId arg : ast_.list(e).subspan(1)) {
    if (ast_[arg].kind != ExprKind::keyword) continue;
    suspect(text(Name(ast_[arg].a)), ast_[arg].span, kKeys);
    const Expr& value = ast_[ExprId(ast_[arg].b)];
    bool is_false = value.kind == ExprKind::constant && value.sub == static_cast<uint8_t>(Literal::false_);
    module_.is_unchecked |= is_false && text(Name(ast_[arg].a)) == kKeys[0];
  }
}

void Elaborator::class_statement(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::pass: return;
    case StmtKind::broken:
      if (stmt.target) bad_globals_[Name(ast_[stmt.target].a)] = true;
      return;
    case StmtKind::expression:
      if (ast_[stmt.value].kind == ExprKind::string || module_form(stmt)) return;
      break;
    case StmtKind::assign: return external(stmt);
    default: break;
  }
  bad(Diag::unsupported_syntax, stmt.span, "this statement cannot stand in a module");
}

// A row of kModuleForms. False: it is something else.
bool Elaborator::module_form(const Stmt& stmt) {
  const Expr& call = ast_[stmt.value];
  if (call.kind != ExprKind::call || ast_[ast_.list(stmt.value)[0]].kind != ExprKind::name) return false;
  const Expr& callee = ast_[ast_.list(stmt.value)[0]];
  std::string_view written = text(Name(callee.a)), name = last_part(written);
  std::span<const ExprId> args = ast_.list(stmt.value).subspan(1);
  bool is_form = std::ranges::any_of(kModuleForms, [&](std::string_view form) { return last_part(form) == name; });
  if (!is_form || !(written.starts_with("I.") || written.starts_with("ir.") || written.starts_with("tvm."))) {
    bad(Diag::unsupported_syntax, callee.span,
        "'" + std::string(written) + "' cannot stand in a module" + did_you_mean(written, kModuleForms));
    return true;
  }
  Function scratch(module_.shared_context());  // calls among the arguments stand in no function
  struct Outer {
    Function *&current, *before;
    ~Outer() { current = before; }
  } outer{fn_, std::exchange(fn_, &scratch)};
  bool sets_one = name == "module_set_attr";
  bool is_attrs = name != "module_global_infos";
  auto set = [&](Name key, Attr value) {
    if (!module_attrs_) module_attrs_.emplace();
    if (!module_attrs_->emplace(key, value).second)
      bad(Diag::duplicate_name, call.span, "the module has the attribute '" + std::string(text(key)) + "' already");
  };
  if (sets_one && args.size() >= 2 && ast_[args[0]].kind == ExprKind::string) {
    if (std::optional<Attr> value = attr(args[1])) set(Name(ast_[args[0]].a), *value);
    return true;
  }
  if (args.size() != 1 || sets_one) {
    bad(Diag::argument_count, call.span,
        "I." + std::string(name) + (sets_one ? " takes a key and a value" : " takes one dict"));
    return true;
  }
  std::optional<Attr> dict = attr(args[0]);
  if (!dict) return true;
  if (context_.attrs[*dict].kind != AttrKind::dict) {
    bad(Diag::bad_key, ast_[args[0]].span, "I." + std::string(name) + " takes a dict with strings as keys");
  } else if (is_attrs ? module_attrs_.has_value() : static_cast<bool>(module_.global_infos)) {
    bad(Diag::duplicate_name, call.span,
        is_attrs ? "the module has attributes already" : "the module has global infos already");
  } else if (is_attrs) {
    module_attrs_.emplace();
    std::span<const Attr> items = context_.attrs.items(*dict);
    for (size_t i = 0; i + 1 < items.size(); i += 2) set(Name(context_.attrs[items[i]].id), items[i + 1]);
  } else {
    set_global_infos(*dict, ast_[args[0]].span);
  }
  return true;
}

void Elaborator::set_global_infos(Attr dict, Span span) {
  module_.global_infos = dict;
  std::span<const Attr> entries = context_.attrs.items(dict);
  for (size_t i = 0; i + 1 < entries.size(); i += 2) {
    auto is_info = [&](Attr a) {
      const AttrKind kind = context_.attrs[a].kind;
      return kind == AttrKind::vdevice || kind == AttrKind::device_mesh || kind == AttrKind::opaque;
    };
    const bool is_list = context_.attrs[entries[i + 1]].kind == AttrKind::list;
    if (is_list && std::ranges::all_of(context_.attrs.items(entries[i + 1]), is_info)) continue;
    bad(Diag::bad_device, span,
        "the global infos of '" + std::string(text(Name(context_.attrs[entries[i]].id))) +
            "' are a list of devices or meshes");
  }
  std::optional<Attr> devices = context_.find(dict, "vdevice");
  if (!devices || context_.attrs[*devices].kind != AttrKind::list) return;
  for (Attr a : context_.attrs.items(*devices)) {
    if (context_.attrs[a].kind != AttrKind::vdevice) continue;
    std::span<const Attr> items = context_.attrs.items(a);
    module_.vdevices.push_back({items[0], context_.attrs[items[1]].value, Name(context_.attrs[items[2]].id)});
  }
}

// name = R.ExternFunc("symbol"), maybe with its struct info
void Elaborator::external(const Stmt& stmt) {
  const Expr& target = ast_[stmt.target];
  const Expr& value = ast_[stmt.value];
  std::span<const ExprId> call = value.kind == ExprKind::call ? ast_.list(stmt.value) : std::span<const ExprId>();
  bool is_extern = target.kind == ExprKind::name && target.b == Name::kNone && call.size() > 1 &&
                   ast_[call[0]].kind == ExprKind::name && last_part(text(Name(ast_[call[0]].a))) == "ExternFunc" &&
                   builtin(Name(ast_[call[0]].a)).kind == Builtin::Kind::form;
  if (!is_extern) {
    constexpr std::string_view kExtern[] = {"R.ExternFunc"};
    std::string_view callee =
        call.size() == 2 && ast_[call[0]].kind == ExprKind::name ? text(Name(ast_[call[0]].a)) : "";
    std::string hint = callee == kExtern[0] ? "" : did_you_mean(callee, kExtern);
    bad(Diag::unsupported_syntax, stmt.span,
        "only `name = R.ExternFunc(\"symbol\")` may be assigned in a module" + hint);
    return;
  }
  std::optional<GlobalId> g = add_global(Name(target.a), target.span);
  if (!g) return;
  Function scratch(module_.shared_context());  // the call stands in no function
  Function* outer = std::exchange(fn_, &scratch);
  Item function = eval(stmt.value);
  fn_ = outer;
  if (!function) {
    bad_globals_[Name(target.a)] = true;
    return;
  }
  const Node& node = scratch[function.value()];
  module_[*g].body = ExternFunction{node.text()};
  module_[*g].info = node.info;
}

std::optional<GlobalId> Elaborator::add_global(Name name, Span span) {
  if (auto it = globals_.find(name); it != globals_.end()) {
    bad(Diag::duplicate_name, span, "the module has a function '" + std::string(text(name)) + "' already",
        {{module_[it->second].span, "it is defined here"}});
    return std::nullopt;
  }
  GlobalId g(static_cast<uint32_t>(module_.functions.size()));
  module_.functions.emplace_back(name, StructInfo(), ExternFunction{name}, span);
  pending_.emplace_back();
  globals_.emplace(name, g);
  return g;
}

std::optional<GlobalId> Elaborator::declare(StmtId id) {
  const Stmt& stmt = ast_[id];
  const Def& def = ast_.defs[stmt.def];
  if (def.is_python) return declare_python(def);
  Decorator decorator = read_decorators(stmt);
  if (!decorator.is_good) {
    bad_globals_[def.name] = true;
    return std::nullopt;
  }
  std::optional<GlobalId> g = add_global(def.name, def.span);
  if (!g) return g;
  if (stmt.is_reported) {  // its signature is not known; its body may have mistakes of its own
    globals_.erase(def.name);
    bad_globals_[def.name] = true;
  }
  decorator.is_tir ? declare_prim_func(*g, id) : declare_function(*g, id, decorator);
  return g;
}

Statements::Decorator Statements::read_decorators(const Stmt& stmt) {
  Decorator out;
  std::optional<bool> is_pure, is_private;
  auto fail = [&](Span span, std::string why) {
    bad(Diag::unsupported_syntax, span, std::move(why));
    out.is_good = false;
  };
  if (stmt.decorators_size == 0 && stmt.is_reported) out.is_good = false;  // they may be lost
  else if (stmt.decorators_size == 0)
    fail(ast_.defs[stmt.def].span, "a function needs the decorator @R.function or @T.prim_func");
  for (ExprId e : ast_.decorators(stmt)) {
    std::span<const ExprId> args;
    Span span = ast_[e].span;
    if (ast_[e].kind == ExprKind::call) {
      args = ast_.list(e).subspan(1);
      e = ast_.list(e)[0];
    }
    std::string_view name = ast_[e].kind == ExprKind::name ? text(Name(ast_[e].a)) : "";
    auto is_function = [](std::string_view n) { return n == "R.function" || n == "relax.function"; };
    bool is_relax = is_function(name);
    bool is_tir = name == "T.prim_func" || name == "tir.prim_func" || name == "tirx.prim_func";
    if (!is_relax && !is_tir) {
      constexpr std::string_view kNames[] = {"R.function", "T.prim_func", "relax.function", "tir.prim_func"};
      fail(span, "only @R.function and @T.prim_func are part of the language" + did_you_mean(name, kNames));
      is_relax = is_function(nearest(name, kNames));
      if (!is_relax) continue;
      out.is_good = true;  // what is meant is clear: mistakes in the function are worth reporting, too
    }
    out.is_relax = is_relax;
    out.is_tir = is_tir;
    for (ExprId arg : args) {
      const Expr& a = ast_[arg];
      std::string_view key = a.kind == ExprKind::keyword ? text(Name(a.a)) : "";
      const Expr* value = a.kind == ExprKind::keyword ? &ast_[ExprId(a.b)] : nullptr;
      bool is_bool =
          value && value->kind == ExprKind::constant &&
          (value->sub == static_cast<uint8_t>(Literal::true_) || value->sub == static_cast<uint8_t>(Literal::false_));
      if (is_tir && key == "s_tir") continue;  // the text of the function says it again
      if (key != "pure" && key != "private" && key != "check_well_formed") {
        constexpr std::string_view kNames[] = {"pure", "private", "check_well_formed"};
        fail(a.span, "the decorator takes pure, private and check_well_formed" + did_you_mean(key, kNames));
      } else if (!is_bool) {
        fail(value->span, std::string(key) + " must be True or False");
      } else {
        std::optional<bool>& where = key == "pure" ? is_pure : is_private;
        bool is_true = value->sub == static_cast<uint8_t>(Literal::true_);
        if (key == "check_well_formed") {
          module_.is_unchecked |= !is_true && module_.is_lone_function && !fn_;
        } else if (!where) {
          where = is_true;
        }
      }
    }
  }
  out.is_pure = is_pure.value_or(true);
  out.is_private = is_private.value_or(false);
  return out;
}

void Elaborator::declare_function(GlobalId g, StmtId id, const Decorator& decorator) {
  const Def& def = ast_.defs[ast_[id].def];
  fn_ = &module_[g].body.emplace<Function>(module_.shared_context());
  LambdaId lambda = fn_->add_lambda();
  Lambda& self = (*fn_)[lambda];
  self.name = def.name;
  self.span = def.span;
  self.is_pure = decorator.is_pure;
  self.is_private = decorator.is_private;
  self.body = fn_->add_region();
  ++function_number_;
  scopes_.open();
  symbols_.clear();
  size_t before = mistakes();
  open_signature(ast_[id], lambda);
  scopes_.close();
  module_[g].info = signature_info((*fn_)[lambda], false);
  pending_[g.index] = {id, std::move(symbols_), has_return_annotation_, ast_[id].is_reported || mistakes() != before};
  symbols_.clear();
}

static std::unordered_set<std::string_view> words(std::string_view text) {
  auto is_letter = [](unsigned char c) { return std::isalnum(c) || c == '_' || c >= 0x80; };
  std::unordered_set<std::string_view> out;
  for (size_t i = 0; i < text.size(); ++i) {
    size_t begin = i;
    while (i < text.size() && is_letter(static_cast<unsigned char>(text[i]))) ++i;
    if (i > begin) out.insert(text.substr(begin, i - begin));
  }
  return out;
}

void Elaborator::define(GlobalId g) {
  if (!module_[g].relax()) return;
  ++function_number_;
  fn_ = module_[g].relax();
  Pending& declared = pending_[g.index];
  const Stmt& stmt = ast_[declared.stmt];
  scopes_.open();
  for (auto& [name, item] : declared.symbols) scopes_.bind(name, item);
  size_t i = 0;
  for (const DefParam& p : ast_.def_params(ast_.defs[stmt.def])) {
    Value v = fn_->self().params[i++];
    Item item = make_expr(v, p.span);
    if (!fn_->info(v)) item = Item();
    scopes_.bind(p.name, item);
  }
  has_return_annotation_ = declared.has_return_annotation;
  lacks_definitions_ = declared.lacks_definitions;
  copies_ = 0;
  if (stmt.is_reported && stmt.suite) {
    const uint32_t begin = ast_.defs[stmt.def].span.begin;
    lost_words_ = words(source_.text().substr(begin, ast_[stmt.suite].span.begin - begin));
  }
  // Statements are numbered as they stand in the text.
  constexpr size_t kMany = 1000;
  const size_t statements = (stmt.next ? stmt.next.index : ast_.stmts.size()) - declared.stmt.index;
  if (statements >= kMany) {
    fn_->nodes.reserve(fn_->size() + statements);
    scopes_.reserve(statements);
  }
  body(stmt, LambdaId(0));
  lost_words_.clear();
  symbol_comments();
  scopes_.close();
  if (lacks_definitions_) incomplete_.push_back(g);
  for (Value p : fn_->self().params) {
    if (!fn_->info(p)) (*fn_)[p].info = context_.infos.object();
  }
  module_[g].info = signature_info(fn_->self(), true);
  fn_ = nullptr;
}

// Func(params, result, purity); `is_defined`: the result is known even if it was not declared.
StructInfo Statements::signature_info(const Lambda& lambda, bool is_defined) const {
  std::vector<StructInfo> params;
  for (Value p : lambda.params) {
    StructInfo info = fn_->info(p);
    params.push_back(info ? info : context_.infos.object());
  }
  StructInfo result = lambda.ret && (is_defined || has_return_annotation_) ? lambda.ret : context_.infos.object();
  return context_.infos.function(params, result, lambda.is_pure);
}

// ---- members that are Python's: text, and the signature of an external function ----

std::optional<GlobalId> Elaborator::declare_python(const Def& def) {
  std::optional<GlobalId> g = add_global(def.name, def.span);
  if (!g) return g;
  std::string_view whole = source_.text().substr(0, def.text.end);
  std::unordered_set<uint32_t> in_string;  // beginnings of lines
  Diagnostics unheard;
  Lexer lexer(whole, unheard);
  lexer.start_at(def.text.begin);
  for (Line line; lexer.next(line, Lexer::Mode::python);) {
    lexer.tokens(line, Lexer::Mode::python);
    for (const Token& t : line.tokens) {
      for (size_t at = t.begin; t.type == Tok::string && (at = whole.find('\n', at)) < t.end;)
        in_string.insert(static_cast<uint32_t>(++at));
    }
  }
  PythonFunc python;
  python.indentation = whole.substr(def.text.begin, def.indentation);
  for (size_t at = def.text.begin; at < whole.size();) {
    const size_t end = std::min(whole.find('\n', at), whole.size());
    if (in_string.contains(static_cast<uint32_t>(at))) python.text += '\0';
    python.text += whole.substr(at, end - at);
    if (python.text.ends_with('\r')) python.text.pop_back();
    python.text += '\n';
    at = end + 1;
  }
  module_[*g].body = std::move(python);
  module_[*g].info = extern_info();
  return g;
}

// ---- assignments of the file: metadata = tvm.ir.load_json("""..."""), m = TypeVar("m"), and values ----

std::string_view Elaborator::assigned_call(const Stmt& stmt) const {
  if (stmt.kind != StmtKind::assign || ast_[stmt.value].kind != ExprKind::call) return {};
  const Expr& callee = ast_[ast_.list(stmt.value)[0]];
  return callee.kind == ExprKind::name ? last_part(text(Name(callee.a))) : "";
}

void Elaborator::file_assignment(const Stmt& stmt) {
  if (assigned_call(stmt) == "TypeVar") return type_variable(stmt);
  is_metadata_section(stmt) ? load_metadata(stmt) : plain_assignment(stmt);
}

bool Elaborator::is_metadata_section(const Stmt& stmt) const {
  const Expr& target = ast_[stmt.target];
  return target.kind == ExprKind::name && text(Name(target.a)) == "metadata" && assigned_call(stmt) == "load_json";
}

void Elaborator::load_metadata(const Stmt& stmt) {
  const Expr& value = ast_[stmt.value];
  std::span<const ExprId> call = value.kind == ExprKind::call ? ast_.list(stmt.value) : std::span<const ExprId>();
  metadata_state_ = Metadata::unreadable;
  metadata_.clear();  // a file of several modules has one before each
  if (call.size() != 2 || ast_[call[1]].kind != ExprKind::string) {
    bad(Diag::unsupported_syntax, stmt.span, "only `metadata = tvm.ir.load_json(\"...\")` may be assigned here");
    return;
  }
  std::string error;
  bool is_newer = false;
  if (read_metadata(text(Name(ast_[call[1]].a)), context_, metadata_, is_newer, error)) {
    metadata_state_ = Metadata::known;
    note(Spelling::metadata_json, is_newer, ast_[call[1]].span);
  } else {
    bad(Diag::bad_literal, ast_[call[1]].span, "the metadata section cannot be read: " + error);
  }
}

}  // namespace hammock::read
