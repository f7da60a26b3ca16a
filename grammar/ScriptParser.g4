// SPDX-License-Identifier: Apache-2.0
// The script language, one statement line at a time.
//
// The rule `line` matches a simple statement or the header of a compound one. Suites are not rules: the token source
// counts indentation as Python does, and the driver (src/read/parse.cpp) stacks the suites. So the parser's memory is
// bounded by one line, a mistake costs no more than its line, and nothing recurses over the length of a program.
//
// Every decision is LL(1). There is no parse tree: the actions call the builder of src/read/ast_builder.h, which also
// resolves the precedence of operators, knows which trailing commas are legal, and decodes literals. There are no
// operator names here.
//
// Tokens (src/read/lexer.h): NAME is a dotted name when it is written without spaces; KEYWORD is `name=` in an
// argument list; LITERAL a number, True, False, None or `...`; STRING one or more adjacent string literals; OPERATOR a
// binary operator that is nothing else (so are `and` and `or`); SIGN `+` or `-`; FOREIGN a keyword of Python that is
// not part of the language. A `;` is a NEWLINE.
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
    | ':' expression ( '=' expressions { ast().annotated_assignment(); } | { ast().lone_annotation(); } )
    ) NEWLINE
  | 'return' ( expressions { ast().return_value(); } | { ast().return_nothing(); } ) NEWLINE
  | 'pass' { ast().pass(); } NEWLINE
  | 'with' expression ( 'as' expression { ast().with_name(); } )? ':' { ast().with(); }
  | 'if' expression ':' { ast().if_(); }
  | 'elif' expression ':' { ast().elif(); }
  | 'else' { ast().else_(); } ':'
  | '@' expression { ast().decorator(); } NEWLINE
  | 'def' NAME { ast().def(last()); } '(' ( parameter ( ',' parameter? )* )? ')' ( '->' expression { ast().def_result(); } )? ':'
  | 'class' NAME { ast().class_(last()); } ( '(' ')' )? ':'
  ;

parameter
  : NAME { ast().parameter(last()); } ( ':' expression { ast().parameter_annotation(); } )? ( '=' expression { ast().drop(); } )?
  | ( '*' | OPERATOR ) { ast().star_parameter(last()); } NAME? ( ':' expression { ast().drop(); } )?
  ;

// One or more expressions; more than one, or a comma at the end, is a tuple.
expressions
  : { ast().open(); } expression ( ',' { ast().comma(); } expression? )* { ast().close_tuple(); }
  ;

// Operands with their calls, indices and attributes, and the operators between them, in one loop. A keyword or star
// before it makes it an argument or a spread element; the builder knows where neither may stand.
expression
  : { ast().begin_expression(); }
    ( KEYWORD { ast().keyword_name(last()); } | '*' { ast().star(last()); } )?
    ( ( ( SIGN | '~' | 'not' ) { ast().unary(last()); } )*
      ( NAME { ast().name(last()); } | LITERAL { ast().literal(last()); } | STRING { ast().string(last()); } | display )
      ( '.' NAME { ast().attribute(last()); }
      | '(' { ast().open_call(); } ( expression ( ',' { ast().comma(); } expression? )* )? ')' { ast().close_call(last()); }
      | '[' { ast().open_index(); } ( expression ( ',' { ast().comma(); } expression? )* )? ']' { ast().close_index(last()); }
      | ( OPERATOR | SIGN | '*' | '@' | 'if' | 'else' ) { ast().binary(last()); }
        ( ( SIGN | '~' | 'not' ) { ast().unary(last()); } )*
        ( NAME { ast().name(last()); } | LITERAL { ast().literal(last()); } | STRING { ast().string(last()); } | display )
      )*
    | lambda
    )
    { ast().end_expression(); }
  ;

display
  : '(' { ast().open(last()); } ( expression ( ',' { ast().comma(); } expression? )* )? ')' { ast().close_parentheses(last()); }
  | '[' { ast().open(last()); } ( expression ( ',' { ast().comma(); } expression? )* )? ']' { ast().close_list(last()); }
  | '{' { ast().open(last()); } ( expression ':' expression ( ',' { ast().dict_comma(); } ( expression ':' expression )? )* )? '}' { ast().close_dict(last()); }
  ;

lambda
  : 'lambda' { ast().lambda(last()); } ( NAME { ast().lambda_parameter(last()); } ( ',' NAME { ast().lambda_parameter(last()); } )* )? ':'
    expression { ast().end_lambda(); }
  ;

// The text of a dim such as "m + 1".
dim
  : expression NEWLINE
  ;
