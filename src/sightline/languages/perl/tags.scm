(package_statement name: (package) @package)

; Definitions
(package_statement name: (package) @name (block) @body) @definition.module
(subroutine_declaration_statement name: (bareword) @name body: (_) @body) @definition.function
(method_declaration_statement name: (bareword) @name body: (_) @body) @definition.method
((use_statement module: (package) @_constant (list_expression . (autoquoted_bareword) @name)) @definition.const
  (#eq? @_constant "constant"))
(source_file (expression_statement (assignment_expression left: (variable_declaration variable: (scalar (varname) @name))) @definition.variable))

; References
(function_call_expression function: (_) @callee) @call
(ambiguous_function_call_expression function: (_) @callee) @call
(method_call_expression method: (_) @callee) @call

; Imports
; Only the names that are asked for: what a module gives unasked is not written down here
((use_statement module: (package) @module)
  (#not-match? @module "^(strict|warnings|utf8|parent|base|constant|feature|lib|vars|v?[0-9.]+)$"))
((use_statement module: (package) @from [
  (quoted_word_list (string_content) @member)
  (string_literal (string_content) @member)
  (list_expression (string_literal (string_content) @member))])
  (#not-match? @from "^(strict|warnings|utf8|parent|base|constant|feature|lib|vars|v?[0-9.]+)$"))
(require_expression (bareword) @module)
