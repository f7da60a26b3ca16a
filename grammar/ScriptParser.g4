// SPDX-License-Identifier: Apache-2.0
// The script language, one statement line at a time: modules, and rule scripts (a small part of Python).
//
// The rule `line` matches a simple statement or the header of a compound one. Suites are not rules: the token source
// counts indentation as Python does, and the driver (src/syntax/driver.cpp) stacks the suites. So the parser's memory is
// bounded by one line, a mistake costs no more than its line, and nothing recurses over the length of a program.
//
// Every decision is LL(1). There is no parse tree: the actions call the builder of src/syntax/ast_builder.h, which also
// resolves the precedence of operators, knows which trailing commas are legal, and decodes literals. There are no
// operator names here.
//
// Tokens (include/hammock/syntax/lexer.h): NAME is a dotted name when it is written without spaces; KEYWORD is `name=` in an
// argument list; LITERAL a number, True, False, None or `...`; STRING one or more adjacent string literals; OPERATOR a
// binary operator that is nothing else (so are `and` and `or`); SIGN `+` or `-`; FOREIGN a keyword of Python that is
// not part of the language. A `;` is a NEWLINE. The tokens from FOR on occur in rule scripts only: in a module their
// keywords are FOREIGN. What else only rule scripts may have (starred parameters, sets, ...) the builder refuses elsewhere.
parser grammar ScriptParser;

options {
  tokenVocab = ScriptTokens;
  superClass = GrammarBase;
}

