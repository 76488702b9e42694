; Definitions
(function_declaration name: (identifier) @name body: (_)? @body) @definition.function
(function_declaration name: (dot_index_expression table: (_) @receiver field: (identifier) @name) body: (_)? @body) @definition.function
(function_declaration name: (method_index_expression table: (_) @receiver method: (identifier) @name) body: (_)? @body) @definition.method
(assignment_statement (variable_list . name: (identifier) @name .) (expression_list . value: (function_definition body: (_)? @body))) @definition.function
(assignment_statement (variable_list . name: (dot_index_expression table: (identifier) @receiver field: (identifier) @name) .) (expression_list . value: (function_definition body: (_)? @body))) @definition.function
(field name: (identifier) @name value: (function_definition body: (_)? @body)) @definition.function
(chunk (variable_declaration (assignment_statement (variable_list . name: (identifier) @name .) (expression_list . value: (_) @value))) @definition.variable)
(chunk (variable_declaration (assignment_statement (variable_list . name: (identifier) @name .) (expression_list . value: (table_constructor) @value @body))) @definition.variable)
(chunk (assignment_statement (variable_list . name: (identifier) @name .) (expression_list . value: (_) @value)) @definition.variable)

; Names bound to values
(assignment_statement (variable_list . name: [(identifier) (dot_index_expression)] @target .) (expression_list . value: (_) @value))
(parameters name: (identifier) @param)

; References
(function_call name: (_) @callee) @call

; Imports
((assignment_statement (variable_list . name: (identifier) @alias .) (expression_list . value: (function_call
  name: (identifier) @_require arguments: (arguments (string content: (string_content) @module)))))
  (#eq? @_require "require"))
