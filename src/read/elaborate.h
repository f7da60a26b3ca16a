// SPDX-License-Identifier: Apache-2.0
// The module level (language 1.2, 1.5): from statements as written to IR.
#pragma once

#include <optional>

#include "kernel_reader.h"
#include "statement.h"

namespace hammock::read {

class Elaborator final : public Statements, private KernelSurroundings {
 public:
  using Statements::Statements;

  // ---- modules (module.cpp)
  std::vector<Module> run();  // each made in `module` and moved out of it

  // ---- values of Python around the definitions (file_values.cpp)
  static bool makes_python_value(std::string_view callee);

 private:
  struct Pending {  // a declared function that waits for its definition
    StmtId stmt;
    std::vector<std::pair<Name, Item>> symbols;
    bool has_return_annotation = false;
    bool lacks_definitions = false;
  };

  // ---- modules (module.cpp)
  void append_header(const Stmt& stmt);
  void use_aliases(const Def& def);
  Module finish_module(const Definition& definition);
  void read_class(const Stmt& stmt);
  void read_lone_function(StmtId stmt);
  void class_decorator(ExprId e);
  void class_statement(const Stmt& stmt);
  bool module_form(const Stmt& stmt);
  void external(const Stmt& stmt);
  void set_global_infos(Attr dict, Span span);
  std::optional<GlobalId> declare(StmtId stmt);
  std::optional<GlobalId> add_global(Name name, Span span);
  void declare_function(GlobalId g, StmtId stmt, const Decorator& decorator);
  std::optional<GlobalId> declare_python(const Def& def);
  void define(GlobalId g);
  void file_assignment(const Stmt& stmt);
  std::string_view assigned_call(const Stmt& stmt) const;  // the last part of its name; empty for any other value
  bool is_metadata_section(const Stmt& stmt) const;
  void load_metadata(const Stmt& stmt);

  // ---- values around the definitions (plain.cpp)
  void plain_assignment(const Stmt& stmt);
  bool file_symbols(const Stmt& stmt);
  void bind_unknown(Name name, Span span);
  void forget_list(Name name);

  // ---- kernels (kernels.cpp)
  void declare_prim_func(GlobalId g, StmtId stmt);
  void note_blocks(const Stmt& stmt, const tir::Kernel& kernel);
  std::optional<KernelValue> value_around(Name name, Span span) override;
  std::vector<std::string_view> names_around() const override;
  std::optional<DType> result_of(Name function) override;
  bool is_module(Name name) const override;
  void note_spelling(Spelling spelling, bool is_newer, Span span, std::string other) override;
  bool reads_as_newer(Dialect since) override { return Items::reads_as_newer(since); }
  void note_string(std::string_view text, Span span) override;
  KernelValue kernel_value(const Item& item, Span span);

  // ---- values of Python around the definitions
  class FileValues;
  Item python_value(ExprId e);

  // ---- comments (comments.cpp)
  void class_comments(const Stmt& stmt);
  void member_comments(const Stmt& stmt, std::vector<Name>& waiting);

  std::vector<Pending> pending_;      // by GlobalId
  std::vector<GlobalId> incomplete_;  // functions of the module where it lacked
  std::optional<std::unordered_map<Name, Attr>> module_attrs_;
  std::vector<Name> header_;
  StmtId members_;                                          // of the class that is read, or the lone function
  std::optional<KernelReader> kernels_;                     // made for the first kernel
  std::optional<std::unordered_map<Name, DType>> results_;  // of the kernels among the members
  std::unordered_map<uint32_t, KernelValue> lists_;         // of Python that kernels have used, by Item::begin
  uint64_t python_steps_ = 0;                               // of all values around the definitions
};

}  // namespace hammock::read