@parser::postinclude { #include "grammar_base.h" }

line
  : expressions { ast().target(); }
    ( { ast().expression_statement(); }
    | '=' expressions { ast().assignment(); } ( '=' expressions { ast().chained_assignment(); } )*
    | AUGMENTED { ast().augmented(last()); } expressions { ast().augmented_value(); }
    | ':' expression { ast().annotation(); } ( '=' expressions { ast().annotated_assignment(); } | { ast().lone_annotation(); } )
    ) NEWLINE
  | 'return' ( expressions { ast().return_value(); } | { ast().return_nothing(); } ) NEWLINE
  | 'pass' { ast().pass(); } NEWLINE
  | 'with' expression { ast().with_item(); } ( 'as' expression { ast().with_name(); } )?
    ( ',' expression { ast().with_item(); } ( 'as' expression { ast().with_name(); } )? )* ':' { ast().with(); }
  | 'if' expression ':' { ast().if_(); }
  | 'elif' expression ':' { ast().elif(); }
  | 'else' { ast().else_(); } ':'
  | '@' expression { ast().decorator(); } NEWLINE
  | 'def' NAME { ast().def(last()); } ( '[' type_parameter ( ',' { ast().parameter_comma(last()); } type_parameter? )* ']' )? '(' ( parameter ( ',' { ast().parameter_comma(last()); } parameter? )* )? ')' ( '->' expression { ast().def_result(); } )? ':'
  | 'class' NAME { ast().class_(last()); } ( '(' ( expression { ast().base(); } )? ')' )? ':'
  | 'for' targets 'in' expressions { ast().for_(); } ':'
  | 'while' expression { ast().while_(); } ':'
  | ( 'break' | 'continue' ) { ast().leave(last()); } NEWLINE
  | 'assert' expression { ast().assert_(); } ( ',' expression { ast().assert_text(); } )? NEWLINE
  | 'raise' expression { ast().raise(); } NEWLINE
  | 'import' { ast().import(); } NAME { ast().imported(last()); } ( 'as' NAME { ast().imported_as(last()); } )?
    ( ',' NAME { ast().imported(last()); } ( 'as' NAME { ast().imported_as(last()); } )? )* NEWLINE
  | 'from' NAME { ast().from(last()); } 'import'
    ( '*' | '(' from_names ')' | from_names ) NEWLINE
  ;

from_names
  : NAME { ast().imported(last()); } ( 'as' NAME { ast().imported_as(last()); } )?
    ( ',' ( NAME { ast().imported(last()); } ( 'as' NAME { ast().imported_as(last()); } )? )? )*
  ;

type_parameter
  : NAME { ast().type_parameter(last()); } ( ':' expression { ast().drop(); } )?
  ;

parameter
  : NAME { ast().parameter(last()); } ( ':' expression { ast().parameter_annotation(); } )? ( '=' expression { ast().parameter_default(); } )?
  | KEYWORD { ast().parameter(last()); } expression { ast().parameter_default(); }
  | ( '*' | OPERATOR ) { ast().star_parameter(last()); } ( NAME { ast().star_name(last()); } )? ( ':' expression { ast().drop(); } )?
  ;

// What a loop assigns to: a name, or several in a tuple.
targets
  : { ast().open(); } target ( ',' { ast().comma(); } target? )* { ast().close_tuple(); }
  ;

target
  : '*' NAME { ast().name(last()); ast().starred_target(); }
  | NAME { ast().name(last()); }
  | '(' { ast().open(last()); } target ( ',' { ast().comma(); } target? )* ')' { ast().close_parentheses(last()); }
  ;

// One or more expressions; more than one, or a comma at the end, is a tuple.
expressions
  : { ast().open(); } expression ( ',' { ast().comma(); } expression? )* { ast().close_tuple(); }
  ;

// Operands with their calls, indices and attributes, and the operators between them, in one loop. A keyword or star
// before it makes it an argument or a spread element; the builder knows where neither may stand.
expression
  : { ast().begin_expression(); }
    ( KEYWORD { ast().keyword_name(last()); } | ( '*' | OPERATOR ) { ast().star(last()); } )?
    ( ( ( SIGN | '~' | 'not' ) { ast().unary(last()); } )*
      ( NAME { ast().name(last()); } | LITERAL { ast().literal(last()); } | STRING { ast().string(last()); } | display )
      ( '.' NAME { ast().attribute(last()); }
      | '(' { ast().open_call(); } arguments? ')' { ast().close_call(last()); }
      | '[' { ast().open_index(); } subscripts? ']' { ast().close_index(last()); }
      | ( ( OPERATOR | SIGN | '*' | '@' | 'if' | 'else' | 'in' | 'is' ) { ast().binary(last()); } | 'not' { ast().not_in(last()); } 'in' )
        ( ( SIGN | '~' | 'not' ) { ast().unary(last()); } )*
        ( NAME { ast().name(last()); } | LITERAL { ast().literal(last()); } | STRING { ast().string(last()); } | display )
      )*
    | lambda
    )
    { ast().end_expression(); }
  ;

arguments
  : expression comprehension? ( ',' { ast().comma(); } expression? )*
  ;

subscripts
  : subscript ( ',' { ast().comma(); } subscript? )*
  ;

// An index, or a slice `begin:end:step` of which anything may be missing.
subscript
  : expression ( ':' slice )?
  | ':' { ast().missing(last()); } slice
  ;

slice
  : ( expression | { ast().missing(last()); } ) ( ':' ( expression | { ast().missing(last()); } ) | { ast().missing(last()); } ) { ast().slice(); }
  ;

display
  : '(' { ast().open(last()); } ( expression comprehension? ( ',' { ast().comma(); } expression? )* )? ')' { ast().close_parentheses(last()); }
  | '[' { ast().open(last()); } ( expression comprehension? ( ',' { ast().comma(); } expression? )* )? ']' { ast().close_list(last()); }
  | '{' { ast().open(last()); }
    ( expression
      ( ':' expression { ast().entry(); } comprehension? ( ',' { ast().dict_comma(); } ( expression ':' expression )? )*
      | { ast().set(); } comprehension? ( ',' { ast().comma(); } expression? )*
      )
    )? '}' { ast().close_dict(last()); }
  ;

comprehension
  : { ast().begin_comprehension(); }
    ( 'for' targets 'in' disjunction { ast().comprehension_for(); } ( 'if' disjunction { ast().comprehension_if(); } )* )+
    { ast().end_comprehension(); }
  ;

// An expression without `if`, which would belong to the comprehension around it.
disjunction
  : { ast().begin_expression(); }
    operand ( ( ( OPERATOR | SIGN | '*' | '@' | 'in' | 'is' ) { ast().binary(last()); } | 'not' { ast().not_in(last()); } 'in' ) operand )*
    { ast().end_expression(); }
  ;

operand
  : ( ( SIGN | '~' | 'not' ) { ast().unary(last()); } )*
    ( NAME { ast().name(last()); } | LITERAL { ast().literal(last()); } | STRING { ast().string(last()); } | display )
    ( '.' NAME { ast().attribute(last()); }
    | '(' { ast().open_call(); } arguments? ')' { ast().close_call(last()); }
    | '[' { ast().open_index(); } subscripts? ']' { ast().close_index(last()); }
    )*
  ;

lambda
  : 'lambda' { ast().lambda(last()); } ( lambda_parameter ( ',' lambda_parameter )* )? ':'
    expression { ast().end_lambda(); }
  ;

lambda_parameter
  : NAME { ast().lambda_parameter(last()); } ( '=' expression { ast().lambda_default(); } )?
  | KEYWORD { ast().lambda_parameter(last()); } expression { ast().lambda_default(); }
  ;

// The text of a dim such as "m + 1".
dim
  : expression NEWLINE
  ;
